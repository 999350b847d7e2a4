"""Utterances that want a polite word and nothing else, whole-utterance patterns in both languages."""

# ruff: noqa: E501 (a table of sentences or patterns reads better one to a line)
from __future__ import annotations

import re
from typing import Final

from core.brain.grounded.hearing import Heard, plain
from core.retrieval.sound import sound_tokens
from core.text import Language

_END = r"(?:[啊呀呢吧嘛哦哈啦了的么吗]|伴言|小伴|你们?|您)*"
_YOU = r"(?:那|哎|请问|伴言)?[你您]"

_ZH: Final[tuple[tuple[str, str], ...]] = (
    ("how_are_you", r"(?:伴言|那|[你您])*(?:今天|最近|现在)?(?:好吗|还好吗|怎么样啊?|过得(?:怎么样|好吗|好不好)|身体(?:怎么样|好吗)|"
                    r"吃(?:饭)?了(?:吗|没|没有)|心情(?:怎么样|好吗)|累不累|累吗)"),
    ("good_night", rf"(?:好的?|那|我(?:要|去)?睡(?:觉|了)*|谢谢)*晚安{_END}(?:我(?:先|要|去)*睡(?:觉|了|啦)*)?"),
    ("good_morning", rf"(?:[你您]好)?(?:早上好|早安|上午好|早){_END}"),
    ("good_afternoon", rf"(?:[你您]好)?(?:下午好|中午好){_END}"),
    ("good_evening", rf"(?:[你您]好)?晚上好{_END}"),
    ("greet", rf"(?:嗨|哈喽|哈啰|喂|嘿)*(?:[你您大家]+好{_END})+(?:很高兴(?:认识|见到)[你您])?|(?:嗨|哈喽|哈啰|嘿){_END}|"
              rf"好久不见{_END}|(?:我)?(?:回来|来)了?(?:伴言)"),
    ("here", r"(?:喂)+|(?:伴言|[你您])?(?:还)?(?:在吗|在不在|在听吗|听得[到见]吗|能听[到见]吗|听见了吗)|伴言"),
    ("goodbye", r"(?:好[的了吧]?|那|嗯|行|谢谢[你您]?[啊了]?|不客气|我)*(?:再见|拜拜|拜|回头见|明天见|下次见|回见|"
                r"(?:先)?走了|要走了|先这样|就这样|先聊到这|不聊了|下次再聊|改天再?聊|挂了|要?(?:去)?睡觉?了|要?去忙了)"
                r"(?:再见|拜拜|谢谢)?" + _END),
    ("thanks", r"(?:好[的了]?|那|嗯|哦|行|太|真|真是|非常|多|十分|实在|可|知道了|明白了|哎呀|谢谢)*"
               rf"(?:谢谢|感谢|多谢|谢了|太谢谢|辛苦|麻烦){_END}(?:的?(?:帮助|帮忙|提醒|回答|关心))?{_END}"),
    ("who", rf"{_YOU}(?:到底|究竟)?(?:是|叫)(?:谁|什么|啥|什么人|哪位|哪个|干什么|干啥|干嘛|机器人|真人|人|什么东西|什么名字|"
            rf"啥名字|做什么){_END}|(?:[你您])的?名字(?:是(?:什么|啥))?{_END}|"
            r"(?:怎么|咋)称呼[你您]?|(?:请)?(?:[你您])?(?:自我)?介绍(?:一下)?(?:[你您]?自己)?"),
    ("can_do", rf"{_YOU}(?:都)?(?:会|能|可以)(?:做|干|帮我(?:做|干)?|为我做)?(?:什么|啥|些什么|点什么|哪些)(?:事|事情|东西)?{_END}|"
               rf"{_YOU}(?:都)?有(?:什么|啥|哪些)(?:用|功能|本事|本领){_END}|{_YOU}能帮我吗|{_YOU}能帮我(?:什么|啥)忙?"),
    ("fond", rf"(?:我|{_YOU})(?:真的?|很|好|最|也|都|会)*(?:喜欢|爱|想)(?:[你您我])(?:了|吗|不|呀|啊|哦|伴言)*"),
    ("sources", rf"{_YOU}(?:是)?(?:怎么|咋|从哪[里儿]?|哪[里儿])(?:知道|看来|听来|查到|找到|得知){_END}"),
    ("sorry", rf"(?:对不起|抱歉|不好意思|真对不起){_END}"),
    ("praise", rf"{_YOU}?(?:可|真|好|很|太|挺)(?:是)?(?:聪明|棒|厉害|能干|贴心|懂事|会说话|不错){_END}|说得(?:真|很)?好{_END}|"
               rf"{_YOU}?(?:真|挺|很)?不错{_END}"),
    ("obeyed", rf"(?:请|麻烦|[你您])*(?:说|讲|声音)?(?:话)?(?:再)?(?:慢|快|大声?|小声?|轻)(?:一)?(?:点|些)儿?(?:说|讲|声)?{_END}|"
               rf"停(?:下|一下|下来)?{_END}|别(?:再)?(?:说|讲|念)了?{_END}|(?:请)?安静(?:一?点|一?下)?|等(?:一?下|等|一等|会儿?){_END}"),
    ("no_hurry", rf"(?:我)?(?:也)?(?:不知道|不清楚|不记得|忘了|想不起来|想不起来了){_END}|随便{_END}|(?:都行|都可以|无所谓){_END}"),
    ("listening", r"(?:[唉哎](?:[呀呦哟])?)+"),
    ("chat", rf"(?:[你您])?(?:能|可以|来)?陪我(?:聊|说|说说|聊聊|唠|唠唠)(?:一?会儿?)?(?:天|话|嗑)?{_END}|(?:我们|咱们|咱)(?:来)?(?:聊聊?天?|说说话|唠唠嗑){_END}|"
             rf"(?:我)?(?:好|很|真|太|有点)?无聊{_END}|(?:我)?想(?:找[你您])?(?:跟[你您]|和[你您])?(?:聊聊?天?|说说话){_END}|没什么事就是想(?:找|跟|和)?[你您](?:说说话|聊聊天?)"),
    ("wrong", rf"(?:不对|不是|错|[你您](?:说|听|弄|搞)?错)(?:不对|不是|这个|这样|的)*{_END}"),
    ("no", r"(?:好|嗯|哦)?(?:不(?:用|要|需要|必|行|想)?|没有|没|没事|没什么|算|没关系|没别的|没有别的|不用谢|不客气|没问题了)"
           rf"(?:谢谢)?{_END}(?:事|问题)?{_END}"),
    ("yes", r"(?:嗯|对|好|行|是|可以|没错|知道了|明白了?|好的|好吧|是的|对的|成|中|ok|懂了?|了解|原来如此|原来是这样|这样|[你您]?说得对|说的对|真的假的|我?知道了|我?明白了|我懂了|"
            rf"听懂|收到|没问题|哦|噢|喔|啊|是吗|真的吗?|就是|可不是|嗯哼|这样子|中|当然|哈+|呵+|嘿+|清楚|记住){{1,6}}{_END}"),
)  # fmt: skip

