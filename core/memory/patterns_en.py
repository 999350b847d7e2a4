"""The words English facts are told in, one pattern a job; rules_en decides in which order they are tried."""

from __future__ import annotations

import re
from typing import Final

KIN: Final = (
    r"(?:(?:eldest|oldest|youngest|younger|older|elder|little|big|great|late|best)[ -])?"
    r"(?:grand-?(?:son|daughter|child|mother|father|ma|pa)|step-?(?:son|daughter)|"
    r"daughter-in-law|son-in-law|daughter|son|"
    r"wife|husband|partner|mother|mum|mom|father|dad|sister|brother|aunt|uncle|cousin|"
    r"niece|nephew|nan|granny|grandma|"
    r"grandpa|neighbou?r|friend|carer|child|boy|girl|dog|cat|twin)"
)
_MONTH: Final = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|"
    r"december|jan|feb|mar|apr|jun|jul|"
    r"aug|sept?|oct|nov|dec)"
)
_ORDINAL: Final = (
    r"(?:\d{1,2}(?:st|nd|rd|th)?|(?:twenty|thirty)[ -]?(?:first|second|third|fourth|"
    r"fifth|sixth|seventh|eighth|ninth)|"
    r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|"
    r"twelfth|thirteenth|fourteenth|fifteenth|"
    r"sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth)"
)
DATE: Final = rf"(?:(?:the )?{_ORDINAL}(?: of)? {_MONTH}|{_MONTH}(?: the)? {_ORDINAL})"
_DAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_END: Final = (
    r"(?=$|[,.!?;]| (?:and|but|because|so|now|since|you know|everyone|please|it|he|she|"
    r"who|if|when|or|though)\b)"
)
_SOFT: Final = r"(?:really |just |quite |absolutely |still |also |do |always |so |very much |simply |only )*"

BOUNDARY: Final = re.compile(
    r"[,.!?;:\n]+(?=\s|$)"
    r"|\s+(?=(?:and|but|so|oh|because|although|though|whereas|while) (?:oh |now |"
    r"then |these days |also )*(?:i|i'm|i've|my|it|he|she|we|they|the)\b)"
    r"|(?<!\bif)(?<!\bthat)(?<!\bsaid)(?<!\bsay)(?<!\bsays)(?<!\bwhat)(?<!\bwhen)(?<!\bcan)(?<!\b"
    r"do)(?<!\bshould)(?<!\bcould)(?<!\bdid)"
    r"(?<!\bwould)(?<!\bwill)(?<!\bam)(?<!\bmay)(?<!\bhow)(?<!\bwhere)(?<!\bbefore)(?<!\bafter)("
    r"?<!\bdays)(?<!\bnow)(?<!\bknow)(?<!\bwish)"
    r"(?<!\bthink)(?<!\band)(?<!\bbut)(?<!\bthings)(?<!\bthing)(?<!\bmust)(?<!\bwhy)(?<!\bwhich)"
    r"(?<!\bsuppose)(?<!\bso)(?<!\bbecause)"
    r"\s+(?=(?:i|i'm|i've|i'd) (?!mean))"
    r"|\s+(?=(?:but now|but these days|these days i|nowadays|sorry|no wait|i mean)\b)",
    re.IGNORECASE,
)
FILLERS: Final = re.compile(
    r"^(?:(?:well|oh|um+|uh+|er+|hmm+|yes|yeah|no|and|but|so|because|you know|let me see|"
    r"actually|anyway|listen|look|now|also|then|"
    r"you see|i mean|sorry|wait|by the way|these days|nowadays|(?:can you |could you )?please re"
    r"member(?: that)?|"
    r"(?:can you |could you )?remember(?: that)?|(?:please )?(?:note|don't forget)(?: that)?|"
    r"i said that wrong|i got that wrong|"
    r"i want you to (?:know|remember)(?: that)?|i (?:told|tell) you(?: that)?)\b[\s,]*)+",
    re.IGNORECASE,
)
SELF_SUBJECT: Final = re.compile(
    r"(?:i|i'm|i've|i'd|i'll|me)\b|my (?:own )?(?:name|birthday|goal|dream|plan|"
    r"favou?rite|blood|home|hearing|eyesight|knees?|aim|allerg)|call me",
    re.IGNORECASE,
)
RELATIVE: Final = re.compile(rf"(?:my|our) (?P<kin>{KIN})\b", re.IGNORECASE)
THIRD: Final = re.compile(
    r"(?:he|she|they|he's|she's|they're|it|it's|people|someone|everybody|everyone|the|that|this|we|you)\b",
    re.IGNORECASE,
)

