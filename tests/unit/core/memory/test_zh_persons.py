"""Names, birthdays, homes and days ahead, told in Chinese."""

from __future__ import annotations

import pytest

from core.memory.extract import extract
from core.memory.facts import Candidate


def told(text: str, kind: str, about: str, words: str) -> list[Candidate]:
    """The facts of one kind and person with these words; 女儿 is 大女儿."""
    return [
        fact
        for fact in extract(text, "zh").facts
        if fact.kind == kind
        and (fact.about == about or about in fact.about)
        and words in fact.text + fact.value
    ]


@pytest.mark.parametrize(
    ("text", "about", "words"),
    [
        ("我大儿子叫李建军", "大儿子", "李建军"),
        ("我有个孙女叫朵朵", "孙女", "朵朵"),
        ("我老伴姓陈叫陈桂花", "老伴", "陈桂花"),
        ("我外孙小名叫毛毛大名王子轩", "外孙", "毛毛"),
        ("我养了一只猫叫咪咪", "猫", "咪咪"),
        ("我闺女的名字是赵雪", "闺女", "赵雪"),
        ("我那小孙子名字叫天天", "孙子", "天天"),
        ("我儿子志强在银行上班", "儿子", "志强"),
        ("我家狗叫来福", "狗", "来福"),
        ("我大闺女小名叫二妞", "闺女", "二妞"),
        ("我那口子叫刘长河", "那口子", "刘长河"),
        ("我有俩孙子大的叫浩浩小的叫轩轩", "孙子", "浩浩"),
        ("我外甥女婷婷今年考上大学了", "外甥女", "婷婷"),
        ("我三弟建业在老家种地", "弟", "建业"),
        ("我媳妇姓林名叫林玉珍", "媳妇", "林玉珍"),
        ("我养的那只画眉叫小翠", "画眉", "小翠"),
        ("我二儿子名叫孙立新", "儿子", "孙立新"),
        ("我孙女的小名儿叫甜甜", "孙女", "甜甜"),
        ("我妹子叫桂枝", "妹子", "桂枝"),
        ("我家保姆姓吴叫吴嫂", "保姆", "吴嫂"),
        ("我家那只鹦鹉叫皮皮", "鹦鹉", "皮皮"),
        ("我老战友叫王铁柱", "战友", "王铁柱"),
        ("我闺女晓燕每个月都回来", "闺女", "晓燕"),
        ("我姑爷姓马叫马超", "姑爷", "马超"),
        ("我有一个儿子叫国强在广州工作", "儿子", "国强"),
        ("咱家的猫叫大橘我可喜欢它了", "猫", "大橘"),
        ("我老二媳妇名叫春燕", "老二", "春燕"),
        ("我表哥叫贺建国跟我最亲", "表哥", "贺建国"),
    ],
)  # fmt: skip
def test_relatives_are_known_by_name(text: str, about: str, words: str) -> None:
    found = told(text, "relationship", about, words)
    assert found
    assert all(fact.negated is False for fact in found)


@pytest.mark.parametrize(
    ("text", "about", "words"),
    [
        ("我是四月初八的生日", "self", "四月初八"),
        ("我一九四八年十月一号生的", "self", "十月一号"),
        ("我阴历七月十五过生日", "self", "七月十五"),
        ("我生日啊是腊月二十八", "self", "腊月二十八"),
        ("我孙子六月一号生日", "孙子", "六月一号"),
        ("我老伴是九月二十生人", "老伴", "九月二十"),
        ("我生日跟国庆同一天十月一号", "self", "十月一号"),
        ("我是正月十五元宵节那天出生的", "self", "正月十五"),
        ("我的生日在冬月初三", "self", "冬月初三"),
        ("我五月端午那天生的", "self", "端午"),
        ("我是属龙的腊月初九的生日", "self", "腊月初九"),
        ("我阳历生日是十一月十一光棍节", "self", "十一月十一"),
        ("我小儿子八月十六的生日", "儿子", "八月十六"),
        ("我生在一九四六年腊月廿三", "self", "腊月廿三"),
        ("我过阴历生日二月初二龙抬头", "self", "二月初二"),
        ("我生日是老历的十月初十", "self", "十月初十"),
        ("我四九年三月八号生人", "self", "三月八"),
        ("过两天就是我生日十二月九号", "self", "十二月九号"),
        ("我出生那天是农历二月十九观音诞", "self", "二月十九"),
        ("我身份证上写的是五月一号其实我是三月初六生的", "self", "三月初六"),
        ("我外孙子的生日是圣诞节那天十二月二十五", "外孙", "十二月二十五"),
        ("我属虎的一九五零年腊月二十生的今年虚岁七十七", "self", "腊月二十"),
        ("我正月里生的正月初七人日", "self", "正月初七"),
        ("我八月二十三号的生日处女座", "self", "八月二十三"),
    ],
)  # fmt: skip
def test_birthdays_are_told_by_both_calendars(text: str, about: str, words: str) -> None:
    found = told(text, "birthday", about, words)
    assert found
    assert all(fact.negated is False for fact in found)


