"""Whom a clause is about: the speaker, a relative, or somebody whose facts are not kept."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from core.memory.chinese.lexicon import AHEAD, CLOCK, HABIT, KIN, NOW, PART_OF_DAY, PAST, RELATIVE, STRANGER
from core.memory.clauses import SELF

NOBODY: Final = ""
"""Somebody whose facts are not kept."""

_WHEN: Final = f"(?:{NOW}|{PAST}|{AHEAD}|{HABIT}|{PART_OF_DAY}|{CLOCK}|那天|每个|里|的)"
_LEAD: Final = re.compile(rf"(?:{_WHEN})+(?=我|俺|咱|{KIN})")
_RELATIVE: Final = re.compile(RELATIVE)
_SELF: Final = re.compile(
    r"(?:我们|咱们|俺们|我|俺|咱)(?!家那口子)|本人|自己|自个儿|阿拉|(?:你|您)?(?:就|以后|还是|也|都)*(?:叫|"
    r"喊|称呼|管)我|(?:都|人)?(?:叫|喊|管)我"
)
_STRANGER: Final = re.compile(STRANGER)
_CALLS_ME: Final = re.compile(r"[你您](?:们)?(?:就|以后|还是|也|还|都|可以|往后)*(?:叫|喊|称呼|管)我")
_NAMES_ME: Final = re.compile(r"(?:叫|喊|称呼|管)我")
_BRINGS_ME: Final = re.compile(
    r"[^，。]{0,8}(?:把|将|给)我(?:们)?[^，。]{0,2}(?:接|带|送|弄|叫)(?:到|来|去|回)|[^，。]{0,8}接我(?:到|"
    r"来|去)|[^，。]{0,8}(?:让|叫|劝|要)我(?:都|每天)?改"
)
_AFTER_TOPIC: Final = re.compile(
    "[^，。是有在住说讲想能会得没不了过着就都也还爱喜怕给让被把要姓记他她你您叫跟和对]{1,12}[，、]?(?:我|"
    "俺)(?!们)"
)
_ONLY_ONE: Final = re.compile(
    rf"(?:我|俺)(?:就|只|还|一共|身边)*有?(?:这么)?(?:一)个(?P<kin>{KIN})(?=在|住|嫁|去)"
)
_SOMEBODYS: Final = re.compile(rf"(?:我|俺)(?!自己|最|家|们|唯一|那|这|亲|的)[^，。我]{{2,4}}的(?:{KIN})")
_ADDRESSED: Final = re.compile("[你您]|(?:医生|大夫|护士)")
_PRONOUN: Final = re.compile("[他她它](?!们)")
_AND_ME: Final = re.compile("[跟和同陪带与].{0,2}我(?!一样|差不多|似的|爸|妈)")


@dataclass(frozen=True, slots=True)
class Person:
    """about: self, the relative's word, or NOBODY. named: the clause itself says who."""

    about: str
    named: bool


def subject(words: str, before: Person) -> Person:
    """Whom a clause without its fillers is about; who it was about ``before`` when it names nobody."""
    lead = _LEAD.match(words)
    said = words[lead.end() :] if lead else words
    relative = _relative(said)
    if relative is not None:
        return Person(relative, True)
    if _SELF.match(said) or _AFTER_TOPIC.match(said):
        return Person(SELF, True)
    if _PRONOUN.match(said) and before.about not in (SELF, NOBODY):
        return Person(before.about, True)
    if _STRANGER.match(said):
        # 社区里的人都管我叫赵大姐 is about me all the same.
        return Person(SELF if _NAMES_ME.search(said) else NOBODY, True)
    return Person(before.about, False)


def _relative(said: str) -> str | None:
    """The relative, the speaker or nobody, where a clause begins with one of them named by a relation."""
    if _CALLS_ME.match(said) or _BRINGS_ME.match(said):
        return SELF
    if _SOMEBODYS.match(said):
        return NOBODY
    if only := _ONLY_ONE.match(said):
        return only["kin"]
    found = _RELATIVE.match(said)
    if found is None or _AND_ME.match(said, found.end()):
        return None
    return found["mine"] or found["kin"]


def addressed(words: str) -> bool:
    """Whether a clause speaks of the listener or a doctor, who are nobody's next subject."""
    return bool(_ADDRESSED.match(words)) and not _CALLS_ME.match(words)
