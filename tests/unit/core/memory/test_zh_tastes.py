"""What people like and do not, in the many ways Chinese has of saying it."""

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
        ("我最拿手也最爱吃的就是红烧带鱼", "self", "带鱼"),
        ("我顿顿饭都得有辣椒没辣椒吃不下去", "self", "辣椒"),
        ("要说水果啊我就偏爱枇杷", "self", "枇杷"),
        ("我老公一天不喝茶浑身不自在", "老公", "茶"),
        ("我这人没什么爱好就爱摆弄收音机", "self", "收音机"),
        ("我听戏只听黄梅戏", "self", "黄梅戏"),
        ("饺子里头我最中意韭菜鸡蛋馅儿的", "self", "韭菜鸡蛋"),
        ("我跟你讲我对集邮特别着迷", "self", "集邮"),
        ("我家孙女可喜欢小兔子了", "孙女", "兔子"),
        ("我对书法挺感兴趣的", "self", "书法"),
        ("早饭我就认小米粥配咸菜", "self", "小米粥"),
        ("我这辈子就喜欢清静", "self", "清静"),
        ("我爱看谍战片越紧张越好", "self", "谍战片"),
        ("哎我就馋那口臭豆腐", "self", "臭豆腐"),
        ("桂花糕我百吃不厌", "self", "桂花糕"),
        ("我最近迷上了短视频一刷就是半天", "self", "短视频"),
        ("我喜欢蓝颜色的衣服", "self", "蓝"),
        ("老歌里头我最喜欢茉莉花", "self", "茉莉花"),
        ("我打年轻时候起就爱喝酽茶", "self", "酽茶"),
        ("我就好下个棋", "self", "棋"),
        ("我特喜欢狗", "self", "狗"),
        ("红薯稀饭是我的最爱", "self", "红薯"),
        ("我挺喜欢你给我讲的历史故事", "self", "历史"),
        ("我女婿好喝酒", "女婿", "酒"),
        ("我外孙就爱吃炸鸡块", "外孙", "炸鸡"),
        ("我的爱好是养鸽子", "self", "鸽子"),
        ("我平常爱听单田芳的评书", "self", "评书"),
        ("我口味重爱吃咸的", "self", "咸"),
        ("我啊没别的嗜好就爱整两盅", "self", "两盅"),
        ("我这嘴刁得很非鲜鱼不吃", "self", "鱼"),
        ("要我说啊天底下最香的就是油泼面我一天不吃就想得慌", "self", "油泼面"),
        ("我跟你讲哦我顶欢喜吃大闸蟹了", "self", "大闸蟹"),
        ("我对戏曲是一窍不通可就爱听个热闹", "self", "热闹"),
        ("我老太婆最欢喜看越剧了", "老太婆", "越剧"),
        ("我老头子属猫的顿顿要有鱼", "老头子", "鱼"),
        ("我闺女是个夜猫子她爱熬夜", "闺女", "熬夜"),
        ("我觉得还是老白茶好喝", "self", "老白茶"),
        ("我跟老伴都好这口羊杂汤", "self", "羊杂汤"),
        ("我特别爱喝银耳汤", "self", "银耳汤"),
        ("我别的不挑就是离不开大葱", "self", "大葱"),
        ("你问我爱看啥呀我就爱看包公戏", "self", "包公"),
        ("一到夏天我就爱吃个凉粉", "self", "凉粉"),
        ("我吧口味清淡爱吃蒸的煮的", "self", "蒸"),
        ("我打心眼里喜欢小孩", "self", "小孩"),
        ("钓鱼下棋我都喜欢", "self", "钓鱼"),
        ("我也没啥爱好就喜欢在家里头看看报纸", "self", "报纸"),
        ("我喝茶讲究非正山小种不喝", "self", "正山小种"),
        ("我女儿跟我一样爱吃酸的", "女儿", "酸"),
        ("我呢退休前是火车司机现在没事就爱养养鱼种种花", "self", "鱼"),
        ("你说怪不怪我就爱闻汽油味", "self", "汽油"),
        ("我最喜欢秋天不冷不热的", "self", "秋天"),
        ("我钟意饮早茶", "self", "早茶"),
        ("我蛮欢喜听评弹的", "self", "评弹"),
        ("俺老稀罕吃大煎饼了", "self", "煎饼"),
        ("我就得意这口酸菜", "self", "酸菜"),
        ("我爱吃辣子嘛无得辣子不得行", "self", "辣子"),
    ],
)  # fmt: skip
def test_what_is_liked_is_kept_however_it_is_said(text: str, about: str, words: str) -> None:
    found = told(text, "preference", about, words)
    assert found
    assert all(fact.negated is False for fact in found)


