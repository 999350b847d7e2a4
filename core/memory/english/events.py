"""What will be, on a day that is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from core.memory.english.lexicon import AHEAD, HOUR, KIN
from core.memory.english.telling import Found, Told
from core.memory.english.words import key

_AHEAD: Final = re.compile(rf"\b(?:{AHEAD})(?=$|\W)")
_WITHOUT_DAY: Final = re.compile(
    rf"\b(?:{AHEAD}|at {HOUR}|i'm|i am|i've|got|i'll|we're|my|our|the|an?|be|"
    rf"have|going to|is)\b"
)
_SHORT: Final = re.compile(r"\b(?:today|tonight)\b")
_NOUN: Final = (
    r"(?:wedding|appointment|operation|op|surgery|communion|confirmation|come through|christening|baptism|"
    r"anniversary|party|reunion|funeral|"
    r"concert|interview|exams?|check ?-?up|scan|x ?-?ray|blood test|treadmill test|test|"
    r"visit|holiday|trip|cruise|flight|graduation|confirmation|bar mitzvah|retirement|recital|show|play|"
    r"match|fete|fair|outing|coach trip|day out|dinner|lunch|"
    r"physio|dentist|optician|chiropodist|hairdresser|hospital|clinic|consultant|specialist|biopsy|"
    r"treatment|chemo|jab|vaccination|cataract|hearing test|eye test|eye clinic|"
    r"memorial|unveiling|coffee morning|jumble sale|bring and buy|quiz|bingo|talk|lecture|tea dance|"
    r"barbecue|beetle drive|fayre|get together|picnic|luncheon|supper|carol service|nativity|open day|sale|"
    r"meeting|review|assessment|procedure|hip|knee|move|moving|delivery|"
    r"viewing|audition|competition|tournament|race|marathon|walk|service|birthday|hen|stag|baby|due date|"
    r"ceremony|festival|exhibition|parade|dance|rehearsal|prom|mri|ct|endoscopy|ecg|injection|ultrasound|"
    r"mammogram|bloods|dentures|fitting|eye|\w+tieth|ninetieth|twenty first|ruby|pearl|rally|pilgrimage|"
    r"retreat|course|class|mot|"
    r"results|visitors?|do)"
)
_SOON: Final = (
    r"(?:graduat\w+|(?:gets?|getting|be) married|marrying|com(?:es?|ing) (?:to (?:visit|see|stay)|home|"
    r"over|down|up|round|for|back|on|in|next|tomorrow|at)|coming|due|retir(?:es?|ing)|mov(?:es?|"
    r"ing) (?:house|in|to|into|out|away)|"
    r"turn(?:s|ing)? \w+|start(?:s|ing)? (?:school|university|college|work|a|his|her|my|the)|having (?:a|"
    r"an|my|his|her|the|another|our)|going (?:to|on|in|into|for|away|back|up|down|over|home)|off to|flying|"
    r"leaving|arriv(?:es?|ing)|travelling|"
    r"seeing (?:the|my|a)|meeting|visiting|booked (?:in|on|for)|expecting|throwing|celebrat\w+|tak(?:es?|"
    r"ing) me|picking me up|getting (?:my|a|the|new|her|his)|playing in|singing (?:in|at)|performing|"
    r"sitting (?:his|her|my)|opening|have to (?:be|go|see)|'ve to (?:be|go|see)|to see the|to be at|"
    r"given me|want me in|wants? me|(?:am|'m) down for|in for (?:my|a|the|an)|doing my|over (?:from|for)|"
    r"coming for|getting|going in|flies|sails|lands|gets back|comes back|coming to \w+|expecting|fitting|"
    r"taking out|due to|got to (?:be|go|see)|i'm (?:at|"
    r"in) (?:the|a)|fitted|back (?:from|in|at)|running (?:in|the)|"
    r"taking part|christened|baptised|giving (?:a|the)|will be|i'm \w+ on|she's \w+ on|he's \w+ on|"
    r"emigrating|deployed|discharged|home from)"
)
_EVENT: Final = re.compile(rf"\b(?P<what>{_SOON})\b|\b(?P<what_b>{_NOUN})\b")
_ANY: Final = re.compile(
    rf"^(?:(?:and|but|so|well|oh|now|then),? )*(?:{AHEAD},? )?(?:(?P<what>(?:i'm|i am|we're|we are|he's|"
    rf"she's|they're|(?:my|our) [^.!?]{{2,20}}? is|(?:my|our) \w+'s) (?:also |all |both |just )?"
    rf"(?!feeling|hoping|planning|trying|thinking|being|wondering|looking|saving|learning|living|staying|"
    rf"dying|getting (?:old|tired|on|better|worse))\w+ing\b)|"
    rf"(?P<what_b>(?:i'll|we'll|i will|we will) (?:be|have)\b)|(?P<what_c>(?:i've|i have|we've|"
    rf"we have) (?:got )?(?:an?|the|my|the|our) [^\W\d_]+)|"
    rf"(?P<what_d>(?:my|our) (?:[^\W\d_]+ ){{1,3}}?(?:is|'s|are) (?=(?:on |in |at |next |this |"
    rf"the )?{AHEAD})))"
)
_WHOSE: Final = re.compile(rf"\b(?:my|our) (?P<kin>{KIN})'s (?:[^\W\d_]+ ){{0,2}}?{_NOUN}\b")
_OURS: Final = re.compile(
    rf"^(?:there's|there is|it's|it is|we've got|i've got|we have|they're|they|the \w+(?: \w+)? (?:is|'s|"
    rf"are)|"
    rf"the|that's|they've|a)\b.*\b(?:{_NOUN})\b"
)
_NOT: Final = re.compile(
    r"\b(?:not|n't|never|no longer|cancelled|called off|used to|was|were|had|did|went|every|each|rain|snow|"
    r"sunny|weather|hot|cold|forecast|on the (?:telly|tv|radio)|used|what|last|might|wish|could|would|"
    r"yesterday|usually|always|hopefully|"
    r"if|bins?|want to|i'd like|remind me|don't let me forget)\b"
)
_BIRTH: Final = re.compile(r"\bbirthday(?:'s| is| falls| on)\b|\bborn\b")


def events(told: Told) -> Iterator[Found]:
    """The event a clause announces."""
    low = told.low
    ahead = _AHEAD.search(low)
    if not ahead or told.over or _NOT.search(low) or _BIRTH.search(low) or _SHORT.search(low):
        return
    happening = _EVENT.search(low) or _ANY.match(low)
    if not happening:
        return
    about = told.about
    if whose := _WHOSE.search(low):
        about = whose["kin"] if not re.match(r"(?:i|i'm|i've|we|we're|we've)\b", low) else about
    elif not about and (_OURS.match(low) or re.search(r"\b(?:my|our|me|us)\b", low)):
        about = "self"
    if about:
        label = happening.group()
        if happening.re is _ANY:
            label = _WITHOUT_DAY.sub("", low)
        elif happening["what"]:
            noun = re.search(rf"\b{_NOUN}\b", low)
            label = (
                noun.group()
                if noun
                else re.sub(rf"\b(?:{AHEAD}|at {HOUR})\b", "", low[happening.start() :])[:40]
            )
        yield Found("event", f"event:{' '.join(key(label).split()[:3])}", low, about=about)
