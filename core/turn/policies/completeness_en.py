"""English: endings that are no end."""

# ruff: noqa: E501 - a lexicon reads better in long lines than broken ones

from __future__ import annotations

import re

from core.turn.policies.labels import Label
from core.turn.policies.predicates_en import is_unfinished
from core.turn.policies.remarks_en import remark

_SENTENCE_MARK = re.compile(r"[.!?](?=\s)")
_AFTERTHOUGHT = re.compile(r"(?:i (?:suppose|think|guess|mean it|hope)|you know|really|though|anyway)")
_WORDS = re.compile(r"[a-z]+(?:['-][a-z]+)*|\d+|[^\W\d_a-z]+")


def _lexicon(words: str) -> frozenset[str]:
    return frozenset(words.split())


_OPEN = _lexicon(
    """
    and but or because cause if when while although unless until since whether than as so a an the my your our
    their its every each these those very quite rather really such some any another other several i we they he she
    is are was were am be been being becoming has have had does do did don't doesn't didn't isn't wasn't aren't
    won't can't couldn't wouldn't shouldn't haven't hasn't hadn't weren't mustn't needn't will would should could can may might must shall it's he's she's i'm you're we're they're there's
    that's what's who's i'd you'd he'd she'd we'd they'd i've you've we've they've i'll you'll he'll she'll we'll
    they'll um uh er erm hmm like plus also except including maybe perhaps basically which whose where that said
    says named called thinks believes reckons hopes wonders insists suggests got getting want wants need needs remind
    """
)
_PREPOSITIONS = _lexicon(
    """
    in at on to of for with from by about into onto under near between through during without against towards
    after before behind beside beyond across around over
    """
)
_PHRASAL = re.compile(
    r"\b(?:got|have|had|has|with|without) (?:my|his|her|your|a|the|their) \w+ on$|\b(?:stay|stays|stayed|staying|let (?:him|her|them|me|it)|settled?|give|gave|join|fill|check|drop|plug|cave|tucked?|popped|pop|nip|rushed) in$|\b(?:i|we)(?:'d| would) (?:love|hate|be (?:happy|glad|delighted|pleased)) to$|\b(?:because|when|if|as|what|unless) .*(?:told|asked|wants?|wanted) (?:me|him|her|us|them|you) to$|\b(?:turn|switch|put|take|get|go|going|goes|come|coming|move|carry|keep|log|plug|hang|hold|pick|work|drop|pass|look|hand|moved|carried|went|came|turned|switched|left|walk|been) (?:\w+ ){0,2}(?:in|on|off|over|around|through|by|about|under|before|after|across)$"
    r"|\b(?:light|lights|lamp|radio|tv|heating|oven|kettle|it|that|the \w+)(?: is| are| was|'s)? (?:on|off|over)$|\b(?:seen|done|been|had|heard|met|tried) (?:\w+ )?before$|\b(?:nobody|anybody|anyone|someone|somebody|everyone) (?:is )?(?:in|over|around|about)$"
)  # fmt: skip
_STRANDED = re.compile(
    r"\b(?:who|whom|what|which|where|how|whatever|whoever)\b|\b(?:the|a|that|this|my|any|some)(?: \w+){1,3} (?:i|you|he|she|we|they|it)(?:'\w+)? "
    r"|\b(?:something|someone|nothing|anything|anyone|nobody|somewhere|place|people|one) (?:i|you|he|she|we|they|to)\b"
)
_SHORT_ANSWER = re.compile(
    r"^(?:(?:yes|no|yeah|of course|well|oh|sure|so|neither|nor|me too|thank you|thanks|okay|ok|right|actually|hmm|but|and) )*(?:i|you|he|she|we|they|it|that|there|so|neither|nor)(?: \w+)? ?"
    r"(?:is|are|was|were|am|has|have|had|does|do|did|don't|doesn't|didn't|isn't|wasn't|aren't|won't|can't|couldn't|wouldn't|shouldn't|haven't|hasn't|hadn't|weren't|mustn't|needn't|will|would|should|could|can|may|might|must)$"
)
_ELLIPTIC_AUX = re.compile(
    r"^(?:yes |no |well |oh )*(?:my|our|his|her|the) \w+ (?:does|did|doesn't|didn't)$|\b(?:the|my|that|those|our) (?:\w+ )?(?:best|worst|only|first|last|one|ones|\w+est|most \w+) (?:\w+ ){0,3}(?:i|you|he|she|we|they|i've|we've)(?: ever| never)? (?:had|have|did|do|was|were|got|need|want|said|been)$|\b(?:what|who|where|how|which|whatever|wherever|as|than|wish|if|think|thought|know|sure|so|course|hope|like|way)\b.*\b(?:i|you|he|she|we|they|it|that|this|there|\w+) "
    r"(?:is|are|was|were|am|has|have|had|been|be|do|does|did|don't|doesn't|didn't|will|would|should|could|can|may|might|can't|won't|couldn't|wouldn't|shouldn't|haven't|hasn't|hadn't|weren't)$"
    r"|\b(?:every|any|some|no) ?(?:one|body) (?:is|was|has|had|does|did|will|would|can|could)$"
)
_CLEFT = re.compile(
    r"^(?:which|what) \w+ (?:goes|runs|leads|belongs|connects) (?:to|from)$|^(?!.*\b(?:how|where)\b).*\bspent (?:the|my|all|a) .*(?:morning|day|life|time|years|evening|afternoon|night)$|^(?!.*\b(?:too|hard|easy|difficult|nice|good|ready|lovely|enough|what|which|where|how|who|something|anything|nothing|lot|things?|time|way|that|safe|best)\b).*\bto (?:take|put|bring|give|buy|make|find|use|send|fetch|wear|fix|order)$|"
    r"(?<!what )(?<!where )(?<!when )(?<!who )(?<!know )\b(?:my|his|her|its|their|the) (?:name|number|address|birthday|code|postcode|answer|reason|point|price|email) (?:is|was)$|\bas \w+ as (?:i|he|she|we|they)$|\b(?:to|can|could|please|wondering|wonder|ask|asked|asking) (?:know |see |find out |ask |remember )?(?:what|which|whether|whose)$|\b(?:happen to|by any chance) know$|\b(?:like|love|loved|hate|mind|despite|given|about) the (?:way|fact|idea)$|"
    r"^(?:(?:and|but|so|well|oh|then|now) )*(?:on the (?:one|other) hand|by the way|first of all|secondly|for one thing|in other words|to be honest|to tell you the truth|as a matter of fact|in fact|the other day|once upon a time|back (?:then|in the day)|the (?:other )?thing is|(?:another|one (?:more|other|last)|the other|the first|first) thing)$|\b(?:nobody|no one|i|he|she|we|they|you|it|have you|did you) ever$|"
    r"^(?:(?:and|but|so|well|um|uh|oh|see|you see|now) )*what (?:i|we|they|he|she|you)(?:'\w+)? (?:\w+'?\w* ){0,4}(?:is|was)$(?<! it is)(?<! that is)(?<! it was)(?<! he is)(?<! she is)(?<! he was)(?<! she was)|\b(?:percent|side|number|most|part|because|out|instead|front|lot|lots|kind|rest|end|top|bottom|middle|name|price|size|colour|color|cost|meaning|list|pair|piece|address|date|time|author|capital) of$|\b(?:it's|that's|i'm|he's|she's|is|was|i|he|she|we|they) (?:just|only)$|\b(?:at|on|in|to) the end of the$|"
    r"\b(?:(?:what|all) (?:i|you|he|she|we|they)\b.* ?\b(?:mean|meant|want|wanted|need|needed|say|saying|like|hate|love|remember|ask|do|did)|the (?:thing|problem|question|point|trouble|truth|other thing|reason)|my (?:point|question|problem|name|number|birthday|address))\b(?: \w+){0,3} (?:is|was)(?: that| just| not| how| when| whether)?$"
)
_FALSE_ENDS = re.compile(
    r"(?:(?:(?:told|tell) (?:you|me|him|her|them)|think|hope|guess|suppose|say|said|ever|even if|do|believe|just|not|afraid|if) so|(?:like|love|want|need|know|do|see|about|take|have|hear|is|was|with|say|said|remember|mean|of|after|before|for|than|all|did|does|without|eat|wear|read|try|buy|use|make|keep|believe|follow|mind) (?:that|these|those|another|the other)|(?:not|n't|have|got|get|take|want|need|recommend|suggest|do you sell) any|(?:have|(?<!to )get|take|you (?:want|need|like)) some"
    r"|(?:call|ask|tell|see|love|like|know|help|to|for|with|about|of|and|by|ring) her|(?:a|any|no) (?:more|other)|each other|one another|this and that|not really|oh really|very well|as well|well well|so well|sleep well|feel well|unwell|went well|get well|all i (?:want|need)|what (?:\w+ )?(?:i|you|he|she|we|they) (?:\w+ )?(?:want|need|wants|needs|said|says|got)"
    r"|(?:anything|everything|whatever|all) (?:i|you|he|she|we|they) (?:want|need|get|got|said|says|have)s?|what it's like|what's it like|i would like|no thanks|not any|where(?:ver)? .*(?:that|where)|me where|how are we|(?:who|how|where|what) (?:am|are|is|was|were) (?:i|we|they|he|she)|(?:do|did|can|should|shall|will|could|must|have|am|are|were|was|is|may|had|don't|than) (?:i|we|they|he|she)|(?:doctor|daughter|he|she|they|i|you) (?:already )?said|i said|not yet|as such|like i do)$"
)
_FALSE_ENDS_ALONE = re.compile(
    r"\b(?:what|whatever|how|that's what|all|as|than|one|thing|something|anything|everything|where) (?:\w+ )?(?:i|you|he|she|we|they) (?:\w+ )?\w+$|\b(?:once or|now and|any|some) more$|^(?:i|we) (?:never|always|just) \w+ed$"
)
_ALREADY = re.compile(
    r"\b(?:i'd|you'd|he'd|she'd|we'd|they'd|i've|you've|we've|they've|had|has|have|was|were) (?:already|just|never|always|only|almost|nearly)$"
)
_DETERMINED_ADJECTIVE = re.compile(
    r"(?!(?:a|the) (?:little|bit)$)\b(?:a|an|the|those|these|one|another|every|each|some|my|your|his|her|our|that|this|very|really) (?:little|big|small|nice|new|old|lovely|good|great|long|short|young|same|whole|next|first|last|best|most|few|tiny|large|certain|different|particular|latest|local|main|usual|entire|various|nearest)$"
)
_WHOLE_ADJECTIVE = re.compile(
    r"\b(?:(?:do|did|try|tried|doing|trying) (?:my|your|his|her|our) best|the (?:same|next|first|last|best|most|whole|old|young|few|little|large|small|big|long|short)|(?:is|was|are|it's|he's|she's|that's|very|really|i'm|feel|looks?) (?:\w+ )?(?:very |really |too )?\w+)$"
)
_TRAILING = re.compile(
    r"\b(?:sort of|kind of|such as|instead of|because of|you know|i mean|i think|i guess|i suppose|how much|how many|used to|going to|have to|would like|i'd like|as well as|as soon as|so that|even though|even if"
    r"|in order|for example|for instance|not only|the other|look up|a bit of|a lot of|a cup of|one of|(?:please )?put|(?:tell|told|show|give|ask|asked|remind|get|bring) (?:me|him|them|you)|make sure|let's|i want|i need|as if|the thing|due|(?:^|\b(?:and|but|so|um|uh|oh) )well|there(?:'s| is| was) this|(?:did|do) you (?:know|think) that|i (?:think|heard|feel|believe|mean|thought) that)$"
)
_ENDS_IN_WHO = re.compile(
    r"(?<!know )(?<!guess )(?<!\bme )(?<!wonder )(?<!remember )(?<!look )(?<!forget )(?<!sure )(?<!idea )(?<!see )(?<!exactly )\b\w+ who$"
)
_ADVERB_LAST = re.compile(
    r"\b(?:is|are|was|were|am|i|he|she|they|we|it|who|which|that|(?:my|the|our|his|her) \w+) (?:always|never|never once|hardly|barely|rarely|constantly|usually|almost|nearly|simply|merely|only just)$"
)
_TRAILING_UNLESS_STRANDED = re.compile(
    r"\b(?:keeps|seems|tends|lets|puts|brings|gives|makes|became|seemed|owns|includes|requires|wears|uses|prefers|(?<!it )takes|appears to|seems to|managed to|ought to)$|\b(?:and|please|to|ever) (?:tell|ask|remind|show|give|let|help) (?:her|my \w+)$|\b(?:(?:thinking|dreaming|speaking|talking) of|(?:looking|waiting|asking|searching) for|(?:going|trying|meaning|about|wanted|used) to (?:say|tell you|ask)"
    r"|(?:if|whether|unless|because|when|while|before|after|until|that|since|although|wondering|think|hope|suppose|said|says|sure) (?:you|it|this|there))$"
)
_TRAILING_ALONE = re.compile(
    r"^(?:(?:nobody|no one|you|who|someone) (?:ever )?(?:told|asked|showed|gave) (?:me|him|them|you)|.*\b(?:what|which|who|how|anything|something|nothing)\b.*(?:give|tell|show|ask|bring|get|told) (?:me|him|them|you)$|(?:how (?:much|many)|(?:can|could|will) you (?:\w+ )?(?:show|ask|help) (?:me|him|them)|tell me|show me|(?:please )?ask (?:him|them)|just .*|.*(?:don't|do not|not|do you|can i|should i|never|won't) (?:\w+ )?(?:want|have|need|used|going|like) to)"
    r"|.*(?:how are|thank|what do|do|as) you know|(?:\S+ ){3,}i (?:suppose|think|guess))$"
)
_MORE_TO_COME = re.compile(
    r"(?:\b(?:a|an) (?:very |really |quite |such )?(?:\w+(?:ful|ous|ible|less)|excellent|important|comfortable|fantastic|good|great|nice|little|big|small|new|old|bad|long|short|young|few|different|strange|special|lovely|quick|real|whole)"
    r"|^if .*(?:can|could|do|should|shall|will) (?:i|we|you)|^(?:\w+ ){0,2}(?:how|what|where|when|why|which)(?: \w+){1,3} (?:do|did|does|can|could|would|will|should|have) (?:i|you|he|she|we|they|it)|(?:^|\b(?:what|how|where|when|why|who|and|but|so) )(?:do|did|does|can|could|would|will|should|have|had) (?:i|you|he|she|we|they|it)"
    r"|^(?:are|is|was|were|am) (?:i|you|he|she|we|they|it)"
    r"|\b(?:i|you|he|she|we|they|it) (?:usually|often|always|never|just|only|really|also|actually|probably|still|mainly|mostly|even|almost|definitely|certainly|sometimes|finally|suddenly)"
    r"|\b(?:i|we|he|she|they) (?:also |just |really |only |still )?(?:hope|hoped|feel|felt|believe|wonder|wondered|want|need|wish|heard|thought|tried|started|decided|kept|bought|put|found|gave|took)"
    r"|^(?:and|but|so|or) (?:lately|recently|actually|now|then|also|sometimes)|\b(?:more|less|most) and|\b(?:and|or) (?:more|new|other))$"
)
_A_LITTLE = re.compile(
    r"^(?!.*\b(?:had|have|has|got|was|were|is|there's|met|saw|bought|need|want|wanted|with|of|in|by|for|to) a little$).* a (?:little|bit)$|^(?:just )?a (?:little|bit|few)$|\b(?:only|just|quite|had|have|took|wait|rest|sleep) (?:for )?a (?:bit|few)$"
)
_SO_DO_I = re.compile(
    r"^(?:and |but |well |oh )*(?:so|neither|nor) (?:do|did|does|can|could|would|will|should|have|had|am|was|is) (?:i|you|he|she|we|they|it)$"
)
_NUMBER = _lexicon(
    """
    zero oh one two three four five six seven eight nine double triple nought
    """
)
_NUMBERED = re.compile(r"\b(?:call|ring|dial|number|phone|mobile|code|card|account|extension|pin|digits)\b")
_SHORT_NUMBER = re.compile(r"\b(?:code|pin|extension|room|house|flat|door|bus|ticket)\b")
_COUNTED = re.compile(r"\b(?:last|first) (?P<count>two|three|four|five|six) (?:digits|numbers)?\b")
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_WHOLE_NUMBERS = frozenset({3, 4, 6, 7, 8, 10, 11, 16})
_DATE_CUT = re.compile(
    r"(?:\bon (?:january|february|march|april|may|june|july|august|september|october|november|december)|\b(?:on|the|of|and) (?:the )?(?:twenty|thirty)|\b(?:in|since|of|back in|born) (?:nineteen|twenty|eighteen|two thousand and)"
    r"|(?:january|february|march|april|june|july|august|september|october|november|december) (?:the|twenty|thirty)|\b(?:half|quarter|ten|five|twenty) (?:past|to))$"
)
_SUBORDINATE = re.compile(
    r"^(?:(?:and|but|so|well|um|uh|oh|ah|because|sure|now|actually|anyway|you see|you know|look|listen|like|then|yes|no) )*(?:if|unless|although|though|even though|even if|whenever|while|since|when|after|before|once|as soon as|until|not only|in case|provided|(?:the )?(?:last|first|next|every|each) time|the (?:day|moment|minute|year|night) (?=\w+ )|now that|ever since|by the time)\b(?! (?:all|not|so|that|then|long)\b)"
)
_IF_YOU_LIKE = re.compile(
    r"^(?:\w+ ){0,2}(?:if|when|whenever|before|as soon as|until|once) (?:(?:you|i|we|he|she)(?:'re|'m| are| am)? (?:like|want|wish|please|can|could|may|ready|don't mind|insist|must|say so|prefer|remember|get (?:a chance|time|home|back))|(?:it's|it is|that's|he's|she's) (?:not )?(?:too (?:late|much)|ready|done|finished|possible|all right|okay)|possible|necessary|need be|so|not)$"
)
"""What answers by itself, or is added to what was said."""
_INVERTED = re.compile(
    r"^(?:(?:and|but|so|well|um|uh|oh) )*when (?:is|are|was|were|do|does|did|will|would|can|could|should|am|'s|shall|has|have)\b|^when's\b"
)
_CLAUSE_OF_FOUR = re.compile(
    r"\b(?:is|are|was|were|has|had|died|came|went|left|gets?|got|goes|comes|stops?|starts?|rings?|calls?|happened|opens?|closes?|\w+ed)\b|^(?:after|before|since) (?:my|our|his|her|their|the) \w+$"
)
_MAIN = re.compile(
    r"(?<=\w \w)(?:.*)\b(?:then|please|what|how|who|where|do i|do you|can you|could you|let's|let me|call|ring|remind|tell|wake|i'll|i'd|you'll|we'll|it'll|don't forget)\b"
)
_SUBJECT = re.compile(
    r"\b(?:i|you|he|she|it|we|they|there|that's|it's|he's|she's|i'm|you're|we're|they're|i'll|i'd|i've|there's|someone|everyone)(?:'\w+)?\b"
)
_HEADED = re.compile(
    r"^(?:the|a|my|our|that|this|one|those) (?:\w+ ){1,2}(?:who|that|which|where) (?:\w+'?\w* )(?P<rest>.*)$"
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|can|could|should|does|did|came|went|said|told|called|gave|made|makes|comes|says|gets|got|looks|\w+ed|i|you|we)\b"
)
_SHORT = 3
_REPLY = re.compile(
    r"(?:yes|no|yeah|yep|nope|okay|ok|sure|hello|hi|hey|good|thanks|maybe|bye|goodbye|neither|both|nothing|none|never|always|not|of course)\b"
)
_CLOSING = re.compile(
    r"\b(?:please|thanks|thank you|(?:is|are|was|were|do|does|did|has|have|had|ca|can|could|wo|will|would|should)(?:nt)? (?:i|you|he|she|it|we|they)|right|okay|good night|goodbye|too|either|at all|yet|again|already|anymore|any more)$"
)
_LIST_ON = re.compile(r"^on (?P<day>\w+day) .+ on \w+day$")
_CONTRASTED = re.compile(r"\bnot only\b(?!.*\bbut\b)")


