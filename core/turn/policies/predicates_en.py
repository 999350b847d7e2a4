"""English: is anything said of anything, and has its verb what it takes?

A person, a thing or a time that is only named is the beginning of a sentence far oftener than a whole turn, and
a recogniser hands over exactly such beginnings when somebody pauses. What answers a question by itself ("the blue
one", "right after lunch", a number) is told apart.
"""

# ruff: noqa: E501 - a lexicon reads better in long lines than broken ones

from __future__ import annotations

import re

_AUXILIARY = "(?:is|are|was|were|am|be|has|have|had|does|do|did|will|would|can|could|should|may|might|must|shall|\\w+n't|(?:i|you|he|she|it|we|they|that|there|who|what|where|how|here|everyone|nobody|\\w+)'(?:m|re|ll|d|ve)|(?:he|she|it|that|there|what|where|who|how|here|let|everything|everyone|nobody|one)'s|cannot|gonna|wanna)"
_PAST = "(?:went|came|said|told|took|got|gave|made|saw|knew|thought|found|left|felt|kept|began|ran|brought|bought|wrote|sat|stood|lost|paid|met|fell|broke|grew|drove|ate|drank|slept|spoke|heard|sold|sent|spent|taught|threw|wore|won|woke|caught|built|became|led|meant|rang|sang|swam|hurt|put|let|cut|set)"
_PRESENT = "(?:says|lives|stops|passes|falls|rises|burns|cooks|cleans|washes|listens|talks|speaks|waits|meets|pays|spends|saves|sends|shows|builds|flies|laughs|cries|smiles|learns|lets|loses|minds|misses|offers|owes|prefers|pulls|pushes|puts|reaches|rains|snows|rides|rolls|serves|shines|sets|spoils|spreads|stinks|swims|tries|travels|understands|wakes|warns|wears|wins|wishes|worries|barks|whistles|bothers|annoys|scares|frightens|reminds|refuses|suffers|leaks|drips|squeaks|rattles|fails|matters|works|studies|goes|comes|gets|needs|wants|likes|knows|thinks|makes|takes|hurts|keeps|looks|feels|calls|plays|costs|starts|opens|closes|tastes|sounds|seems|means|helps|loves|hates|gives|brings|rings|tells|asks|uses|eats|sleeps|sings|stays|smells|runs|walks|leaves|finishes|arrives|happens|belongs|depends|aches|itches|visits|teaches|drives|reads|writes|sells|grows|shuts|snores|forgets|remembers|moves|turns|sits|stands|hangs|lies|ends|begins|suits|fits)"
_FINITE = re.compile(
    rf"\b(?:married (?:a|an|the|my|his|him|her|into|again|in|for|to)|{_AUXILIARY}(?: (?:not|just|already|always|never|really|still|also|been|being|\w+ing|\w+ed))*|{_PAST}|{_PRESENT}|\w+'s (?:\w+ing|gone|been|got|not|too|very|so|broken|\w+ed)|\w+s (?:all|every|a lot|too much|me|us|him|her|them|well|again)|(?!(?:red|bed|need|retired|married|old-fashioned|hundred|aged|shed|seed|speed|feed|weed|sacred|united)\b)\w{{2,}}ed|(?:i|we|they|you) \w+)\b"
)
_FORMULA = re.compile(
    r"^(?:(?:oh|um|uh|er|well|and|so|but|then|please|now|just|no|yes|yeah|okay|ok|right|hello|hi|hey|dear|could|banyan) )*"
    r"(?:tell|ring|call|put|turn|play|read|remind|set|give|show|find|make|let|help|take|bring|get|add|write|open|close|stop|start|check|look|send|sing|wake|say|switch|repeat|come|go|ask|book|buy|pass|thank|thanks|wish|do|don't|be|keep|leave|try|wait|note|order|speak|talk|cancel|skip|change|pick|move|never|spell|explain|describe|remember|forget|"
    r"good|hello|hi|bye|goodbye|goodnight|morning|congratulations|happy|merry|sorry|excuse|what|who|whose|where|when|why|how|which|any|anything|anyone|something|nothing|not|no|yes|lovely|nice|because|too|so|more|less|same|until|till|right|straight|see|long)\b"
)
_NAMED = re.compile(
    r"^(?:(?:oh|um|uh|er|well|and|so|but|then|now|anyway|you know|because|yesterday|today|tomorrow|tonight|last \w+|this \w+|next \w+|one \w+|in the old days|every \w+|after that|before that|at (?:christmas|easter|night|home)|on \w+day|(?:in|on|at|after|before|during) (?:the|my|our) (?:\w+ ){0,2}\w+) )*"
    r"(?:(?:my|our|his|her|their) \w+|(?:the|a|an|this|that|these|those|one of) (?:\w+'?\w* ){1,}\w+)"
)
_BEGUN = re.compile(
    r"^(?:and then|and so|so then|but then|so|anyway|well anyway|but|and suddenly|suddenly|yesterday|last \w+|one day|then) (?:the|my|our|his|her|their|this) \w+$"
)
_ANSWER = re.compile(
    r"^(?:oh |um |uh |well |just )*the (?:red|blue|green|white|black|brown|grey|gray|yellow|pink|purple|orange|big|bigger|biggest|small|smaller|smallest|large|little|long|short|new|old|left|right|other|cheap|cheaper|cheapest|first|second|third|last|next|middle|top|bottom|front|back|same|dark|light|plain|hot|cold|square|round) \w+$|^(?:oh |um |uh |well )*(?:the|that|this|those|these) (?:\w+ ){0,2}ones? (?:with|in|on|by|near|next to|from|without|under|at|over|beside|of|behind|for) (?!.*\b(?:who|which|that|a|an|the)$)|\b(?:ones?|please|too|instead|each|today|tomorrow|tonight|o'clock|am|pm|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\w+teenth|\w+tieth|(?:twenty|thirty)[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))(?: of \w+)?|of (?:january|february|march|april|may|june|july|august|september|october|november|december)|\w+day|morning|afternoon|evening|week|month|year|minutes|hours?|left|right|top|bottom|size|same|end)$"
)
_RELATIVE = re.compile(
    r"^(?:(?:oh|um|uh|er|well|and|so|but) )*(?:the|a|an|my|our|his|her|their|that|this|one|those) (?:\w+'?\w* ){1,3}?(?P<rest>(?:who|that|which|where|who's|who've|whose)\b.*)$"
)
_TAKES_MORE = re.compile(
    r"(?<!\bto )\b(?:told|asked|took|gave|bought|brought|put|found|sent|kept|made|let|asked me to|wanted to (?:tell|ask|buy|get|see|give|find|make)|(?:can|could|would|will) you (?:please |just |maybe |ever |kindly |also )?(?:tell|ask|ring|call|send|find|tell|show|get|put|take|bring|make|give|turn|switch|set|add|look|pass)|(?:need|want|like) (?:you|him|her|them) to (?:ring|call|ask|tell|get|buy|find|bring|take|phone|give|put|send)|(?:said|say|says|saying) to (?:her|him|me|them|myself)|how (?:do|can|should) (?:i|we|you) (?:get|make|put|take|send|turn|set|give))$"
)
_ACTED_ON = re.compile(
    r"\b(?:what|who|which|whatever|that|where|how|is|are|was|were|been|being|be|it's|get|got|has|have|had|having|all|everything|anything|things?)\b"
)
_SWITCHED = re.compile(
    r"\b(?:turn|switch) (?:the|my|this|that|your|all the) (?!(?:page|corner)\b)\w+(?: \w+)?$"
)
_PARTICLE = re.compile(r"\b(?:on|off|up|down|over|out|around|round|in|back|again|now|please)\b")
_CUT = re.compile(
    r"(?:\b(?:when|while|because|whether|until) (?:you|it|there|that|this)|\b(?:then|where|and if|but if) (?:you|it)"
    r"|\b(?:not|is|was|are|it's|that's|far|way|bit|little|much|i'm|he's|she's) too|\b(?:people|person|man|woman|one|ones|those|someone|somebody|lady|gentleman|friend|friends|doctor|nurse|girl|boy|neighbour|neighbor) who|^(?:(?:and|so|well|but) )*(?:is|are|was|were) there(?: any(?:thing|one|body)?)?|\b(?:is|are|aren't|isn't|was|wasn't|that's|it's) what|^(?:please )?let me|(?<!i )(?<!you )(?<!we )\bput (?:it|them)"
    r"|\b(?:my|our|his|her|the|your) (?:favourite|favorite|eldest|youngest|oldest|nearest|late|local|main|usual|poor|dear|whole|entire)|\bthe (?:only|other|very|most|least|more)|\b(?:lots|plenty|couple|pair|piece|slice|bottle|packet|box|bag|pot|pint|half|rest|most|none|front|back|name|colour|color|kind|type|sort|middle|side|end) of (?:the|my|our|his|her|your|that|this|those|these))$"
)
_ELDEST_ALONE = re.compile(
    r"\b(?:is|was|she's|he's|it's|that's) (?:my|our|his|her|the) (?:favou?rite|eldest|youngest|oldest|nearest|only|most|least)$"
)
_AS = re.compile(
    r"\bas (?!(?:well|usual|before|ever|always|such|yet|planned|normal|possible|yours|mine|promised|agreed|expected|that|much|many|fast|soon|follows|it|me|him|her|you|one|two|a|i|we|they|he|she|usually)$)\w+$"
)
_COMPARED = re.compile(r"\bas \w+ as \w+$")
_LISTED = re.compile(r"^(?!.*\b(?:my|our|his|her|their)\b).* and (?:a |an |some |the )?\w+(?: of \w+)?$")
_DIGIT = "(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine|double|triple)"
_OPEN_DIGITS = re.compile(rf"(?:^|\b(?:is|it's) )(?:zero|oh|nought)(?: {_DIGIT}){{2,8}}$")


def is_unfinished(words: list[str]) -> bool:
    """``words``: folded, of the last sentence."""
    plain = " ".join(words)
    if _CUT.search(plain) and not _ELDEST_ALONE.search(plain):
        return True
    if _AS.search(plain) and not _COMPARED.search(plain):
        return True
    if _OPEN_DIGITS.search(plain) or (_SWITCHED.search(plain) and not _PARTICLE.search(plain)):
        return True
    more = _TAKES_MORE.search(plain)
    if more is not None and not _ACTED_ON.search(plain[: more.start()]):
        return True
    relative = _RELATIVE.match(plain)
    if relative is not None and not _FINITE.search(plain[: relative.start("rest")]):
        return len(_FINITE.findall(relative["rest"])) < 2
    return _only_names(plain)


def _only_names(plain: str) -> bool:
    """A subject, a topic, a thing with where it is: and no word about it."""
    if (
        _FINITE.search(plain)
        or (_FORMULA.match(plain) and not _BEGUN.match(plain))
        or not (_NAMED.match(plain) or _BEGUN.match(plain))
    ):
        return False
    if _BEGUN.match(plain):
        return True
    return not (_ANSWER.search(plain) or _LISTED.match(plain))
