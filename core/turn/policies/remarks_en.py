"""English: whole utterances that are no turn of their own: stop, hold on, mm-hm."""

# ruff: noqa: E501 - a lexicon reads better in long lines than broken ones

from __future__ import annotations

import re

from core.turn.policies.labels import Label


def _any(*phrases: str) -> str:
    return "(?:" + "|".join(phrases) + ")"


def _all_of(unit: str) -> re.Pattern[str]:
    """A whole utterance of such units, one space between them."""
    return re.compile(rf"{unit}(?: {unit})*")


_SPAN = "(?:minutes?|mins?|seconds?|secs?|moments?|mo|bit|tick|jiffy|while|little while|little)"
_SOFT = _any(
    "please", "okay", "ok", "o k", "all ?right", "right", "now", "then", "thanks", "thank you", "no", "yes", "yeah", "oh", "hey", "well",
    "um+", "uh+", "erm?", "hmm*", "ah+", "just", "so", "do", "you can", "can you", "could you", "would you", "will you", "can't you", "you", "dear", "love", "sorry", "and",
    "banyan", "actually", "for", "there", "here", "for now", "that's fine", "fine", "good", "enough", "i said", "got it", "ah sure", "na", "yaar", "arre", "baba", "kindly", "at once", "i'm sorry",
    "for (?:god's|heaven's|goodness|pity's) sake", "i beg you", "why don't you", "would you mind", "for a (?:minute|moment|second|bit|while)", "i think", "honey", "dear god", "mate", "pet", "lad", "everyone", "everybody",
)  # fmt: skip
_STOP = _any(
    "stop(?: it| that| this| there| now| talking| speaking| reading| playing| singing| chattering| going on| the (?:talking|reading|chatter)| please| right (?:there|now)| at once| already)*", "stopped", "(?:be|keep|stay|go) (?:quiet|silent)(?: now)?", "quiet(?: down)?", "silence",
    "sh+(?:ush)?", "hush(?: up)?", "whisht", "shut (?:up|it|your (?:mouth|trap|gob))", "zip it", "pipe down", "that's (?:quite |more than )?enough(?: of that| out of you| from you)?", "that is (?:quite )?enough", "enough(?: already| now| is enough| of (?:that|this|it))?", "that'll do",
    "that(?:'s| is) plenty", "that will do", "no more(?: (?:talking|talk|of that|reading|music|singing|stories|news|questions|chatter|noise|please))*", "cut (?:it|that) out", "knock it off", r"quit (?:it|that|talking|your \w+)", "give (?:it a rest|over)", "put a sock in it", "leave off", "drop it", "not another word", "never ?mind(?: that)?", "cancel(?: that)?", "pause",
    "(?:don't|do not) (?:say (?:anything|another|that|it)|talk|speak|read|go on|continue|tell me|keep (?:going|talking)|bother)(?: anything| any ?more| another word| on| that| about it| me| with it)*", "you needn't go on",
    "(?:i )?(?:don't|do not|didn't) (?:want|need|wish|care|like) to (?:hear|listen|know)(?: it| that| this| to (?:it|this|that|you)| any ?more| any of it| another word| about it)*", "i've (?:heard|had) (?:quite )?enough(?: of (?:that|this|it|you))?", "(?:i'm|i am) (?:done|tired of) listening(?: to (?:you|this|that))?", "leave it(?: there| at that)?", "(?:leave|let) me (?:alone|be|in peace)", "let's (?:stop|leave it) (?:there|now|here)",
)  # fmt: skip
_STOPS = _all_of(f"(?:{_STOP}|{_SOFT})")
_HAS_STOP = re.compile(rf"\b{_STOP}\b")

_WEARY = r"(?:i'm|i am|i've got|i have|my head|you're|you are|it's|i need|i want|i'd like)(?: \w+){1,6}"
_STOP_FOR_A_REASON = re.compile(rf"^(?:{_SOFT} )*{_STOP} (?:(?:{_SOFT}|{_STOP}) )*(?:{_WEARY})$")
_REASON_TO_STOP = re.compile(rf"^(?:{_SOFT} )*(?:{_WEARY}) (?:{_SOFT} )*(?:{_STOP}(?: {_SOFT})*)$")