_NAME = r"(?: (?:there|banyan|dear|again|everyone))*"
_EN: Final[tuple[tuple[str, str], ...]] = (
    ("good_night", rf"(?:ok(?:ay)? |well )?(?:good ?night|sleep well|nighty? night){_NAME}"),
    ("good_morning", rf"(?:hi |hello )?(?:good )?morning{_NAME}"),
    ("good_afternoon", rf"(?:hi |hello )?good afternoon{_NAME}"),
    ("good_evening", rf"(?:hi |hello )?(?:good )?evening{_NAME}"),
    ("greet", rf"(?:hello|hi|hey|hiya|howdy|greetings|nice to meet you|long time no see|i'm back){_NAME}"
              rf"(?: (?:hello|hi|nice to meet you))?{_NAME}"),
    ("here", r"(?:hello )?(?:are you (?:still )?(?:there|listening)|can you hear me|banyan)"),
    ("goodbye", r"(?:ok(?:ay)? |well |thanks? (?:you )?|right |all right )*(?:good ?bye|bye|bye bye|see you(?: later| soon| tomorrow)?|"
                rf"talk (?:to you )?(?:later|soon)|i(?:'m| am) (?:off|leaving|going now)|i have to go|i must go|that's all(?: for (?:now|today))?|"
                rf"farewell|so long)(?: now| then)?{_NAME}"),
    ("thanks", r"(?:ok(?:ay)? |great |good |oh |all right |well )*(?:thank you|thanks|cheers|many thanks|much appreciated|i appreciate (?:it|that))"
               r"(?: (?:so|very) much| a lot| indeed| ever so much)?(?: for (?:that|your help|the help|helping|everything|telling me)| that(?:'s| is| was) (?:very |so )?(?:kind|nice|helpful|good|sweet)(?: of you)?)?" + _NAME),
    ("who", r"(?:and )?(?:who|what) (?:are|r) you(?: exactly)?|who is this|who am i (?:talking|speaking) (?:to|with)|what's your name|"
            r"what is your name|(?:please )?introduce yourself|are you (?:a |an )?(?:robot|machine|human|person|computer|real person|ai)|"
            r"tell me about yourself|do you have a name"),
    ("how_are_you", rf"(?:hello |hi )?how(?: are|'re) (?:you|things)(?: doing)?(?: today)?{_NAME}|how do you do|how's it going|are you (?:well|ok(?:ay)?|all right)"),
    ("can_do", r"what (?:can|do|could) you (?:do|help(?: me)? with|know)(?: for me)?|how can you help(?: me)?|can you help(?: me)?|help(?: me)?"),
    ("fond", r"(?:i|do you) (?:really )?(?:love|like|miss(?:ed)?) (?:you|me)(?: too| so much)?"),
    ("sources", r"how do you know(?: that| this)?|where (?:did|do) you (?:get|find|read|know) (?:that|this|it)(?: from)?|who told you(?: that)?"),
    ("sorry", r"(?:oh )?(?:i'm |i am )?(?:so |very )?sorry(?: about that)?|excuse me|i apologi[sz]e|my mistake|pardon me"),
    ("praise", r"(?:that's |that is |you're |you are |you )*(?:so |very |really )*(?:great|clever|smart|wonderful|amazing|brilliant|nice|kind|helpful|"
               r"good job|well done|well said|excellent|lovely)"),
    ("obeyed", r"(?:please )?(?:(?:can|could) you )?(?:speak |talk |a (?:bit|little) )*(?:slower|louder|faster|quieter|more slowly|up|slow down)(?: please)?|(?:please )?(?:stop|be quiet|stop talking|wait|hang on|hold on)(?: a (?:moment|minute|second))?(?: please)?"),
    ("no_hurry", r"i (?:don't know|can't remember|don't remember|forget|forgot|'m not sure)|i'm not sure|whatever|i don't mind"),
    ("chat", r"(?:let's|can we|shall we|i want to|i'd like to) (?:talk|chat|have a chat)(?: a (?:bit|little))?(?: to you| with you)?|(?:can you )?(?:talk|chat) (?:to|with) me|i(?:'m| am) (?:so )?bored|keep me company"),
    ("wrong", r"(?:no )?(?:that's|that is|you're|you are|this is)? ?(?:wrong|not right|incorrect|not what i (?:meant|asked|said))"),
    ("no", r"no|nope|nah|no thanks?(?: you)?|not (?:now|really|today|yet)|never ?mind|nothing(?: else)?|that's ok(?:ay)?|no problem|"
           r"it's nothing|forget it|don't worry|(?:no )?not really"),
    ("yes", r"(?:(?:yes|yeah|yep|yup|ok|okay|sure|right|all right|alright|fine|good|i see|i understand|understood|got it|of course|"
            r"exactly|correct|true|indeed|really|mm[- ]?hm+|uh[- ]?huh|m+|h+m+|oh|ah|that's right|that makes sense|makes sense|perfect|please)\b ?){1,4}"),
)  # fmt: skip

