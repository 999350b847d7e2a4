"""Chinese: is anything said of anything, and has its verb what it takes?

A person, a thing or a time that is only named is the beginning of a sentence far oftener than a whole turn, and
a recogniser hands over exactly such beginnings when somebody pauses. What answers a question by itself (a number, a
day, "红的") is told apart.
"""

# ruff: noqa: E501 - a lexicon reads better in long lines than broken ones

from __future__ import annotations

import re

_PRONOUN = "(?:[我你您他她它俺咱]们?|大家|人家|自己)"
_TIME = (
    "(?:春节|中秋节?|端午节?|国庆节?|元旦|清明节?|除夕|重阳节?|元宵节?|[今明昨后前](?:[天儿个年]+|晚上?)|去年|前几[天年]|头几[天年]|早年|今儿个?|昨儿个?|明儿个?|大?[前后]天|上次|下次|上回|下回|那天|那年|每天|每[个次]?月?|天天|有一?[天次回]|平时|刚才|现在|最近|"
    "(?:[上下这]个?|每个?)(?:月|周末?|礼拜|星期)[一二三四五六日天末]?|(?:礼拜|星期|周)[一二三四五六日天末]|早[上晨]?|晚上|上午|下午|中午|夜里|半夜|一大早|[春夏秋冬]天|这[几两]天|那时候|"
    "(?!一点儿?)[零一二两三四五六七八九十\\d]+(?:点[钟半整]?|月|号|日|年|分|刻)+)"
)
_NOUNS = re.compile(
    rf"{_TIME}|[洗充放录开看吃喝坐走跑发做写读听吹遥助收打传计起缝微热饮消][^了过着的]{{0,3}}(?:机|器|仪|锅|店|员|站|费|证|炉|灶|剂)|(?:桌子?|床|墙|山|街|路|手|头|身|脸|脚|海|船|网|书|柜子?|椅子?)上|"
    "(?:床|桌|树|山|楼|脚|地|乡|柜)[下底]|楼上|门口|对门|出口|医生|先生|[学女男]生|生日|学校|[大中小同]学|[学法]院|[数文]学|[工银]行|行李|[自]行车|出租车|机会|社会|[晚工]会|居委会|开关|到底|有的|有些(?=[人事药菜]|东西|时候|地方)|有时候?|爱人|爱好|"
    "我省|[全本]省|省[城会长]|空调|说起来|[要再]说|想法|看法|做法|[吃喝用穿]的|用品|会[计员]|要么|电话|手机|说明书|故事|事情|消息|问题|记性|收据|存折|定金|存款|取款机|信用卡|药方|开水|热水|凉水|冷水|热天|多少|少年|老少|差点儿?|能力|多年|好[几多]|等级|见面礼|"
    "能不能|会不会|是不是|要不要|有没有|还是|们几[个位]|就是|可是|但是|只是|要是|或是|总是|不是(?=我|你|他)|要不|看样子|看起来|听力|视力|起来|感觉|睡衣|穿着|带子|皮带|领带|磁带|住处|住址|关系|关节|关键|用处|作用|费用|信用|叫声|笑话|算盘|停车场|收入|交通|送货员|借口|回忆|付款|拿手|哭声|推车|醒目|接口"
)
_PREDICATE = re.compile(
    "[是在去来说讲看听吃喝做买卖打叫问想能会走跑坐住放拿开关写读找用送接帮记忘疼痛睡醒教玩唱喜爱聊吵见给要让借还换洗穿戴修坏掉摔死搬调停站躺拉推抬扔丢带管种煮炒炖烤切烧熬累饿渴困忙懂认怕唠嗑哭笑骂等陪念属姓像变涨跌飞游爬抱挂贴装查算剩够缺差少"
    "贵冷热晴阴亮响乱脏痒肿咳吐晕麻酸胀瘦胖嫁娶离退结搞弄整办交付欠赚挣省存取寄收订约改删咬撞滑倒塌漏堵断裂破碎烂臭香甜咸苦辣鲜浅深远近轻软硬松紧满空闷烦急气恨羡信猜愁盼闹滴淌冒淋溅渗叮咽嚼吞舔啃尝闻摸碰砸捆绑撕拆粘拧拎扛搂搀蹲跪趴靠歪馋犯腌拌剥削剁舀欠治疗赢输锁挖割浇洒喂遛钓骑练追踢敲扫涂擦刷晒补配泡揉捏扶背喘抖麻瞎聋哑甩逛住嚷劝哄训罚赔租盖建撑顶熄灭]|操心|担心|放心|小心|商量|照顾|休息|准备|[出住]院|安排|决定|同意|反对|拒绝|完成|退休|报[销名警到]|(?<!不给)报$|毕业|工作|打工|帮忙|负责|复习|练习|游泳|锻炼|散步|迷路|过[来去期敏年节]|聚[会餐]|结婚|离婚|怀孕|请假|加班|值班|检查|复查|体检|预约|挂号|投诉|抱怨|真[^的正话]|好[扎痛看听吃喝闻玩香甜美帅笑烫]|努力|坚持|迟到|流行|"
    "有|没|不|了|过|着|很|太|挺|真的?好|蛮|特别|非常|有点|越|更|怎么|什么|谁|哪|几|吗|呢|吧|好[的了吧吗]?$|好[多些]|一样|差不多|行|可以|应该|必须|需要|知道|觉得|谢|拜托|麻烦|对不起|再见|晚安|你好|下[雨雪棋]|刮风|发[烧了给现]|花[了钱]|量[了血体一]|排队|回[来去家到]|学[会习了不]|上[班学网去来街]|下[班去来楼]|出[去来门院]|进[去来门]|到[了家]|生[了病气]|"
    "就(?=[我你他她它这一剩两])|[大小高低暗亮早晚粗细厚薄](?:一?点儿?|些)|[一二两三四五六七八九十百半几\\d]+(?:[次片粒岁块斤遍趟口个米度楼层年天分颗杯顿套张条位]|毛钱|公斤|厘米)+$|[百千十][零一二三四五六七八九十]+$|"
    "请|别|甭|难|容易|便宜|方便|舒服|高兴|干净|漂亮|厉害|健康|聪明|听话|懂事|多[少大]|高$|低$|大$|小$|快|慢"
)
_SUBJECT = re.compile(
    rf"^(?:那个?|这个?|嗯|呃|啊|哎|就是|因为|所以|但是|而且|然后)*(?:{_TIME})*(?:那个?|这个?)?(?:{_PRONOUN}|[^，]{{0,4}}(?:隔壁|对门|楼上|楼下|邻居|门口)|(?:老|小)[赵钱孙李周吴郑王张刘陈杨黄林何马胡朱郭罗高]|[这那])"
)
_ANSWER = re.compile(
    rf"^(?:嗯|呃|哦|那|大概|就|差不多|左右|快|都|也就|还|再|整|第)*(?:(?:{_TIME})+(?:左右|前后|吧)?|(?:[阴农]历|[上下]午|腊|正)?[零一二两三四五六七八九十百千万亿半几\d]+[^我你他她]{{0,5}}|.*第[零一二三四五六七八九十\\d]+[个家排层条间格页])$"
)
_CHOSEN = re.compile(r"^.{1,4}的(?:那|这)?(?:[个件条双本张种款家]|一[个件条双本张种款家])?$")
_RELATIVE = re.compile(
    r"^(?P<before>.*?)(?P<verb>[^，]{0,5})的(?P<that>(?:那|这)[^，]?)?(?P<head>[^的了吗呢吧]{0,6})$"
)
_TIME_CLEFT = re.compile(
    rf"^(?:{_TIME}|[我他她]们?)*(?:在[^，的]{{1,6}}|[坐跟从用][^，的]{{1,4}}|骑车|走路|打车|开车)(?P<how>[来去买过做吃看学到拿生住办修听]|认识|长大|出生|上班)的$|^(?:是)?(?:{_TIME})+(?:刚|才|刚刚|在.{{1,5}}|从.{{1,5}}|[跟和].{{1,4}}|坐.{{1,4}})*(?P<done>[^，的我你他她这那]{{1,4}})的[^，的我你他她这那]{{0,3}}$"
)
_MAIN_VERB = re.compile(
    rf"^(?:.{{0,3}}谁|什么时候|怎么|为什么|这不是|那不是)|^(?:嗯|那|呃|哎)*(?:{_TIME}|{_PRONOUN}|.{{0,6}}(?:[儿女]子|闺女|[爸妈爷奶]+|医生|大夫|老师|晚上|家里|老伴儿?)|这|那|都)*(?:{_TIME}|就|也|都|还|很|真|最|特别|挺|可|一直|从小)*"
    r"(?:不?是|[^，]{0,6}有(?:没有|什么|啥|几)|没有?|(?:想|要|爱|喜欢|去|来|再|会|能|可以|正在|在|刚|不)*(?:听|看|吃|喝|买|做|用|学|找|要|喜欢|爱|讲|说|当|唱|读|念|穿|换)(?:了|过|完)?|叫|姓|像|属于|谢谢|感谢|多谢|认得|认识|[听看梦]见|想念|怀念|羡慕|佩服|支持|同意|赞成|担心|关心|记得|忘了|知道|帮我.|给我.{1,3})"
    r"[^，]*(?:[^，的看听吃喝买做用学找讲说当唱读念穿换住卖来去开放拿写送给了过着爱欢]|好[看听吃喝用玩])的[^，的]+$"
)
_COVERB = re.compile(
    r"(?:[把被让使]|(?<![好听大小爱我你您他她它们的])叫|(?<![服顺听跟])从|往|(?:[想要会能去再就先也都]|帮我|不)(?:给|跟|替|为|向|对)|(?<![了得])比|离|(?<![打发送寄交还说讲])跟)(?P<rest>[^，]{1,10})$"
)
_OBJECT_PRONOUN = "(?:[看找等问谢爱想帮陪骂打怪怕听教随给认识信是叫管像诉懂疼催送接替让请借还养救扶碰到见着喊求理烦劝]|了解|关心|喜欢|照顾|麻烦|佩服|放心|[不得]起|[叫吵吓弄喊]醒|[气累急吓]死|[看听见碰遇]到)"
_LONE_PRONOUN = re.compile(rf".{_PRONOUN}$")
_SERVED_PRONOUN = re.compile(rf"{_OBJECT_PRONOUN}{_PRONOUN}$")
_TAKES_MORE = re.compile(
    r"(?:[买称当带放做找换装种养寄搬存煮炒讲戴穿开贴挂订查拿借交付取添加挑选住教问送推拉包炖切]|帮我?(?:查|找|问|看))$"
)
_TAKES_NO_MORE = re.compile(
    r"(?:[不没别甭难好爱敢肯白光能会都也再常老的多少先来去]|[怎几哪谁什].{0,2}|可以|一起|一个人|继续|接着|不停|重新|自己|慢慢|一直|随便|给.{1,3}|把.{1,9}|被.{1,4}|让.{1,4}|从.{1,4}|跟.{1,4}|在.{1,6}|[复检调审抽盘清]).$"
)
_CUT = re.compile(
    r"(?:(?<![零一二两三四五六七八九十百千几这那哪每半各整多少某])个|了[一二两三四五六七八九十几]|[查问看说讲想等找试用听]一|(?<![觉记舍值懂晓认显获取赢省懒不])得|(?<![在到就哪放搁])[这那]|一[次共]是[一二三四五六七八九十]|先|"
    rf"{_PRONOUN}(?:能不能|可不可以|要不要|会不会|想不想|是不是|有没有|差点儿?|只好|可能|大概|好像|应该|老|总|才|又|也|都|还|就|更)|[别甭]老|多[少]?么|这么|那么|[和与跟及]|有[几]|每|最[近]?爱|不敢|才能|就要|不用再|用来|为的是|不如|不光|不但)$"
)
_CLAUSE_TAIL = re.compile(
    r"(?:的?时候|那会儿|以后|之后|以前|之前|然后|所以|但是|因为|可是|结果)(?P<rest>[^，]{1,10})$"
)
_ASKED_OR_SAID = re.compile(
    rf"(?:(?:说了?|觉得|认为|以为|听说|记得|发现|(?:想|不)知道|担心|想着)(?={_PRONOUN}|{_TIME}|那个|这个)|问问?(?={_TIME}|那个|这个))(?P<rest>[^，]{{1,9}})$"
)
_WHETHER = re.compile(r"(?:想|知道|问|晓得|担心|琢磨|看看).*(?:是不是|能不能|有没有|会不会|要不要|可不可以)$")
_CALLED = "(?:(?:妈妈?|爸爸?|爷爷|奶奶|姥姥|姥爷|外公|外婆|阿姨|叔叔|伯伯|老师|大夫|医生|师傅|老板|姐姐?|哥哥?|闺女|儿子|老伴儿?|同志|小伙子|姑娘|护士))"
_SETTING = re.compile(
    rf"^{_CALLED}?(?:我|他|她|我们)?(?:[今昨前]天|刚才|上次|那天)(?:我|他|她|我们)?在(?:学校|公园|医院|超市|菜市场|银行|单位|路上|厂里|车站|.{{2,4}}门口)(?P<none>)$|^(?:{_TIME}|.*(?:的?时候|那会儿|那天))[^，]*在(?P<rest>[^，]{{1,6}}(?:[里上下中]|门口|旁边|附近|外面|那儿|这儿|边上))$"
)
_REPORT = re.compile(
    r"^(?:据.{1,8}(?:报道|介绍|了解|统计)|(?:受|经过?).{1,8}(?:影响|启发)|[与跟和同].{1,8}相比)(?P<rest>[^，]{0,9})$"
)
_ONCE_THERE_WAS = re.compile(r"(?:以前|从前|当年|过去|那时候?|那会儿).*有一?[个位][^，的了]{1,6}$")
_TOPIC = re.compile(rf"^(?:嗯|那)*{_PRONOUN}(?:{_TIME}|最近|平时|以前|这[个儿边]|那[个儿边])+[呢吧啊呀嘛]$")
_OPEN_DIGITS = re.compile(r"(?:^|[^零一二三四五六七八九幺\d])[零0][零一二三四五六七八九幺\d]{2,7}$")