_WAIT = _any(
    f"wait(?: up| there| now| (?:just )?(?:a|one|half a|two) {_SPAN}| for (?:me|a {_SPAN}))?", f"(?:hang|hold) on(?: (?:just )?(?:a|one|two) {_SPAN}| there| now| to that thought)?", f"(?:just )?(?:a|one|half a) (?:little )?{_SPAN}(?: only)?", f"two {_SPAN}", "hold that thought", "hold the line", "stay (?:there|on the line)",
    rf"(?:give|gimme|allow)(?: me| us)? (?:just )?(?:a|one|some|half a|two)(?: (?:little )?{_SPAN}| time)(?: to (?:think|look|check|find (?:it|my \w+)|remember|get \w+ \w+|catch my breath))?", f"i(?:'ll)? (?:just )?need (?:a|one) {_SPAN}(?: to (?:think|look|check|remember))?", f"bear with me(?: a {_SPAN})?", "hold your horses", "not so fast",
    "hold it", "i'm (?:still |just )?thinking(?: about it)?", f"(?:i'll |i will )?(?:just )?be (?:right )?back(?: (?:in )?(?:a|one|two) {_SPAN}s?)?", f"back in a {_SPAN}", f"(?:i )?won't be (?:a|two) {_SPAN}s?", "(?:don't|do not) (?:go anywhere|go away|hang up|rush me|interrupt)", "not yet", "i(?:'m not| am not|'m not quite) (?:done|finished|ready)(?: yet| talking)?", "i haven't finished(?: yet| talking| speaking)?", "let me (?:finish|catch my breath|have a think)",
)  # fmt: skip
_LET_ME = (
    "(?:let me|lemme|let's|i'll|i'm|i need to|i have to|i've got to|i've to|i must|i want to)"
    "(?: just| first| quickly| going to| gonna| go and| go| to)*"
    " (?:thin?k(?:ing)?|see|check(?:ing)?|look(?:ing)?|find(?:ing)?|get(?:ting)?|grab(?:bing)?|fetch(?:ing)?|remember|recall|write|writing|put(?:ting)?|turn(?:ing)?|open(?:ing)?|read(?:ing)?|try(?:ing)?|close|closing|answer(?:ing)?|take|taking|sit(?:ting)?|move|moving|pour(?:ing)?|finish(?:ing)?|drink(?:ing)?|swallow|wash(?:ing)?|clean(?:ing)?|wipe|wiping|catch|count(?:ing)?)"
)
_HOLDS = _all_of(f"(?:{_WAIT}|{_SOFT})")
_HAS_HOLD = re.compile(rf"\b(?:{_WAIT})\b")
_NO_HOLD = re.compile(
    rf"^(?:oh |about |no |yes )*(?:(?:a|one|two|half a) (?:bit|while|little|minutes?|little while)|not yet|two {_SPAN})$"
)
"""What answers "how long" or "already"."""
_LET_ME_FIRST = re.compile(
    rf"^(?:{_SOFT} )*(?:let me|lemme)(?: just| first| quickly)* (?:have a )?(?:thin?k|see|check|look|find|get|grab|fetch|remember|recall|write|put|turn|open|try|go|finish|count|catch|close|sit)\b(?!.*\b(?:you|if|whether)\b)(?!$)|^(?:{_SOFT} )*let me (?:think|see|check|look|remember|have a (?:look|think|moment))$"
)
_WAIT_WHILE = re.compile(
    rf"^(?:{_SOFT} )*{_WAIT} (?:(?:{_SOFT}|{_WAIT}|while|until|till) )*(?:{_LET_ME}|i (?:think|get|put|find|check|look|fetch|turn|go|need|can't|forgot|dropped|just dropped|lost|take|write|sit|see|have to|want to think)|where (?:is|are|did)|what (?:is|was) (?:it|that)|there's (?:some|someone|somebody|the|a)|the (?:phone|door|doorbell|kettle|dog|bell|cat|oven|soup|milk|postman)(?:'s)?|some(?:one|body)(?:'s| is)|my (?:phone|tea|glasses|hearing))\b(?!.*\byou\b)"
)
_ENDS_IN_WAIT = re.compile(
    rf"\b(?:i'?m|i'll|let me|i need|where|what|someone|somebody|there's|the (?:phone|door|doorbell|kettle|bell)(?:'s)?|my \w+) .*\b(?:hang on|hold on|wait(?: a {_SPAN})?|(?:just )?(?:a|one) (?:second|sec|moment|minute)|bear with me|let me (?:think|see|look|check))$"
)
_OTHERS_WAIT = re.compile(
    r"\b(?:to|don't|can't|didn't|couldn't|for|made us|have to|had to|in|takes?|only|about) (?:me |us )?(?:wait|hold on|hang on|(?:just )?(?:a|one))\b"
)

