"""Asking to remember, to forget, and saying that something was remembered wrongly."""

from __future__ import annotations

import re
from typing import Final

from core.memory.english.words import key

_LEAD: Final = (
    r"^(?:(?:and|but|so|no|oh|well|actually|please|now|just|sorry|wait|right|ok|okay|could you|can you|"
    r"would you|will you|you can|you could|you may|you'd better|i want you to|i'd like you to|i'd rather you|"
    r"i need you to|would you mind|kindly|on second thoughts|hang on|do|let's|better|best|um|er|uh|that|it|"
    r"thing|love|dear|yes|i think you should|you should|you must|go ahead and|maybe|you)[ ,]*+)*"
)
_FORGET: Final = re.compile(
    rf"{_LEAD}(?:forget|forgetting|delete|deleting|remove|erase|erasing|wipe|scrap|scrub|ignore|disregard|"
    rf"unlearn|drop|lose|get rid of|"
    r"(?:rub|cross|strike|take|scrub|blot|wipe|cut|scratch|leave) (?:it |that |this |all that |"
    r"the bit )?(?:out|off|away)|strike|don't (?:remember|keep|store|save|hold on to|hang on to)|"
    r"stop (?:remembering|keeping)|not remember|"
    r"never mind (?:what i said )?about|never mind what i said|no need to remember|"
    r"no need to keep)\b(?P<what>.*)$"
)
_UNWANTED: Final = re.compile(
    r"\bi (?:don't|do not|didn't|no longer) (?:want|like|need|wish) you (?:to )?(?:keep|keeping|remember|"
    r"remembering|know|knowing|store|storing|hold|holding|have|having|save|saving)(?: on to)?\b(?P<what>.*)$|"
    r"\b(?:i take (?:it|that) back|i take back)\b(?P<what_b>.*)$"
)
_NOT_FORGET: Final = re.compile(
    r"\b(?:don't|do not|never|won't|can't|mustn't|i|i'll|always|to|he|she|they|we|shouldn't|easily|"
    r"let's not|people|keep) (?:ever |always |just |quite |sometimes |often )?forget"
)
_RULES: Final = re.compile(r"\b(?:instructions?|rules?|prompts?)\b")
"""Not what somebody told of themselves: how the companion is to be."""
_NOTHING: Final = re.compile(
    r"\b(?:what|i|i've|said|told|about|that|the|my|it|you|thing|things|everything|just|now|please|bit|"
    r"stuff|business|ever|all|of|to|for|on|in|earlier|before|there|one|was|is|a|an|me|and|or|out|off|away|do|"
    r"liking|loving|having|being|going|doing|like|love|hate|remembering|keeping|knowing|mention|mentioned|"
    r"mentioning|saying|from|your|memory|notes|list|record|records|like|they've|they|packed|them|this|so|"
    r"if|would|will|could|ok|okay|dear|how|am|do|any|more|at|any|longer|part|again|yesterday|today|who|"
    r"when|where|why|with|we|talked|spoke|she|he|her|his|our|not|no|right|have|had|has|be|over|entirely|"
    r"altogether|completely|after|wrong|gone|keep|remember|rub|cross|scrap|forget|delete|along|some|go|"
    r"every|each|really|can|don't|want|wanted|either|then|because|since|i'm|it's|did|also|very|much|fact)\b"
)
_SPECIAL: Final = re.compile(r"\b(?:where i live|my (?:birthday|name|address|age|goal|home|city))\b")
_CORRECTS: Final = re.compile(
    r"\b(?:you've got (?:that|it|me) (?:all )?(?:wrong|muddled|mixed up|backwards)|you got (?:that|it|"
    r"me) (?:all )?(?:wrong|muddled|mixed up)|you(?: are|'re) (?:wrong|mistaken|mixing me up|"
    r"thinking of someone else)|"
    r"you(?:'ve| have)? (?:got|remembered|misremembered|noted|written|put|recorded) (?:it|that|"
    r"this) (?:down )?(?:all )?wrong(?:ly)?|that's (?:not right|wrong|not true|not what i said|incorrect|"
    r"not correct|a mistake|not it|not me)|"
    r"that isn't (?:right|true|what i said|correct)|that is (?:wrong|not right|not what i said)|"
    r"you misheard(?: me)?|you've misheard(?: me)?|i never said (?:that|i \w+ \w+)|i didn't say that|"
    r"that's not quite right|not quite|you've made a mistake|"
    r"that was wrong|you've muddled (?:it|me|that)|you're confusing me|you're getting (?:me )?(?:mixed up|"
    r"muddled|confused)|(?:the )?wrong end of the stick|that's not me|you've mixed (?:me|it|that) up|"
    r"not what i (?:said|told you)|i tell a lie|i said that wrong|"
    r"i got that wrong|that's old news|wrong|(?:^|[.!?] ?)(?:oh |well |actually )?(?:no,? )*(?:love |dear |"
    r"pet )?(?=(?:i said|it was|it's not|it isn't) [^.!?]*\bnot\b)|(?:^|[.!?] ?)(?:oh )?(?:no,? )+(?:dear |"
    r"love |no,? |sorry,? |pet )?(?=(?:it's not|it isn't|i'm not|i've not|it's|it is|it was|i'm|i am|"
    r"i have|i've|i said|there's|there are|they're|she's|he's|my|not) [^.!?]*\bnot\b))\b[\s,.]*"
)
_REPAIRS: Final = re.compile(
    r"^(?:(?:oh|no|sorry|wait|er|um|well|actually|and|but)[\s,]*)*(?:no wait|no sorry|i mean|i meant|sorry|"
    r"scratch that|scrap that|i said that wrong|that's wrong|i tell a lie|hang on|correction|rather|"
    r"let me correct|wait|no not|i should say)\b"
)
_REMEMBER: Final = re.compile(
    r"^(?:(?:and|but|so|oh|well|please|now|just|ok|right|can you|could you|would you|will you|"
    r"i want you to|i'd like you to|i need you to|kindly|you should|you must|do|make sure (?:you|to)|"
    r"you can|you might|also|you|try to|let me|"
    r"for the record|um|er|listen|look|now then)[ ,]*+)*(?:remember|note(?: down)?|"
    r"make a (?:mental )?note(?: of)?|write (?:this |it )?down|jot (?:this |it )?down|take (?:a )?note|"
    r"keep in mind|bear in mind|don't forget|know|tell you|save|record|mind|"
    r"put (?:it |this )?down|never forget|i tell you|i told you|have told you)(?: this| it| the fact| down|"
    r" please| for me| would you| will you| won't you| could you| too| now)*(?: that|:|,)* "
)
_LEADS: Final = re.compile(
    r"^(?:(?:well|oh|ooh|um+|uh+|er+|erm|hmm+|mm|yes|yeah|aye|no|and|but|so|because|cos|you know what|"
    r"you know|let me see|actually|anyway|listen|look|now then|now|also|then|you see|see|i mean(?! to\b)|"
    r"sorry|wait|by the way|mind you|to be honest|"
    r"these days|nowadays|honestly|plus|or|though|although|whereas|while|i said|i told you|i tell you|"
    r"like i said|as i said|i must say|i have to say|i suppose|of course|let me tell you|hello|hi|right|ok|"
    r"okay|dear|love|that|since|"
    r"just so you know|for the record|you should know|i should tell you|i should say|what's more|besides|"
    r"on top of that|as you know|as it happens|would you believe|believe it or not|guess what|"
    r"funnily enough|oh dear|goodness|"
    r"personally|me|for me|myself|i'm telling you|i'll tell you what|tell you what|the thing is|thing is|"
    r"the truth is|truth be told|fact is|it's just that|it's that|i can tell you|i always say|"
    r"not to mention|even|still|i'm glad|i'm afraid|unfortunately|luckily|if you must know|"
    r"if you ask me)\b[\s,.]*)+"
)