PAST: Final = re.compile(
    r"\bused to\b|\bwhen i was\b|\bonce\b|\byears ago\b|\bin those days\b|\bback then\b|"
    r"\bi (?:was|were|had|lived|worked|loved|liked)\b",
    re.IGNORECASE,
)
PASSING: Final = re.compile(
    r"\b(?:today|tonight|this (?:morning|afternoon|evening)|right now|at the moment|"
    r"yesterday|last night|just now|a bit (?:of|tired))\b",
    re.IGNORECASE,
)
ASKS: Final = re.compile(
    r"\?|^(?:and |but |so |well |oh )*(?:can|could|do|does|did|is|are|am|was|were|"
    r"will|would|should|may|might|shall|have|has|must|what|when|where|"
    r"who|whom|whose|why|which|how|isn't|aren't|don't|didn't|won't)\s+(?:i|you|he|"
    r"she|it|we|they|my|your|the|a|an|that|there|is|are|was|do|does|"
    r"did|can|could|should|would|will|much|many|long|often|old|far|to|people|kind|time|day|happens?)\b",
    re.IGNORECASE,
)
IMAGINED: Final = re.compile(
    r"\bif (?:i|only|my|it|we)\b|\bi wish\b|\bsuppose\b|\bimagine\b|\bi'd (?:love|"
    r"like) to be\b|\bi dream(?:t|ed)\b|\bmaybe\b|\bperhaps\b|\bi might\b|\bi guess i\b",
    re.IGNORECASE,
)
OTHERS_SAID: Final = re.compile(
    rf"\b(?:man|woman|lady|guy|person|people|someone|somebody|he|she|they|radio|telly|"
    rf"tv|television|news|paper|book|song|film|story|{KIN})\b"
    r"[^,.]{0,30}?\b(?:said|says|say|told me|tells me|sang|sings|wrote|writes|asked|"
    r"thinks|reckons)\b|\bapparently\b|\bi (?:heard|read) that\b|\byou said\b",
    re.IGNORECASE,
)
DOCTOR_SAID: Final = re.compile(r"\b(?:doctor|gp|nurse)\b[^,.]{0,12}\b(?:said|says|told me)\b", re.IGNORECASE)
NOT_REMEMBER: Final = re.compile(
    r"\b(?:don't|do not|never) (?:remember|note|record|save|write|tell|keep) (?:this|"
    r"that|it|anyone|anybody)\b|\bbetween you and me\b|\boff the record\b",
    re.IGNORECASE,
)
FORGET: Final = re.compile(
    r"\bforget (?:what i|that i|about|the|my|everything|it\b|that\b)(?P<what>.*)|"
    r"\b(?:delete|remove|erase) (?:what i|that i|the|my|that\b)(?P<what_b>.*)",
    re.IGNORECASE,
)
AGAIN: Final = re.compile(
    r"^(?:(?:oh|no|sorry|wait)[\s,]*)*(?:no wait|i mean|sorry|scratch that|i said that wrong|that's wrong)\b",
    re.IGNORECASE,
)
CORRECTS: Final = re.compile(
    r"\b(?:you've got that wrong|you got that wrong|you are wrong|you're wrong|you(?:'ve|"
    r" have)? (?:got|remembered) (?:it|that) wrong|that's (?:not right|wrong|not true)|"
    r"that is (?:wrong|not right)|you misheard)\b[\s,.]*",
    re.IGNORECASE,
)
DOUBLE_NEGATIVE: Final = re.compile(
    r"\b(?:wouldn't say|not that|can't say|don't think|doesn't mean|not say|never said|didn't say)\b",
    re.IGNORECASE,
)

