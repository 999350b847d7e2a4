"""Where the speaker or a relative lives now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from core.memory.english.identity import REPAIR
from core.memory.english.lexicon import KIN
from core.memory.english.telling import Found, Told
from core.memory.english.words import frames, one_of, what, what_at

_PLACE_END: Final = one_of(
    "and but because so now since with near by these nowadays it i my he she we they for all where which "
    "who at on in of the as if when though still again "
    "at alone too next until till before after from there here to or not no these but you is are was has "
    "have just up down out over live lives there's it's that's "
    "permanently actually originally then about since ever never dear love anyway instead years last this "
    "only right again me her him us beside opposite"
)
_NO_PLACE: Final = one_of(
    "fear hope bed hospital peace pain sin poverty silence comfort town two three four five six seven "
    "eight nine ten half london's sheltered digs lodgings luxury "
    "trouble charge love heaven my your his her our their this that a an the it there here and one what "
    "which such each every both style constant private council "
    "rented supported retirement bungalow care work school prison church agony tears danger january "
    "february march april may june july august september october "
    "november december summer winter spring autumn good bad fine great nineteen twenty thirty forty fifty "
    "sixty seventy eighty ninety oh"
)
_IN: Final = (
    r"(?:(?:on my own|alone|by myself|with (?:my|our|the|his|her) [^\W\d_]+(?: [^\W\d_]+)?|together|"
    r"quite happily|very happily|just|right|way|up|down|over|out|there|here|round|"
    r"all my life|still|now|permanently|just outside|not far|nearby|somewhere|back|in (?:a|an|the|my|our|"
    r"his|her) (?:[^\W\d_]+ ){0,4}?(?:flat|house|bungalow|home|cottage|village|town|city|"
    r"apartment|place|suburb|home|maisonette|terrace|farm|farmhouse|block|caravan|hamlet|seaside town|area|"
    r"part|middle|centre|north|south|east|west)(?: called)?|by the (?:sea|river|canal)|near the \w+|"
    r"on the (?:coast|outskirts|edge)|on a farm) ){0,3}(?:in|near|of|outside|at|round|to|called|over in|"
    r"up in|down in) (?:(?:a|the) (?:little |small |tiny |lovely |quiet |seaside |market )*(?:village|town|"
    r"place|city|suburb|part|outskirts|middle|centre|heart|north|south|east|west)"
    r" (?:called|of|near|named) )?"
)
_HOME: Final = frames(
    rf"\b(?:live|lives|living|lived|settled|based|resident|bide|bides|stay permanently|residing|reside|"
    rf"reside[sd]?) {_IN}(?P<what>[^\W\d_][^.!?;,]*)|"
    rf"\b(?:moved|relocated|retired|emigrated|upped sticks|shifted|(?:come|came|gone|went|"
    rf"going) (?=[^.!?]{{0,30}}?to (?:live|settle))) ?(?:house )?(?:from [^\W\d_]+(?: [^\W\d_]+)? )"
    rf"?(?:back |over |up |down |out |away |in with (?:my|our) [^\W\d_]+(?: [^\W\d_]+)? |here |now |house |"
    rf"across |all the way |with (?:my|our) [^\W\d_]+ |permanently |to live )*"
    rf"(?:to live |to settle |to )?(?:to|in|into) (?:(?:a|the) (?:flat|house|bungalow|home|little \w+|"
    rf"small \w+|village|town) (?:in|near|called) )?(?P<what_b>(?!live\b|see\b|stay\b|visit\b|bed\b|"
    rf"hospital\b|church\b|school\b|work\b|tears\b)[^\W\d_][^.!?;,]*)|"
    rf"^(?:it's |and |but |now )*(?P<what_i>(?!(?:well|and|but|so|now|where|that|this|here|there|oh|yes)\b|"
    rf"no\b)[^\W\d_]+(?: [^\W\d_]+)?)(?:'s| is| it's)? (?:where (?:i|we) live|where (?:i|we)'m living|(?:i|"
    rf"we) live in)(?: now| these days)?$|\b(?:swapped|exchanged|left|"
    rf"sold up in) [^\W\d_]+(?: [^\W\d_]+)? (?:for|and (?:came|went|"
    rf"moved) to) (?P<what_j>[^\W\d_][^.!?;,]*)|\b(?:never|not) left (?P<what_n>(?!the\b|my\b|home\b|him|"
    rf"her)[^\W\d_][^.!?;,]*)|\b(?P<what_o>[^\W\d_]+(?: [^\W\d_]+)?)(?:'s| is) (?:been )?home(?: now|"
    rf" these days| to me)*$|\bbefore (?:coming|moving) (?:here )?to (?P<what_p>[^\W\d_][^.!?;,]*)|"
    rf"\b(?:i've|we've|i have|we have|has|he's|she's) (?:got )?(?:a|our own|my own|"
    rf"their own) (?:[^\W\d_]+ ){{0,2}}?(?:flat|house|bungalow|cottage|apartment|place|home) (?:over |up |"
    rf"down |out )?in (?P<what_q>[^\W\d_][^.!?;,]*)|\b(?:i|we) stay in (?P<what_k>(?!(?:bed|touch|the|my|a|"
    rf"all|on|most|and|at)\b)[^\W\d_][^.!?;,]*)|\b(?:came|come|went) (?:up |down |over |out |"
    rf"here )?to (?P<what_m>[^\W\d_]+(?: [^\W\d_]+)?)[^.!?;]* (?:never left|stayed|and stopped|"
    rf"been here (?:ever )?since)|home(?: for (?:me|us)| these days| now)?(?:'s| is|"
    rf" has (?:always )?been)(?: now| still| here)*(?: in| near)? (?P<what_c>(?!(?:where|with|"
    rf"not|at|the|my|a|help|care|time|now)\b)[^\W\d_][^.!?;,]*)|"
    rf"\b(?:i'm|i am|we're|we are|i've been|we've been|he's|she's|they're|is|are|'s|'re|has been|"
    rf"been) (?:(?:still|now|living|working|on my own|all alone|alone|by myself|back|in (?:sheltered|"
    rf"retirement|supported) (?:housing|accommodation)|both|all|just|happily|over|up|down|out|based|"
    rf"settled|here|"
    rf"(?:in|at) (?:a|an|the|my|our|his|her) (?:[^\W\d_]+ ){{0,3}}?(?:flat|house|bungalow|home|cottage|"
    rf"apartment|care home|place|maisonette|(?:sheltered|retirement|supported) (?:housing|accommodation|"
    rf"flats?)|caravan|complex|scheme|village|street|road|farm|block)|retired|all settled|nicely settled|"
    rf"away|right|way) ){{0,3}}(?:in|"
    rf"near) "
    rf"(?P<what_d>(?!the\b|a\b|an\b|my\b|bed\b|pain\b|love\b|trouble\b)[^\W\d_][^.!?;,]*)|"
    rf"\b(?P<what_e>[^\W\d_]+(?: [^\W\d_]+)?) (?:is|has always been|has been) (?:my|"
    rf"our) home(?: town)?(?: now)?\b|\bmy home(?: town)?(?:'s|"
    rf" is)(?: now)?(?: in)? (?P<what_f>[^\W\d_][^.!?;,]*)|\b(?:i|we) have (?:a|our|my) (?:home|house|flat|"
    rf"bungalow|cottage) in (?P<what_g>[^\W\d_][^.!?;,]*)"
)
_TWO_WORDS: Final = one_of(
    "new san los st saint north south east west great little milton royal hong kuala upper lower port fort "
    "isle bury stoke king's bishop's market high long castle burton "
    "kingston newcastle berwick stratford weston leamington tunbridge salt las santa cape buenos rio tel "
    "abu sri costa lake county mount nova sutton welwyn letchworth hemel merthyr ebbw barrow "
    "colwyn old chipping much bognor lyme whitley robin saffron potters hay leigh lytham ashby northern "
    "western eastern southern central inner the"
)
_VISIT: Final = re.compile(
    r"\b(?:staying|visiting|holiday|hospital|on a trip|for (?:a|the) (?:week|weekend|fortnight|holiday|day|"
    r"night|wedding|funeral|few days)|for christmas|passing through|want to|wanted to|going to|hoping|"
    r"planning|would|'d|i'll|plan to|next (?:week|month|year)|"
    r"tomorrow|married in|was born|grew up|works? in|working in|studying|at university|not in|army|navy|"
    r"prison|once in)\b"
)
_GONE: Final = re.compile(
    r"\b(?:used to|(?:i|we|he|she|they|and|who) (?:\w+ )?(?:lived|was|were|grew up)|grew up|we'd|born)\b"
)
_NO_LONGER: Final = frames(
    r"\b(?:don't|doesn't|do not|no longer) live in (?P<what>[^\W\d_]+)|\b(?:moved|come|"
    r"came) (?:away )?from (?P<what_b>[^\W\d_]+)|\bleft (?P<what_c>[^\W\d_]+) (?:for good|last|behind)|"
    r"\bnot in (?P<what_d>[^\W\d_]+) any ?more|\bit's not (?P<what_e>[^\W\d_]+) any ?more"
)
_KIN_IN: Final = re.compile(
    rf"\b(?:have|got|'ve|has) (?:got )?(?:an?|one|another|two) (?P<kin>{KIN})(?: called [^\W\d_]+)? "
    rf"(?:over |up |down |out |living |who lives )*in (?P<what>[^\W\d_][^.!?;,]*)"
)


def home(told: Told) -> Iterator[Found]:
    """The place somebody lives in now."""
    low = told.low
    if not told.about or (
        _GONE.search(low)
        and not re.search(
            r"\b(?:'ve|have|has|i've|always|'s|she's|he's|we've) (?:\w+ )?(?:lived|settled)\b|\b(?:moved|"
            r"came|retired|settled|relocated|emigrated)\b",
            low,
        )
    ):
        return
    if told.over and re.search(r"\b(?:used to|as a|when i was|in those days|back then|in my)\b", low):
        return
    if found := _KIN_IN.search(low):
        if place := _place(told.said[found.start("what") : found.end("what")]):
            yield Found("home_city", "home_city", place, about=found["kin"])
        return
    for stated in _HOME.finditer(low):
        if _VISIT.search(low[: stated.end()]) or re.search(
            r"\b(?:not|n't|never|isn't)\b", low[: stated.start()]
        ):
            continue
        start = what_at(stated)
        if (place := _place(told.said[start : start + len(what(stated))])) and not (
            re.search(r"\b(?:is|are|'s|'m|'re|been) ", stated.group()) and not _placelike(place, told)
        ):
            if again := re.search(
                rf"{REPAIR} (?:in |to )?([^\W\d_]+(?: [A-Z][^\W\d_]+)?)", told.said[start:]
            ):
                place = _place(again[1]) or place
            yield Found("home_city", "home_city", place)
            return


def left(told: Told) -> Iterator[tuple[str, str]]:
    """Places the clause says the speaker lives in no longer."""
    if told.own and (found := _NO_LONGER.search(told.low)):
        yield "home_city", what(found)


def _place(words: str) -> str:
    """The place at the beginning of ``words``; empty when it is none."""
    kept: list[str] = []
    for word in words.split():
        small = word.lower()
        if not kept and small == "the":
            kept.append(word)
            continue
        bare = [one for one in kept if one.lower() != "the"]
        if small in _PLACE_END or (not bare and small in _NO_PLACE):
            if small in ("on", "upon", "of", "in", "under", "by", "the") and bare and _goes_on(words, word):
                kept.append(word)
                continue
            break
        if bare and not word[:1].isupper() and bare[-1].lower() not in _TWO_WORDS:
            break
        kept.append(word)
        if len(kept) == 4:
            break
    if not [one for one in kept if one.lower() != "the"]:
        return ""
    if kept[0].lower() == "the" and not any(one[:1].isupper() for one in kept[1:]):
        return ""
    return re.sub(r"'s$", "", " ".join(kept))


def _goes_on(words: str, joint: str) -> bool:
    """Stratford upon Avon: a capital on both sides of the joint."""
    after = words.split(joint, 1)[1].split()
    return bool(after) and after[0][:1].isupper() and joint in ("on", "upon", "under", "of")


def _placelike(place: str, told: Told) -> bool:
    """Whether "I'm in …" names a place: it has a capital, or the clause says it is for good."""
    if not told.own and re.search(r"(?:'s| is) (?:up|down|over|out|living|away) ", told.low):
        return True
    return place[:1].isupper() or bool(
        re.search(
            r"\b(?:now|these days|nowadays|all my life|years|since|still|settled|based|living)\b", told.low
        )
    )