def forgets(body: str) -> tuple[str, ...] | None:
    """What a clause asks to be forgotten, as stems; ("",) is the last thing told; None: nothing is asked."""
    found = _UNWANTED.search(body)
    if not found:
        found = _FORGET.match(body)
        if not found or _NOT_FORGET.search(body) or _RULES.search(body):
            return None
    rest = next((group for group in found.groups() if group), "")
    if re.match(r" (?:to|if|when|how|whether)\b", rest):
        return None
    return named(rest)


def named(words: str) -> tuple[str, ...]:
    """The stems by which a request names what it is about."""
    plain = _NOTHING.sub("|", re.sub(r"'s\b", "", words))
    groups = [" ".join(re.findall(r"[^\W_][\w'-]*", part)) for part in plain.split("|")]
    found: list[str] = []
    for group in filter(None, groups):
        stems = key(group)
        found.append(stems)
        last = stems.split()[-1]
        if (
            last
            not in (
                "food",
                "music",
                "drink",
                "day",
                "morn",
                "thing",
                "club",
                "class",
                "time",
                "game",
                "group",
            )
            and last != stems
        ):
            found.append(last)
    return tuple(dict.fromkeys(found)) or ("",)


def remembers(body: str) -> int:
    """Length of a request to remember that leads a clause; 0 without one."""
    found = _REMEMBER.match(body)
    return found.end() if found else 0


def lead(body: str) -> int:
    """Length of the words that only lead up to a statement."""
    found = _LEADS.match(body)
    return found.end() if found else 0


def corrects(low: str) -> int:
    """Where what is right begins, after "you've got that wrong"; 0 when nothing was put right."""
    found = _CORRECTS.search(low)
    return found.end() if found else 0


def repairs(body: str) -> bool:
    """Whether a clause takes back the one before it: "no wait", "I mean"."""
    return bool(_REPAIRS.match(body))
