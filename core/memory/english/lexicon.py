"""Words by class: people, numbers, days, dates and hours. Everything is matched in lower case."""

from __future__ import annotations

import re
from typing import Final

FEMALE: Final = (
    "daughter-in-law|mother-in-law|sister-in-law|daughter in law|mother in law|sister in law|"
    "grand-?daughter|grandaughter|great grandaughter|great grand-?daughter|step-?daughter|god-?daughter|"
    "grand-?mother|step-?mother|"
    "daughter|wife|"
    "mother|mummy|mum|mom|mam|sister|aunt|auntie|niece|nan|nanna|granny|grandma|girl|great niece|missus|"
    "girlfriend|lass|ma"
)
MALE: Final = (
    "son-in-law|father-in-law|brother-in-law|son in law|father in law|brother in law|"
    "grand-?son|great grand-?son|step-?son|god-?son|grand-?father|step-?father|son|husband|hubby|"
    "father|daddy|dad|brother|uncle|great nephew|nephew|old man|grandpa|granddad|grandad|boy|lad|boyfriend"
)
EITHER: Final = (
    "great grand-?child(?:ren)?|grand-?child(?:ren)?|grand-?kids?|children|child|kids?|partner|cousin|twins?|"
    "eldest|oldest|youngest|middle one|other half|better half|neighbou?rs?|lodger|friend|mate|pal|carer|"
    "home help|helper|social worker|warden|cleaner|nurse|doctor|"
    "gardener|landlady|landlord|parents|in-laws|"
    "dog|cat|budgie|parrot|canary|rabbit|pony|horse|puppy|kitten|spaniel|terrier|tortoise|goldfish"
)
_PLURALS: Final = (
    "daughters|sons|brothers|sisters|nieces|nephews|cousins|friends|aunts|uncles|dogs|cats|boys|girls|lads|"
    "lasses|twins|budgies"
)
_ADJECTIVES: Final = (
    "eldest|oldest|youngest|younger|older|elder|little|big|great|late|best|dear|old|poor|second|first|"
    "other|two|three|"
    "four|five|only|twin|baby|lovely|own|next door|good|closest|middle|beloved|half"
)
KIN: Final = rf"(?:(?:{_ADJECTIVES})[ -]){{0,2}}(?:{_PLURALS}|{FEMALE}|{MALE}|{EITHER})"

_NUMBERS: Final = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    "seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
)
NUMBER: Final = rf"(?:\d+|(?:{_NUMBERS})(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)"
_ORDINAL: Final = (
    r"(?:\d{1,2}(?:st|nd|rd|th)?|(?:twenty|thirty)[ -]?(?:first|second|third|fourth|fifth|sixth|seventh|"
    r"eighth|ninth)|"
    r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|"
    r"fourteenth|"
    r"fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth)"
)
MONTH: Final = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
)
FEAST: Final = (
    rf"(?:christmas(?: (?:day|eve))?|boxing day|new year'?s(?: (?:day|eve))?|easter(?: (?:sunday|monday))?|"
    rf"valentine'?s(?: day)?|halloween|bonfire night|st patrick'?s day|pancake day|burns night|whitsun|"
    rf"(?:armistice|remembrance|ve|d|st (?:george|andrew|david)'?s|guy fawkes|mothering|twelfth|"
    rf"all saints) (?:day|night|sunday)|leap year day|the (?:first|last) day of {MONTH}|christening day|"
    rf"may day|midsummer(?:'s)?(?: day)?|michaelmas|leap day|the longest day)"
)
_DAY_NUMBER: Final = rf"(?:{_ORDINAL}|(?:twenty|thirty)[ -](?:one|two|three|four|five|six|seven|eight|nine))"
DATE: Final = (
    rf"(?:(?:the )?{_ORDINAL}(?: day)?(?: of)? {MONTH}\b|{MONTH}(?: the)? {_DAY_NUMBER}\b|"
    rf"\d{{1,2}}/\d{{1,2}}|{FEAST})"
    r"(?:,? (?:19|20)\d\d)?"
)
DAY_OF_MONTH: Final = rf"the {_ORDINAL}\b"

WEEKDAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_PART: Final = r"(?:morning|afternoon|evening|night|teatime|lunchtime|dinnertime|bedtime|mealtime)"
_SPAN: Final = (
    rf"(?:day|week|fortnight|month|year|weekend|summer|winter|spring|autumn|christmas|{_PART}|{WEEKDAY})"
)
OFTEN: Final = (
    rf"(?:every (?:single |other |second )?(?:{WEEKDAY}(?: {_PART})?|{_SPAN})(?: and (?:every )?{_SPAN})?|"
    rf"each (?:and every )?{_SPAN}|(?:on )?(?:a )?{WEEKDAY} (?:and|or) (?:a )?{WEEKDAY} {_PART}s|"
    rf"(?:on |of )?{WEEKDAY}s(?: and {WEEKDAY}s)*(?: {_PART}s?)?|(?:on )?{WEEKDAY} {_PART}s|"
    rf"on an? {WEEKDAY}(?: {_PART})?|"
    rf"of an? (?:{WEEKDAY}(?: {_PART})?|{_PART})|(?:most|all) (?:days|mornings|afternoons|evenings|nights|"
    rf"weekends|weeks)|"
    rf"(?:once|twice|(?:two|three|four|five|six|\d) times|(?:two|three) or (?:three|four) times) (?:a|"
    rf"every|each) "
    rf"(?:day|week|fortnight|month|year)|(?:in the|at) (?:mornings|afternoons|evenings|weekends)|"
    rf"first thing (?:in the morning|every morning|of a morning|each day)|last thing (?:at night|"
    rf"every night)|"
    rf"(?:the )?(?:first|second|third|last) {WEEKDAY} (?:of (?:the|every|each) month|every month)|"
    rf"(?:on )?{WEEKDAY}s? and {WEEKDAY}s? (?:{_PART})?s?|daily|nightly|at weekends|morning and night|"
    rf"day in day out|without fail|come rain or shine|"
    rf"every {NUMBER} (?:days|weeks|months|hours)|(?:in|at) the weekends?|nights\b|mornings\b)"
)
MEAL: Final = (
    r"(?:(?:after|before|with) (?:my |i've had my |i have my |our )?"
    r"(?:breakfast|lunch|dinner|tea|supper|bed|church|chapel|the news|the six o'clock news|meals|"
    r"sunday lunch)|"
    r"(?:at|over) (?:breakfast|lunch|dinner|teatime|bedtime|supper|lunchtime|noon|midday|midnight|dawn|"
    r"sunrise)|"
    r"when i (?:get|wake) up|before i go to (?:bed|sleep)|in the (?:mornings?|afternoons?|evenings?)|"
    r"at night)"
)
HOUR: Final = (
    rf"(?:(?:half|quarter|a quarter|ten|five|twenty|twenty five)(?: past| to) {NUMBER}|"
    rf"\d{{1,2}}[:.]\d\d(?: ?[ap]\.?m\b)?|{NUMBER}(?: o'?clock| thirty| fifteen| forty five| ?[ap]\.?m\b)?|"
    rf"noon|midday|midnight|half {NUMBER})"
)
AT_HOUR: Final = (
    rf"(?:at|around|about|by|from|just (?:after|before)) (?:about |around )?{HOUR}"
    rf"(?: (?:on the dot|sharp|or so|in the (?:morning|afternoon|evening)|at night|exactly|prompt))?"
)
WHEN: Final = rf"(?:{OFTEN}|{MEAL}|{AT_HOUR}|{HOUR}(?= every|$))"

AHEAD: Final = (
    rf"(?:(?:on |by |for )?{DATE}|(?:on|for) {DAY_OF_MONTH}|on {WEEKDAY}\b(?! (?:{_PART}s|(?:and|or) ))|"
    rf"(?:a |a )?week (?:on|"
    rf"from) {WEEKDAY}\b|"
    rf"(?:on |for )?(?:next|this|this coming|the coming) (?:week|weekend|month|year|{WEEKDAY}|{MONTH}|"
    rf"summer|winter|"
    rf"spring|autumn|christmas|easter)\b|{WEEKDAY} (?:week|next|coming)\b|(?:the day after )?tomorrow|"
    rf"in {MONTH}\b|in (?:a|{NUMBER}|a couple of|a few)(?: more)? (?:days?|weeks?|months?|fortnights?|"
    rf"years?)(?:' time|'s time)?|"
    rf"in the (?:spring|summer|autumn|new year)|(?:at|over|before|for) (?:{FEAST})|"
    rf"(?:at the )?(?:end|beginning|start|middle) of (?:the|this|next) (?:month|week|year)|"
    rf"later this (?:year|month|week)|"
    rf"a fortnight (?:on|from) {WEEKDAY}|a fortnight today|(?:a )?week today|{WEEKDAY} at {HOUR}|"
    rf"on the {WEEKDAY}|{WEEKDAY}(?=$)|the {_ORDINAL}(?: of {MONTH})?(?= for my))"
)


def matcher(pattern: str) -> re.Pattern[str]:
    """A pattern over lower-case words."""
    return re.compile(pattern)


KIN_WORD: Final = re.compile(rf"\b(?:{_PLURALS}|{FEMALE}|{MALE}|{EITHER})\b")
IS_FEMALE: Final = re.compile(rf"\b(?:{FEMALE})s?$")
IS_MALE: Final = re.compile(rf"\b(?:{MALE})s?$")