@pytest.mark.parametrize(
    ("text", "about", "words"),
    [
        ("我嫌羊肉膻", "self", "羊肉"),
        ("葱姜蒜我都不吃", "self", "蒜"),
        ("我闻不了汽油味", "self", "汽油"),
        ("我不大爱吃面食", "self", "面食"),
        ("太甜的东西我吃不来", "self", "甜"),
        ("我从来不喝咖啡喝了睡不着", "self", "咖啡"),
        ("我不爱凑热闹", "self", "热闹"),
        ("海参那玩意儿我咽不下去", "self", "海参"),
        ("我儿媳妇不吃猪肉", "儿媳妇", "猪肉"),
        ("我最烦人家抽烟", "self", "烟"),
        ("我不喜欢别人叫我老太太", "self", "老太太"),
        ("我吃不得生冷的东西", "self", "生冷"),
        ("大蒜味我受不了", "self", "大蒜"),
        ("我不看恐怖片的看了做噩梦", "self", "恐怖片"),
        ("我怕打雷", "self", "打雷"),
        ("我老伴滴酒不沾", "老伴", "酒"),
        ("苦的东西我一点都不碰", "self", "苦"),
        ("我不太能吃辣", "self", "辣"),
        ("我不习惯喝牛奶", "self", "牛奶"),
        ("我不爱看打打杀杀的", "self", "打打杀杀"),
        ("我不吃辣可我姑娘无辣不欢", "self", "辣"),
        ("我闻到鱼腥味就犯恶心", "self", "鱼腥"),
        ("面条我吃伤了看见就饱", "self", "面条"),
        ("我这个人胆小最见不得血", "self", "血"),
        ("我不待见广场舞吵死个人", "self", "广场舞"),
        ("空调我吹不惯", "self", "空调"),
        ("甜食我是能躲就躲", "self", "甜"),
        ("我从小就怵打针", "self", "打针"),
        ("我们家老头不吃葱姜蒜", "老头", "葱"),
        ("我这个年纪了甜的咸的都不敢多吃", "self", "甜"),
        ("我不抽烟不喝酒", "self", "烟"),
        ("豆浆我一喝就胀气从来不喝", "self", "豆浆"),
        ("我打死也不吃内脏", "self", "内脏"),
        ("我对跳舞没兴趣", "self", "跳舞"),
        ("人多的地方我不爱去", "self", "人多"),
        ("我顶讨厌别人说话大嗓门", "self", "大嗓门"),
        ("我媳妇嫌辣一点辣都不沾", "媳妇", "辣"),
        ("鱼我嫌腥", "self", "鱼"),
        ("我忌口海鲜", "self", "海鲜"),
        ("腌菜那东西我是不碰的", "self", "腌菜"),
        ("我信佛的荤腥不沾", "self", "荤"),
        ("年轻那会儿我能喝一斤白酒现在滴酒不沾了", "self", "酒"),
        ("社区食堂的饭我吃不惯太咸", "self", "食堂"),
        ("我唔食牛肉嘅", "self", "牛肉"),
        ("我吃不来辣的", "self", "辣"),
    ],
)  # fmt: skip
def test_what_is_not_liked_or_not_eaten_is_kept_as_such(text: str, about: str, words: str) -> None:
    found = told(text, "preference", about, words)
    assert found
    assert all(fact.negated is True for fact in found)
