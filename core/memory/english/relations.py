"""What the relatives of the speaker are called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from core.memory.english.identity import is_name
from core.memory.english.lexicon import KIN
from core.memory.english.telling import Found, Told
from core.memory.english.words import one_of

_CALLED: Final = re.compile(
    rf"\b(?:{KIN}|she|he|who|it|they|one|dog|cat|other|second|first)(?:'s name is|'s name's|'s name was|"
    rf"'s called|"
    rf" is called| is named| called| named| are called| was called|'s names? is|'s names are| name is|"
    rf" by the name of| goes by|'s known as)(?: called)? "
    rf"(?:little |our )?(?P<what>[^\W\d_][\w'-]*(?:(?:,| and|, and) [^\W\d_][\w'-]*)*)"
)
_HER_NAME: Final = re.compile(
    r"\b(?:her|his|their|its|the dog's|the cat's) names?(?:'s| is|"
    r" are) (?P<what>[^\W\d_][\w'-]*(?: and [^\W\d_][\w'-]*)?)"
)
_WITH_NAME: Final = re.compile(
    rf"\b(?:my|our|with my) (?P<kin>{KIN})(?:,? | is | are |"
    rf"'s )(?P<name>(?-i:[A-Z])[^\W\d_]+(?: and (?-i:[A-Z])[^\W\d_]+)?)(?=$|'s\b|[ ,.!?;])",
    re.IGNORECASE,
)
_WITH_SMALL_NAME: Final = re.compile(
    rf"\b(?:my|our) (?P<kin>{KIN}) (?P<name>(?!is|has|was|who|and|in|does|loves|likes|lives|said|says|had|"
    rf"called|named|just|also|always|never|can|cannot|doesn|isn|"
    rf"hates|goes|came|comes|got|gets|will|would|won|up|down|over|out|at|on|next|to|with|for|of|or|but|so|"
    rf"because|if|when|bought|made|gave|takes|took|used|"
    rf"died|passed|phoned|rings|rang|visits|works|plays|moved|turned|turns|thinks|thought|told|tells|wants|"
    rf"been|really|still|all|both|are|were|do|have|be|keeps|prefers|enjoys|"
    rf"can't|don't|suffers|starts|adores|drives|bakes|cooks|looks|calls|knows|helps|law|in-law|sings|grew|"
    rf"reckons|swears|insists|reads|supports|makes|needs|eats|drinks|"
    rf"next|upstairs|opposite|across|back|years|now|too|there|here|today|every|once|i|she|he|they|it|we|"
    rf"you|my|our|the|a)[^\W\d_]{{2,}})"
    rf"(?='s (?:in|up|down|over|a|the|got|coming|getting|at|on|out|my|two|just)\b| (?:is|has|lives|loves|"
    rf"likes|hates|can't|was|who|doesn't|moved|works|comes)\b)"
)
_IS_KIN: Final = re.compile(
    rf"\b(?P<name>(?-i:[A-Z])[^\W\d_]+)(?:'s| is| was) (?:my|our) (?P<kin>{KIN})\b", re.IGNORECASE
)
_HAVE_KIN: Final = re.compile(
    rf"\b(?:have|'ve got|have got|got|'ve|has|there's|with) (?:an?|two|three|four|one|just the one|"
    rf"only the one|a lovely) (?:\w+ )?(?P<kin>{KIN})(?: (?:called|named)|"
    rf",)? (?P<name>(?-i:[A-Z])[^\W\d_]+(?:,? and (?-i:[A-Z])[^\W\d_]+)?)",
    re.IGNORECASE,
)
_NO_GIVEN_NAME: Final = one_of(
    "I I'm I've And But Is Has The He She They It My Our Who Was Had Said Says Lives Loves Likes God "
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February "
    "March April May June July August September October November December Christmas Easter"
)


def relations(told: Told) -> Iterator[Found]:
    """Who the relatives of a clause are called."""
    low, said = told.low, told.said
    for pattern in (_WITH_NAME, _HAVE_KIN, _IS_KIN):
        for named in pattern.finditer(said):
            if named["name"].split()[0] not in _NO_GIVEN_NAME:
                yield _relation(named["kin"].lower(), named["name"])
    for named in _WITH_SMALL_NAME.finditer(low):
        yield _relation(named["kin"], said[named.start("name") : named.end("name")])
    if found := _CALLED.search(low):
        value = said[found.start("what") : found.end("what")]
        kin = re.search(
            rf"\b(?P<kin>{KIN})(?:'s name| is| are| was|'s| called| named| name| by| goes)",
            low[: found.end()],
        )
        about = kin["kin"] if kin else ("" if told.own else told.about)
        if (
            about
            and is_name(value.split()[0])
            and not re.match(r"(?:me|us|i|it|off|out|for|round|in|on|to|back)\b", value)
        ):
            yield _relation(about, value)
    elif (found := _HER_NAME.search(low)) and told.about and not told.own:
        yield _relation(told.about, said[found.start("what") : found.end("what")])


def _relation(about: str, named: str) -> Found:
    first = re.sub(r"'s$", "", named)
    return Found("relationship", "relationship:name", first, about=about)
