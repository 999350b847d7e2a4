"""The words people like and dislike things in, one frame a name; preferences.py decides in which order."""

from __future__ import annotations

import re
from typing import Final

from core.memory.english.lexicon import FEMALE, MALE, OFTEN
from core.memory.english.words import frames

SOFT: Final = (
    r"(?:(?:really|just|quite|absolutely|still|also|do|does|always|so|very|much|simply|only|rather|both|"
    r"all|particularly|"
    r"especially|certainly|truly|dearly|thoroughly|positively|ever|ever so|a bit|awfully|terribly|too|that|"
    r"all that|"
    r"honestly|actually|now|ever so|right|dead|pretty|well|myself|himself|herself|personally|generally|"
    r"mostly|fair|proper|completely|"
    r"totally|utterly|over|overly|great|big|real|huge|bit|me|of|one) ){0,3}"
)
END: Final = (
    r"(?=$|[.!?;]|,? (?:because|cos|since|so long|as long|especially|particularly|when|if|but|although|"
    r"though|you know|everyone|please|"
    r"more than|who|than|instead|all day|for hours|forever|till|morning noon and night|for years|even if|"
    r"ever since|whatever|unless|while|until|any day|any more|"
    r"anymore|"
    r"i must say|always have|and always|not even|after that|after all|if there's|he|she|it|it's|that's|"
    r"they|i|there's|dear)\b)"
)
WHAT: Final = rf"(?P<what>[^.!?;]{{2,70}}?){END}"
NOT_OBJECT: Final = (
    r"(?!to be\b|your?\b|how\b|when\b|him\b|her\b|me\b|us\b|that (?:you|he|she|they|we)\b|it (?:when|if|"
    r"that|here|there)\b|"
    r"the (?:way|look|sound|idea|thought) |being\b|this\b|what\b|where\b|living\b|to (?:think|know|say|ask|"
    r"tell|see you|hear you|"
    r"have you|talk|chat|live|help|feel|keep)\b|talking\b|a (?:thing|drop|word|bite|lot|penny|minute)\b|"
    r"much\b|any ?more\b|properly|well\b|too\b|enough\b|so\b|visitors|going on|getting old|the weather|"
    r"a word|hearing from|and\b|or\b|but\b|"
    r"it's|i\b|my own company)"
)
LIKES: Final = (
    r"(?:love|loves|like|likes|adore|adores|enjoy|enjoys|prefer|prefers|relish|relishes|loved|"
    r"liked|enjoyed|adored|preferred|fancies)"
)
VERB: Final = frames(rf"\b(?P<verb>{LIKES})(?:\s+{NOT_OBJECT}{WHAT}|$)")
BEFORE_VERB: Final = re.compile(
    rf"(?:^|\b(?:i|we|he|she|they|who|i've|we've|he's|she's|they've|have|has|and|but|do|does|us|myself|"
    rf"himself|herself|now|both|"
    rf"all|family|household)) {SOFT}$|^{SOFT}$"
)
BEFORE_VERBS: Final = re.compile(rf"\b[^\W\d_]+ {SOFT}$|^{SOFT}$")
SPOILT: Final = re.compile(
    r"\b(?:not|n't|never|don't|doesn't|didn't|won't|can't|couldn't|wouldn't|would|to|did|if|looks?|feels?|"
    r"seems?|sounds?|smells?|tastes?|"
    r"something|anything|things|stuff|that|what|more|just|it's|its|is|was|am|i'm|are|be|nothing|much|in|of|"
    r"with|my|his|her|the|a|"
    r"used to|no|i'd|we'd|he'd|she'd|they'd|you|you'd|people|places|songs|might|could|should|must|shall|"
    r"will|i'll|may) "
    r"(?:really |even |actually |ever |also |just |so |much |always |quite |too ){0,3}$"
)
BEING: Final = r"(?:am|'m|i'm|im|is|are|'s|been|was always|be|he's|she's|we're|they're|^)"
FOND: Final = (
    r"(?:fond of|keen on|mad (?:about|on|for)|crazy (?:about|for)|nuts (?:about|on)|daft (?:about|on|for)|"
    r"partial to|into|(?:a )?fan of|passionate about|all for|devoted to|hooked on|addicted to|"
    r"(?:a )?sucker for|(?:a )?(?:great |big |keen |avid )?(?:reader|follower|watcher|listener|collector|"
    r"grower) of|(?:a )?great one for|"
    r"(?:a )?one for|(?:a )?lover of|"
    r"(?:a )?devil for|(?:a )?demon for|potty about|obsessed with|enthusiastic about|wild about|taken with|"
    r"barmy about|bonkers about|"
    r"(?:a )?glutton for|(?:an )?admirer of|in (?:my|his|her) element (?:in|with|on|at|when)|"
    r"never happier than when|never happier than|happiest when|"
    r"at my happiest)"
)
LIKING: Final = frames(
    rf"{BEING} {SOFT}(?:an? )?{SOFT}{FOND} {NOT_OBJECT}{WHAT}|"
    rf"\b(?:can't|cannot|couldn't|could never|can never|never) {SOFT}(?:resist|get enough of|see past|"
    rf"get through the day without|start the day without|function without|do without|"
    rf"live without|go without|ever have too much|have too much|have enough|be parted from|"
    rf"say no to|turn down|tire of|get tired of|be without|leave [^.]{{0,12}}?alone|miss|"
    rf"refuse) {NOT_OBJECT}{WHAT}|"
    rf"\b(?:wouldn't|won't) (?:be without|miss|say no to|swap|go without|turn down) {NOT_OBJECT}{WHAT}|"
    rf"\b(?:think|thinks) the world of {NOT_OBJECT}(?P<what_t>(?!(?:my|you|him|her|"
    rf"them)\b)[^.!?;,]{{2,40}}?){END}|\b(?:look|looks|looking) forward to (?P<what_l>(?!seeing|hearing|"
    rf"meeting|it\b|that\b|you|my (?:birthday|holiday)|the (?:wedding|visit)|next|tomorrow|"
    rf"christmas)[^.!?;,]{{2,40}}?){END}|\b(?:switched|changed|gone over|moved on|come round|converted|"
    rf"swapped)(?: over)?(?: from [^\W\d_]+(?: [^\W\d_]+)?)? to (?P<what_s>(?!the|my|live|a|going|half|\d|"
    rf"six|seven|eight|nine|ten|five|four|three)[^.!?;,]{{2,30}}?){END}|\b(?:i|we) (?:always |"
    rf"usually )?go for (?P<what_go>(?:a (?:good|nice|bit of)|the) (?!(?:walk|swim|stroll|drive|ride|run|jog|"
    rf"wander)\b)[^.!?;,]{{2,30}}?)(?: myself)?(?=$|[.!?;])|\b(?:could) (?:happily |"
    rf"quite happily )?(?:listen to|watch|eat|live on|sit and watch|read|look at|"
    rf"sit and read) (?P<what_cd>[^.!?;,]{{2,40}}?) (?:all day|for hours|forever|for ever|every day|till|"
    rf"any time|on end)|\b(?:swear|swears|live|lives) (?:by|for) (?P<what_e>(?!a |an |two|three|the (?:day|"
    rf"moment)|myself|"
    rf"[^ ]+ years)[^.!?;,]{{2,50}}?){END}|"
    rf"\b(?:have|has|'ve|got|had always|always had|'s) (?:got |always had )?(?:a |an |such a )?(?:real |"
    rf"great |bit of a |terrible |big |proper )*"
    rf"(?:sweet tooth(?: especially| particularly| mainly)?|soft spot|weakness|passion|thing|liking|taste|"
    rf"fondness|love|craving|sweet spot|yen|"
    rf"penchant) for {NOT_OBJECT}{WHAT}|"
    rf"\b(?:get|gets|take|takes|find) (?:a lot of |such |great |so much )*(?:pleasure|joy|comfort|"
    rf"enjoyment) (?:from|out of|in) {WHAT}|"
    rf"\b(?:taken|took|take) (?:quite )?a (?:shine|fancy|liking) to {WHAT}|\b(?:taken|took) to {WHAT}|"
    rf"\b(?:come|came|grown|got) (?:round )?to (?:like|love|enjoy|be fond of) {WHAT}|\bgot (?:right |"
    rf"really )?into {WHAT}|"
    rf"\b(?:i'd|i would|he'd|she'd) (?:much |far )?(?:rather|sooner) (?:have |watch |drink |eat |"
    rf"listen to |play |read |do |go )?"
    rf"(?P<what_r>(?!not\b|you\b|be\b|die\b|stay\b|it\b|that\b)[^.!?;,]{{2,50}}?) (?:than|any day|over|to)\b|"
    rf"\b(?:give me|i'd take|i'd choose|i'd pick|i choose|i go for|i always go for|"
    rf"i'd have) (?P<what_g>[^.!?;,]{{2,40}}?) "
    rf"(?:over|any day|every time|before|rather than|instead of)\b|"
    rf"\b(?:nothing beats|(?:you )?can't beat|nothing like|nothing (?:better|nicer) than|(?:i like |"
    rf"love )?nothing (?:better|more) than|"
    rf"(?:nothing|not much) i (?:like|love|enjoy) (?:better|more) than|"
    rf"never happier than with) {NOT_OBJECT}{WHAT}"
)
CLEFT: Final = frames(
    r"^(?:(?:oh|no|well|and|but|now|so|yes),? )*(?:it's|"
    r"it is) (?:the )?(?P<what>[^.!?;,]{2,40}?) (?:that )?(?:i|he|she|we) "
    r"(?P<verb>(?:really |just |always |do |most )*(?:love|loves|like|likes|enjoy|prefer|adore|"
    r"can't [a-z]+|cannot [a-z]+|don't like|"
    r"hate|hates|detest|loathe|never could [a-z]+|won't (?:eat|touch|drink|have)|don't (?:eat|touch|"
    r"drink)))(?: now| best| most| more than anything| these days)*$|"
    r"^(?:(?:oh|well|and|but|now|so),? )*(?P<what_b>(?!what|that|who|the (?:one|way)|all|"
    r"everything)[^.!?;,]{2,40}?) (?:is something |are something |that's something |now |now that )?(?:i|we) "
    r"(?P<verb_b>(?:really |just |always |do |most |absolutely )*(?:love|like|enjoy|prefer|adore|"
    r"can't (?:abide|stand|bear|stomach|eat|have|resist)|cannot (?:abide|stand|bear)|"
    r"don't (?:like|eat|touch|drink)|hate|detest|loathe|never (?:could|did) (?:abide|stand|bear|like)|"
    r"won't (?:eat|touch|drink|have)))(?: now| best| most| at all)*$"
)
THATS_WHAT: Final = re.compile(
    r"^(?P<what>[^.!?;]{2,40}?),? that's (?:what|the thing|the one) i (?P<verb>(?:really |do )?(?:love|"
    r"like|enjoy|prefer|hate|can't stand))(?: best| most)?$"
)
DISLIKING_VERB: Final = re.compile(r"n't|not|hate|detest|loathe|never|cannot")
TAKES_IT: Final = re.compile(
    r"\b(?:take|takes|like|likes|have|has|drink|drinks) (?:my|his|her) (?P<what>tea|coffee|whisky|eggs?|"
    r"steak|toast|porridge|cocoa|gin|beer|meat|bacon|sherry)s? "
    r"(?:black|white|strong|weak|milky|sweet|with|without|neat|hot|very|nice|well|rare|soft|runny|hard|"
    r"plain|just|quite|cold|no)\b"
)
AS_FOR: Final = re.compile(r"\bas for (?P<what>[^.!?;,]{2,30}?)(?:,? (?:i|well|ugh|no|that)\b|$)")
NOT_FOR_ME: Final = re.compile(
    r"\b(?:keep|you're welcome to|stick) (?:your |all your |"
    r"all that )?(?P<what>[^.!?;,]{2,30}?)(?:,| it's| they're| that's|$)"
)
UNBEATEN: Final = frames(
    rf"^(?:there's )?(?:nothing beats|(?:you )?(?:can't|cannot) beat|nothing like|nothing (?:better|nicer|"
    rf"finer) than) "
    rf"{NOT_OBJECT}{WHAT}"
)
FAVOURITE: Final = frames(
    rf"\b(?:my|his|her|our|their|'s) (?:[^\W\d_]+ ){{0,2}}?(?:favou?rites?|hobby|hobbies|passion|"
    rf"guilty pleasure|weakness|downfall|undoing|vice|great love|idea of (?:heaven|bliss|fun|a good night)|"
    rf"first love|tipple|treat|pride and joy|comfort food|drink of choice|cup of tea|"
    rf"pastime)(?: [^\W\d_]+){{0,4}}?"
    rf"(?: is| are|'s| has to be| has always been| would be| would have to be| was always| has got to be|"
    rf" have always been| must be) "
    rf"(?:always been |still |definitely |probably )?(?P<what>[^.!?;]{{2,60}}?){END}|"
    rf"^(?P<what_b>[^.!?;,]{{2,40}}?)(?: is| are|'s|'re) (?:always |still |definitely |by far )*(?:(?:my|"
    rf"his|her) (?:all-time |absolute |"
    rf"all time |big |real |great |other )*(?:favou?rites?|hobby|passion|guilty pleasure|weakness|downfall|"
    rf"undoing|thing|"
    rf"cup of tea|idea of heaven|treat)|"
    rf"(?:a|one of my) (?:favou?rites?|hobby|passion)s?)\b|"
    rf"^(?:the )?(?:what|thing|things|one thing|part|bit)s? (?:that )?(?:i|he|she|we) (?:really |always |"
    rf"do |most )*(?:love|loves|like|likes|enjoy|"
    rf"enjoys|look forward to)(?: (?:most|best|doing|more than anything|about \w+|in life|of all|"
    rf"above all))*(?: is| are|'s) "
    rf"(?P<what_c>[^.!?;]{{2,60}}?){END}"
)
PERSON: Final = frames(
    rf"{BEING} {SOFT}(?:an? )?{SOFT}(?:great |keen |bit of a |lifelong |avid |big |real |proper |"
    rf"confirmed |strictly a |more of a ){{0,3}}"
    r"(?P<what>[^\W\d_]+(?: [^\W\d_]+)?) (?:drinker|lover|person|man|woman|gal|girl|fan|addict|fiend|nut|"
    r"enthusiast|buff|fanatic|supporter|"
    r"fancier|eater|devotee|mad)\b"
)
NO_PERSON: Final = re.compile(
    r"^(?:(?:old|young|nice|good|lucky|proud|happy|poor|retired|family|lonely|patient|quiet|busy|private|"
    r"people|sociable|religious|"
    r"positive|big|older|shy|great|married|single|working|local|very|simple|different|tidy|changed|a|the|"
    r"an|only|sort of|kind of|early|"
    r"honest|disabled|church ?going|morning|night|first|second) ?)+$"
)
DIET: Final = frames(
    rf"{BEING} {SOFT}(?:an? )?(?:strict |lifelong )?(?P<what>vegetarian|vegan|teetotal(?:ler)?|"
    rf"pescatarian|veggie)\b"
)
SUPPORT: Final = frames(
    rf"\b(?:support|supports|supported|follow|follows|followed|collect|collects|been collecting|"
    rf"been supporting) (?!me\b|you\b|it\b|him\b|her\b|the (?:news|idea|plan|doctor))"
    rf"(?P<what>[^.!?;,]{{2,40}}?)(?= (?:all my life|since|for|through|as a hobby)\b|{END[3:]}"
)
GAVE_UP: Final = (
    r"(?:(?:gone|went|going) (?:right |completely |clean |totally |quite |rather |a bit )?off|gave up|"
    r"given up|giving up|give up|stopped (?:eating|drinking|having|"
    r"taking|liking)|cut out|"
    r"packed in|kicked|come off|came off|turned against|taken against|took against|sworn off|swore off|"
    r"laid off|cut down on|"
    r"lost my taste for|lost interest in|"
    r"don't have (?:any )?(?:more )?)"
)
DISLIKING: Final = frames(
    rf"\b(?:don't|do not|doesn't|does not|never|didn't ever|haven't ever|never did|never really|have never|"
    rf"'ve never|no longer|"
    rf"not) {SOFT}(?:like|liked|eat|eats|ate|drink|drinks|touch|touches|enjoy|enjoys|enjoyed|care for|"
    rf"cared for|cares for|fancy|go for|"
    rf"take to|took to|taken to|hold with|get on with|got on with|go near|take|love|prefer|eating|drinking|"
    rf"cared much for|care much for|"
    rf"see the point of|rate|have any time for|had any time for|had much time for|have much time for|"
    rf"seen the point of|understood the appeal of) {NOT_OBJECT}{WHAT}|"
    rf"\b(?:can't|cannot|cannae|canna|can not|couldn't|could never|never could|can never|not able to|"
    rf"unable to|never been able to|not been able to|never been one to|won't ever) {SOFT}(?:stand|bear|"
    rf"abide|stomach|"
    rf"tolerate|face|eat|drink|be doing with|get on with|be bothered with|be doing with|take to|swallow|"
    rf"have|get used to|understand the appeal of|be around|be near|go near|go anywhere near|look at|"
    rf"be bothered (?:about|with)|see the (?:point of|attraction of|appeal of)|keep down|put up with|touch|"
    rf"take) (?:the (?:sight|smell|taste|thought|"
    rf"sound) of )?{NOT_OBJECT}{WHAT}|"
    rf"(?:^|(?<!strong )(?<!you )\b)(?:hate|hates|detest|detests|loathe|loathes|despise|despises|dislike|"
    rf"dislikes|abhor|hated|have hated|always hated) "
    rf"(?:the (?:sight|smell|taste|thought|sound) of )?{NOT_OBJECT}{WHAT}|"
    rf"\b(?:not|never been|never was|no|none|never|isn't|aren't|wasn't ever|"
    rf"hardly) {SOFT}(?:an? )?{SOFT}(?:much of (?:an? )?)?(?:great |big |huge )*"
    rf"(?:{FOND}|bothered about|fussed (?:about|on|over)|struck on|sold on|interested in|lover of|"
    rf"much for) {NOT_OBJECT}{WHAT}|"
    rf"{BEING} (?:just )?(?:not|no longer) (?:allowed|supposed|meant|permitted|to)(?: to)?(?: (?:have|eat|"
    rf"drink|touch))? (?!be\b|go\b|drive\b|"
    rf"do\b|lift\b|say\b|know\b|get\b|bend\b|climb\b|move\b|walk\b|have to\b){NOT_OBJECT}{WHAT}|"
    rf"\b(?:have|has|'ve|got|'s) (?:got )?(?:no|little|absolutely no|not much) (?:time|use|interest|love|"
    rf"patience|taste|stomach) (?:for|in) {WHAT}|"
    rf"\b(?:won't|wouldn't|will not|refuse to|refuses to) {SOFT}(?:touch|eat|drink|have|thank you for|"
    rf"go near|watch|look at|entertain) {NOT_OBJECT}{WHAT}|"
    rf"\b(?:draw the line at|run a mile from|catch me (?:eating|drinking|watching|doing|wearing|"
    rf"listening to)|get me (?:eating|drinking|watching|on)|(?:had|have|got|'ve) (?:always had |"
    rf"got )?a (?:horror|dread|hatred|dislike|loathing) of|been off|be off|off my|can't look at|(?:not|"
    rf"never) touched|not had any|wean(?:ed)? myself off|finished with|through with|done with|shot of|"
    rf"steer clear of|keep off|keep clear of|stay off|avoid|avoids|stay away from|keep away from|"
    rf"keep well away from|lay off|can do without|"
    rf"could do without|sick (?:and tired )?of|sick to death of|bored of|had (?:quite )?enough of|"
    rf"have to avoid|turn my nose up at) {NOT_OBJECT}{WHAT}|"
    rf"\b{GAVE_UP} {NOT_OBJECT}(?!smoking\b|work\b|my (?:job|house|car|licence|flat)|driving\b|on\b|"
    rf"hope\b|trying\b|the (?:idea|house|car|fight)){WHAT}"
)
DISLIKED: Final = frames(
    r"^(?P<what>[^.!?;,]{2,40}?) (?:just |really |always |simply |absolutely |does |"
    r"do )*(?:turns? my stomach|makes? me (?:feel )?(?:sick|ill|heave|"
    r"queasy|gag|shudder|cringe)|makes? my skin crawl|gives? me the (?:creeps|shivers|horrors)|(?:isn't|"
    r"aren't|is not|are not|was never|'s not|are never) "
    r"(?:really )?(?:for me|my cup of tea|my thing|my idea of|my sort of)|do(?:es)? nothing for me|"
    r"drives? me (?:mad|up the wall|crazy|potty|round the bend)|"
    r"(?:leaves?|left) me cold|do(?:es)?n't appeal|gets? on my nerves|bores? me|do(?:es)?n't do it for me)"
)
USED: Final = frames(
    rf"\bused to (?:{SOFT})(?:love|like|enjoy|prefer|adore|be {SOFT}(?:an? )?{SOFT}{FOND}|hate|"
    rf"can't stand|not like|dislike|eat|drink|have|take|"
    rf"play|do|watch|collect|go|listen to|support|be able to eat)(?: to)? {WHAT}"
)
NO_MORE: Final = frames(
    rf"\b(?:don't|doesn't|do not|no longer|not|stopped|have given up|'ve given up|gave up|given up|"
    rf"packed in|gone off|went off|sold my|"
    rf"retired from|finished with|done with) (?:really |actually )?(?:like|likes|love|enjoy|eat|drink|play|"
    rf"do|watch|go|have|take|collect|want|"
    rf"going|playing|doing|eating|drinking|watching|liking|having|keen on|fond of|a fan of|into|care for|"
    rf"interested in)?(?: to)?\s*{WHAT}"
)
ELLIPSIS: Final = re.compile(
    r"^(?:i|me|he|she|we|my [^\W\d_]+) (?:really |certainly |just |personally |myself |"
    r"certainly )*(?P<aux>do|does|don't|doesn't|can't|love|hate|am|do not|"
    r"i'm not|'m not|like|am not)(?: not)?(?: too| either| as well| myself| at all| though)?$|^(?:so|"
    r"neither|nor) (?P<inv>do|does|can|am) (?:i|my [^\W\d_]+|he|she)\b|"
    r"^(?:me too|me neither)\b"
)
PAIRS: Final = re.compile(
    r"\b(?:fish and chips|bread and butter|gin and tonic|salt and vinegar|strawberries and cream|"
    r"rock and roll|rock n roll|bangers and mash|"
    r"sausage and mash|snakes and ladders|arts and crafts|peace and quiet|black and white|"
    r"cheese and (?:onion|pickle|biscuits|crackers)|"
    r"ham and eggs?|bacon and eggs?|egg and chips|laurel and hardy|gilbert and sullivan|morecambe and wise|"
    r"apple and blackberry|"
    r"steak and (?:kidney|ale)|mince and tatties|pie and (?:mash|peas|chips)|liver and onions|"
    r"rum and (?:raisin|coke)|oil and vinegar|jam and cream|"
    r"rice and peas|macaroni and cheese|country and western|rhythm and blues|drum and bass|cut and thrust|"
    r"cribbage and|track and field|"
    r"bubble and squeak|toad in the hole|custard and|ginger and lemon|milk and honey|tea and (?:toast|"
    r"biscuits|cake)|cops and robbers|dogs and cats|"
    r"war and peace|pride and prejudice|the archers|hide and seek|(?:his|her|their|my) \w+ and \w+|r and b|"
    r"ball and chain)\b"
)
PARTS: Final = re.compile(r",? (?:and|or|nor|but not|plus) (?:also |a bit of |for )?|, ")
PRONOUN: Final = re.compile(
    r"(?:it|them|that|those|these|one|ones|doing it|playing it|eating it|eating them|anything like that|"
    r"any of (?:it|that|them))"
    r"(?: (?:at all|now|any ?more|either|myself|too|though|to bits|very much|really|so much|all|even|"
    r"as well|dearly|itself))*$"
)
KIN_THING: Final = re.compile(
    rf"^(?:my |our |his |her )?(?:(?:\w+ )?(?:{FEMALE}|{MALE})s?|children|kids|grandkids|grandchildren|"
    rf"partner|friends?|neighbours?)(?: and .*)?$|^(?:company|family|people|home|life|grandchildren|"
    rf"grandkids)$"
)
PERFECT: Final = re.compile(r"\b(?:have|has|i've|we've|he's|she's|'ve|always) (?:\w+ )?$")
STILL_LIKED: Final = re.compile(
    r"\b(?:have|has|i've|'ve|'s) (?:always )?(?:loved|liked|enjoyed|adored|preferred)\b"
)
STILL_DISLIKED: Final = re.compile(r"\b(?:never|gave up|went off|given up|gone off|always hated)\b")
TAKEN_UP: Final = frames(
    rf"\b(?:taken up|took up|started|joined|discovered|tried|bought|got|made|had|have|has|found|"
    rf"watch(?:ed)?|learnt|learned|play|plays|played|do|collect|read) "
    rf"(?P<what>(?!to\b|me\b|you\b|that\b|it\b|a lot\b|been\b|got\b)[^.!?;,]{{2,40}}?){END}"
)
WHEN: Final = re.compile(rf"\s+(?:{OFTEN})$")