_APART = re.compile(r"\b(\w+) ?(?<=[a-z ])(?:'| )(s|m|re|ll|ve|d|t)\b(?! ?['\w]*\d)")
_BARE = re.compile(
    r"\b(?:(don|can|won|didn|doesn|isn|wasn|aren|weren|couldn|wouldn|shouldn|haven|hasn|hadn|ain)t|(i)m|(i|you|we|they)ve|(you|they)re|(that|what|it(?=s (?:a|the|too|not|been|so|my))|he|she|there|where|who|let|here|how)s|(they|you)ll)\b"
)
_TAILS = ("t", "m", "ve", "re", "s", "ll")


def _contracted(text: str) -> str:
    """dont, i m, whats: as they are written in books, for what recognisers leave out."""
    joined = _APART.sub(r"\1'\2", text)
    return _BARE.sub(
        lambda found: f"{found[found.lastindex or 1]}'{_TAILS[(found.lastindex or 1) - 1]}", joined
    )


def classify(text: str) -> Label:
    """``text``: normalised and folded."""
    text = _contracted(text)
    words = _WORDS.findall(text)
    if not words:
        return "incomplete"
    label = remark(words)
    if label is not None:
        return label
    last = _WORDS.findall(_SENTENCE_MARK.split(text.rstrip(" .!?…\"'"))[-1]) or words
    if len(last) < len(words) and _AFTERTHOUGHT.fullmatch(" ".join(last)):
        return "complete"
    return "incomplete" if _is_open(last, " ".join(last)) else "complete"


