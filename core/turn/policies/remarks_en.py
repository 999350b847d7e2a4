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


_SPAN = "(?:minutes?|mins?|seconds?|secs?|moments?|mo|bit|tick|while)"
_SOFT = _any(
    "please", "okay", "ok", "o k", "all ?right", "right", "now", "then", "thanks", "thank you", "no", "yes", "yeah", "oh", "hey", "well",
    "um+", "uh+", "erm?", "hmm*", "ah+", "just", "so", "do", "you can", "can you", "could you", "would you", "will you", "dear", "love", "sorry", "and",
    "banyan", "actually", "for", "there", "here", "for now", "that's fine", "fine", "good", "enough", "i said", "got it",
)  # fmt: skip
_STOP = _any(
    "stop(?: it| that| there| now| talking| speaking| reading| playing| singing| please| right there)*", "(?:be|keep|stay) (?:quiet|silent)", "quiet", "silence",
    "sh+(?:ush)?", "hush(?: up)?", "shut (?:up|it)", "zip it", "pipe down", "that's enough(?: of that)?", "that is enough", "enough(?: already| of that)?", "that'll do",
    "that will do", "no more", "cut it out", "knock it off", "give it a rest", "never ?mind", "cancel(?: that)?", "pause",
    "(?:don't|do not) (?:say|talk|speak|read|go on|continue|tell me|keep going)(?: anything| any ?more| on| that)*",
    "(?:i )?(?:don't|do not) (?:want|need) to (?:hear|listen)(?: it| that| to it| any ?more| about it)*", "i've heard enough", "leave it(?: there)?",
)  # fmt: skip
_STOPS = _all_of(f"(?:{_STOP}|{_SOFT})")
_HAS_STOP = re.compile(rf"\b{_STOP}\b")

_WAIT = _any(
    f"wait(?: up| (?:just )?(?:a|one) {_SPAN}| for (?:me|a {_SPAN}))?", f"(?:hang|hold) on(?: (?:just )?(?:a|one) {_SPAN}| there)?", f"just (?:a|one) {_SPAN}", f"one {_SPAN}",
    f"(?:give|gimme)(?: me)? (?:just )?(?:a|one|some)(?: {_SPAN}| time)(?: to (?:think|look|check|find it|remember))?", f"i(?:'ll)? (?:just )?need (?:a|one) {_SPAN}", "bear with me", "hold your horses", "not so fast",
    "hold it", "i'm (?:still )?thinking", "(?:i'll )?be right back", "don't (?:go anywhere|hang up|rush me)", f"a {_SPAN}", "not yet",
)  # fmt: skip
_LET_ME = (
    "(?:let me|lemme|let's|i'll|i'm|i need to|i have to|i've got to|i must)"
    "(?: just| first| quickly| going to| gonna| go and| go)*"
    " (?:thin?k(?:ing)?|see|check(?:ing)?|look(?:ing)?|find(?:ing)?|get(?:ting)?|grab(?:bing)?|fetch(?:ing)?|remember|recall|write|writing|put(?:ting)? on|turn|open(?:ing)?|read|try)"
)
_HOLDS = _all_of(f"(?:{_WAIT}|{_SOFT})")
_HAS_HOLD = re.compile(rf"\b{_WAIT}\b")
_LET_ME_FIRST = re.compile(
    rf"^(?:{_SOFT} )*(?:let me|lemme)(?: just| first| quickly)* (?:have a )?(?:thin?k|see|check|look|find|get|grab|fetch|remember|recall|write|put|turn|open|try|go)\b(?!.*\b(?:you|if)\b)"
)
_WAIT_WHILE = re.compile(rf"^(?:{_SOFT} )*{_WAIT} (?:{_SOFT} )*{_LET_ME}\b(?!.*\byou\b)")
_ENDS_IN_WAIT = re.compile(
    rf"\b(?:i'?m|i'll|let me|i need) .*\b(?:hang on|hold on|wait(?: a {_SPAN})?|one {_SPAN}|bear with me)$"
)

_MURMUR = _any(
    "m+", "m+-?h+m+", "m+ h+m+", "h+m+", "mhm", "u+h+-?hu+h+", "uh huh", "ye+ah?", "yep", "yup", "yes", "right", "okay", "ok", "o k", "sure", "i see", "ah+", "oh+", "aha", "ooh", "really",
    "wow", "gotcha", "got it", "good", "great", "nice", "fine", "lovely", "indeed", "exactly", "true", "of course", "absolutely", "definitely", "i know", "i understand", "makes sense",
    "that makes sense", "fair enough", "is that so", "is it", "no way", "dear", "my goodness", "goodness", "all ?right", "interesting", "how (?:nice|lovely|interesting)", "that(?:'s| is) (?:very |really |so )?(?:nice|lovely|good|great|wonderful|interesting|fine)", "haha+", "ha",
    "you don't say", "cool", "very good", "well well", "oh my", "did you", "i get it", "understood", "that's right", "that's true", "quite", "huh",
)  # fmt: skip
_MURMURS = _all_of(_MURMUR)
_LONGEST_MURMUR = 5
_LONGEST_REMARK = 14
"""Words; a longer utterance is neither a stop, a hold nor a murmur."""


def remark(words: list[str]) -> Label | None:
    """``words``: folded, without punctuation. None when it is a turn."""
    plain = " ".join(words)
    if len(words) > _LONGEST_REMARK:
        return None
    if _STOPS.fullmatch(plain) and _HAS_STOP.search(plain):
        return "stop"
    if _is_hold(plain):
        return "hold"
    if len(words) <= _LONGEST_MURMUR and _MURMURS.fullmatch(plain):
        return "backchannel"
    return None


def _is_hold(plain: str) -> bool:
    if _HOLDS.fullmatch(plain) and _HAS_HOLD.search(plain):
        return True
    return any(rule.search(plain) for rule in (_LET_ME_FIRST, _WAIT_WHILE, _ENDS_IN_WAIT))