LIKES: Final = re.compile(
    rf"(?:\bi|\b{KIN}|\bhe|\bshe) {_SOFT}(?:now )?(?:loves?|likes?|adores?|enjoys?|"
    rf"prefers?)\s+(?P<what>(?!to be\b|your?\b|it\b|that\b|this\b|how\b|when\b|him\b|"
    rf"her\b|them\b)[^,.!?;]{{2,50}}?){_END}|"
    rf"\b(?:am|i'm|is) (?:very |really )?(?:fond of|keen on|mad about|crazy about|"
    rf"a (?:big |great )?fan of)\s+(?P<what_b>[^,.!?;]{{2,50}}?){_END}|"
    rf"\bmy favou?rite (?:\w+ ){{0,3}}?is\s+(?P<what_c>[^,.!?;]{{2,50}}?){_END}",
    re.IGNORECASE,
)
DISLIKES: Final = re.compile(
    rf"(?:\b(?:can't|cannot|can not|couldn't) (?:stand|bear|abide|stomach|eat|drink|"
    rf"have)|\b(?:don't|do not|doesn't|does not|never) {_SOFT}(?:like|eat|drink|touch|"
    rf"enjoy|care for|want any)|"
    rf"\b(?:hates?|detests?|loathes?|dislikes?)|\bam not (?:keen on|fond of)|\bi'm not (?:keen on"
    rf"|fond of)|\ballergic of)\s+(?:anything |any )?(?P<what>(?!to be\b|your?\b|it\b|"
    rf"that\b|this\b|when\b|him\b|her\b)[^,.!?;]{{2,50}}?){_END}",
    re.IGNORECASE,
)
USED_TO: Final = re.compile(
    rf"\bused to (?:love|like|enjoy|prefer)\s+(?P<what>[^,.!?;]{{2,50}}?){_END}", re.IGNORECASE
)
OBJECT_HEAD: Final = re.compile(
    r"^(?:(?:eating|drinking|watching|listening to|playing|reading|doing|to (?:eat|"
    r"drink|watch|listen to|play|read|do|go)|going to|the|a|an|some|my|anything|"
    r"any|all)\s+)+",
    re.IGNORECASE,
)
OBJECT_TAIL: Final = re.compile(
    r"\s+(?:any ?more|now|these days|very much|a lot|so much|at all|too|either|anyway|"
    r"you know|though|really|most of all|best|instead)$",
    re.IGNORECASE,
)