def closes(words: list[str]) -> bool:
    """Whether it ends as little but an end does: with a courtesy, a question tag; or is a yes or a greeting.
    ``words``: folded, without apostrophes."""
    plain = " ".join(words)
    return bool(_CLOSING.search(plain)) or (len(words) <= _SHORT and bool(_REPLY.match(plain)))


def _is_open(words: list[str], plain: str) -> bool:
    if any(
        rule.search(plain)
        for rule in (_CLEFT, _DATE_CUT, _ALREADY, _LIST_ON, _CONTRASTED, _ENDS_IN_WHO, _ADVERB_LAST)
    ):
        return True
    if _TRAILING.search(plain) and len(words) > 1:
        return not _TRAILING_ALONE.match(plain)
    if _TRAILING_UNLESS_STRANDED.search(plain) and not _STRANDED.search(plain):
        return True
    if _ends_openly(words[-1], plain) or _is_open_number(words, plain) or _has_more_to_come(plain):
        return True
    if _DETERMINED_ADJECTIVE.search(plain) and not _WHOLE_ADJECTIVE.search(plain):
        return True
    return _awaits_a_clause(words, plain) or _lacks_a_predicate(plain) or is_unfinished(words)


def _has_more_to_come(plain: str) -> bool:
    if not _MORE_TO_COME.search(plain) or _FALSE_ENDS_ALONE.search(plain):
        return False
    return not (_A_LITTLE.search(plain) or _SO_DO_I.match(plain))


