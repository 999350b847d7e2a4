"""What somebody does again and again: an activity with how often, or with an hour it is always done at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from core.memory.clauses import SELF
from core.memory.english.lexicon import AT_HOUR, HOUR, MEAL, OFTEN
from core.memory.english.telling import Found, Told
from core.memory.english.words import key

_OFTEN: Final = re.compile(rf"\b(?:{OFTEN})(?=$|\W)")
_HOUR: Final = re.compile(rf"\b(?:{AT_HOUR}|{MEAL})(?=$|\W)|^{HOUR} (?=i\b)")
_ADVERB: Final = re.compile(
    r"\b(?:always|usually|normally|generally|as a rule|tend to|regularly|without fail|habitually|"
    r"like clockwork|religiously|never miss)\b"
)
_SUBJECT: Final = re.compile(
    r"^(?:(?:and|but|so|then|now|well|oh|me and|usually|normally|always|most|mind you|that's when|"
    r"also) )*(?:i|we|he|she|they|who|my [^\W\d_]+(?: [^\W\d_]+)??|our [^\W\d_]+|"
    r"my \w+ and i|me and my \w+|it's)(?P<verb>'m|'ve|'s|'re)? "
)
_VERBS: Final = (
    r"(?:go|goes|lock up|get|gets|have|has|take|takes|(?:do|does)(?! (?:like|love|enjoy|prefer|so|not)\b)|"
    r"walk|walks|swim|swims|play|plays|watch|watches|"
    r"listen|listens|read|reads|ring|rings|call|calls|phone|phones|"
    r"visit|visits|feed|feeds|water|waters|bake|bakes|cook|cooks|clean|cleans|wash|washes|meet|meets|"
    r"attend|attends|help|helps|volunteer|volunteers|sing|sings|dance|"
    r"dances|paint|paints|knit|knits|sew|sews|pray|prays|say|says|write|writes|eat|eats|drink|drinks|make|"
    r"makes|see|sees|wake|wakes|sit|sits|work|works|drive|drives|"
    r"collect|collects|pop|pops|nip|nips|run|runs|cycle|cycles|exercise|exercises|stretch|stretches|"
    r"practise|practises|practice|practices|bring|brings|come|comes|"
    r"teach|teaches|study|studies|garden|gardens|tend|tends|weed|weeds|skype|skypes|facetime|video|chat|"
    r"chats|buy|buys|check|checks|put|puts|turn in|turns in|nap|naps|"
    r"lie|lies|rest|rests|light|lights|iron|irons|hoover|hoovers|dust|dusts|shop|shops|catch|catches|join|"
    r"joins|use|uses|start|starts|set|sets|mow|mows|fish|fishes|"
    r"bathe|shower|showers|jog|jogs|bowl|bowls|look after|looks after|mind|minds|babysit|babysits|stop|"
    r"stay|stays|fetch|fetches|pick|picks|deliver|delivers|serve|serves|"
    r"lead|leads|lunch|breakfast|dine|dines|open|opens|lock|locks|tidy|tidies|polish|polishes|inject|"
    r"injects|rehearse|treat|treats|host|hosts|entertain|keep|keeps|spend|"
    r"spends|ride|rides|row|rows|fast|fasts|wind|winds|sweep|sweeps|solve|solves|draw|draws|meditate|"
    r"journal|record|sleep|sleeps|retire|retires|head|heads|travel|travels)"
)
_ACTS: Final = re.compile(
    rf"(?:(?:always|usually|normally|generally|still|also|now|just|like to|tend to|try to|have to|"
    rf"never fail to|never miss|love to|make sure (?:i|to)|regularly|quite often|all|both|"
    rf"both of us) ){{0,3}}(?P<act>{_VERBS})\b"
)
_SOMEBODY_ACTS: Final = re.compile(rf"{_SUBJECT.pattern}{_ACTS.pattern}")
_ANY_ACT: Final = re.compile(
    r"(?:(?:and|but|so|then|now|well|oh) )*(?:i|we|he|she|they|my [^\W\d_]+|our [^\W\d_]+) (?:always |"
    r"usually |normally |still |also |generally |just |both |all )*"
    r"(?P<act>(?!(?:am|is|are|was|were|be|been|had|did|do|does|have|has|can|could|will|would|should|may|"
    r"might|"
    r"must|shall|went|got|said|told|saw|took|made|came|ran|sat|ate|"
    r"drank|drove|sang|swam|knew|thought|felt|kept|left|lost|met|paid|read|rode|sold|sent|slept|spent|"
    r"spoke|stood|taught|wore|won|wrote|bought|brought|built|caught|fell|"
    r"feel|think|know|want|need|like|love|hate|prefer|enjoy|miss|seem|look|hear|hope|wish|wonder|forget|"
    r"remember|believe|understand|mean|live|own|belong|used|never|don't|"
    r"doesn't|can't|won't|get|gets|ache|hurt|hurts|suffer|suffers|worry|fall|lose|agree|ask|thank|tell|say|"
    r"cannot|just|only|really)\b)[^\W\d_]{3,}(?<!ed)(?<!ing))\b"
)
_BEING: Final = re.compile(
    r"^(?:i'm|im|i am|we're|we are|he's|she's|they're|i've been|we've been) (?:always |usually |normally |"
    r"still |generally )*(?P<act>(?:up|at|in|off|out|down|over|round|on|back|going|doing|playing|having|"
    r"taking|swimming|visiting|walking|attending|ringing|seeing)\b)"
)
_NEVER: Final = re.compile(
    r"\b(?:feel|feels|think|thinks|miss|misses|thank|wish|hope|wonder|forget|forgets|worry|worries|fall|"
    r"get (?:tired|worse|better|older|headaches|confused|lost|muddled|so|dizzy|up in the night|a bit|"
    r"the feeling)|"
    r"want|wanted|lose|regret|was|were|went|(?<!i've )(?<!i have )(?<!have )(?<!we've )had|did|used|lived|"
    r"loved|hear|have (?:a |an )?(?:headache|pain|"
    r"pains|appointment|visitor|feeling|cold|nightmare|been)|don't|doesn't|can't|never|hardly|rarely|"
    r"have trouble|an appointment|a meeting with the|have to go|going to be|due)\b"
)
_AHEAD: Final = re.compile(
    r"\b(?:tomorrow|tonight|today|next|this (?:morning|afternoon|evening|week|saturday|sunday|friday)|"
    r"on the (?:first|second|third|\w+th|\d+\w+)|yesterday|last)\b"
)
_DAILY: Final = re.compile(
    r"\b(?:get up|gets up|wake|wakes|wake up|go to bed|goes to bed|turn in|have (?:my|our|a) (?:breakfast|"
    r"lunch|dinner|tea|supper|nap|walk|bath|shower|cup of tea|cuppa|cocoa|lie down|snooze|kip|swim|wash|"
    r"shave|"
    r"porridge|sherry|tablets|pills|elevenses|siesta|sandwich|toddy|horlicks|rest|coffee|doze|sit down|"
    r"whisky|tot)|take (?:my|the)|walk|feed|water|watch|listen|read|never miss|"
    r"do (?:my|the)|ring|phone|call|say my|play|go (?:for|to|swimming|out|up|down)|put the|light|swim|nap|"
    r"up|in bed|eat|pray|write|knit|have|make|sit|exercise|stretch|take|walks)\b"
)
_DAY_OF: Final = re.compile(
    r"^(?P<day>(?:on )?(?:mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|"
    r"sundays?)(?: (?:morning|afternoon|evening|night)s?)?)(?: is|'s| are| it's|,)? (?:always |usually |"
    r"for |when i (?:do|have|go to) )*(?:my |our |the )?"
    r"(?P<what>(?!was|were|i\b|we\b|he\b|she\b|they\b)[^\W\d_]+(?: [^\W\d_]+)?(?: (?:day|night|club|"
    r"morning|class|evening|practice|group|afternoon))?)$"
)
_A_DAY: Final = re.compile(r"\b(?:day|night|club|class|practice|group)$")
_LIGHT: Final = re.compile(
    r"^(?:(?:always|usually|normally|generally|still|also|now|just|like to|tend to|try to|have to|"
    r"make sure|regularly|love to|going|go|goes|off|out|down|over|round|along|for|to|at|on|in|do|does|"
    r"doing|have|has|having|take|takes|taking|"
    r"play|plays|playing|the|my|our|his|her|a|an|some|little|bit of|of|good|nice|quick|long|short|i|we|"
    r"up to|into|town for|get|gets) )+"
)
_STOP: Final = re.compile(
    r"\s+(?:with|in|at|by|around|round|along|before|after|because|so|when|while|then|if|for|since|on|of|"
    r"from|near|without|as|and then|just|there|about|every|each|up the|down the|through|until|till|now|"
    r"instead|"
    r"these days|nowadays|though|but|who|which|that|come rain|rain or shine)\b.*$"
)


_NEVER_WITHOUT: Final = re.compile(
    r"\bi (?:never|can't|don't|won't) (?P<act>(?:go to (?:bed|sleep)|"
    r"start (?:the|my) day|leave the house|get up|settle|sleep|"
    r"sit down to (?:eat|tea)) without (?:my |a |"
    r"having )*(?P<thing>[^.!?;,]{2,40}))"
)
_AT_THE_HOUR: Final = re.compile(
    rf"^(?:(?:and|but|so),? )*(?:come )?{HOUR}(?: (?:on the dot|sharp|prompt|"
    rf"exactly|precisely|without fail|in the (?:morning|evening|afternoon)|"
    rf"at night|every \w+))*,? (?=i\b|i'm\b|we\b|it's\b)"
)
_MY_TIME: Final = re.compile(
    r"^(?:my|our) (?P<what>[^\W\d_]+(?: [^\W\d_]+)?)(?:'s| is| are)(?: always|"
    r" usually)?$"
)
_SINCE: Final = re.compile(r" (?:ever )?since (?:i|we|he|she|they) [^.!?;]*$")
_PERFECT: Final = re.compile(
    r"(?:i've|i have|we've|we have|he's|she's) (?:always )?(?P<act>had|done|gone|"
    r"taken|eaten|walked|played|rung|sung|swum|been|watched|listened|read|helped|"
    r"attended)\b"
)
_THERE_IS: Final = re.compile(
    r"^(?:(?:and|but|so|then|well|oh|now),? )*(?:it's|that's|there's|it is|we have|we've got|i've got|i've|"
    r"i have) (?:my |the |our |a )?(?P<what>(?!(?:been|had|a bit|not|nice|too|so|very|"
    r"just)\b)[^\W\d_]+(?: [^\W\d_]+)?)$"
)
_TAKES_ME: Final = re.compile(
    r"^(?:the|my|our|a) (?:[^\W\d_]+ ){1,3}?(?:takes|collects|fetches|picks|brings|drives|drops|runs|"
    r"comes for|comes to fetch) (?:me|us) (?:up )?(?:and takes me )?(?P<act>(?:to|for|from|down|up|out|"
    r"over|home|shopping|swimming)\b[^.!?;]*)"
)


def routines(told: Told) -> Iterator[Found]:
    """The habit a clause tells, if it tells one."""
    low = _SINCE.sub("", told.low)
    if told.over or not low or _NO_HABIT.search(low):
        return
    often = _OFTEN.search(low) is not None
    if found := _set_phrase(told, low, often):
        yield found
    elif told.about and (activity := _done(told, low, often)):
        yield Found("routine", f"routine:{activity}", told.low)


_NO_HABIT: Final = re.compile(r"\bused to\b|\bwhen i was\b|\bi'll\b|\bgoing to be\b")


def _set_phrase(told: Told, low: str, often: bool) -> Found | None:
    """Habits told without anybody doing something: Monday's wash day, the bus takes me to the club."""
    untimed = _without_times(low)
    if (named := _DAY_OF.match(low)) and (often or _A_DAY.search(low)):
        return Found("routine", f"routine:{_activity(named['what'])}", low, about=told.about or SELF)
    if told.own and (found := _NEVER_WITHOUT.search(low)):
        return Found("routine", f"routine:{_activity(found['thing'])}", low)
    if not often:
        return None
    if told.about in ("", SELF) and (fetched := _TAKES_ME.match(untimed)):
        return Found("routine", f"routine:{_activity(fetched['act'])}", low, about=SELF)
    if not _AHEAD.search(low) and (
        named := _THERE_IS.match(untimed) or (_MY_TIME.match(untimed) if told.about else None)
    ):
        return Found("routine", f"routine:{_activity(named['what'])}", low, about=told.about or SELF)
    return None


