"""What a Chinese utterance must never make a fact of, and what holds for every utterance."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.memory.extract import MAX_UTTERANCE, extract

SENTENCES = (
    "我有高血压", "我不吃香菜", "我最爱听黄梅戏", "我每天早上六点去公园打太极拳", "我打算今年学书法",
    "我住在绍兴", "我女儿叫小梅", "我的生日是腊月初八", "你叫我老孙就行", "下周二我要去医院复查",
)  # fmt: skip
_NOISE = st.text(
    alphabet="我不吃喝爱喜欢的了在是有每天点去他她女儿说要想年月号就也都过病炎，。呢啊叫住对12 aB忘记错",
    max_size=80,
)


def about_self(text: str) -> list[tuple[str, str]]:
    return [(fact.kind, fact.value) for fact in extract(text, "zh").facts if fact.about == "self"]


@pytest.mark.parametrize(
    "text",
    [
        "要是能去北京看看多好啊",
        "我以前在上海住过",
        "你喜欢吃什么",
        "我儿子说让我少喝酒",
        "我邻居家的狗天天叫",
        "昨天晚上没睡好",
        "今天中午吃的面条",
        "帮我查一下明天的天气",
        "你给我讲个笑话吧",
        "我想喝口水",
        "我有点饿了",
        "天气预报说明天下雨",
        "我刚吃完药",
        "我肚子有点疼",
        "老王说他爱吃臭豆腐",
        "这首歌真好听",
        "收音机里说糖尿病人不能吃西瓜",
        "我们那会儿哪有什么好吃的",
        "如果我有钱了我就去环游世界",
        "高血压能吃鸡蛋吗",
        "我该吃药了",
        "我不知道我对什么过敏",
        "我怕你忘了",
        "你叫什么名字",
        "现在几点了",
        "我去买菜了啊",
        "我梦见我住在海边",
        "谢谢你啊小伙子",
        "别人都说我爱唠叨",
        "我想睡觉了",
        "我要不要学游泳呢",
        "医生问我是不是有高血压我说没有",
        "我没有高血压",
        "我血糖不高",
        "我不是不爱吃鱼就是嫌刺多",
        "我小时候住在乡下",
        "我当兵那会儿每天五点起床",
        "听说吃核桃补脑",
        "书上写着每天要喝八杯水",
        "你是不是觉得我爱唠叨",
        "老张头有糖尿病还天天喝酒",
        "我年轻时最爱打篮球",
        "我把钥匙忘家里了",
        "我忘了你叫什么了",
        "哪天我要是走不动了就去养老院住",
        "我家那小祖宗就认他奶奶做的红烧肉",
        "我血型是O型",
        "我住在城东的养老院里",
        "我倒是想吃红烧肉可大夫不让",
        "外头下雨了我就没出门",
        "广播里那个主持人说她最爱吃火锅",
        "你晓不晓得哪儿有卖豆汁的",
        "我那老同学说他血压高得吓人",
        "我要是你我就去学车",
        "假如我能再活二十年我就去学医",
        "早知道这样我就不来了",
        "我昨天夜里咳了一宿",
        "我今天早上六点就醒了",
        "我这会儿想听段京剧",
        "当年我在部队天天跑五公里",
        "我刚搬来那阵子谁也不认识",
        "明天要降温了你提醒我加衣服",
        "我孙子问我爱不爱吃巧克力",
        "现在的年轻人就爱喝奶茶",
        "戏里那个老太太说我最爱我的大孙子",
        "我是不是该少吃点盐",
        "你给我记着点时间",
        "哪有人天天吃肉的",
        "我老同事得了癌症",
        "别提了昨儿个跟老头子拌了几句嘴",
        "哟这花开得真好看",
        "我爱你中国",
        "人家都说早睡早起身体好",
        "我大哥前年走了他生前最爱喝茅台",
        "昨天我闺女带我去看了电影演的是抗战的",
        "如果我儿子在家就好了他最会修电脑",
        "我爸我妈都走了好多年了",
        "我每天跟你说说话就挺高兴的",
        "我最放心不下的就是我那个小孙子",
        "我一辈子不信佛不信道",
        "我同学打电话来说他搬到海南去住了",
        "你爱吃什么水果我给你说说",
        "我儿子要是在身边我就不愁了",
        "我闺女让我别吃太咸的",
        "电视剧里那个皇上天天早上五点上朝",
        "养生节目里讲每天吃一个苹果不用看医生",
        "我邻居刘姐喜欢跳广场舞",
        "他们都说我有福气",
        "我看新闻说上海下大雪了",
        "前天我去医院看了个朋友他得了肺癌",
        "我才不信那些吃啥补啥的话呢",
        "我昨天吃多了有点积食",
        "最近老下雨膝盖有点不得劲",
        "这两天嗓子疼可能感冒了",
        "我今天不想吃饭",
        "今天早上我去公园碰见老李了",
        "你能不能每天早上八点叫我起床",
        "每天早上七点提醒我吃药",
        "明天提醒我去交电费",
        "我要是爱吃辣就好了",
        "不知道我能不能活到一百岁",
        "我也说不上喜欢不喜欢",
        "谁不爱吃好吃的呀",
        "你觉得我该住城里还是乡下",
        "我梦见我老伴了他说他想吃饺子",
        "我差点就买了那个保健品",
        "那个卖保健品的说我血管堵了",
        "我老姐妹的儿子住在深圳",
        "我听我妈说我爷爷爱喝酒",
        "歌里唱的我爱北京天安门",
        "我寻思你是不是生气了",
        "假如我中了彩票我就搬到海边住",
        "我想起来了我昨天把药吃了",
        "我们楼下新开了个饭馆",
        "她说她每天走一万步我说你真行",
        "医生让我多走走",
        "大夫说我没啥毛病",
        "我以前也想过学画画",
        "我那时候每天骑车上班",
        "我想听一段评书",
        "给我讲讲糖尿病人怎么吃",
        "我不住在北京",
        "我又不是小孩子不用你管",
        "我没说过我爱吃鱼",
        "你记错了吧我哪说过我住在上海",
        "谁告诉你我喜欢吃榴莲的",
        "我可没糖尿病",
        "血压计坏了你说怎么办",
        "这药一天吃三回饭后吃",
        "老伴在的时候每天早上给我煮鸡蛋",
        "我住在滨海路五号院",
    ],
)
def test_questions_wishes_quotes_strangers_and_passing_things_are_no_facts(text: str) -> None:
    assert about_self(text) == []


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("frame", ["如果{}就好了", "电视里那个人说{}", "{}吗", "我梦见{}", "听说{}"])
def test_a_fact_that_is_only_supposed_asked_or_quoted_is_none(sentence: str, frame: str) -> None:
    if sentence.startswith("你") and frame == "{}吗":
        return
    assert about_self(frame.format(sentence)) == []


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize(
    "frame", ["哎我跟你说啊{}", "{}你说是吧", "嗯那个什么，{}", "今天天气真不错，{}", "你帮我记住{}"]
)
def test_small_talk_around_a_fact_neither_adds_nor_hides_one(sentence: str, frame: str) -> None:
    alone, framed = extract(sentence, "zh").facts, extract(frame.format(sentence), "zh").facts
    assert [(fact.kind, fact.about, fact.value) for fact in framed] == [
        (fact.kind, fact.about, fact.value) for fact in alone
    ]


@given(st.one_of(_NOISE, st.text(max_size=60), st.lists(st.sampled_from(SENTENCES), max_size=4).map("".join)))
@settings(max_examples=200, deadline=None)
def test_whatever_is_said_each_fact_points_at_its_own_words(text: str) -> None:
    found = extract(text, "zh")
    for fact in (*found.facts, *found.amends):
        assert fact.text == text[slice(*fact.span)]
        assert fact.text
        assert fact.value


@pytest.mark.parametrize(
    "piece",
    [
        "我不吃鱼就爱肉的对",
        "一二三四五六七八九十",
        "把书画学完",
        "的在有",
        "去北京看看想",
        "说不是每天点了女儿叫",
        "abc def 我",
        "，我",
        "不",
        "我",
    ],
)
def test_no_utterance_takes_long_to_read(piece: str) -> None:
    mixed = "".join(piece[(place * place + place // 7) % len(piece)] for place in range(MAX_UTTERANCE))
    before = time.process_time()
    for text in (mixed, (piece * MAX_UTTERANCE)[:MAX_UTTERANCE]):
        extract(text, "zh")
    assert time.process_time() - before < 2.0


@pytest.mark.parametrize(
    ("text", "kind", "word"),
    [
        ("我以前爱打麻将现在爱下象棋", "preference", "麻将"), ("太极拳我不学了", "goal", "太极拳"), ("广场舞现在不跳了", "routine", "广场舞"),
        ("早不在唐山了如今住在天津", "home_city", "唐山"), ("我不爱喝茶了", "preference", "茶"), ("西藏去不成了", "goal", "西藏"),
        ("说错了是菠萝过敏不是芒果", "health", "芒果"),
    ],
)  # fmt: skip
def test_what_is_given_up_is_closed(text: str, kind: str, word: str) -> None:
    assert (kind, word) in extract(text, "zh").closes


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("不对不对是五月初九", "农历5-9"),
        ("哎呀说错了是农历三月二十", "农历3-20"),
        ("不是二月是三月十八", "3-18"),
        ("记错了是宁夏", "宁夏"),
    ],
)
def test_a_correction_that_names_only_the_new_amends_what_was_told_last(text: str, value: str) -> None:
    found = extract(text, "zh")
    assert [fact.value for fact in found.amends] == [value]
    assert not found.facts


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("榴莲那条你给我删了吧", "榴莲"), ("把柿子那个忘掉", "柿子"), ("跑步那个不用记了", "跑步"), ("二人转那条划了吧", "二人转"),
        ("书法的事翻篇了", "书法"), ("刚才那句不算当我没说", ""), ("刚才瞎说的你别当真", ""), ("你别存了", ""),
    ],
)  # fmt: skip
def test_a_request_to_forget_names_what(text: str, word: str) -> None:
    assert word in extract(text, "zh").forgets


@pytest.mark.parametrize(
    "text",
    [
        "别忘了我对青霉素过敏",
        "我把钥匙忘了",
        "我忘了吃药",
        "你可别忘了提醒我",
        "忘记吃药了怎么办",
        "药忘了吃要紧吗",
        "忘记关煤气了",
        "早上的药忘了吃还补不补，几点补",
    ],
)
def test_forgetting_something_is_no_request(text: str) -> None:
    assert extract(text, "zh").forgets == ()
