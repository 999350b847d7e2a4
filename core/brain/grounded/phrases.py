"""Every sentence Grounded says of its own accord, in both languages: short, spoken, kind."""

# ruff: noqa: E501 (a table of sentences or patterns reads better one to a line)
from __future__ import annotations

from typing import Final

from core.text import Language

_PHRASES: Final[dict[str, tuple[str, str]]] = {
    # courtesy
    "greet": ("您好{called_zh}！有什么我可以帮您的？", "Hello{called_en}! What can I do for you?"),
    "good_morning": ("早上好{called_zh}！有什么我可以帮您的？", "Good morning{called_en}! What can I do for you?"),
    "good_afternoon": ("下午好{called_zh}！有什么我可以帮您的？", "Good afternoon{called_en}! What can I do for you?"),
    "good_evening": ("晚上好{called_zh}！有什么我可以帮您的？", "Good evening{called_en}! What can I do for you?"),
    "here": ("我在呢{called_zh}，您说。", "I'm here{called_en}. Go ahead."),
    "thanks": ("不客气{called_zh}。", "You're welcome{called_en}."),
    "goodbye": ("再见{called_zh}，回头再聊。", "Goodbye{called_en}. Talk to you soon."),
    "good_night": ("晚安{called_zh}，好好休息。", "Good night{called_en}. Sleep well."),
    "who": (
        "我是伴言，您家里的语音伙伴。我只根据家里的资料和您说过的话来回答。",
        "I'm Banyan, your household's voice companion. I answer only from your documents and what you have told me.",
    ),
    "how_are_you": ("我很好，谢谢您{called_zh}。您今天怎么样？", "I'm well, thank you{called_en}. How are you today?"),
    "can_do": (
        "我可以从家里的资料里找答案，也记得您说过的话，还能报时。您想知道什么，直接问我就好。",
        "I can look things up in your documents, recall what you told me, and tell the time. Just ask.",
    ),
    "sorry": ("没关系{called_zh}。", "That's quite all right{called_en}."),
    "yes": ("好的。", "All right."),
    "no": ("好的，没关系。有需要的时候再叫我。", "All right. Call me whenever you need me."),
    "fond": ("能陪您说说话，我很高兴。", "I'm happy to keep you company."),
    "obeyed": ("好的。", "All right."),
    "no_hurry": ("没关系，您慢慢想。", "No hurry, take your time."),
    "chat": ("好呀，您想聊什么，我听着呢。", "Gladly. What would you like to talk about?"),
    "about_me": ("我是伴言，是个程序，没有这些，不过很愿意陪您说说话。", "I'm Banyan, a program, so I have none of that, but I'm glad to keep you company."),
    "wrong": ("对不起，是我弄错了。您再说一遍好吗？", "I'm sorry, I got that wrong. Could you say it again?"),
    "praise": ("谢谢您夸我。", "That's kind of you, thank you."),
    # moments that matter
    "urgent": (
        "您先别动，别着急。请马上叫身边的家人，或者拨打120。",
        "Please stay still and stay calm. Call someone near you, or the emergency number, right away.",
    ),
    "despair": (
        "听您这么说，我很担心您。请现在就告诉家里人，或者拨打120，别一个人扛着。",
        "I'm worried to hear that. Please talk to someone you trust, or call the emergency number, right now.",
    ),
    "sad": ("我听着呢，您慢慢说。要是难受得厉害，就给家里人打个电话。",
            "I'm listening, take your time. If it gets too much, please call someone close to you."),
    "glad": ("真好，我也替您高兴。", "How nice, I'm glad for you."),
    # the clock
    "time": ("现在是{time}。", "It is {time}."),
    "date": ("{day}是{date}。", "{day} is {date}."),
    "weekday": ("{day}是{weekday}。", "{day} is {weekday}."),
    "date_weekday": ("{day}是{date}，{weekday}。", "{day} is {weekday}, {date}."),
    "no_clock": ("我没有看时钟的许可，说不准时间。", "I may not look at the clock, so I can't tell."),
    "clock_failed": ("对不起，我现在看不到时钟。", "I'm sorry, I can't read the clock just now."),
    "no_lunar": ("对不起，我的时钟里没有农历。", "I'm sorry, my clock does not know the lunar calendar."),
    # memory and the conversation
    "told": ("您说过：{words}。", "You told me: {words}."),
    "told_quoted": ("您说过：“{words}”。", "You told me: “{words}”."),
    "told_just_now": ("您刚才说过：{words}。", "You said earlier: {words}."),
    "told_just_now_quoted": ("您刚才说过：“{words}”。", "You said earlier: “{words}”."),
    "your_name": ("您是{name}。", "You are {name}."),
    "not_told": ("我没有找到您说过这件事。您愿意告诉我的话，我听着。",
                 "I can't find that you told me. If you would like to tell me, I'm listening."),
    "not_told_nor_written": ("我没有找到您说过这件事，资料里也没有。您愿意告诉我的话，我听着。",
                             "I can't find that you told me, nor is it in the documents. If you would like to tell me, I'm listening."),
    "memory_off": ("现在没有打开记忆，以前的事我不知道。", "Memory is switched off, so I don't know about earlier times."),
    "no_memories": ("我还没有记下您的什么事。", "I haven't noted anything about you yet."),
    "you_said": ("您刚才说：“{words}”。", "You just said: “{words}”."),
    "earlier": ("以前谈话里的原话我这里没有，您可以在历史页面里看。", "I don't have the words of earlier conversations here. You can see them on the history page."),
    "i_said": ("我刚才说：{words}", "I said: {words}"),
    "talked_about": ("您刚才说了：{words}。", "You told me: {words}."),
    "nothing_said": ("这次我们才刚开始，您还没说过别的。", "We have only just begun, you haven't said anything else yet."),
    "nothing_to_repeat": ("我刚才还没说什么呢。", "I haven't said anything yet."),
    "sources": ("我是根据家里的资料和您说过的话回答的。", "I answer from your household's documents and from what you told me."),
    # statements
    "remembered": ("好的，我记住了。", "All right, I'll remember that."),
    "remembered_words": ("好的，{words}，我记住了。", "All right, {words}. I'll remember that."),
    "understood": ("好的，我知道了。", "All right, I see."),
    "understood_words": ("好的，我知道了，{words}。", "All right, I see: {words}."),
    "not_kept": ("好的，我听到了，不过这句话没有记进长期记忆。", "I heard you, but I have not put this into long-term memory."),
    "not_kept_off": ("好的，我听到了。现在没有打开记忆，我只在这次谈话里记得。",
                     "I heard you. Memory is switched off, so I know it only for this conversation."),
    "forget": ("要删掉记住的事，请在记忆页面里删除，我自己不能删。",
               "To remove something I remember, delete it on the memory page. I can't delete it myself."),
    "forgotten": ("好的，这件事我不再记着了。要连记录一起删掉，请在记忆页面里删除。",
                  "All right, I no longer hold on to that. To delete the record as well, use the memory page."),
    "listening": ("嗯，我听着呢。", "I'm listening."),
    "pardon": ("对不起，我没有听明白。您能换个说法再说一遍吗？", "I'm sorry, I didn't understand. Could you say it another way?"),
    "which": ("您问的是哪一件事？请说得完整一些。", "Which matter do you mean? Please say a little more."),
    "fragment": ("我听到了“{words}”。您想说什么，请说得完整一些。", "I heard “{words}”. Could you say a little more?"),
    "cannot": ("对不起，这件事我现在还做不了。", "I'm sorry, that is something I can't do yet."),
    # knowledge
    "quoted": ("《{title}》里写着：“{words}”。", "“{title}” says: “{words}”."),
    "quoted_untitled": ("资料里写着：“{words}”。", "The document says: “{words}”."),
    "not_in_material": ("我查了资料，里面没有找到这个问题的答案。", "I looked through the documents and did not find the answer there."),
    "nothing_bound": ("我手上没有可以查的资料，这个问题我答不上来。", "I have no documents to look in, so I can't answer that."),
}  # fmt: skip


def phrase(key: str, language: Language, **values: str) -> str:
    """One of Grounded's own sentences with its values in place."""
    zh, en = _PHRASES[key]
    return (zh if language == "zh" else en).format(**values)
