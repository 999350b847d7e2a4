"""What happens in the life, in both languages: conversations of things said and what must come of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from core.text import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing said.

    kept, gone: pieces of facts that must be active afterwards, or in no active fact. answered, unsaid:
    pieces the answer must hold (by letter or by sound; one of several where a bar parts them), or must not.
    quoted: a piece of the quote the answer stands on. declined: the documents hold no answer, and it says so.
    """

    say: str
    kept: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    answered: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()
    quoted: str = ""
    declined: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """documents: (title, text). conversations: each begins anew and inherits nothing but memory."""

    person: str
    documents: tuple[tuple[str, str], ...]
    conversations: tuple[tuple[str, tuple[Step, ...]], ...]


_MEDICINE: Final = (
    "妈妈的药",
    "# 早饭以后\n降压药吃一片，吃之前先量血压。\n# 晚饭以后\n降脂药吃一片，吃药的日子不能吃柚子。\n"
    "# 忘了吃药\n当天想起来，离下一次还有六个小时以上就补上，不然就跳过这一次，千万不要一次吃两份。\n",
)
_COOKER: Final = (
    "电饭锅售后说明",
    "退货期限是签收以后十五天，包装盒和小票要留着。\n质量问题退货，运费由商店承担；个人原因退货，运费由顾客承担。\n"
    "锅底糊了，先泡温水，再用软布擦，不要用钢丝球。\n",
)
_CLINIC: Final = (
    "Clinic leaflet",
    "# Opening hours\nThe clinic is open from Monday to Friday, from eight in the morning until five in the "
    "afternoon.\n# Flu vaccine\nPeople over sixty five get the flu vaccine free of charge in October. Please bring "
    "your insurance card.\n# Prescriptions\nRepeat prescriptions are ready after two working days.\n",
)
_WASHER: Final = (
    "Washing machine guide",
    "Clean the filter once a month, and let the water out first.\nWool is washed at thirty degrees.\n"
    "When the door stays locked, press the pause button and wait for two minutes.\n",
)

LIVES: Final[dict[Language, Life]] = {
    "zh": Life(
        person="王奶奶",
        documents=(_MEDICINE, _COOKER),
        conversations=(
            ("told", (
                Step(say="我住在南京，我女儿住在上海。", kept=("南京",)),
                Step(say="我对花生过敏，每天早上六点去公园散步。", kept=("花生", "散步")),
                Step(say="我喜欢喝绿茶。", kept=("绿茶",)),
                Step(say="我女儿的名字叫小梅。", kept=("小梅",)),
            )),
            ("corrected", (
                Step(say="我的生日是五月八号。", kept=("五月八|5月8",)),
                Step(say="不对，我说错了，我的生日是六月九号。", kept=("六月九|6月9",), gone=("五月八", "5月8")),
                Step(say="我原来喜欢喝绿茶，现在喜欢喝红茶。", kept=("红茶",)),
            )),
            ("forgotten", (
                Step(say="我喜欢唱歌。", kept=("唱歌",)),
                Step(say="刚才说的唱歌的事，你忘了吧。", gone=("唱歌",)),
            )),
            ("asked", (
                Step(say="我女儿叫什么名字？", answered=("小梅",)),
                Step(say="我住在哪里？", answered=("南京",), unsaid=("上海",)),
                Step(say="我的生日是哪一天？", answered=("六月九|6月9",)),
                Step(say="我喜欢喝什么？", answered=("红茶",), unsaid=("绿茶",)),
            )),
            ("paraphrased", (
                Step(say="什么东西我吃了会过敏？", answered=("花生",)),
                Step(say="早上我一般去哪里锻炼身体？", answered=("公园",)),
                Step(say="我喜欢做什么？", unsaid=("唱歌",)),
            )),
            ("papers", (
                Step(say="早饭以后吃什么药？", answered=("降压药",), quoted="降压药"),
                Step(say="那晚饭以后呢？", answered=("降脂药",), quoted="降脂药"),
                Step(say="忘记吃药了怎么办？", answered=("补上",), quoted="补上"),
                Step(say="降压药一盒多少钱？", declined=True),
            )),
            ("by sound", (
                Step(say="请问退伙七线是几天？", answered=("十五天",), quoted="十五天"),
                Step(say="锅底胡了该怎么擦？", answered=("温水",), quoted="温水"),
                Step(say="商店的店长叫什么名字？", declined=True),
            )),
        ),
    ),
    "en": Life(
        person="Martha",
        documents=(_CLINIC, _WASHER),
        conversations=(
            ("told", (
                Step(say="I live in Boston, and my daughter lives in Chicago.", kept=("boston",)),
                Step(say="I am allergic to peanuts, and every morning I walk in the park.", kept=("peanut", "park")),
                Step(say="I like to drink green tea.", kept=("green tea",)),
                Step(say="My daughter is called Emily.", kept=("emily",)),
            )),
            ("corrected", (
                Step(say="My birthday is on the fifth of March.", kept=("march",)),
                Step(say="No, that was wrong, my birthday is on the fifteenth of April.",
                     kept=("april",), gone=("march",)),
                Step(say="I used to like green tea, now I like black coffee.", kept=("coffee",)),
            )),
            ("forgotten", (
                Step(say="I love singing.", kept=("singing",)),
                Step(say="Please forget what I said about singing.", gone=("singing",)),
            )),
            ("asked", (
                Step(say="What is my daughter called?", answered=("emily",)),
                Step(say="Where do I live?", answered=("boston",), unsaid=("chicago",)),
                Step(say="When is my birthday?", answered=("april",)),
                Step(say="What do I like to drink?", answered=("coffee",), unsaid=("green tea",)),
            )),
            ("paraphrased", (
                Step(say="What food must I stay away from?", answered=("peanut",)),
                Step(say="Where do I go for exercise in the morning?", answered=("park",)),
                Step(say="What are my hobbies?", unsaid=("singing",)),
            )),
            ("papers", (
                Step(say="When is the clinic open?", answered=("monday",), quoted="Monday"),
                Step(say="And how long do repeat prescriptions take?", answered=("two working days",),
                     quoted="two working days"),
                Step(say="Do I have to pay for the flu shot?", answered=("free",), quoted="free of charge"),
                Step(say="What is the name of the doctor?", declined=True),
            )),
            ("by sound", (
                Step(say="How often do I clean the filler?", answered=("once a month",), quoted="once a month"),
                Step(say="The door is stuck shut, what can I do?", answered=("pause",), quoted="pause"),
                Step(say="How much does the washing machine weigh?", declined=True),
            )),
        ),
    ),
}  # fmt: skip
