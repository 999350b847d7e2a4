"""The words clauses begin and go on with; segments.py decides where."""

from __future__ import annotations

import re
from typing import Final

from core.memory.english.lexicon import AHEAD, AT_HOUR, KIN, MEAL, OFTEN
from core.memory.english.words import one_of

TOKEN: Final = re.compile(r"\d+[.:/]\d+|[^\W_]+(?:['-][^\W_]+)*|[^\w\s]")
HARD: Final = frozenset(".!?;:…\n")
CONJUNCTIONS: Final = one_of("and but so or because cos cause although though whereas while plus then yet")
SUBORDINATORS: Final = one_of(
    "if unless when whenever once until till as than since that what where who which why how whether suppose "
    "supposing imagine wherever"
)
FILLERS: Final = one_of(
    "well oh ooh um uh er erm ah hmm mm yes yeah aye no nope now also anyway actually honestly look listen "
    "see right ok "
    "okay please sorry dear love still wait even maybe perhaps apparently normally usually nowadays "
    "obviously luckily "
    "sadly unfortunately personally frankly funnily nope mind hello hi hey not just again sometimes "
    "me"
)
AUXILIARIES: Final = one_of(
    "do does did am is are was were can could will would should shall have has had must might may don't "
    "doesn't "
    "didn't isn't aren't wasn't weren't can't couldn't won't wouldn't shouldn't haven't hasn't hadn't"
)
LEAD: Final = CONJUNCTIONS | SUBORDINATORS | FILLERS | AUXILIARIES
NOMINATIVE: Final = one_of(
    "i i'm i've i'd i'll he he's he'd he'll she she's she'd she'll we we're we've we'd we'll they they're "
    "they've they'd they'll it's that's there's there're"
)
RELATIVE_HEADS: Final = one_of(
    "thing things one ones way everything anything all time day place only last food music drink"
)
FINITE: Final = (
    r"(?:is|are|was|were|has|have|had|'s|does|do|did|can|can't|cannot|could|couldn't|will|won't|would|"
    r"wouldn't|should|"
    r"isn't|aren't|wasn't|doesn't|don't|didn't|hasn't|haven't|never|always|usually|used|went|said|says|"
    r"told|tells|"
    r"thinks?|reckons?|calls?|makes?|gives?|keeps?|upsets?|helps?|lives?|loves?|likes?|hates?|prefers?|"
    r"adores?|enjoys?|"
    r"moved|works?|worked|plays?|goes|comes?|came|gets?|got|takes?|turns?|suffers?|wants?|wears?|phones?|"
    r"rings?|visits?|"
    r"starts?|needs?|born|retires?|graduates?|eats?|drinks?|just|also|really|both|all|still|died|passed|"
    r"brings?|sets?|"
    r"collects?|supports?|sings?|knits?|bakes?|grows?|married|be|only|absolutely|simply)"
)
AFTER_NOUN: Final = re.compile(rf"(?:'s\b|\s+{FINITE}\b)")
PERSON: Final = re.compile(
    rf"(?:my|our|the|his|her) {KIN}(?:'s (?:{KIN}|name|birthday|boy|girl|wedding|graduation|christening|"
    rf"party|anniversary|fiftieth|sixtieth|eightieth|"
    rf"\w+ birthday))?(?: (?!{FINITE}\b)[^\W\d_]+)?(?={AFTER_NOUN.pattern})"
)
OURS: Final = re.compile(rf"our (?!{FINITE}\b)[^\W\d_]+(?={AFTER_NOUN.pattern})")
MINE: Final = re.compile(
    r"(?:my|our) (?:[^\W\d_]+ ){0,2}?(?:name|birthday|goal|aim|dream|plan|ambition|resolution|favou?rites?|"
    r"home|hearing|eyesight|"
    r"sight|knees?|hips?|back|heart|memory|allerg\w+|hobby|hobbies|passion|appointment|operation|address|"
    r"number|pin|wedding|"
    r"anniversary|surgery|party|target|doctor|gp|eyes?|ears?|chest|legs?|feet|hands?|guilty pleasure|"
    r"weakness)\b"
    r"(?: [^\W\d_]+){0,4}?(?='s\b| is\b| are\b| was\b| falls\b)"
)
AN_OTHER: Final = re.compile(
    r"(?:the|a|this|that|some) (?:[^\W\d_]+ ){0,3}?(?:doctor|gp|nurse|consultant|specialist|optician|"
    r"dentist|man|woman|lady|"
    r"chap|bloke|fella|fellow|guy|person|people|radio|telly|tv|news|paper|neighbour|wedding|hospital|"
    r"physio|vicar|priest|"
    r"presenter|girl|boy|couple|family)\b(?: (?:next door|on the (?:radio|telly|tv|bus|news|phone)|"
    r"across the road|opposite|"
    r"down the road|upstairs))?(?= (?:is|was|were|has|had|says?|said|told|keeps|loves|likes|hates|thinks|"
    r"he|she|can|does|had))"
)
OTHERS: Final = re.compile(
    r"(?:everyone|everybody|nobody|no one|people|someone|somebody|they all|doctors?)(?= (?:does|do|calls?|"
    r"says?|said|else|is|"
    r"was|has|thinks|told|uses|likes|loves|knows|reckons?)\b)"
)
IT: Final = re.compile(
    rf"(?:it|that|this|there|these|those|mine|which)(?= (?:{FINITE})\b)(?! (?:all|both|just|only)\b)"
)
YOU: Final = re.compile(
    r"(?:you've|you're|you'll|you (?:said|say|are|got|have|can|could|may|might|must|should|don't|think|"
    r"want|told|keep|misheard|"
    r"remembered))\b"
)
NEXT_VERB: Final = re.compile(
    r"(?:(?:also|then|now|still|really|just|absolutely|always|never|usually|simply|he|she) )*"
    r"(?:love|like|hate|enjoy|adore|prefer|detest|loathe|can't|cannot|don't|never|always|usually|have|has|"
    r"had|am|is|was|"
    r"live|moved|go|goes|take|takes|used to|want|suffer|suffers|loves|likes|hates|enjoys|prefers|adores|"
    r"lives|doesn't|won't|"
    r"isn't|collect|play|plays|get up|gave up|given up|gone off|started|stopped|hoping to|planning to|"
    r"trying to|wear|wears|"
    r"keep|do my|do the|ring|phone|call me|watch|walk|settled|not keen|allergic|came to live|moving|feed|"
    r"water|"
    r"can(?:not| not)? (?:bear|stand|abide))\b"
)
INFINITIVE: Final = re.compile(
    r"\b(?:want|wants|going|hoping|planning|trying|like|hope|plan|decided|aiming|aim|intend|love|hopes|"
    r"wishing) to\b"
)
REQUEST: Final = re.compile(
    r"(?:please |just |kindly )?(?:call me|forget|scrap|delete|erase|wipe|rub (?:it|that)|strike|cross|"
    r"scrub|ignore|remember|"
    r"make a note|note|jot|write|take (?:it|that) (?:off|out)|get rid)\b"
)
QUESTION: Final = re.compile(
    r"(?:isn't|aren't|wasn't|don't|doesn't|didn't|haven't|hasn't|can't|won't|wouldn't|do|does|is|are|am) "
    r"(?:i|it|he|she|they|we|you)$"
)
REPAIR: Final = re.compile(
    r"(?:no wait|no sorry|wait no|sorry no|hang on|hold on|scratch that|scrap that|i tell a lie)\b"
)
FRONTED: Final = re.compile(
    rf"\b(?:{OFTEN}|{AHEAD}|{MEAL}|{AT_HOUR}|nowadays|these days|at the moment|since then|last (?:week|"
    rf"month|year)|"
    rf"mind you|you know|for years|in my spare time|in those days|back then|years ago|to be honest|as a rule|"
    rf"for my sins|by the way|of course|in the end|on the other hand|of late|half past \w+ every \w+)(?= )"
)
OPENS: Final = re.compile(
    r"(?:(?:and|but|so|oh|well|now|then),? )*(?:every|each|on|at|in|after|before|one of|first|last|most|"
    r"half|quarter|come|mondays?|tuesdays?|"
    r"wednesdays?|thursdays?|fridays?|saturdays?|sundays?|once|twice|three times|these days|for|since|by|"
    r"from|during|noon|midday|"
    r"the first|the last|the second|as for|regular|without fail|ten|eleven|twelve|one|two|three|four|five|"
    r"six|seven|eight|nine|\d+)\b"
)
IS_WHAT: Final = re.compile(r"(?:'s| is|that's| not|n't) (?:where|what|who|when)(?: \w+)?$")
ASKS_WHETHER: Final = re.compile(
    r"^(?:\w+ ){0,2}?(?:is it true|do you think|is it right|are you sure|would you say)(?: that)?$"
)
THATS: Final = re.compile(r"that's (?:what i|my birthday|when i was born|the one i)\b")
VERBS_BEFORE: Final = re.compile(r"\b(?:i|i'm|i've|is|was|have|has|am|are|do|he|she|we|they)\b")
DETERMINERS: Final = one_of("my our the a his her this that some")
NO_YOU_AFTER: Final = one_of("tell thank to for with of what do if")
PRONOUN: Final = re.compile(
    rf"(?:it|there|these|those|mine|which|everyone|everybody|nobody|no|people|someone|somebody|doctors|"
    rf"(?P<who>who(?:'s| {FINITE})))\b"
)
NAMED_DOES: Final = re.compile(
    r"[^\W\d_]+ (?:lives|loves|likes|hates|has|is|was|can't|doesn't|prefers|enjoys)\b"
)
KIN_HERE: Final = re.compile(rf"(?:my|our) {KIN}\b")
POSSESSIVE: Final = re.compile(
    rf"(?:my|our|the|his|her) {KIN}'s (?:wedding|house|place|home|graduation|christening|party|birthday|"
    rf"funeral|garden|"
    rf"old|new|big|grave|room|kitchen|school|concert|dog|cat|car|flat|side|anniversary|baby|children|"
    rf"family|recipe)\b"
)
VERBLESS: Final = re.compile(r"\b(?:see|look|love|mind|right|like|me) ?$")
SPEAKING: Final = one_of("i we i've i'm i'd that's it's they")
ATTACHED: Final = one_of("if when whenever before after until till once while as since unless than")
ASKED: Final = re.compile(
    r"\b(?:forget|delete|remove|erase|scrap|ignore|wipe|drop|remember|keep|disregard|out|back|"
    r"mind)(?: about)?"
    r"(?: what| that| everything| all that| all| anything| the (?:bit|part|thing)(?: where| about)?|"
    r" about what)?$"
)
CLEFT: Final = re.compile(
    r"(?:(?:oh|no|well|and|but|now|so|yes),? )*(?:(?:it's|it is|it was) (?:not )?(?!(?:my|a|an|when|what|"
    r"because|just|like|been|so|not|nice|"
    r"lovely|hard|true|raining|time|good|cold|hot)\b)(?:the )?[^\W\d_]+(?: [^\W\d_]+)? (?:that )?|"
    r"(?!(?:well|oh|and|but|so|no|yes|now|then|please|sorry|actually|if|when|because|what|that|do|can|am|"
    r"hello|mind|anyway|"
    r"today|tomorrow|tonight|sometimes|usually|normally|always|every|most|once|as|before|after|since|dear|"
    r"love|honestly|"
    r"mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|suppose|nowadays|everything|"
    r"look|listen|"
    r"remember|maybe|perhaps|the|my|me|at|on|in|for|from|with|by|back|years|last|next|first|um|er|uh|right|"
    r"ok|okay|yeah|aye|"
    r"would|could|should|will|have|did|is|are|was|why|how|where|who|which|whether|think|hope|wish|guess|"
    r"believe|here|there|"
    r"half|quarter|noon|until|thank|hi|hey|see|ah|although|though|while|whereas|plus|or|nor|cos|just|also|"
    r"still|again|even|"
    r"not|apparently|supposing|imagine|unless|ooh|hmm|mm|course|truth|personally|frankly|let|note|make|you|"
    r"did|had|has|been|"
    r"forget|this|those|these|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|up|down|out|"
    r"good|any|some|all|"
    r"goodness|gosh|lord|heavens|blimey|bless)\b)[^\W\d_]+(?: [^\W\d_]+)? )$"
)
NO_NAME_AFTER: Final = one_of("called named is my our the in to at of and name by 's from with me")
BASE: Final = one_of(
    "go have take play live do get watch walk keep ring phone enjoy like love want feed wear"
)
INVERTED: Final = NOMINATIVE | {"you", "it", "call", "forget", "my"}