_MURMUR = _any(
    "m+", "m+-?h+m+", "m+ h+m+", "h+m+", "mhm", "u+h+-?hu+h+", "uh huh", "ye+ah?", "yep", "yup", "ya+h?", "yes", "right", "righto", "okay", "okey dokey", "ok", "o k", "sure", "i see(?: i see)?", "ah+", "oh+", "aha", "ooh", "really", "so",
    "wow", "gotcha", "got it", "good", "great", "grand", "nice", "fine", "lovely", "wonderful", "brilliant", "amazing", "splendid", "perfect", "indeed", "exactly", "precisely", "true", "too true", "of course", "absolutely", "definitely", "totally", "certainly", "correct", "i (?:do )?(?:know|understand|agree|hear you|bet)", "(?:that |it )?makes sense",
    "fair (?:enough|play)", "is (?:that|it|she|he) so", "(?:is|was|has|did|does) (?:it|that|he|she)(?: now| really)?", "is that (?:right|a fact)", "(?:did|do|are|were|have) (?:they|you)(?: now| really)", "no way", "no kidding", "dear", "(?:my|good|oh my)? ?(?:goodness|gracious|lord|heavens|god|word)(?: me)?", "all ?right", "interesting", "how (?:nice|lovely|interesting|funny|sad|awful|wonderful|strange)", "that(?:'s| is) (?:very |really |so |quite |just )?(?:nice|lovely|good|great|grand|wonderful|interesting|fine|funny|amazing|brilliant|sad|terrible|awful|a shame|fantastic)", "(?:ha)+", "ha",
    "you don't say", "cool", "very (?:good|nice|true)", "well well", "oh my", "did you", "i get it", "understood", "that's (?:it|right|true|so true)", "quite(?: so| right)?", "huh", "you're right", "right you are", "too right", "so it is", "so they do", "well i never", "fancy that", "imagine(?: that)?", "good for (?:you|him|her|them)", "bless (?:him|her|them|you)", "i (?:suppose|guess) so", "for sure", "what a (?:shame|pity)", "as you say", "a+c+h+h?a+", "haa?n(?: ji)?", "theek hai", "well", "oh no(?: no)*", "no really", "ah sure", "sure look", "thank goodness", "poor thing", "now",
)  # fmt: skip
_NO_MURMUR = re.compile(
    r"^(?:so|well|now|no|dear|imagine|(?:well|so|now)(?: (?:well|so|now))+)$(?<!well well)|^(?:is|was|has|did|does) (?:that|he|she)$"
)
_MURMURS = _all_of(_MURMUR)
_LONGEST_MURMUR = 5
_LONGEST_REMARK = 14
"""Words; a longer utterance is neither a stop, a hold nor a murmur."""


def remark(words: list[str]) -> Label | None:
    """``words``: folded, without punctuation. None when it is a turn."""
    plain = " ".join(words)
    if len(words) > _LONGEST_REMARK:
        return None
    if _is_stop(plain):
        return "stop"
    if _is_hold(plain):
        return "hold"
    if len(words) <= _LONGEST_MURMUR and _MURMURS.fullmatch(plain) and not _NO_MURMUR.search(plain):
        return "backchannel"
    return None


def _is_stop(plain: str) -> bool:
    if _STOPS.fullmatch(plain) and _HAS_STOP.search(plain):
        return True
    return bool(_STOP_FOR_A_REASON.match(plain) or _REASON_TO_STOP.match(plain))


def _is_hold(plain: str) -> bool:
    if _HOLDS.fullmatch(plain) and _HAS_HOLD.search(plain):
        return not _NO_HOLD.match(plain)
    if _LET_ME_FIRST.match(plain) or _WAIT_WHILE.match(plain):
        return True
    return bool(_ENDS_IN_WAIT.search(plain)) and not _OTHERS_WAIT.search(plain)