def _done(told: Told, low: str, often: bool) -> str:
    """The key of what is done again and again; empty when nothing is."""
    on_the_hour = _AT_THE_HOUR.match(low)
    rest = low[on_the_hour.end() :] if on_the_hour else low
    hour = on_the_hour or _HOUR.search(rest)
    if not (often or hour or _ADVERB.search(rest)) or _AHEAD.search(rest):
        return ""
    doing, where = _doing(rest, often, bool(told.marks & {"and", "but", "then", "or", "so"}))
    if not doing or not (often or _daily(rest, hour is not None)):
        return ""
    if _NEVER.search(_without_times(rest)) and not re.search(r"\bnever (?:miss|fail)\b", rest):
        return ""
    return _activity(_without_times(rest[where:]))


def closed(told: Told) -> Iterator[tuple[str, str]]:
    """The habit a clause says was given up: "I've stopped going to bingo"."""
    found = re.search(
        r"\b(?:don't|doesn't|no longer|not|stopped|given up|gave up|packed in|finished with|retired from|"
        r"quit)(?: to)? (?P<what>(?:go(?:ing)?|do(?:ing)?|play(?:ing)?|tak(?:e|ing)|attend(?:ing)?|"
        r"hav(?:e|ing)|walk(?:ing)?|swim(?:ming)?|sing(?:ing)?|help(?:ing)?|the|my|with) ?[^.!?;,]{0,40})",
        told.low,
    )
    if (
        told.own
        and found
        and (
            re.search(
                r"any ?more|no longer|stopped|given up|gave up|packed in|finished|retired|quit|now", told.low
            )
        )
    ):
        activity = _activity(_without_times(re.sub(r" any ?more| now$", "", found["what"])))
        if activity:
            yield "routine", activity