def answers_when(bare: str) -> bool:
    """昨天做的手术 does; 昨天我做的手术 only names it."""
    found = _TIME_CLEFT.match(bare)
    return found is not None and (found["how"] is not None or _says_something(found["done"]))


def is_unfinished(bare: str) -> bool:
    """``bare``: without marks or spaces."""
    if any(rule.search(bare) for rule in (_CUT, _OPEN_DIGITS, _WHETHER, _ONCE_THERE_WAS, _TOPIC)):
        return True
    if _LONE_PRONOUN.search(bare) and not _SERVED_PRONOUN.search(bare):
        return True
    if _TAKES_MORE.search(bare) and bare[-1:] != bare[-2:-1] and not _TAKES_NO_MORE.search(bare):
        return True
    # "昨天我在公园里": with its time, a place is where something happened.
    if _SETTING.match(bare) and not bare.startswith(("现在", "刚才")):
        return True
    for begun in (_REPORT, _COVERB, _CLAUSE_TAIL, _ASKED_OR_SAID):
        found = begun.search(bare)
        if found is not None and not _says_something(found["rest"]):
            return True
    return _only_names(bare)


def _only_names(bare: str) -> bool:
    """A subject, a topic, a thing with what it is like: and no word about it."""
    if _ANSWER.match(bare) or _CHOSEN.match(bare):
        return False
    relative = _RELATIVE.match(bare)
    if (
        relative is not None
        and (relative["head"] or relative["that"])
        and not _says_something(relative["head"])
    ):
        named = not _says_something(relative["before"] + "〇")
        return (
            named
            and not (_MAIN_VERB.match(bare) or answers_when(bare))
            and (bool(_SUBJECT.match(bare)) or len(bare) > _LONGEST_ANSWER)
        )
    if _says_something(bare) or bare.startswith("有没有"):
        return False
    return bool(_SUBJECT.match(bare)) or len(bare) >= _LONGEST_ANSWER


_LONGEST_ANSWER = 4
"""Characters; what only names something and is longer is taken for a beginning."""


def _says_something(text: str) -> bool:
    return bool(_PREDICATE.search(_NOUNS.sub("〇", text)))
