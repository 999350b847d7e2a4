"""Whom a clause is about: the speaker, a relative (also as she or he), or nobody we know."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from core.memory.clauses import SELF
from core.memory.english.lexicon import AHEAD, AT_HOUR, HOUR, IS_FEMALE, IS_MALE, KIN, MEAL, OFTEN
from core.memory.english.words import one_of

NOBODY: Final = ""
"""A stranger, or a thing."""

_SELF: Final = re.compile(
    r"(?:i|i'm|i've|i'd|i'll|im|ive|me|we|we're|we've|we'd|we'll|my (?:own |real |full |proper |first |"
    r"christian |middle |given |"
    r"left |right |poor |old |big |little |main |only |one |new |next |actual |bad |two |whole )*(?:name|"
    r"birthday|goal|aim|dream|"
    r"plan|ambition|resolution|target|favou?rites?|hobby|hobbies|passion|hearing|eyesight|sight|knees?|"
    r"hips?|back|heart|memory|"
    r"allerg\w+|guilty|weakness|appointment|operation|surgery|wedding|anniversary|home|house|flat|place|"
    r"eyes?|ears?|chest|legs?|"
    r"feet|hands?|blood|joints?|thing|party|friends (?:all )?call|treat|tipple|dish|birthday's|arthritis|"
    r"asthma|diabetes|"
    r"consultant|cataract|scan|blood|address|cup of tea|mates (?:all )?call|idea)\b|(?:our|the|"
    r"it's our) (?:\w+ )?(?:wedding|"
    r"anniversary|house|flat|home)\b|call me|birthday|name's|home's|home is|born|people call me|"
    r"everyone calls me|"
    r"everybody calls me|they (?:all )?call me|mine\b)"
)
_CHAIN: Final = re.compile(
    rf"(?:(?:my|our) |(?:and )?the (?=(?:eldest|oldest|youngest|middle one|neighbou?r|wife|husband|kids|"
    rf"grandkids|"
    rf"grandchildren|missus|dog|cat|children|lodger|carer|other|old man|lad|lass|boys?|girls?)))"
    rf"(?P<kin>{KIN}(?:'s (?!name|birthday|just|been|got|not|called|in|on|a\b|the\b){KIN})?)\b"
)
_FRIEND: Final = re.compile(
    r"(?:an? |this )?(?:old |good |dear |close |great )*(?P<kin>friend|neighbour|cousin|nephew|"
    r"niece) of (?:mine|ours)\b"
)
_OURS: Final = re.compile(r"our (?P<name>[^\W\d_]+)(?='s|\s)")
_NOT_NAMES: Final = one_of(
    "house home flat garden street road village town church chapel club choir group neighbour neighbours "
    "family families "
    "holiday holidays wedding anniversary car kids children bungalow phone telly doctor vicar priest place "
    "own first "
    "last next old new lot"
)
_SHE: Final = re.compile(r"(?:and |but |so |because )?(?:she|she's|she'd|she'll|her)\b")
_HE: Final = re.compile(r"(?:and |but |so |because )?(?:he|he's|he'd|he'll|his)\b")
_THEY: Final = re.compile(r"(?:they|they're|they've|they'd|they'll|their)\b")
_WHO: Final = re.compile(r"who\b|who's\b|which\b|called\b|named\b")
_SOMETHING: Final = re.compile(
    r"(?:it|it's|that|that's|this|there|there's|you|you're|you've|the|a|an|people|someone|somebody|"
    r"everyone|everybody|nobody|"
    r"no one|these|those|some|doctors?|one of)\b"
)
_MENTION: Final = re.compile(
    rf"\b(?:my|our|an?|two|three|four|the) (?P<kin>{KIN})(?:,? (?P<name>(?-i:[A-Z])[^\W\d_]+))?\b",
    re.IGNORECASE,
)


_FRONTED: Final = re.compile(
    rf"(?:(?:{OFTEN}|{AHEAD}|{MEAL}|{AT_HOUR}|{HOUR}(?= (?:i|i'm|we)\b)|these days|nowadays|now|"
    rf"last (?:week|month|year)),? )+"
    rf"(?=(?:i|i'm|i've|i'll|we|we're|he|she|they|my|our|he's|she's|they're)\b)"
)
_STRANGER: Final = re.compile(
    r"(?!(?:mon|tues|wednes|thurs|fri|satur|sun)day)[^\W\d_]+(?:'s| is| has| lives| loves| likes| hates|"
    r" enjoys| prefers|"
    r" can't| doesn't| goes| suffers)\b(?!.*\b(?:me|my|mine|i)\b)"
)


@dataclass(slots=True)
class Persons:
    """Who was spoken of so far in one utterance. names: given names, lower case, by whom they are."""

    she: str = NOBODY
    he: str = NOBODY
    last: str = NOBODY
    names: dict[str, str] = field(default_factory=dict)

    def subject(self, body: str, said: str, before: str) -> str:
        """Whom the clause ``body`` (lower case, after its marks; ``said`` as it was said) is about, when the
        clause before was about ``before``."""
        if led := _FRONTED.match(body):
            body, said = body[led.end() :], said[led.end() :]
        if found := _CHAIN.match(body) or _FRIEND.match(body):
            return self._noted(found["kin"])
        if _SELF.match(body):
            return SELF
        if (found := _OURS.match(body)) and found["name"] not in _NOT_NAMES:
            return self._noted(said[found.start("name") : found.end("name")])
        first = re.match(r"[^\W\d_]+", body)
        if first and first.group() in self.names:
            return self._noted(self.names[first.group()])
        if _SOMETHING.match(body) and re.match(r"(?:the|a|an|this|some) ", body):
            self.she = self.he = self.last = NOBODY
        if _SOMETHING.match(body) or (said[:1].isupper() and _STRANGER.match(body)):
            return NOBODY
        return self._carried(body, before)

    def _carried(self, body: str, before: str) -> str:
        """Whom a pronoun stands for; without one, whoever it was about before."""
        if _SHE.match(body):
            return self.she or (self.last if self.last != self.he else NOBODY)
        if _HE.match(body):
            return self.he or (self.last if self.last != self.she else NOBODY)
        return self.last if _THEY.match(body) or _WHO.match(body) else before

    def mentioned(self, said: str) -> None:
        """Relatives named anywhere in a clause can be she or he in the next one, or go by their name."""
        for found in _MENTION.finditer(said):
            kin = self._noted(found["kin"].lower())
            if found["name"]:
                self.names[found["name"].lower()] = kin

    def _noted(self, kin: str) -> str:
        self.last = kin
        if IS_FEMALE.search(kin):
            self.she = kin
        elif IS_MALE.search(kin):
            self.he = kin
        else:
            self.she = self.he = kin
        return kin