def _doing(low: str, often: bool, shared: bool) -> tuple[str, int]:
    """The verb of the activity and where it begins; ("", 0) when nothing is done."""
    rest, start = low, 0
    while lead := re.match(
        rf"(?:(?:and|but|so|then|well|now|oh|on|at|by|,|-) |,\s*|{OFTEN}|{AT_HOUR}|{MEAL}|{HOUR}(?= every)|"
        rf"{HOUR} (?=i\b)|always|usually|normally|as a rule|most of the time)\s*,?\s*",
        rest,
    ):
        if not lead.end():
            break
        start += lead.end()
        rest = low[start:]
    for frame in (_BEING, _PERFECT, _SOMEBODY_ACTS):
        if found := frame.match(rest):
            return found["act"], start + found.start("act")
    if (subject := _SUBJECT.match(rest)) and subject["verb"]:
        going = re.match(r"(?:been |got to |got )?(?P<act>[^\W\d_]+ing)\b", rest[subject.end() :])
        return (going["act"], start + subject.end() + going.start("act")) if going else ("", 0)
    found = _ACTS.match(rest)
    if found and not shared:  # nobody does it: a request
        return "", 0
    found = found or (_ANY_ACT.match(rest) if often else None)
    return (found["act"], start + found.start("act")) if found else ("", 0)