_DISEASE: Final = (
    r"(?:high|low) blood (?:pressure|pleasure|sugar)|(?:type (?:one|two|1|2) )?diabetes|"
    r"arthritis(?: in [\w ]{3,20})?|rheumatism|asthma|"
    r"(?:a )?heart (?:condition|disease|failure|trouble|murmur)|angina|copd|cataracts?|"
    r"glaucoma|osteoporosis|parkinson'?s?|dementia|"
    r"gout|epilepsy|eczema|psoriasis|anaemia|anemia|(?:\w+ )?cancer|sciatica|high cholesterol|"
    r"kidney (?:disease|stones?)|gallstones|"
    r"an? (?:pacemaker|stent|hip replacement|knee replacement|hearing aid|bad (?:hip|"
    r"knee|back|heart))|tinnitus|thyroid \w+|coeliac disease|"
    r"an? underactive thyroid|an? overactive thyroid|migraines|macular degeneration|depression|hearing aids"
)
HEALTH: Final = re.compile(
    rf"\b(?:am|i'm|is|he's|she's|are) (?:very |badly |severely |terribly |"
    rf"a bit |a little |rather |quite |going |partly )*(?:allergic to (?P<wha"
    rf"t>[^,.!?;]{{2,40}}?){_END}|diabetic|deaf[^,.]{{0,16}}|coeliac|blind[^,.]{{0,16}}|"
    rf"asthmatic|lactose intolerant)|"
    rf"\b(?:have|has|i've|he's|she's|got|suffer(?:s)? from|diagnosed with) (?:got |"
    rf"had )?(?:{_DISEASE})|\ballergy to [^,.!?;]{{2,30}}",
    re.IGNORECASE,
)
_OFTEN: Final = (
    rf"(?:every (?:single )?(?:day|morning|afternoon|evening|night|week|month|year|weekend|"
    rf"other day|{_DAY})|each (?:day|morning|evening|night|{_DAY})|on {_DAY}|(?:once|"
    rf"twice) a (?:day|week|month)|daily)"
)
ROUTINE: Final = re.compile(
    rf"\bi (?:now |always |usually |still )*(?P<what>(?!was\b|had\b|used\b|have (?:a|"
    rf"an|been)\b|want\b|think\b|went\b|hope\b|can't\b|couldn't\b)[a-z][^,.!?;]{{2,50}}?)\s+{_OFTEN}"
    rf"(?: (?:at|around|about|in) [\w: ]{{1,20}}?)?{_END}|"
    rf"\b{_OFTEN}\s+i (?P<what_b>(?!was\b|had\b|used\b|went\b)[a-z][^,.!?;]{{2,50}}?){_END}",
    re.IGNORECASE,
)
ACTIVITY: Final = re.compile(
    r"^(?:go(?: for)?(?: a)?|take|have|do|feed|to|the|my|a|an|always|usually)\s+", re.IGNORECASE
)
GOAL: Final = re.compile(
    rf"\bmy (?:goal|aim|dream|plan|ambition|resolution)(?: (?:for|this) [\w ]{{2,14}})? is (?:to "
    rf")?(?P<what>[^,.!?;]{{3,80}})|"
    rf"\bi(?:'m| am) (?:planning|hoping|determined|aiming|saving up) (?:to|on|for) (?P<what_b>[^,"
    rf".!?;]{{3,60}}?){_END}|"
    rf"\bi (?:plan|intend|aim|hope|have decided|am going to try|want) to (?P<what_c>(?:learn|"
    rf"lose|give up|quit|save|write|visit|stop|finish|start|run|walk)\b[^,.!?;]{{2,60}}?){_END}",
    re.IGNORECASE,
)
GIVES_UP: Final = re.compile(
    rf"\bi(?:'m| am)? (?:no longer|not|have given up|'ve given up|gave up)\b(?: (?:going|"
    rf"planning|want|learning|doing|trying))?(?: to)? (?P<what>[^,.!?;]{{3,40}}?)(?: any ?more)?{_END}",
    re.IGNORECASE,
)
BIRTHDAY: Final = re.compile(
    rf"\bbirthday(?:'s| is|'s on| is on| falls on)\s+(?:on )?(?P<date>{DATE})|\bborn on (?P<date_b>{DATE})",
    re.IGNORECASE,
)
NAME: Final = re.compile(
    rf"\b(?i:my name(?:'s| is)|(?<!don't )(?<!not )call me|i(?:'m| am) called|i go by|"
    rf"they call me)\s+(?:just )?(?P<name>[A-Z][\w'-]*(?: [A-Z][\w'-]*)?|[a-z][\w'-]*){_END}"
    rf"|\b(?i:my name(?:'s| is)|call me)\s+(?P<name_b>[A-Z][\w'-]*)",
)
NOT_A_NAME: Final = re.compile(
    r"^(?:back|later|when|at|if|on|tomorrow|in|a|an|the|not|old|now|again|that|what|"
    r"crazy|silly|and|after|before|any|old-fashioned|tonight|up)$",
    re.IGNORECASE,
)
KIN_CALLED: Final = re.compile(
    rf"\b{KIN}(?:'s name is|'s called| is called| is named| called| named)\s+(?P<name>\w[\w'-]*)",
    re.IGNORECASE,
)
HOME: Final = re.compile(
    r"\b(?:(?:live|lives|living|settled) (?:with (?:my|our) [\w ]{2,24} )?in|"
    r"(?:moved|moving|relocated) (?:back )?(?:now )?to|"
    r"(?:home is|based) in)\s+(?P<place>(?!the\b|a\b|an\b|my\b|his\b|her\b|our\b|"
    r"fear\b|this\b|that\b|bed\b|hospital\b)[\w'-]+(?: (?-i:[A-Z])[\w'-]*)*)",
    re.IGNORECASE,
)
_EVENT_VERBS: Final = (
    r"(?:graduat\w+|gets? married|getting married|wedding|operation|surgery|christening|"
    r"comes? (?:to visit|home)|coming (?:to visit|home)|due|appointment|anniversary|"
    r"party|reunion|retires?|moves? (?:house|in)|turns? \w+|starts? (?:school|university|"
    r"college|work))"
)
_AHEAD: Final = (
    rf"(?:on {DATE}|on (?:next )?{_DAY}|next (?:week|month|year|{_DAY}|{_MONTH})|tomorrow|"
    rf"in {_MONTH}|this (?:weekend|summer|winter|autumn|spring))"
)
EVENT: Final = re.compile(
    rf"(?P<what>{_EVENT_VERBS})\b[^,.!?;]{{0,40}}?\b{_AHEAD}|\b{_AHEAD}\b[^,.!?;]{{0,40}}?(?P<wha"
    rf"t_b>{_EVENT_VERBS})",
    re.IGNORECASE,
)
