"""What is said in the turn-taking set: whole sentences of our own, and the complete ones of turns.tsv.

Our own were written for this benchmark and are in no test of the classifier; turns.tsv is a file the
classifier's makers could read, so a figure over it flatters us and is told apart.
"""

from __future__ import annotations

import csv
import os
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path

from core.text import Language

_OWN: dict[Language, tuple[str, ...]] = {
    "zh": (
        "我想问一下昨天买的那双鞋能不能换大一号的",
        "明天早上八点你叫我起来去公园打太极拳",
        "我孙子在北京念大学放假才回来",
        "这个药是饭前吃还是饭后吃",
        "那个就是上回医生开的那种白色的药片吃完了",
        "帮我看看这个星期天会不会下雨",
        "我把老花镜放在厨房的桌子上了",
        "隔壁老王说菜市场的鸡蛋又涨价了",
        "你给我讲一个从前的故事吧",
        "我今天早上量血压是一百三十五",
        "电视的声音太小了我听不清楚",
        "中秋节的时候我们一家人在院子里看月亮",
        "我想给住在广州的妹妹打一个电话",
        "晚饭我想吃西红柿鸡蛋面",
        "楼下的电梯坏了三天还没有修好",
        "请你把窗帘的事情记下来提醒我女儿",
        "我年轻的时候在纺织厂工作了二十年",
        "嗯我那个银行卡的密码忘记了怎么办",
        "阳台上的月季花已经开了五朵",
        "去医院应该坐几路公共汽车",
        "我觉得最近晚上睡得不太好",
        "然后第二天我们就坐火车回老家了",
        "冰箱里还有半个西瓜没有吃",
        "我的手机充电器不知道放到哪里去了",
    ),
    "en": (
        "I would like to change the shoes I bought yesterday for a bigger pair",
        "Please wake me at eight tomorrow so I can walk in the park",
        "My grandson studies in Boston and only comes home for the holidays",
        "Should I take this medicine before or after my dinner",
        "Um it is the white tablet the doctor gave me last time",
        "Can you tell me if it will rain on Sunday",
        "I left my reading glasses on the kitchen table",
        "The neighbour says that eggs have become expensive again",
        "Tell me a story about the old days",
        "My blood pressure this morning was a hundred and thirty five",
        "The television is too quiet for me to hear",
        "At Christmas the whole family used to sing in the garden",
        "I want to telephone my sister who lives in Chicago",
        "For supper I would like tomato soup with bread",
        "The lift has been broken for three days now",
        "Make a note about the curtains to remind my daughter",
        "When I was young I worked in a cotton mill for twenty years",
        "So well I have forgotten the number of my bank card",
        "Five of the roses on the balcony have opened",
        "Which bus do I take to the hospital",
        "I have not been sleeping very well lately",
        "And the next day we took the train back to the village",
        "There is still half a melon in the fridge",
        "I do not know where I put the charger of my telephone",
    ),
}


STORIES: dict[Language, tuple[str, ...]] = {
    "zh": (
        "桂林的山和水都很有名，最好坐船沿着漓江慢慢地看。",
        "两岸有竹林和村庄，早上的时候水面上还有一层薄薄的雾。",
        "到了阳朔可以住上一晚，第二天早上去爬山看日出。",
        "下山以后吃一碗热的米粉，老板会问你要不要加辣椒。",
        "从前这里的人靠打鱼过日子，晚上点着灯在江上捕鱼。",
        "现在年轻人大多去了城里，过年的时候才回来。",
    ),
    "en": (
        "London has many old churches and museums, and most of them cost nothing.",
        "The best way to see them is to walk along the river from the tower to the big clock.",
        "Rest in one of the parks on the way, and feed the birds before tea.",
        "In the evening the bridges are lit, and the water is full of small boats.",
        "People used to skate on the river in winter, when it still froze over.",
        "Take a warm coat with you, because the wind is colder than it looks.",
    ),
}
"""What the companion tells at length, sentence by sentence."""
_HESITATING: dict[Language, tuple[tuple[str, str], ...]] = {
    "zh": (
        ("我想找一下那个上个月的电费单子", "那个"),
        ("明天下午嗯我女儿要带我去看牙", "嗯"),
        ("你帮我问问就是说快递能不能送上楼", "就是说"),
        ("我在院子里种了呃三棵柿子树", "呃"),
        ("昨天来的那个就是社区的医生姓什么", "就是"),
        ("把空调调到嗯二十六度就可以了", "嗯"),
        ("我老伴儿以前那个在铁路上工作", "那个"),
        ("晚上我们呃想去河边走一走", "呃"),
    ),
    "en": (
        ("I am looking for um the electricity bill from last month", "um"),
        ("Tomorrow afternoon uh my daughter takes me to the dentist", "uh"),
        ("Can you ask you know whether they deliver to the third floor", "you know"),
        ("I planted er three apple trees behind the house", "er"),
        ("What was the name of um the doctor who came yesterday", "um"),
        ("Set the heating to uh twenty degrees for the night", "uh"),
        ("My husband used to well work for the railway", "well"),
        ("This evening we er want to walk along the river", "er"),
    ),
}
"""With a filler, after which the voice will rest."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A whole sentence. source: ``own`` or the file's name. filler: after which the speaker hesitates."""

    text: str
    language: Language
    source: str
    filler: str = ""


def sentences(language: Language, count: int) -> list[Sentence]:
    """The first ``count``: ours, the file's, ours and one with a filler, in turn; without the file's where
    there is none."""
    own = iter([Sentence(text, language, "own") for text in _OWN[language]])
    fillers = [Sentence(text, language, "own", filler) for text, filler in _HESITATING[language]]
    turns = zip_longest(own, _of_file(language), own, fillers)
    return [one for one in chain.from_iterable(turns) if one is not None][:count]


def _of_file(language: Language) -> list[Sentence]:
    """Complete utterances long enough to pause in, without a comma at which a voice begins anew."""
    shared = Path(os.environ.get("BANYAN_EVAL_DATA") or Path(__file__).parents[4] / "shared" / "data")
    path = shared / "turns.tsv"
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as lines:
        rows = [
            (row["text"].rstrip("。？！.?!"), row["label"])
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
            if row["lang"] == language
        ]
    least = 8 if language == "zh" else 24
    return [
        Sentence(text, language, path.name)
        for text, label in rows
        if label == "complete" and len(text) >= least and not set(text) & set("，、；,;:。？！?!.")
    ]
