"""What somebody has set out to do; not what they merely wish, nor an errand of the day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from core.memory.english.telling import Found, Told
from core.memory.english.words import frames, key, what

_END: Final = (
    r"(?=$|[.!?;]| (?:but|because|so (?:i|that)|although|though|you know|which|who|he|she|please|"
    r"if|i think|would you)\b)"
)
_TO: Final = (
    r"(?:learn(?: how)?|lose|give up|quit|save|write|visit|stop|finish|start|run|walk (?:to|the|a|ten|five|"
    r"up|round|without|again|unaided)|take up|get (?:back|down to|up to|to (?:lourdes|[a-z]+ (?:next|this|"
    r"before|one))|on|fit|fitter|round to|to see|up (?:snowdon|the|to)|"
    r"better at|my|"
    r"rid of|over to|out (?:more|of))|cut (?:down|out)|see (?:my \w+ (?:grow up|walk|settled)|"
    r"the (?:northern|pyramids|sea|alps|grand|"
    r"world|taj)|venice|paris|rome|[a-z]+ (?:before|again before|one day|one last time)|my \w+ (?:graduate|"
    r"married|get married))|"
    r"travel|join|grow|build|master|complete|publish|restore|trace|research|read (?:all|every|the whole|"
    r"more|war|the complete|through)|sing in|teach (?:myself|my)|touch my toes|make it to|"
    r"get (?:[a-z]+ )?(?:grade|certificate|degree)|fly|knit|paint|sew|swim (?:a|the|twenty|again|"
    r"fifty|ten|across)|"
    r"climb|raise|make (?:a|my|the|it to|peace|it up|more)|move (?:to|house|nearer|back|closer|into|"
    r"in with)|go (?:to (?:[a-z]+ (?:one day|next|before|in|for my|this)|university|college|australia|"
    r"canada|america|italy|spain|france|"
    r"japan|scotland|ireland|india|new zealand|night school|evening classes)|back to|on a (?:cruise|"
    r"pilgrimage|safari)|vegetarian|vegan|abroad)|keep (?:fit|up|my|going|walking|a diary)|improve|"
    r"eat (?:less|more|better|healthier)|"
    r"drink (?:less|more water)|exercise|practise|practice|play (?:the|in)|dance|reach|live (?:to|until)|"
    r"pass (?:my|the)|beat|record|bake|crochet|redecorate|redo|declutter|sort out|clear out|catalogue|"
    r"organise|organize|set up|"
    r"sell|buy (?:a|my)|plant|compete|enter|do (?:the|a (?:parachute|skydive|course|degree|sponsored)|more|"
    r"my)|volunteer|speak|understand|remember|manage|bring|cook|cycle|drive again|be able to|become|study|"
    r"get a)"
)
_STRONG: Final = frames(
    rf"\b(?:my|our) (?:[^\W\d_]+ ){{0,2}}?(?:goal|aim|dream|plan|ambition|resolution|target|project|"
    rf"mission|intention|challenge|big wish|one wish)s?(?: (?:for|this|now|at the moment|before|"
    rf"in) (?:[^\W\d_]+ ?){{1,3}})?"
    rf"(?: is|'s| are| has always been| was always|: )(?: still| now|"
    rf" always been)? ?(?:to )?(?P<what>[^.!?;]{{3,90}}?){_END}|"
    rf"\b(?:i'm|i am|we're|we are|i've been|also|and|^) (?:really |now |still |also |currently |busy |"
    rf"just |thinking of |determined and |definitely )*(?:planning|hoping|determined|aiming|saving(?: up)?|"
    rf"trying|training|working|learning|practising|practicing|intending|meaning|set on|bent on|working up|"
    rf"on a mission|in training|teaching myself|"
    rf"trying hard|doing my best)(?: hard)?(?: to| on| for| towards| how to| toward|$)? (?!to (?:be|hear|"
    rf"think|remember|sleep|get to sleep|watch|find|tell|see you|say|ask|get (?:up|comfortable|warm|"
    rf"through|hold|this|the|some sleep|hold of)|open|work (?:it )?out|understand|reach|phone|ring|decide|"
    rf"keep (?:warm|awake|up)|eat|cook|use|turn|fix|make out|recall|do the|speak|talk|reach|stay|help|"
    rf"listen|concentrate|explain|catch)\b|a lot\b|so much\b|that\b|"
    rf"(?:forward|after|at|as|in|out)\b)(?P<what_b>[^.!?;]{{3,80}}?){_END}|"
    rf"\b(?:i've|i have|we've|i) (?:finally |just |now |also |always )?(?:set my (?:heart|sights|mind) on|"
    rf"decided (?:to|on)|made up my mind to|promised (?:myself|the doctor|my \w+)(?: that)?(?: to| i'd|"
    rf" i will| i'll)|vowed to|resolved to|"
    rf"set myself(?: the (?:task|goal|target|challenge))?(?: of| to| a target of)?|got my heart set on|"
    rf"my heart set on|my sights set on|my mind set on|signed up (?:to|for)|enrolled (?:in|on|for)|"
    rf"put my name down for|started (?:learning|training|"
    rf"saving(?: up)?|writing|teaching myself)(?: to| for| how to)?|taken up learning|begun (?:learning|"
    rf"writing)|got it into my head to|pledged to|sworn to) (?P<what_c>[^.!?;]{{3,80}}?){_END}|\b(?:i've|"
    rf"i have|i) (?:got )?(?:a mind|half a mind|a notion|a fancy|a hankering|a good mind|a yen|"
    rf"every intention|a plan|plans) (?:to|of) (?P<what_h>[^.!?;]{{3,70}}?){_END}|\b(?:fancy|"
    rf"fancied) (?:having a (?:go|try|bash|crack) at|trying|learning|"
    rf"taking up) (?P<what_i>[^.!?;]{{3,60}}?){_END}|\b(?:i'm|i am|we're) (?:out to|having (?:a|"
    rf"another) (?:go|try|bash|crack) (?:at|with)|in the middle of (?:learning|writing|knitting|building)|"
    rf"determined that i'll|trying my hand at|busy (?:learning|writing|building)|"
    rf"after) (?P<what_j>(?!all\b|lunch|a\b|the\b|my\b|some\b)[^.!?;]{{3,60}}?){_END}|\b(?:the|my) (?:plan|"
    rf"aim|goal|idea|hope|intention|target)(?:'s| is)(?: now|"
    rf" this \w+)?(?: is)? to (?P<what_k>[^.!?;]{{3,70}}?){_END}|\b(?:it's|it is|it's always been) (?:my|"
    rf"our) (?:goal|aim|dream|ambition|plan|intention|resolution) to (?P<what_l>[^.!?;]{{3,70}}?){_END}|"
    rf"^(?:all |one thing )?(?:what )?i(?:'d| would)? (?:really |do |still )*(?:want|like|love|hope|intend|"
    rf"plan|mean) (?:to do |now |most |this year )*is to (?P<what_m>[^.!?;]{{3,70}}?){_END}|"
    rf"\bbefore i (?:die|go|pop my clogs|kick the bucket|turn \w+|get too old),? i (?:want|hope|mean|"
    rf"intend|plan|would like|'d like|'d love|must|'ll) (?:to )?(?P<what_n>[^.!?;]{{3,60}}?){_END}|\b(?:i|"
    rf"we) (?:really |definitely |fully |do |still |also |just |now )?(?:plan|plans|intend|aim|mean|"
    rf"hope|am determined|have decided|am going to try) (?:on |to )(?!(?:be (?:a|in|with|there|home|on|at|"
    rf"good)\b|hear|see you|sleep|watch|god|"
    rf"goodness|know|speak to you)\b)"
    rf"(?P<what_d>[^.!?;]{{3,80}}?){_END}|\b(?:my heart|my heart's|my mind's|my mind|my sights) (?:is |"
    rf"are )?set on (?P<what_e>[^.!?;]{{3,70}}?){_END}"
)
_WANTS: Final = frames(
    rf"\b(?:i|we|and|also|who|he|she|^) (?:really |do |so |just |still |also |finally |now |always |"
    rf"very much |would ?n't mind |would )*(?:want|wants|wanted|have always wanted|"
    rf"'ve always wanted) to (?:finally |really |try to |try and |be able to |at last |"
    rf"have a go at |properly )*(?P<what>{_TO}\b[^.!?;]{{0,70}}?){_END}|"
    rf"\bi've (?:always|long) wanted to (?:finally |try to )*(?P<what_b>{_TO}\b[^.!?;]{{0,70}}?){_END}|"
    rf"\b(?:i'm|i am|we're|we are) (?:also |really |finally |definitely |still )*(?:going to|"
    rf"gonna) (?:finally |try to |try and |have a go at |try |attempt to |"
    rf"start )*(?P<what_c>{_TO}\b[^.!?;]{{0,70}}?){_END}|"
    rf"\bi'd (?:really |dearly |so |very much |still )*(?:like|love) to (?:finally |be able to |try to |"
    rf"one day |someday )*(?P<what_d>{_TO}\b[^.!?;]{{0,60}}?(?:this (?:year|summer|winter|spring|autumn)|"
    rf"one day|before (?:i|christmas|easter|summer|the|my)[^.!?;]*|(?:graduate|get married|grow up|"
    rf"settled)|by (?!the\b)"
    rf"[^.!?;]+|next (?:year|summer|spring|month)|at last|some ?day|in the new year|finally)){_END}|"
    rf"\bi'll (?:finally |definitely )*(?P<what_e>(?:learn|finish|lose|give up|quit|write|take up|"
    rf"cut down)\b[^.!?;]{{2,60}}?){_END}|\b(?:won't rest|not giving up|shan't rest|won't stop|"
    rf"won't be happy)(?: till| until)(?: i've| i have| i can| i)? (?P<what_r>[^.!?;]{{3,60}}?){_END}|"
    rf"\bif it's the last thing i do,? i(?:'m going to|'ll| will) (?P<what_s>[^.!?;]{{3,60}}?){_END}|"
    rf"\bone (?:of these days|day|fine day),? i(?:'m going to|'ll| will|"
    rf"'m gonna) (?P<what_t>[^.!?;]{{3,60}}?){_END}|\bmy next (?:project|challenge|thing|"
    rf"task) is (?:to )?(?P<what_f>[^.!?;]{{3,60}}?){_END}"
)
_OTHERS: Final = re.compile(
    r"\b(?:plans|hopes|intends|wants|is hoping|is planning|is training|is saving up|is learning|is trying|"
    r"dreams|aims|is determined)(?: to| for| of| on)? (?P<what>[^.!?;]{3,60})"
)
_NOT: Final = re.compile(
    r"\b(?:not|n't|never|no longer|don't|doesn't|stopped|given up|gave up|used to) (?:\w+ ){0,2}$"
)
_ERRAND: Final = re.compile(
    r"\b(?:today|tonight|tomorrow|now|in a minute|this (?:morning|afternoon|evening)|later on|to bed|"
    r"the toilet|the loo|the shops?|the bathroom|a cup of|the news|the doctor|the dentist|the kettle|"
    r"on (?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"it rains?|not to|nothing)\b"
)
_GIVES_UP: Final = frames(
    r"\b(?:i'm|i am|i've|i have|we're|i) (?:not|no longer|given up|gave up|stopped|decided (?:not to|"
    r"against)|changed my mind about|had to give up|packed in|dropped|abandoned|shelved|finished with|"
    r"called off|cancelled|lost interest in|had to drop|"
    r"have given up|decided not to|didn't|won't be|quit|gone off|put off|quite given up)(?: (?:on|with|"
    r"the idea of|going to|going|planning|to|want to|wanting|learning|doing|trying|all about|"
    r"my plans? (?:to|for|of)|bothering|be)){0,3} (?P<what>[^.!?;]{3,50}?)"
    r"(?: any ?more| after all| now| instead)?(?=$|[.,!?;]| (?:but|because|so|it's|i|my|and|as|since|too|"
    r"they|the|now)\b)|"
    r"\b(?:i )?(?:don't|do not|no longer) (?:want|plan|intend|hope|aim|mean|think i'll)(?: to)?(?: learn|"
    r" do| go| bother)? ?(?:to )?(?P<what_b>[^.!?;]{3,50}?)(?: any ?more| after all| now)|"
    r"\bforget (?:about )?(?P<what_c>[^.!?;]{3,40}?) (?:i'm|i am|i've)\b|"
    r"^(?:the )?(?P<what_d>[^.!?;]{3,40}?)(?:'s| is| are) (?:off|cancelled|not happening|too (?:hard|much|"
    r"expensive|difficult) for me|on hold)\b|"
    r"\b(?:changed my mind about|gone off the idea of|given up (?:on )?(?:the )?(?:idea of)?|gave up on|"
    r"had enough of|that's the end of) (?P<what_e>[^.!?;]{3,40}?)(?=$|[.,!?;]| (?:but|because|so|it's|i|my|"
    r"and)\b)"
)
_VERB: Final = re.compile(
    r"^(?:(?:to|learn|learning|how|study|studying|take|taking|up|going|go|doing|do|play|playing|try|trying|"
    r"the|a|an|some|my|for|on|of|at|in|speak|speaking|finish|finishing|write|writing|read|start|starting|"
    r"about|idea|get|getting|buy|buying|"
    r"make|making|visit|visiting|see|seeing|lose|losing|give|giving|quit|quitting|save|saving|join|joining|"
    r"be|able|towards|myself|back|into|have|having|knit|knitting|build|building|run|running|more|climb|"
    r"climbing|that|this|whole|sponsored|big|new|"
    r"properly|finally) )+"
)
_TAIL: Final = re.compile(
    r"\s+(?:by|before|this|next|in|on|at|for|with|so|if|when|now|after|again|any ?more|all|instead|as|"
    r"one day|some ?day|from|to|then|too|lessons?|class(?:es)?|course|properly|and|while)\b.*$|,.*$"
)


def goals(told: Told) -> Iterator[Found]:
    """What the clause says its person is after."""
    low = told.low
    if not told.about or (told.over and not re.search(r"\balways wanted\b", low)):
        return
    if not told.own:
        if (found := _OTHERS.search(low)) and not _ERRAND.search(found.group()):
            yield Found("goal", f"goal:{object_of(found['what'])}", found["what"].strip())
        return
    found = _STRONG.search(low) or _WANTS.search(low)
    if (
        found
        and not _ERRAND.search(found.group())
        and not _NOT.search(low[: found.start()])
        and not re.search(r"\bnot\b", found.group()[:20])
    ):
        named = what(found)
        yield Found("goal", f"goal:{object_of(named)}", named)


def closed(told: Told) -> Iterator[tuple[str, str]]:
    """Goals the clause drops."""
    if (found := _GIVES_UP.search(told.low)) and (named := object_of(what(found))):
        yield "goal", named


def object_of(words: str) -> str:
    """The stable key of a goal: what it is about, "learn the ukulele this winter" and "the ukulele" alike."""
    plain = _VERB.sub("", words.strip() + " ").strip() or words.strip()
    plain = _TAIL.sub("", " " + plain).strip() or plain
    return " ".join(key(plain).split()[:4])