@pytest.mark.parametrize(
    ("text", "about", "words"),
    [
        ("我现在跟着闺女在苏州住", "self", "苏州"),
        ("我搬到大连来都五年了", "self", "大连"),
        ("我家住在保定", "self", "保定"),
        ("我是东北人现在定居三亚", "self", "三亚"),
        ("我住郑州", "self", "郑州"),
        ("我在昆明养老", "self", "昆明"),
        ("我儿子在美国", "儿子", "美国"),
        ("我大女儿嫁到了宁波", "大女儿", "宁波"),
        ("我在西安住了三十多年了", "self", "西安"),
        ("我们老两口住在珠海", "self", "珠海"),
        ("我住在湖南的一个小县城叫凤凰", "self", "湖南"),
        ("我弟弟一家在哈尔滨", "弟弟", "哈尔滨"),
        ("我是山东人如今住在天津塘沽", "self", "天津"),
        ("我老家在四川可我住在贵阳四十年了", "self", "贵阳"),
        ("我们一家子都在佛山", "self", "佛山"),
        ("我跟着儿子搬到东莞来享福了", "self", "东莞"),
        ("我小儿子在上海安了家", "儿子", "上海"),
        ("我家住连云港海边上", "self", "连云港"),
        ("我孙女去英国念书了", "孙女", "英国"),
        ("我打小在苏州长大现在还在苏州", "self", "苏州"),
        ("我跟闺女住在成都温江", "self", "成都"),
        ("打前年起我就住到嘉兴来了", "self", "嘉兴"),
        ("我家就在汉口江边", "self", "汉口"),
        ("我在石家庄生活了大半辈子", "self", "石家庄"),
        ("我退休后就搬回了扬州", "self", "扬州"),
        ("我是上海人但是现在住在昆山", "self", "昆山"),
        ("我女儿嫁去了澳洲", "女儿", "澳洲"),
        ("我现在人在厦门住着", "self", "厦门"),
        ("我原来住平房去年拆迁搬到了通州", "self", "通州"),
        ("我老伴走了五年了我一个人住在常州", "self", "常州"),
        ("我就一个闺女在澳大利亚三年没回来了", "闺女", "澳大利亚"),
        ("我屋头住在重庆南岸", "self", "重庆"),
        ("我幺儿在成都上班", "幺儿", "成都"),
        ("阿拉住在上海静安", "self", "上海"),
        ("我打哈尔滨搬来大连七八年了", "self", "大连"),
    ],
)  # fmt: skip
def test_where_somebody_lives_is_kept(text: str, about: str, words: str) -> None:
    found = told(text, "home_city", about, words)
    assert found
    assert all(fact.negated is False for fact in found)