def _daily(low: str, at_hour: bool) -> bool:
    """Whether something is a habit although it is not said how often."""
    if re.search(
        r"\b(?:i'm|we're|he's|she's) (?:meeting|seeing|having|going|doing|off|playing|visiting)\b", low
    ):
        return False
    if re.search(
        r"\b(?:am|are|is|was|were|have got|i've|going to|want|would|'d|will|'ll|can|could|should|must|need|"
        r"might|may)\b",
        re.sub(r"when i've had.*|i've had my", "", low),
    ):
        return bool(re.search(r"\b(?:i'm|i am|we're) (?:always |usually )?(?:up|in bed)\b", low)) and at_hour
    if _ADVERB.search(low):
        return bool(
            at_hour
            or re.search(
                r"\b(?:have|go|take|do|walk|watch|read|play|get up|ring|phone|call|visit|make|say|listen|"
                r"feed|put|sit|eat|drink|miss|swim)s?\b",
                low,
            )
        )
    return at_hour and bool(_DAILY.search(low))


def _without_times(low: str) -> str:
    rest = low
    for pattern in (_OFTEN, _HOUR, _ADVERB, re.compile(r"\b(?:without fail|on the dot|sharp)\b")):
        rest = pattern.sub(" ", rest)
    rest = re.sub(rf"\b(?:at|around|about|from) {HOUR}\b|\b{HOUR} o'?clock\b", " ", rest)
    return re.sub(r"\s+", " ", rest).strip(" ,-")


def _activity(words: str) -> str:
    """The stable key of an activity: "go for a walk in the park", "have my walk" and "walk" are one."""
    rest = words.strip()
    plain = _LIGHT.sub("", rest + " ").strip() or rest
    plain = _STOP.sub("", " " + plain).strip() or plain
    parts = key(plain).split()
    return " ".join(parts[:3])
