"""In which mode a clause is said: asked, imagined, quoted, past, passing. A fact is none of these."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from core.memory.english.lexicon import KIN
from core.memory.english.segments import Segment

_NOUN: Final = r"(?:you|he|she|they|we|it|there|people|your|the|a|an|that|this|any|anyone|my|our|i)"
_ASKS: Final = re.compile(
    rf"^(?:and |but |so |well |oh |now |um |er |um, |or |then |sorry |no |please |hey |hello )*"
    rf"(?:(?:can|could|do|does|did|is|are|am|was|were|will|would|should|may|might|shall|have|has|must|"
    rf"isn't|aren't|don't|"
    rf"didn't|won't|doesn't|haven't|hasn't|can't|couldn't|wouldn't|ought)\s+{_NOUN}\b"
    rf"|(?:what|when|where|who|whom|whose|why|which|how|whether|what's|where's|who's|how's|when's|why's)\b"
    rf"|(?:any (?:idea|chance)|tell me|remind me|guess)\b)"
)
_IS_IT: Final = re.compile(
    r"^(?:\w+ ){0,2}?(?:is it|is that|do you (?:think|reckon|know)|are you sure|"
    r"would you say|can you (?:tell|check|see)|who said|what if|how come)\b"
)
_TOLD_YOU: Final = re.compile(
    r"^(?:and |but |so |well |oh |now )*(?:did i (?:ever )?(?:tell|mention)|have i (?:ever )?(?:told|"
    r"mentioned|said)|"
    r"do you know|you know what|you know|you see|would you believe|can you believe|don't forget|"
    r"let me tell you|"
    r"did you know)(?: to)?(?: you)?(?: that)?(?=,? (?:i|i'm|i've|my|our|every|each|on|at|in|there's)\b)"
)
_CLEFT: Final = re.compile(
    r"^what i (?:really |always |do |most )*(?:love|like|enjoy|hate|can't (?:stand|bear|abide)|want)\b"
)
_TAG: Final = re.compile(
    r"(?:,| )? ?(?:(?:isn't|aren't|wasn't|don't|doesn't|didn't|haven't|hasn't|can't|won't|wouldn't|is|are|"
    r"am|was|does) "
    r"(?:i|it|he|she|they|we|you)|(?:do|did|have) (?:i|you|they)|(?:did|has|does|is) (?:he|she))(?: not)?$"
)
_RIGHT: Final = re.compile(r"\b(?:is that right|am i right|is it not|or is it|or was it|or do i|or not)$")

_IMAGINED: Final = re.compile(
    r"\b(?:i (?:do |just |so |only |often )?wish|if only|suppos(?:e|ing)|imagine|pretend|as if|what if|"
    r"let's say|say i|"
    r"i dream(?:t|ed)|had a dream|in (?:my|a|the) dream|dreaming|in another life|in my next life|"
    r"i could have been|"
    r"would have|would've|i'd have|'d've|could have|could've|should have|might have|i might|maybe i|"
    r"perhaps i|i may\b|"
    r"i'd be\b|i'd go\b|i'd get\b|i'd do\b|i'd never\b|"
    r"i would (?!(?:say|rather|sooner|like|love|appreciate)\b)|i could (?!(?:listen|watch|eat|sit|live|"
    r"read|look|"
    r"talk about|happily)\b[^.!?]*(?:all day|for hours|for ever|forever|every day|till|any time|on))(?:do|"
    r"murder|eat|kill|live|play|sing|get|go|have|take)|"
    r"i guess|i'm not sure|not certain|i wonder|wondering|as though|"
    r"i'd (?:love|like|hate|want) to (?:be|live|have|hear|know|see you|think|die|go back|meet)|for a joke|"
    r"only joking|just kidding|"
    r"i'm kidding|in the story|in the play|my character|fancy that|lucky if)\b"
)
_IF: Final = re.compile(
    r"(?:^|\b(?:and|but|so|or|because|well|oh|even|then|now)\s)(?:if|unless|suppose|supposing)\b"
)
_IDIOM_IF: Final = re.compile(
    r"if (?:it's the last thing|i live to|i'm spared|god spares me|all goes well|you ask me|you must know|"
    r"you want to know|i'm honest|i'm being honest|truth be told|i say so|"
    r"you don't mind|"
    r"i remember (?:right|rightly)|you can believe|it's all the same|that's (?:all right|alright|ok)|"
    r"you please|you would|"
    r"you could|anything|it's all right)\b"
)
_UNREAL: Final = re.compile(
    r"\b(?:i'd|i would|we'd|he'd|she'd|they'd|would|could|might|i'll|you'd|it'd|can't have)\b"
)

_SAYING: Final = (
    r"(?:said|says|say|saying|told|tells|telling|reckons?|thinks?|thought|claims?|claimed|sang|sings|"
    r"singing|wrote|writes|"
    r"asked|asks|shouted|goes|reads|swears?|insists?|insisted|announced|mentioned|believes?|keeps? on|"
    r"keeps? (?:saying|telling)|"
    r"always (?:said|says)|was on about|complains?|complained|moans|moaned|reported|hears?)"
)
_OTHERS_SAY: Final = re.compile(
    rf"\b(?:man|woman|lady|guy|chap|bloke|fella|fellow|person|people|someone|somebody|everyone|everybody|"
    rf"he|she|they|"
    rf"radio|telly|tv|television|news|paper|papers|book|song|film|story|play|advert|programme|show|poem|"
    rf"character|actor|actress|"
    rf"presenter|singer|preacher|vicar|priest|caller|folk|folks|kid|girl|boy|letter|leaflet|poster|sign|"
    rf"magazine|article|expert|"
    rf"experts|scientists|internet|website|{KIN})s?\b(?! i\b)[^,.]{{0,30}}?\b{_SAYING}\b"
)
_ON_AIR: Final = re.compile(
    r"\b(?:apparently|supposedly|allegedly|rumour has it|i(?:'ve)? (?:heard|read|saw|seen|hear|gather|"
    r"see) (?:somewhere|in the|on the|that|about (?:a|someone|how)|they|of a)|"
    r"you (?:said|say|told|think|thought|reckon|asked|keep saying|mentioned)|you're saying|according to|"
    r"it says|it said|"
    r"as they say|the saying goes|goes the song|on (?:the (?:telly|radio|news|box|wireless)|tv)|in (?:the|"
    r"a) (?:film|book|song|"
    r"paper|play|story|programme|magazine)|(?:that|this|the) (?:song|film|book|poem|hymn) (?:that |where |"
    r"about |called |says|goes|said|said)|(?:a|this|"
    r"that) (?:programme|song|"
    r"film|advert) (?:where|about|called)|names?d? like)\b"
)
_MEDICAL: Final = re.compile(
    r"\b(?:doctor|doctors|gp|nurse|consultant|specialist|optician|dentist|hospital|surgeon|physio|"
    r"pharmacist|chemist|clinic|"
    r"cardiologist|oncologist|podiatrist|chiropodist|audiologist|surgery|eye man|heart man)\b"
    r"[^,.]{0,24}\b(?:said|says|say|told me|tells me|reckons?|thinks?|diagnosed|found|confirmed|tell me)\b"
)
_OWN_SAYING: Final = re.compile(
    r"\b(?:like i (?:said|say)|as i (?:said|say|told you)|i (?:said|told you|tell you|always say|must say|"
    r"have to say|should say|"
    r"just said|did say|already told you|was saying|meant)|i'm telling you)\b"
)
_PAST: Final = re.compile(
    r"\bused to\b|\bwhen (?:i|we|he|she|they|my \w+) (?:was|were|had|lived|worked|got|first)\b|"
    r"\byears ago\b|\bin those days\b|"
    r"\bback then\b|\b(?:as|when) (?:a|i was a|just a) (?:\w+ )?(?:girl|boy|child|kid|lad|lass|lassie|"
    r"nipper|baby|teenager|"
    r"young\w*|youngster|student|bride)\b|\bin my (?:youth|day|younger days|twenties|thirties|forties|"
    r"teens|prime|courting days|"
    r"working days|time)\b|\bin the (?:war|fifties|sixties|seventies|eighties|old days|army|navy|forties|"
    r"nineties|raf)\b|"
    r"\bduring the war\b|\bat school\b|\bbefore (?:i retired|the war|we married|he died|she died|i married|"
    r"covid)\b|"
    r"\b(?:once upon a time|at one time|formerly|in the past|long ago|donkey's years ago)\b|"
    r"\b(?:i|we|he|she|they) (?:was|were|had|did|went|worked|loved|liked|hated|enjoyed|adored|played|ate|"
    r"drank|grew up|"
    r"kept|drove|ran|sang|danced|walked|swam|wanted|thought|taught|bought|took|saw|met|made|knew|"
    r"served|left|"
    r"spent|won|lost|hoped|meant|planned|never (?:liked|had|ate|was|went|did|wanted|learned|learnt))\b(?!')"
)
_NOW: Final = re.compile(
    r"\b(?:now|nowadays|these days|still|since|ever since|to this day|always have|at present)\b"
)
_PASSING: Final = re.compile(
    r"\b(?:today|tonight|this (?:morning|afternoon|evening|minute|week)|all (?:morning|day|night|week|"
    r"afternoon)|right now|"
    r"at the (?:moment|minute)|yesterday|last (?:night|week)|just now|for now|the other (?:day|night)|"
    r"a bit (?:of a|tired)|"
    r"a touch of|just had|for once|on this occasion|first thing today|at this moment|bit of a)\b"
)
_SECRET: Final = re.compile(
    r"\b(?:don't|do not|never|not to|mustn't|shouldn't) (?:you )?(?:remember|note|record|save|store|write|"
    r"tell|keep|repeat|jot)"
    r"(?: (?:this|that|it|anyone|anybody|a soul|any of this|what i|nobody|down)\b)|\bbetween you and me\b|"
    r"\boff the record\b|"
    r"\bkeep (?:this|that|it) (?:to yourself|between|quiet|private)\b|\b(?:this|that|it) (?:is|stays?|"
    r"'s) (?:private|between|a secret)\b|"
    r"\bit's a secret\b|\bthat's a secret\b|\bnot for (?:the record|keeping|your (?:memory|notes))\b"
)
_HEDGED: Final = re.compile(
    r"\b(?:wouldn't say|not that i|can't say|cannot say|don't think|doesn't mean|not say|never said|"
    r"didn't say|don't know|"
    r"don't suppose|not to say|don't mean|isn't that i|not sure|no idea|don't dislike|don't hate|"
    r"don't mind|doubt|wouldn't call|can't (?:remember|recall|think) (?:if|when|where|what|whether|how)|"
    r"forgotten (?:if|when|where|what|whether)|"
    r"not true that|it's not that|who (?:said|says)|nobody said)\b"
)


_OPEN_END: Final = re.compile(
    r"\b(?:say|think|mean|sure|know|suppose|doubt|remember|that|call|idea|true|said|says)$"
)


_GAME: Final = re.compile(r"\b(?:suppos(?:e|ing)|imagine|pretend|let's say|what if)\b(?! so\b)")


@dataclass(slots=True)
class Mode:
    """What carries over from clause to clause of one sentence."""

    quoted: str = ""
    imagined: str = ""

    def refuses(self, body: str, segment: Segment) -> bool:
        """Whether a clause is asked, imagined or quoted, and with it perhaps what follows. ``doctor`` quotes
        are left to the caller."""
        if segment.first:
            self.quoted = self.imagined = ""
        hedged = bool(_HEDGED.search(body))
        if hedged and not self.imagined:
            self.imagined = "clause" if _OPEN_END.search(body) else ""
            return True
        return self._is_imagined(body, segment) | self._is_quoted(body, segment) | hedged

    def _is_imagined(self, body: str, segment: Segment) -> bool:
        if _IF.search(body) and not _IDIOM_IF.search(body):
            self.imagined = "condition"
        elif _IMAGINED.search(body):
            self.imagined = self.imagined or ("condition" if _GAME.search(body) else "clause")
            return True
        elif self.imagined == "condition":
            if not segment.marks & {"and", "or"} and "but" not in segment.marks:
                self.imagined = "consequence"
        elif self.imagined:
            freed = segment.marks & {
                "but",
                "so",
                "anyway",
                "because",
                "still",
                "now",
                "although",
                "though",
                "plus",
            }
            joined = "and" in segment.marks and self.imagined == "consequence"
            if (
                (freed or joined or self.imagined == "clause")
                and not _UNREAL.search(body)
                and not self._open(segment)
            ):
                self.imagined = ""
        return bool(self.imagined)

    def _open(self, segment: Segment) -> bool:
        """What a wish is about follows it without a word between: I wish | I lived by the sea."""
        return self.imagined == "clause" and not segment.marks - {"that"}

    def _is_quoted(self, body: str, segment: Segment) -> bool:
        own = _OWN_SAYING.search(body)
        says = _OTHERS_SAY.search(body) or _ON_AIR.search(body)
        if _MEDICAL.search(body):
            self.quoted = "doctor"
        elif says and not (own and own.start() <= says.start()):
            self.quoted = "others"
            return True
        elif self.quoted == "others":
            third = not re.match(r"(?:\w+ )*?(?:i|i'm|i've|i'd|i'll|my|we|me|we've|we're|our)\b", body)
            if third:
                self.quoted = "their own"
            return True
        elif self.quoted == "their own":
            mine = re.match(
                r"(?:and |but |so |well |now |anyway |me |personally |though )+(?:i|i'm|i've|my|we)\b", body
            )
            if mine:
                self.quoted = ""
        elif self.quoted == "doctor" and not segment.marks <= {"that", "and"}:
            self.quoted = ""
        return self.quoted in ("others", "their own")


def asks(body: str, segment: Segment, following: str) -> bool:
    """Whether a clause is a question; ``following`` is the clause after it, which may be its tag."""
    if _TOLD_YOU.match(body):
        return False
    if _CLEFT.match(body) and not segment.asked:
        return False
    return bool(
        segment.asked
        or _ASKS.match(body)
        or _RIGHT.search(body)
        or tagged(body)
        or (following and _is_tag(following, body))
    )


def tagged(body: str) -> bool:
    """Whether a clause ends in a tag that asks for agreement."""
    return bool(_TAG.search(body)) and len(body.split()) > 2


def _is_tag(following: str, body: str) -> bool:
    if len(following.split()) > 3 or not _TAG.search(" " + following.strip(" ,")):
        return False
    pronoun = following.split()[1]
    mine = bool(re.match(r"(?:\w+ )*?(?:i|i'm|i've)\b", body))
    if pronoun == "you":
        return False
    return mine if pronoun == "i" else pronoun in ("it", "he", "she", "they") and not mine


def told_you(body: str) -> int:
    """Length of a lead such as "did I tell you" that presupposes what follows; 0 without one."""
    found = _TOLD_YOU.match(body)
    return found.end() if found else 0


def secret(low: str) -> bool:
    """Whether the person asks that this be kept from memory."""
    return bool(_SECRET.search(low))


_SINCE: Final = re.compile(r"\b(?:ever )?since (?:i|we|he|she|they|my \w+) .*$")


def past(body: str) -> bool:
    """Whether a clause tells of what is over."""
    found = _PAST.search(_SINCE.sub("", body))
    return bool(found) and not (
        _NOW.search(body) and "used to" not in body and not body.startswith(("when", "as a"))
    )


def passing(body: str) -> bool:
    """Whether a clause tells of this hour or day."""
    return bool(_PASSING.search(body))