@pytest.mark.parametrize(
    ("text", "about", "words"),
    [
        ("你叫我王大妈就好了", "self", "王大妈"),
        ("大家都喊我老李头你也这么喊", "self", "老李头"),
        ("我叫张桂芳", "self", "张桂芳"),
        ("我姓刘你叫我刘叔吧", "self", "刘叔"),
        ("你以后就管我叫翠姑", "self", "翠姑"),
        ("我大名叫陈国栋", "self", "陈国栋"),
        ("你喊我一声老哥就成", "self", "老哥"),
        ("叫我小芳吧他们都这么叫", "self", "小芳"),
        ("我名字叫李秀英木子李", "self", "李秀英"),
        ("你就喊我马大姐好啦", "self", "马大姐"),
        ("街坊四邻都叫我胖婶你也这么叫", "self", "胖婶"),
        ("我本名叫周淑兰小名二兰子", "self", "周淑兰"),
        ("别叫您了叫我老孟就成", "self", "老孟"),
        ("我姓欧阳叫欧阳兰", "self", "欧阳兰"),
        ("叫我的小名栓子就行", "self", "栓子"),
        ("你称呼我老孙就行", "self", "老孙"),
        ("我的名字叫赵玉兰", "self", "赵玉兰"),
        ("我叫吴大勇勇敢的勇", "self", "吴大勇"),
        ("孩子们都管我叫福奶奶你也这样叫吧", "self", "福奶奶"),
        ("你就叫我姥爷得了", "self", "姥爷"),
        ("喊我阿珍就好啦", "self", "阿珍"),
        ("我叫刘长顺长短的长顺利的顺", "self", "刘长顺"),
        ("我叫王德胜他们都叫我老王头", "self", "老王头"),
        ("你喊我陈老师我听着亲切", "self", "陈老师"),
        ("大家伙儿都叫我快嘴李", "self", "快嘴李"),
    ],
)  # fmt: skip
def test_what_to_call_the_speaker_is_kept(text: str, about: str, words: str) -> None:
    found = told(text, "name", about, words)
    assert found
    assert all(fact.negated is False for fact in found)


@pytest.mark.parametrize(
    ("text", "about", "words"),
    [
        ("明天我闺女从北京回来", "闺女", "回来"),
        ("下周二我要去医院做胃镜", "self", "胃镜"),
        ("五月二十号是我和老伴金婚", "self", "金婚"),
        ("下个月初六我侄子结婚", "侄子", "结婚"),
        ("我大后天要去拔牙", "self", "拔牙"),
        ("腊月十八我过八十大寿", "self", "大寿"),
        ("国庆节我儿子一家要回来", "儿子", "回来"),
        ("礼拜六上午有个老战友聚会", "self", "聚会"),
        ("下个月三号我要做白内障手术", "self", "手术"),
        ("周五下午三点社区有健康讲座我要去听", "self", "讲座"),
        ("明年三月我要搬到女儿家去", "self", "搬"),
        ("孙女九月份上小学", "孙女", "小学"),
        ("后天是我老伴的忌日", "self", "忌日"),
        ("下礼拜四我家老二要带对象回来", "老二", "对象"),
        ("过两天我要去做个肠镜", "self", "肠镜"),
        ("明儿个我外孙女开家长会", "外孙女", "家长会"),
        ("大后天我老伴出院", "老伴", "出院"),
        ("今年中秋我儿子说好了回来过节", "儿子", "回来"),
        ("后天早上八点半约了牙医", "self", "牙"),
        ("这周六我们班老同学聚餐", "self", "聚餐"),
        ("下个月中旬我儿媳妇生孩子", "儿媳妇", "生孩子"),
        ("二十六号我要去参加合唱比赛", "self", "比赛"),
        ("我下礼拜要住院做个小手术", "self", "住院"),
        ("我老伴明天做造影", "老伴", "造影"),
        ("年三十孩子们都回来吃团圆饭", "孩子们", "回来"),
        ("正月初八我外甥结婚请我去", "外甥", "结婚"),
        ("冬至那天我们要回去上坟", "self", "上坟"),
        ("下个月初三是我八十岁生日孩子们要给我办酒", "self", "生日"),
        ("月底二十九号老年大学汇报演出我要上台", "self", "演出"),
        ("清明那天我得给我爹妈上坟", "self", "上坟"),
    ],
)  # fmt: skip
def test_what_is_ahead_is_kept_with_its_day(text: str, about: str, words: str) -> None:
    found = told(text, "event", about, words)
    assert found
    assert all(fact.negated is False for fact in found)


@pytest.mark.parametrize(
    ("text", "about", "words"),
    [
        ("不对我有三个孩子不是两个", "self", "三个"),
        ("你记错了我老家是山东的", "self", "山东"),
        ("哎你弄错了我有两个儿子不是一个", "self", "两个儿子"),
        ("不对我是退休教师不是医生", "self", "退休教师"),
    ],
)  # fmt: skip
def test_a_correction_of_no_other_kind_is_kept_as_said(text: str, about: str, words: str) -> None:
    found = told(text, "correction", about, words)
    assert found
    assert all(fact.negated is False for fact in found)
