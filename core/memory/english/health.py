"""Lasting conditions, allergies, what the body is helped by and what was done to it; not a passing ache."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from core.memory.clauses import SELF
from core.memory.english.telling import Found, Told
from core.memory.english.words import frames, key, thing, what

_SOFT: Final = (
    r"(?:(?:very|badly|severely|terribly|a bit|a little|rather|quite|going|partly|really|registered|"
    r"type (?:one|two|1|2)|slightly|also|mildly|"
    r"highly|fatally|profoundly|completely|totally|almost|nearly|as|stone|bit|dreadfully|still|now|"
    r"borderline|pre|chronically|clinically) ){0,3}"
)
_BAD: Final = (
    r"(?:bad|dodgy|dicky|gammy|weak|poorly|poor|arthritic|rheumaticky|wonky|rotten|painful|creaky|stiff|"
    r"swollen|artificial|metal|new|false|plastic|"
    r"replacement|titanium|broken|fractured|trapped|slipped|frozen|twisted|enlarged|leaky|irregular|"
    r"blocked|detached|torn|glass|collapsed|crumbling|"
    r"trick|funny|ropey|shocking|terrible)"
)
_PART: Final = (
    r"(?:hips?|knees?|backs?|hearts?|chest|lungs?|kidneys?|liver|shoulders?|necks?|eyes?|eyesight|sight|"
    r"ears?|hearing|legs?|foot|feet|ankles?|wrists?|"
    r"hands?|fingers?|thumbs?|spine|discs?|disk|circulation|bladder|bowels?|stomach|thyroid|prostate|"
    r"nerves?|hernia|valves?|joints?|balance|veins?|"
    r"memory|ticker|waterworks|digestion|teeth|pelvis|elbows?|skin|sinus(?:es)?|retina|womb|bones?|vision)"
)
_NAMED: Final = (
    r"\b(?:(?:high|low|raised) (?:blood )?(?:pressure|pleasure|sugar|cholesterol)|blood pressure|high blood|"
    r"hypertension|(?:the |my )?sugar diabet\w+|the sugar|sugar (?=in (?:my|the) blood)|diabet(?:es|ic|"
    r"ics)\w*|"
    r"arthritis|osteo ?arthritis|rheumat(?:ism|ics|oid(?: arthritis)?)|asthma\w*|heart (?:condition|"
    r"disease|failure|trouble|murmur|problems?|attack|block)|"
    r"angina|c ?o ?p ?d|emphysema|bronchitis|bronchiectasis|cataracts?|glaucoma|macular(?: degeneration|"
    r" disease)?|osteoporosis|brittle bones?|"
    r"parkinson'?s?(?: disease)?|alzheimer'?s?(?: disease)?|(?:vascular )?dementia|gout|epilepsy|fits|"
    r"seizures|eczema|psoriasis|rosacea|vitiligo|"
    r"(?:pernicious )?anaemi[ac]|anemi[ac]|cancer|leukaemia|leukemia|lymphoma|tumou?r|melanoma|sciatica|"
    r"lumbago|scoliosis|spondyl\w+|stenosis|"
    r"kidney (?:disease|stones?|failure|trouble)|gall ?stones|gall ?bladder trouble|tinnitus|vertigo|"
    r"meniere'?s|thyroid (?:problems?|trouble|condition|disease)|"
    r"(?:under|over)active thyroid|c(?:o)?eliac(?: disease)?|celiac|crohn'?s(?: disease)?|colitis|"
    r"diverticul\w+|i ?b ?s\b|irritable bowel(?: syndrome)?|"
    r"acid reflux|reflux|heartburn|hiatus hernia|hernia|ulcers?|migraines?|cluster headaches|depression|"
    r"anxiety|panic attacks|insomnia|sleep apn\w+|"
    r"narcolepsy|restless legs?|fibromyalgia|m\.?e\.?(?= |$)(?<= m\.e\.)|chronic fatigue|lupus|"
    r"multiple sclerosis|m ?s(?=$| and| so| for)|motor neurone disease|"
    r"polymyalgia|neuropathy|neuralgia|shingles|raynaud'?s|carpal tunnel|tennis elbow|bunions|"
    r"varicose veins|atrial fibrillation|a ?fib|a ?f(?=$| and)|"
    r"(?:an )?irregular heart ?beat|palpitations|arrhythmia|tremors?|stroke|mini ?stroke|t ?i ?a(?=$| )|"
    r"aneurysm|blood clots?|d ?v ?t|embolism|"
    r"incontinence|prolapse|hay ?fever|sinusitis|rhinitis|coeliacs|hepatitis|cirrhosis|hiv|tuberculosis|"
    r"polio|lymphoedema|oedema|"
    r"deafness|blindness|colou?r blindness|hearing loss|sight loss|astigmatism|double vision|"
    r"detached retina|dry eyes?|floaters|"
    r"autism|adhd|dyslexia|ptsd|bipolar(?: disorder)?|schizophrenia|ocd|claustrophobia|agoraphobia|"
    r"vitamin \w+ deficiency|gluten intolerance|"
    r"lactose intoleran\w+|food intolerance|high iron|haemophilia|sickle cell|down'?s syndrome|"
    r"cerebral palsy|long covid|"
    r"\w+(?:itis|osis|algia|opathy|plegia|aemia|emia|penia|carcinoma|ectomy)\b|(?!an?\b|the\b|my\b|this\b|"
    r"that\b|some\b|any\b|no\b|bad\b|same\b|to\b)\w+ (?:syndrome|disease|disorder|deficiency|intolerance|"
    r"phobia|allergy))"
)
_AID: Final = (
    r"(?:(?:a |an |two |my )?(?:pace ?maker|stents?|hearing aids?|hip replacement|knee replacement|(?:two |"
    r"both )?(?:hips?|knees?) (?:replaced|done)|"
    r"(?:artificial|false|metal|new|prosthetic|replacement|plastic|titanium) (?:hips?|knees?|legs?|teeth|"
    r"heart valve|valve|joints?|eye|arm)|glass eye|dentures|"
    r"insulin pump|catheter|stoma(?: bag)?|colostomy(?: bag)?|walking (?:stick|frame|aid)|sticks?\b|"
    r"frame\b|crutches|two sticks|stick\b|"
    r"zimmer(?: frame)?|wheel ?chair|rollator|mobility scooter|"
    r"oxygen(?: tank)?|inhalers?|epi ?pen|cpap(?: machine)?|heart monitor|pins? in my \w+|plate in my \w+|"
    r"metal plate|cochlear implant|"
    r"implanted defibrillator|defibrillator|leg brace|back brace|surgical stockings|compression stockings|"
    r"bifocals|varifocals|magnifier))"
)
_DONE: Final = (
    r"(?:(?:triple |double |quadruple |heart )*bypass(?: operation| surgery)?|heart attack|(?:mini ?|bad |"
    r"slight |small )?strokes?|t ?i ?a\b|hip (?:replacement|operation|op|done)|"
    r"knee (?:replacement|operation|op|done)|(?:\w+ )?(?:hips?|knees?|valve|shoulder) (?:replaced|done|"
    r"operated on)|cataracts? (?:removed|done|operation|out|op)|"
    r"(?:a )?(?:mast|hyster|append|tonsill|thyroid|vas|lump)ectomy|stents? (?:put in|fitted)|"
    r"(?:a )?pace ?maker (?:put in|fitted)|(?:an? )?(?:kidney|liver|heart|corneal) transplant|"
    r"(?:my )?(?:kidney\b|lung\b|toe\b|leg\b|breast\b|kidney|spleen|gall ?bladder|appendix|prostate|"
    r"tonsils|thyroid|leg|breast|womb|toe) (?:out|"
    r"removed|off|taken out|amputated)|chemo(?:therapy)?|radiotherapy|"
    r"open heart surgery|heart surgery|back surgery|brain surgery|(?:\w+ )?cancer|shingles|"
    r"a fall and broke my \w+|a new (?:hip|knee|valve))"
)
_PILLS: Final = (
    r"(?:warfarin|insulin|statins?|blood thinners?|beta blockers?|metformin|thyroxine|levothyroxine|"
    r"steroids|prednisolone|aspirin|water tablets|"
    r"heart (?:tablets|pills|medication)|blood pressure (?:tablets|pills|medication)|(?:tablets|pills|"
    r"medication|medicine|injections|something) for (?:my |the |high )?"
    r"[^\W\d_]+(?: [^\W\d_]+)?|antidepressants|antihistamines|dialysis|oxygen|morphine|amlodipine|ramipril|"
    r"lisinopril|simvastatin|atorvastatin|"
    r"clopidogrel|apixaban|digoxin|bisoprolol|omeprazole|gabapentin|methotrexate|lithium|"
    r"eye drops(?: for \w+)?|a low (?:salt|fat|sugar) diet|"
    r"a (?:gluten free|diabetic|low sodium|dairy free) diet|painkillers|a waiting list for \w+)"
)
_END: Final = (
    r"(?=$|[,.!?;]| (?:and (?:i|my|the|so|have)\b|but|because|so|now|since|you know|it|he|she|"
    r"who|if|when|or i|though|always|as well|too|which|that|then|i|all my life|they|for years|"
    r"badly|until)\b)"
)
_ALLERGY: Final = frames(
    rf"\ballergic (?:to|of) (?P<what>[^.!?;]{{2,50}}?){_END}|\b(?:an? |my |bad |severe |serious |nasty |"
    rf"terrible |\w+ )?(?:allergy|intolerance|sensitivity|reaction) to (?P<what_b>[^.!?;]{{2,40}}?){_END}|"
    rf"\b(?:intolerant|sensitive) (?:to|of) (?P<what_c>[^.!?;]{{2,40}}?){_END}|\b(?P<what_d>(?!an\b|the\b|"
    rf"my\b|bad\b|no\b)[^\W\d_]+) (?:allergy|intolerance)\b|"
    rf"^(?P<what_e>[^.!?;,]{{2,40}}?) (?:brings? me (?:up|out) in|brings? (?:me|my \w+) (?:up|out)|"
    rf"sets? (?:my \w+ off|off my \w+)|gives? me|sets? off my|(?:would|could|will|nearly|might|'d|"
    rf"'ll) kill me|sends? me (?:into shock|wheezing|to hospital)|makes? (?:me|my \w+) (?:swell|itch|"
    rf"wheeze|come up|close|go)(?: up| in lumps)?|makes? me come out in|"
    rf"makes? my \w+ swell|upsets? my stomach|"
    rf"do(?:es)?n't agree with me|disagrees? with me|sends? my \w+|plays? havoc with|affects? my|"
    rf"triggers? my)(?: (?:a |an |my |terrible )?(?:rash|hives|spots|asthma|lumps|"
    rf"migraines?|heartburn|wind|indigestion|blisters|eczema|stomach|gout|sugar|pressure|hayfever|"
    rf"hay fever))?|"
    rf"\b(?:come|comes|came|break|breaks) out in (?:a |an |big |terrible |great )*(?:rash|hives|spots|"
    rf"lumps|blisters) (?:if|when|whenever|from|with|every time)"
    rf"(?: i)?(?: (?:eat|have|touch|go anywhere near|go near|drink|so much as look at|get near|smell|"
    rf"use))? (?P<what_f>[^.!?;]{{2,30}}?){_END}|"
    rf"\b(?:my (?:throat|tongue|lips|face|eyes|chest|airways?) (?:closes?|swells?|tightens?|streams?|"
    rf"itch(?:es)?|puffs?)(?: up)?|i (?:swell|puff|blow|come|break) (?:up|out)(?: (?:like|in) (?:a |"
    rf"an )?\w+)?) (?:if|when|whenever|with|from|after|at|every time)(?: i)?(?: (?:eat|have|touch|go near|"
    rf"drink|smell|get))? (?P<what_z>[^.!?;]{{2,30}}?){_END}|\b(?:react|reacts) (?:badly|"
    rf"terribly) to (?P<what_g>[^.!?;]{{2,30}}?){_END}|\b(?:come|"
    rf"comes) out in (?:a |an )?(?P<what_h>rash|hives)\b"
)
_STATE: Final = re.compile(
    rf"(?:\b(?:am|i'm|im|is|are|'m|'s|'re|been|he's|she's|born|gone|went|going|left me|getting|become)|"
    rf"^) {_SOFT}"
    r"(?P<state>diabetic|deaf(?: as a post| in (?:my|the|one|both) ?(?:left|right)? ?ears?| on one side)?|"
    r"c(?:o)?eliac|celiac|(?:partially |legally |half )?blind(?: in (?:my|the|one|both) ?(?:left|"
    r"right)? ?eyes?)?|"
    r"partially sighted|asthmatic|(?:lactose|gluten|dairy|wheat) intolerant|anaemic|anemic|epileptic|"
    r"hard of hearing|short ?-?sighted|long ?-?sighted|colou?r ?blind|"
    r"disabled|housebound|bed ?ridden|wheelchair ?bound|in a wheelchair|on oxygen|arthritic|incontinent|"
    r"bipolar|autistic|dyslexic|paralysed|paralyzed|"
    r"in remission|hypertensive|prediabetic|on dialysis|unsteady on (?:my|his|her) (?:feet|legs|pins)|"
    r"registered (?:blind|disabled)|a (?:diabetic|coeliac|celiac)|"
    r"prone to [^\W\d_]+(?: [^\W\d_]+)?|a martyr to (?:my|his|her) [^\W\d_]+)\b"
)
_HAVING: Final = re.compile(
    r"(?:\b(?:have|has|i've|'ve|we've|he's|she's|'s|got|suffer|suffers|suffered|diagnosed|told i've|"
    r"told i have|get|gets|"
    r"riddled with|troubled with|troubled by|bothered with|plagued by|plagued with|struggle with|"
    r"struggles with|battling|"
    r"developed|contracted|had|treated for|a martyr to|living with|live with|lives with|down with|"
    r"diagnosed with|suffer with|"
    r"suffers with|bit of|touch of|because of|on account of|what with|history of|case of|registered with|"
    r"bad with|born with|"
    r"tablets for|pills for|inhaler for|treatment for|injections for|drops for|operation for|"
    r"medication for|under the \w+ for|"
    r"it's|it is|got into|left me with|ended up with|prone to)\b[^.!?;]{0,28}|^got .{0,12})$"
)
_OTHERS_HAVE: Final = re.compile(
    r"\b(?:people|person|someone|somebody|anyone|those|friend|charity|research|book|programme|walk for|"
    r"raise money for|(?<!i )help|"
    r"good for|bad for|causes?|cure for|about|avoid|prevent|support group|society|nurse|"
    r"clinic for)\b[^.!?;]{0,24}$"
)
_CONDITION: Final = re.compile(
    rf"(?:(?:chronic|severe|bad|mild|advanced|early|acute|terrible|late onset|type (?:one|two|1|2)|"
    rf"rheumatoid|wet|dry|breast|bowel|lung|skin|prostate|throat|blood|ovarian|bone|"
    rf"liver|kidney|brain|stomach|vascular|seasonal|cluster|\w+ stage) ){{0,2}}{_NAMED}(?: (?:in|of|"
    rf"on) (?:my |the |both |one |his |her )?(?:\w+ )?{_PART})?"
)
_BODY: Final = re.compile(
    rf"\b(?:have|has|'ve|got|'s|suffer (?:from|with)|suffers (?:from|with)|with|had|his|her) (?:got |"
    rf"had )?(?:an? |two |one |very |"
    rf"really |such a |terribly |this )*(?P<body>{_BAD} (?:\w+ )?{_PART}(?: (?:in|on) (?:my|"
    rf"the) \w+(?: \w+)?)?)\b|"
    rf"\b(?:under the (?:doctor|hospital|consultant|specialist|clinic) (?:for|with)|have (?:tablets|"
    rf"treatment|injections) for|bad with|a martyr to|suffer(?:s)? (?:with|from)|trouble with|"
    rf"plagued (?:with|by)) (?P<under>(?:my|the|his|her) (?:\w+ )?{_PART}|my (?:nerves|chest|waterworks|"
    rf"sugar|blood pressure|blood))|\b(?:only (?:the |got )?(?:the )?one|lost (?:a|one|my)|missing (?:a|"
    rf"one)|just the one) (?P<lost>(?:good )?{_PART}|toe|finger|breast|arm)\b|\b(?P<water>(?:water|fluid|"
    rf"arthritis|gout|a clot|a shadow|a hole|a murmur|a weakness|no feeling|nerve damage|damage|"
    rf"pins and needles) (?:on|in|to) (?:the|my|his|her|both) (?:\w+ )?{_PART})|\b(?:waiting (?:for|on)|"
    rf"(?:on the )?(?:waiting )?list for|down for|need|needs|due|in line for) (?P<need>(?:an? )?(?:new |"
    rf"second |replacement )?(?:hip|knee|valve|pacemaker|heart|kidney|cataract)(?: (?:replacement|"
    rf"operation|op|transplant))?)\b|\b(?P<trouble>(?:trouble|problems?|bother|issues|pain|pains|condition|"
    rf"weakness) (?:with|in) (?:my|"
    rf"his|her|the|both) (?:\w+ )?{_PART})|"
    rf"\b(?P<organ>(?:heart|kidney|thyroid|bladder|back|hip|knee|lung|liver|bowel|chest|stomach|eye|skin|"
    rf"nerve|prostate|circulation|waterworks) (?:trouble|problems?|condition|complaint|failure))\b"
)
_MY_BODY: Final = re.compile(
    rf"^(?:my|his|her|the) (?:own |left |right |old |poor |bad |eye ?)?(?P<part>{_PART})(?: (?:and|"
    rf"in) (?:my )?\w+)?(?: is|'s| are|'re| aren't| isn't| has| have|'ve| won't| don't)(?: (?:not|been|got|"
    rf"gone|very|really|"
    r"quite|getting|so|all|just|never been|a bit|both|pretty|always been|always|that|too|what|completely|"
    r"failing|going)){0,4} "
    r"(?:bad|poor|going|gone|failing|dodgy|weak|shot|worn out|worn|arthritic|riddled|swollen|stiff|"
    r"terrible|dreadful|rotten|good|great|what (?:it|they) (?:was|were|used)|"
    r"failed|packed (?:up|in)|playing up|hopeless|useless|awful|gammy|knackered|replaced|metal|false|"
    r"artificial|work)\b"
)
_CANT: Final = re.compile(
    r"\b(?:can't|cannot|couldn't|could never) (?:really )?(?P<cant_c>(?:digest|tolerate|process) (?!(?:him|"
    r"her|people|it|that)\b)[^\W\d_]+(?: [^\W\d_]+)?)$|"
    r"\b(?:can't|cannot|can hardly|can barely|don't|struggle to|unable to) (?:really )?(?P<cant>(?:see|"
    r"hear|walk|bend|read|climb|stand|breathe) (?:very |so |too |that |all that |properly )?"
    r"(?:well|far|much|properly|(?:out of|in|with) (?:my|one|the) (?:left |right |one )?(?:eye|ear|side|"
    r"leg)|without (?:my |a |the )?\w+(?: \w+)?|small print|the stairs|long))\b|"
    r"\b(?P<cant_b>(?:lost|losing) (?:my|his|her|the|most of my|some of my) (?:sight|hearing|eyesight|"
    r"sense of smell|memory|leg|kidney|sense of taste|balance)(?: in (?:my|one|the) \w+ \w+)?)\b"
)
_USES: Final = re.compile(
    rf"\b(?:have|has|'ve|got|'s|wear|wears|use|uses|need|needs|with|in|on|rely on|walk with|walks with|"
    rf"get about (?:with|on|in)|carry|carries|had|"
    rf"fitted with|depend on) (?:got |to (?:use|wear|carry) |had |to have )?(?P<aid>{_AID})\b|"
    rf"\b(?:am|i'm|is|'s|he's|she's|been|put me|put|take|takes|taking|'m|are|have been|have to take|inject|"
    rf"injecting|need|needs) (?:still |now |also |just |got |been put )*(?P<on>(?:on )?(?:the )?{_PILLS})\b"
)
_HAD: Final = re.compile(
    rf"\b(?:had|have had|'ve had|i've had|has had|had to have|survived|lost|having had|got over|undergone|"
    rf"underwent|beat|came through|recovering from) (?:an? |my |a bad |two |three |both |the |all |me |"
    rf"another )*(?P<done>{_DONE})\b"
)
_NOT: Final = re.compile(
    r"(?:\b(?:not|n't|never|no|without|isn't|aren't|can't|cannot|couldn't|won't|wouldn't|don't|doesn't|"
    r"haven't|hasn't|didn't|wasn't|no sign of|"
    r"nor|rid of|free of|instead of|clear of|cured of|no longer|run in the|"
    r"for people with|charity|research|book about|programme about|get rid of|save|help|like)\b)[^,]{0,28}$"
)
_MINOR: Final = re.compile(
    r"\b(?:headache|cold|cough|flu|tired|dizzy|sore throat|stomach ?ache|tummy ?ache|tummy|cramps?|"
    r"hiccups?|fever|temperature|runny nose|hangover|bug|"
    r"upset stomach|sniffles?|toothache|itch|nosebleed|earache|blister|splinter|bruise|chill|stitch)\b"
)
_HABIT: Final = re.compile(
    r"\b(?:get|gets|suffer|suffers|often|every|chronic|prone|always|regular|regularly|all the time|"
    r"for years|martyr)\b"
)
_MINE: Final = re.compile(r"\b(?:my|his|her) (?:own |bad |old )?$")


_THEY_DID: Final = re.compile(
    r"\b(?:they|doctors?|the \w+|he|she|surgeons?)(?:'ve|'s| have| has)? (?:had to |just |"
    r"also )*(?P<did>(?:put|fitted|took|take|taken|removed|replaced|gave|given|inserted|whipped|cut|"
    r"operated on|did|done|found|diagnosed|prescribed|amputated|pinned) "
    rf"(?:me |out |in |on )*(?:with |an? |my |two |another |both |the |some )*(?:\w+ )?(?:{_PART}|{_NAMED}|"
    rf"{_AID}|{_PILLS}|pacemaker|stents?|spleen|gall ?bladder|appendix|womb|pills|tablets)(?: (?:in|out|"
    rf"off|away|on))?)\b"
)


def health(told: Told) -> Iterator[Found]:
    """Conditions a clause tells of its person."""
    low = told.low
    seen: list[tuple[int, int]] = []
    for start, end, value in sorted(_told(told), key=lambda one: (one[0], -one[1])):
        if any(start < other[1] and end > other[0] for other in seen):
            continue
        seen.append((start, end))
        if not _NOT.search(low[:start]) or "not only" in low:
            yield Found("health", f"health:{_key(value)}", value, about="" if told.about else SELF, end=end)


def closed(told: Told) -> Iterator[tuple[str, str]]:
    """Conditions the clause says are gone."""
    if told.own and re.search(
        r"\b(?:no longer|any ?more|cured|rid of|gone now|cleared up|all clear)\b", told.low
    ):
        for found in _CONDITION.finditer(told.low):
            yield "health", _key(found.group())


_Place = tuple[int, int, str]
"""Where a condition is said in the clause, and its words."""


def _told(told: Told) -> Iterator[_Place]:
    yield from _reactions(told)
    if (found := _THEY_DID.search(told.low)) and not told.fleeting:
        yield _at(found, "did")
    if not told.about or _USED_TO.search(told.low):
        return
    if found := _HAD.search(told.low):
        yield _at(found, "done")
    if told.over and not _STILL_SO.search(told.low):
        return
    yield from _conditions(told)
    if told.fleeting or (_MINOR.search(told.low) and not _HABIT.search(told.low)):
        return
    yield from _body(told.low)


def _reactions(told: Told) -> Iterator[_Place]:
    """Allergies, and what else does not agree with somebody."""
    found = _ALLERGY.search(told.low)
    if not found or not (named := thing(what(found))):
        return
    if named in _IT or re.search(r"\bused to\b", told.low):
        if told.spoken_of:
            yield (
                found.start(),
                found.end(),
                re.sub(
                    r"^(?:it|they|that|them)"
                    r"\b",
                    told.spoken_of,
                    found.group().strip(),
                ),
            )
    elif not re.match(r"(?:he|she|they|you)\b", named) and not re.match(r"(?:it|that|this)\b", told.low):
        yield found.start(), found.end(), found.group().strip()


def _conditions(told: Told) -> Iterator[_Place]:
    """What has a name: states, aids, medicines and diseases."""
    low = told.low
    if found := _STATE.search(low):
        yield _at(found, "state")
    ill = _CONDITION.search(low)
    for found in _USES.finditer(low):
        if not (ill and re.match(r" (?:for|because of|with) ", low[found.end() :])):
            yield _at(found, "aid", "on")
    for found in _CONDITION.finditer(low):
        before = low[: found.start()]
        owned = _HAVING.search(before) or _MINE.search(before)
        if owned and not _OTHERS_HAVE.search(before):
            yield found.start(), found.end(), found.group()


def _body(low: str) -> Iterator[_Place]:
    """What is wrong with a part of the body, and what keeps coming back."""
    for found in _BODY.finditer(low):
        yield _at(found, "body", "under", "lost", "water", "need", "trouble", "organ")
    if (mine := _MY_BODY.match(low)) and (_FAILS.search(mine.group()) or not _FINE.search(mine.group())):
        yield 0, mine.end(), mine.group()
    if unable := _CANT.search(low):
        yield unable.start(), unable.end(), _at(unable, "cant", "cant_b", "cant_c")[2]
    if (ache := _ACHES.search(low)) and _HABIT.search(low):
        yield _at(ache, "ache")


_USED_TO: Final = re.compile(r"\b(?:i|we|he|she|they|and|but) used to\b")
_IT: Final = frozenset({"it", "them", "that", "those", "this", "something"})
_STILL_SO: Final = re.compile(
    r"\bdiagnosed\b|\blost (?:an?|my|one|most|the)\b|\bdoctor\b|\btold (?:me )?(?:i|that)\b|"
    r"\bwent (?:deaf|blind)\b|\bsince\b"
)
_FAILS: Final = re.compile(r"\b(?:not|never|isn't|aren't|won't|don't)\b")
_FINE: Final = re.compile(r"\b(?:is|are|'s|'re|been|has|have) (?:\w+ )?(?:good|great|work)$")
_ACHES: Final = re.compile(
    rf"\b(?:get|gets|suffer from|suffers from|prone to|martyr to) (?:a lot of |bad |terrible |awful |my )*"
    rf"(?P<ache>{_MINOR.pattern}s?)"
)


def _at(found: re.Match[str], *groups: str) -> _Place:
    group = next(name for name in groups if found[name])
    return found.start(group), found.end(group), found[group].strip()


def _key(value: str) -> str:
    words = re.sub(
        r"^(?:got |an? |my |the |very |bad |severe |mild |terrible |chronic |type (?:one|two|1|2) |on )+",
        "",
        value,
    )
    words = re.sub(
        r"\b(?:allergic|allergy|intolerant|sensitive|intolerance|reaction) (?:to|of)\b", "allergy", words
    )
    return key(re.sub(r" (?:in|of|on) (?:my|the|both|one|his|her)\b.*$", "", words))