def _ends_openly(last: str, plain: str) -> bool:
    if _FALSE_ENDS.search(plain):
        return False
    if last in _PREPOSITIONS:
        return not (_PHRASAL.search(plain) or _STRANDED.search(plain))
    if last not in _OPEN or (last == "like" and _STRANDED.search(plain)):
        return False
    return not (_SHORT_ANSWER.match(plain) or _ELLIPTIC_AUX.search(plain))


def _is_open_number(words: list[str], plain: str) -> bool:
    run, spoken = 0, 0
    for word in reversed(words):
        if word not in _NUMBER and not word.isdecimal():
            break
        run, spoken = run + (len(word) if word.isdecimal() else 1), spoken + 1
    counted = _COUNTED.search(plain)
    if not run or counted is not None:
        return counted is not None and 0 < run < _COUNTS[counted["count"]]
    if not _NUMBERED.search(plain) or (run < 2 and spoken < 2):
        return False
    return run not in _WHOLE_NUMBERS - {3, 4, 6} and not (run in (4, 6) and _SHORT_NUMBER.search(plain))


def _awaits_a_clause(words: list[str], plain: str) -> bool:
    if not _SUBORDINATE.match(plain) or _INVERTED.match(plain):
        return False
    if _IF_YOU_LIKE.search(plain):
        return False
    subjects = len(_SUBJECT.findall(plain))
    if not subjects and len(words) <= 4:
        return bool(_CLAUSE_OF_FOUR.search(plain))
    return subjects < 2 and not _MAIN.search(plain)


def _lacks_a_predicate(plain: str) -> bool:
    headed = _HEADED.match(plain)
    return headed is not None and not _FINITE.search(headed["rest"])