_PATTERNS = {
    "zh": [(name, re.compile(pattern)) for name, pattern in _ZH],
    "en": [(name, re.compile(pattern)) for name, pattern in _EN],
}

# What the recogniser writes for these is often another word of the same sound (你是水, 在见, 携携).
_BY_SOUND: Final = {
    "greet": ("你好", "您好"), "thanks": ("谢谢", "谢谢你", "谢谢您"), "goodbye": ("再见", "拜拜"),
    "good_night": ("晚安",), "good_morning": ("早上好",), "who": ("你是谁", "您是谁", "你叫什么名字"),
    "sorry": ("对不起",), "can_do": ("你会做什么", "你能做什么"), "how_are_you": ("你好吗",),
}  # fmt: skip


# When several are said in one breath, the weightiest is answered: 没有问题了谢谢再见 is a goodbye.
_WEIGHT: Final = ("goodbye", "good_night", "who", "can_do", "how_are_you", "chat", "thanks", "good_morning",
                  "good_afternoon", "good_evening", "sorry", "praise", "fond", "greet", "here", "wrong", "no", "yes")  # fmt: skip
_LONGEST: Final = {"zh": 24, "en": 90}
"""Characters of the longest courtesy; also what keeps the patterns' backtracking short."""
_BREATH: Final = {"zh": 18, "en": 9}
"""Characters or words up to which an utterance is tried as a row of courtesies."""


def courtesy(heard: Heard) -> str | None:
    """The name of the phrase that answers it, or None when it wants more than a polite word."""
    for words in (heard.plain, heard.plain_core, plain(heard.text, heard.language)):
        name = _one(words, heard.language)
        if name is not None:
            return name
    row = _row(heard)
    if row:
        return min(row, key=lambda name: _WEIGHT.index(name) if name in _WEIGHT else len(_WEIGHT))
    return _by_sound(heard)


def _one(words: str, language: Language) -> str | None:
    if len(words) > _LONGEST[language]:
        return None
    return next((name for name, pattern in _PATTERNS[language] if pattern.fullmatch(words)), None)


def _row(heard: Heard) -> list[str]:
    """The courtesies that make up the whole utterance, pieces of two characters or one word at least."""
    zh = heard.language == "zh"
    units = list(heard.plain) if zh else heard.plain.split()
    joint, least = ("", 2) if zh else (" ", 1)
    if len(units) > _BREATH[heard.language]:
        return []
    rows: dict[int, list[str]] = {0: []}
    for end in range(least, len(units) + 1):
        for start in range(end - least, -1, -1):
            if start not in rows or end in rows:
                continue
            name = _one(joint.join(units[start:end]), heard.language)
            if name is not None:
                rows[end] = [*rows[start], name]
    return rows.get(len(units), [])


def _by_sound(heard: Heard) -> str | None:
    if not heard.spoken or heard.language != "zh" or len(heard.plain) > 6:
        return None
    sounds = sound_tokens(heard.plain)
    for name, wordings in _BY_SOUND.items():
        if any(sound_tokens(wording) == sounds for wording in wordings):
            return name
    return None
