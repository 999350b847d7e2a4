"""Names and birthdays, of the speaker and of relatives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from core.memory.clauses import SELF
from core.memory.english.lexicon import DATE, DAY_OF_MONTH, KIN, MONTH, NUMBER
from core.memory.english.telling import Found, Told
from core.memory.english.words import frames, one_of, what

REPAIR: Final = (
    r"(?:,? (?:sorry|no|no wait|i mean|or rather|i should say|i meant|no sorry|er no|hang on|no hang on|"
    r"hold on|wait no|"
    r"rather|i tell a lie)){1,3},?"
)
_BIRTHDAY: Final = frames(
    rf"\bbirthday(?:'s| is| falls| was)?(?: always)?(?: on| in| at|'s on)? (?P<what>{DATE}|"
    rf"{DAY_OF_MONTH}(?: of {MONTH})?)|"
    rf"\b(?:birthday(?:'s| is)?|born) (?:in |sometime in |at the end of )(?P<what_b>{MONTH}(?: (?:19|"
    rf"20)\d\d)?)\b|"
    rf"\bborn (?:on |in )?(?:a \w+day )?(?:on )?(?P<what_c>{DATE}|{DAY_OF_MONTH}(?: of {MONTH})?)|"
    rf"\b(?:i|he|she|my \w+|we) (?:will |shall |'ll )?(?:turn|turns|turned|be|was|"
    rf"reach) {NUMBER}(?: years old)?(?: on)? (?P<what_d>{DATE})|"
    rf"\b(?:i'm|i'll be|i am|he's|she's|he'll be|she'll be|is|"
    rf"turning)(?: going to be)? {NUMBER}(?: years old)?(?: on| come) (?P<what_e>{DATE})|"
    rf"\b(?:came into (?:the|this) world|arrived|made my entrance|"
    rf"first saw (?:the light of )?day)(?: on)? (?P<what_k>{DATE})|\b(?P<what_f>{DATE})(?:,? that's| is|"
    rf"'s)(?: also)? (?:my|his|her|our|\w+'s) birthday|\b(?:it's|its|"
    rf"it is) (?:my|his|her|my \w+'s) birthday (?:on )?(?P<what_g>{DATE})|"
    rf"^(?:(?:my|our) {KIN}'s|mine|his|hers)(?: is|'s)?(?: on)? (?P<what_h>{DATE})|\b(?:i|we) (?:celebrate|"
    rf"keep) (?:my|our|his|her) birthdays? on (?P<what_i>{DATE})"
)
_EXACT: Final = re.compile(DATE)
_SOMEHOW: Final = re.compile(
    rf"\b(?:birthday|born|baby|birth)\b.{{0,40}}?\b(?P<what>{DATE})|"
    rf"\b(?P<what_b>{DATE}|{MONTH}) (?:baby|child|arrival)\b|"
    rf"\b(?P<what_c>(?:the )?\w+ of (?:the \w+|"
    rf"{MONTH})(?: nineteen \w+(?: \w+)?)?),? that's (?:when i was born|"
    rf"my birthday|my date of birth)"
)
_NOT_ITS_DAY: Final = re.compile(
    r"\b(?:not|isn't|wasn't|party|card|present|cake|having|going|invited|meal|do|due|expecting|before|"
    r"after)\b"
)
_AGAIN: Final = re.compile(rf"{REPAIR} (?:on |in )*(?P<what>{DATE}|{DAY_OF_MONTH}(?: of {MONTH})?)")
_PLAIN_DATE: Final = re.compile(
    rf"^(?:no |i mean |it's |the |on |sorry |i meant |it was |not \w+ )*(?P<what>{DATE})"
)
_NAME: Final = re.compile(
    r"\b(?:my (?:own |first |christian |given )?name(?:'s| is)|call me|i'm called|i am called|i go by|"
    r"i'm known as|i am known as|known as|everyone calls me|everybody calls me|(?:everyone|everybody|"
    r"they all) says?|"
    r"they (?:all )?call me|people (?:all )?call me|(?:my )?(?:friends|mates|family|neighbours|"
    r"grandchildren) (?:all )?call me|i answer to|the name's|"
    r"(?<!her )(?<!his )(?<!their )(?<!its )(?<!\w's )(?<!cat's )(?<!dog's )(?<!son's )(?<!wife's )name's|"
    r"i prefer to be called|i prefer|"
    r"i like to be called|i'd rather be called|i like being called|i want to be called|"
    r"i'd like to be called|you called me|if you called me|you could call me|i'd prefer|home i'm|"
    r"you're talking to|this is|it's just|everyone knows me as|(?:everyone|everybody|they)(?:'s|'ve| has|"
    r" have) always called me|always gone by|always been known as|(?:sooner|rather) be called|"
    r"known to (?:all|everyone|my friends) as|call me by my first name|make it|but i'm|"
    r"everybody knows me as|they know me as|people know me as|you're speaking to|you're speaking with|"
    r"folks? (?:all )?calls? me|to my friends i'm|i've always been) "
    r"(?:just |plain |simply |always |actually |really |my (?:first|middle|second|maiden|pet) name,? |"
    r"by my (?:first|middle|second) name,? )*(?P<what>[^\W\d_][\w'-]*(?: [^\W\d_][\w'-]*)?(?: "
    r"[^\W\d_][\w'-]*)?)"
)
_WILL_DO: Final = re.compile(
    r"(?:^|, |\b(?:just|plain|love|dear|simply|me|mrs|mr|"
    r"i'm) )(?:plain )?(?P<what>[^\W\d_][\w-]*) ?(?:for short|to (?:my friends|everyone|you|everybody)|"
    r"will do|is fine|"
    r"will be fine|'ll do|is enough|is what (?:everyone|they|people|my \w+|folks?) calls? me|"
    r"'s what (?:everyone|they|people|my \w+|folks?|my \w+ \w+) calls? me)\b"
)
_FORMAL: Final = re.compile(
    r"\bmy (?:proper|real|full|actual|christened|birth|official|legal|sunday|baptismal) name(?:'s|"
    r" is) (?P<what>[^\W\d_][\w'-]*)"
)
_HELLO: Final = re.compile(
    r"^(?:hello|hi|hey|good (?:morning|afternoon|evening)|well)?,? ?(?:there )?(?:i'm|i am|"
    r"this is) (?P<what>[^\W\d_][\w'-]*)(?: here| by the way| love| dear| speaking| again| and .*)?$"
)
_NOT_A_NAME: Final = one_of(
    "back later when at if on tomorrow in a an the not old now again that what crazy silly and after "
    "before any old-fashioned tonight up by for to from with your "
    "you my his her it its this these so very too just out over here there down off home something "
    "anything nothing what mad soft daft stupid lucky nosy fussy "
    "is are was about like names name doctor tea coffee being early spoilt whatever as every each one two "
    "three all some no none"
)
_STOPS: Final = one_of(
    "everyone everybody and but because so or now please it if when though because dear love nobody that's "
    "they i he she we for by since after will do does is "
    "my the most not on at in as you all to too here with from only though like some if while who which "
    "would could just"
)
_NATIONS: Final = re.compile(
    r"^(?:[A-Z][a-z]+(?:ish|ese|ian|ean|ch|i)|Welsh|Scots|Catholic|Jewish|Muslim|Christian|Methodist|Dutch|"
    r"Greek|Protestant|Quaker|Buddhist|Hindu|Sikh|Fine|Ok|Okay|Sorry|Not|So|Just)$"
)


def birthday(told: Told) -> Iterator[Found]:
    """The day somebody was born on, as it was told."""
    if (
        told.about
        and (found := _BIRTHDAY.search(told.low))
        and not re.search(
            r"\b(?:not|isn't|wasn't|party|card|present|cake|same as)\b(?! \w+ (?:but|it's))",
            told.low[: found.end()],
        )
    ):
        value, end = what(found), found.end()
        if not re.search(
            r"\d|(?:first|second|third|th)"
            r"\b",
            value,
        ) and (exact := _EXACT.search(told.low, end)):
            value = exact.group()
        if again := _AGAIN.search(told.low, end):
            value = again["what"]
        yield Found("birthday", "birthday", value.strip())

    elif told.about and (found := _SOMEHOW.search(told.low)) and not _NOT_ITS_DAY.search(told.low):
        yield Found("birthday", "birthday", found["what"] or found["what_b"] or found["what_c"])


def bare_date(body: str) -> str:
    """The day that a clause names without saying what is on it; empty when it says more, or no month."""
    found = _PLAIN_DATE.match(body)
    return found["what"] if found and not body[found.end() :].strip(" .,!") else ""


def name(told: Told) -> Iterator[Found]:
    """What the speaker wants to be called; whether a formal name counts beside it, the driver decides."""
    low, said = told.low, told.said
    if found := _FORMAL.search(low):
        if is_name(said[found.start("what") : found.end("what")]):
            yield Found("name", "name:formal", said[found.start("what") : found.end("what")], about=SELF)
        return
    for found in (*_NAME.finditer(low), *_WILL_DO.finditer(low)):
        if not told.own and found.group().startswith("name"):
            continue
        if re.search(
            r"\b(?:don't|do not|never|not|n't|she|he|if you|used to)(?: \w+)? $", low[: found.start()]
        ):
            continue
        if (
            re.match(
                r"this is|it's just|i prefer\b|i've always been|you're talking|i answer|known as",
                found.group(),
            )
            and not said[found.start("what") : found.end("what")][:1].isupper()
        ):
            continue
        if value := _given(said[found.start("what") : found.end("what")]):
            yield Found("name", "name", value, about=SELF)
            return
    if (found := _HELLO.match(low)) and said[found.start("what")].isupper():
        value = said[found.start("what") : found.end("what")]
        if is_name(value) and not _NATIONS.match(value):
            yield Found("name", "name", value)


def _given(words: str) -> str:
    """The name at the beginning of ``words``; empty when it is none."""
    parts = words.split()
    kept: list[str] = []
    for part in parts:
        small = part.lower()
        if small in _STOPS or (
            kept
            and not part[:1].isupper()
            and kept[0].lower()
            not in ("mrs", "mr", "miss", "ms", "dr", "nana", "granny", "auntie", "uncle", "old", "big")
        ):
            break
        kept.append(part)
        if len(kept) == 2:
            break
    return " ".join(kept) if kept and is_name(kept[0]) else ""


def is_name(word: str) -> bool:
    return word.lower() not in _NOT_A_NAME | _STOPS and len(word) > 1
