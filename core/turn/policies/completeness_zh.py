"""Chinese: endings that are no end."""

from __future__ import annotations

import re

from core.turn.policies.labels import Label
from core.turn.policies.predicates_zh import answers_when, is_unfinished
from core.turn.policies.remarks_zh import remark
from core.turn.policies.script_zh import simplified

_MARKS = re.compile(r"[^\w]|_")
_SENTENCE_MARK = re.compile(r"[。！？!?]")


_PAUSE_PARTICLES = re.compile(r"[啊呀哦呢吧嘛哈嗯呃]+$")
_CONNECTIVES = re.compile(
    r"(?:然后|后来呀?|接着|因为|由于|所以说?|因此|但是|可是|不过|只是|而且|并且|况且|或者说?|还有|以及|另外|其实|不然|否则|如果说?|要是|假如|万一|"
    r"虽然|尽管|即使|就算|既然|除非|只要|只有|比如说?|譬如|例如|像是|就是说?|也就是说|意思是|那么|甚至|尤其是?|特别是|包括|关于|至于|对于|"
    r"首先|其次|一方面|要不然?|怎么说|我是说|(?<![查验试赛考的测])结果|我觉得|我认为|我感觉|我想着|觉得|认为|以为|寻思着?|琢磨着|打算|准备|希望|听说|据说|说是|获悉|了解到|表示|指出|宣布|透露|强调|证实|得知|觉着|"
    r"(?<![个是得考拿排])第[一二三四五]|老[大二三四五]|一来|二来|一是|二是|另一方面|跟(?:你|您)们?[说讲])$"
)
_ADVERBS = re.compile(
    r".(?:[再又只也但越却]|(?<![成首])都|(?<![归退偿没不该要])还|(?<![刚人天])才|(?<![成])就|(?<![不机开学一聚社约])会|(?<![不可功智])能|"
    r"(?<![了过有])没|(?<![要好是对行吃去来点了])不|(?<![对相])比|老是|总是|总|经常|常常|一般|大概|可能|好像|到底|忽然|突然|本来|一边|一面|要么|一共|总共|拢共|难道|究竟|居然|竟然|渐渐|逐渐|从来|从不|永远|何必|幸亏|幸好|难免|偶尔|动不动|时不时|隔三差五|三天两头|一个劲儿?|有时候?|往往|一向|向来|仍然|依然|照样|陆续|亲自|特意|专门|顺便|赶快|尽量|尽快|千万|恐怕|也许|或许|说不定|似乎|几乎|差点儿?|未必|正好|恰好|刚好|偏偏|干脆|索性|果然|显然|简直|根本|完全|十分|极其|格外|相当|稍微|略微|更加|宁可|宁愿|与其|无非|不停地|(?:慢|悄|好|偷|轻|渐|白|狠)(?:慢|悄|好|偷|轻|渐|白|狠)地|关于|随着|沿着|趁着?|由于|凭|按|从.{1,8}(?:那天|那年|那时|小)起|反正|毕竟|越来越|除了|按照|根据|"
    r"通过|为了|(?<!什)(?<!多)(?<!那)(?<!这)么就|(?<!是)(?<!没)(?<!不)(?<!该)怎么|(?<!贵)(?<!能)(?<!百家)姓|(?<![能可])不能|(?<=[我你他她它们])对|[最别很常更]喜欢|想知道|想一下)$"
)
_OBJECT_MISSING = re.compile(
    r"(?:(?<![不没未都也已])(?:变成|当成|做成|换成|改成|看成|说成|称为|作为|成为|变为|分为|位于|在于|来自|导致|造成|引起|包含|含有|具有|拥有|取得|获得|得到|受到|遭到|达到|超过|接近|相当于|看见|遇见|碰见|遇到|碰到)|(?<![现正实])在[^，几什哪]{1,6}(?:买|存|看见|碰见|遇到|订|找|点|换|借|捡)了|.{4,}(?:里|家|厂|边)(?<!还)有|是同|(?:唱|听|放|读|念|看|弹|写|跳)[那这][首段支出部本篇]|(?<!没)(?<!还)说(?:[今明后]天|晚上|下午|下周)有|只能(?:吃|喝|看|听|用|买|做|坐|穿)|(?:订|买|要|拿|来)[一两三四五六七八九十几][张份本件]去|[教让帮][我你他她][用做写]|(?<![可停牢依])靠|(?<![特个区告级性离分])别|(?<=在).{2,6}(?<![同上放大开小数中文自好])学|(?:号楼|单元|栋)[一二三四五六七八九]|(?:早上|上午|中午|白天).{2,}(?:下午|晚上|夜里)|.有一[座条只位所家间]|[放住落忘存搁]在了|(?:当|干)过|[了完](?:有|又去)|(?<![在到从])(?:心里|嘴上|脑子里|手里)|[片粒次顿碗杯瓶勺](?:早上|中午|晚上|下午|睡前|饭后)|(?<![是不都])(?:看|找|拿|问|修|换|洗|带|接)(?:看|一下)?[我你他她]们?的|(?:上次|昨天|刚才|刚刚|以前|那天)(?:你|他|她|我)们?[^，是]{1,6}的|想给.{1,5}(?:买|找|做|订|写|借|换|装|挑|选)[一两三几][个条只张件本位双套块瓶盒袋包台辆朵根把杯碗盘斤片份支]|(?<!知道)(?<!这)(?<!那)那什么|"
    r"(?<![不没都也还])想(?:去|吃|喝|买|看|听|问|找|学)|给(?:我|你|您|他|她|谁)们?[带买送做寄]|(?:在|准备|打算|正)(?:找|买|做|学)|"
    r"(?:让|(?<![老别不再])叫|请|(?<![还交送卖嫁发递借留寄拿打荐享绍讲说读放唱念])给|(?<!帮)帮|替|向)(?:我|你|您|他|她|咱)们?|有一个|想.{0,3}一趟|[买有是找看吃](?:那|这)[种款位]|想(?:要|买|吃|喝|看|听|养|找|做|写|借|订|穿|换)[一两三几][个条只张件本位双套块瓶盒袋包台辆朵根把杯碗盘斤片份支]|(?<!块)(?<!钱)(?<!毛)[一两三四五六半][个条只张件本位双套块瓶盒袋包台辆朵根把杯碗盘斤片份支][^，一两三四五六]{1,4}[一两三四五六半][个条只张件本位双套块瓶盒袋包台辆朵根把杯碗盘斤片份支]|(?:订|定|设|约|买)一?[个张下]?(?:[今明后每]天|(?:上|中|下)午|早上|晚上|周.|星期.|[0-9一二三四五六七八九十]+点半?)+|"
    r"(?:儿子|女儿|闺女|老伴儿?|孙子|孙女儿?|医生|邻居|师傅|老师|姐姐?|哥哥?|妹妹?|弟弟?|妈妈?|爸爸?)(?:他|她)们?)$"
)
_MORE_TO_COME = re.compile(
    r"(?:(?<![要来我你他了剩拿再就有吃喝买换选挑给])一(?:个|种|幅|场|段|项|名)|(?<![吃喝买多少好点快慢大小高低])一些|(?<![一好])有些|某些|感到|意识到|体会到|(?<![在们])一起|"
    r"(?:想|要|去|帮我|给我)(?:[出上]?[去来街门])?[买吃喝弄拿做听找学讲说]点儿?|(?:要|得|再|先|然后)(?:先)?(?:坐|乘|转|换|去到)|过(?:这样|那样)的|(?<![换要来买拿挑选])一[种个].{1,5}性?的|(?:考虑|想|打算|准备|正在|尝试)(?:去|来)(?:看|买|找|听|学)|(?:之前|以后|之后|时候|知道|觉得|希望|以为|[今昨明]天|现在|后来|当时|最近|但|不过)(?:我|你|他|她|它|咱)们?|"
    r"(?:[今明昨后]天|周末|[上下]午|晚上|点半?|[号日]|周.|星期.|礼拜.)(?:我|他|她|咱|我们)?(?:还|就|也|都)?(?:要|想|得)去|(?:[今明昨后]天|周末|下午|晚上).{0,3}(?<![不也就回出进过上下])去|随便去|正在(?:考虑|尝试|学习|研究|准备))$"
)
_NOUN_ONLY = re.compile(
    r"^(?:上次|昨天|今天|那天|以前|我们(?:家|小区|村)?|楼[上下]|隔壁)?(?:那|这)(?:个|位|家)[^是]*[来住卖修送做开教看][^是了]*的[^的了吗呢]{1,3}$"
)
_OPEN_WORDS = re.compile(
    r"(?:[和跟与把被从往向给替把]|(?<![现存实健内潜所])在|(?<![看得听来迟报收达感做拿买找遇直不])到|(?<!再)(?<![两些个样种谁啥]都)(?<!就)(?<!也)(?<!不)(?<!还)(?<!需)(?<!重)要|"
    r"(?<!得)很|除了.{1,9}要|[太挺更最]|非常|特别|比较|有点儿?|一直|正在|已经|刚刚|刚|马上|快要|将要|应该|必须|能够|想要|"
    r"住在|放在|来自|叫做|属于|等于|(?<!就)(?<!不)(?<!都)(?<!也)(?<!真)(?<!是不)(?<!可不)(?<!还)是|还是|这是|"
    r"(?<!这么)(?<!那么)(?<!也)想|(?<!没)(?<!不)让|[每某]|(?<!很)(?<!好)(?<!不)像|跟我说|告诉(?:我|你|他|她)?|碰[见到]了?|遇[见到]了?|"
    r"(?<!么)(?<!没法)(?<!不好)(?<!再)(?<!声)(?<![慢直细难好实胡乱])说|(?<!么)叫|"
    r"一[首条张件本位家种篇座棵群]|(?:三|两|几|四|五|六|七|八|九|十)[首张件本位篇座棵])$"
)
_CONTENT_CLASSIFIER = re.compile(
    r"(?:再|就|要|有|第|来|放|每)[^，]{0,2}[一两三几][首条张件本位家种篇座棵群]$"
)
_FILLER_END = re.compile(r"(?:那个|这个|哪个|嗯|呃|什么来着)$")
_NOUN_THAT = re.compile(
    r"(?:[的边面大小贵选买拿]|(?<!想)要|(?<![不就])是|第.|不(?:爱|想|喜欢|要)?[吃喝看用穿听]|([看尝试听])\1)(?:那个|这个)$"
)
_NAMED_THAT = re.compile(r"[我你他她咱们您][^，]{1,8}的(?:那个|这个)$")
_TOPIC_TIME = re.compile(
    r"(?:的?时候|那会儿?|这会儿|当年|那年|那天|那阵子?|期间|以前|从前|以后|之后|之前|以外|之外|的话|来说|来讲|方面)$"
)
_SHORT_TIME = re.compile(
    r"^[\d零一二两三四五六七八九十半几吃饭午晚早睡]+(?:个)?(?:天|周|月|年|小时|钟头|分钟|点|饭|觉|前)?(?:以后|之后|以前|之前|后|前)$"
)
_TOPIC_PARTICLE = re.compile(
    r"^(?:(?:我|你|他|她|俺|咱|您)们?(?:这个|那个)?(?:人|孩子|家|身体|腿|腰|眼睛|耳朵|血压|病|老伴儿?|女儿|儿子|闺女)|"
    r"(?:[^了]{0,6})?(?:那个|这个|那)?(?:时候|那会儿|年头)|一?到了?(?:晚上|早上|夜里|冬天|夏天|.天)|(?:每天)?(?:晚上|早上|夜里)|"
    r"小时候|以前|从前|现在|当时|我(?:个人)?(?:觉得|认为|感觉|想)|说实话|老实说|其实|本来|所以|然后|但是|因为)[啊呀呢吧嘛]$"
)
_MERE_WISH = re.compile(r"(?:不|很|挺|还|特别)?想[去吃喝听看买学]")
_ASKED_WHETHER = re.compile(r"([^，不没能是会要可动想有])[没不]\1$")
_GO_ON = re.compile(r"^(?:那|嗯)?(?:然后|还有|后来|所以|接着|结果|再然后|别的|你说|你觉得)呢$")
_REPAIR = re.compile(r".{2,}(?<![得对])(?:不对|不不|哦不|我?说错了|错了错了)$")
_NO_REPAIR = re.compile(r"(?:对不对|感觉不对|觉得不对|有点儿?不对|[里儿这那都也太].{0,2}不对|[不]太?对劲)$")
_QUESTION = re.compile(
    r"(?:[吗么呢伐]|怎么[办样着]|咋[办整样]|什么|啥|谁|哪[儿里个]?|多少钱?|几[^，]{0,2}|没有|不行|行不行|好不好|可以吗)$"
)

_CLOSING = re.compile(
    r"(?:[了吗么呢吧啊呀嘛啦哦的]|怎么[办样]|什么|啥|谁|哪[儿里]|多少钱?|几[点号岁个]?|没有|不行|不好|行不行|好不好|可以|一下|谢谢|再见|晚安|你好"
    r"|(?:什么时候|多久|怎么|为什么|几点|哪天)[^，]{1,8})$"
)

_CONDITION = re.compile(
    r"^(?:那|嗯|就是|其实|[我你他她它]们?(?=虽然|如果|要是|就算|即使|既然|不但|不光))*(?:如果|要不是|要是|假如|万一|只要|除非|即使|就算|虽然|尽管|虽说|由于|既然|不光|不但|不仅|自从|每当|一旦|无论|不管|哪怕|等到|等(?=[我你他她])|当)"
)
_PURPOSE = re.compile(r"^(?:嗯|就是|我)*为了(?!.{3,}[我咱你他她就才都也还得是了吗呢吧])[^，]*$")
_MAIN_CLAUSE = re.compile(
    r"(?<=.)(?:[就那再也都还则但可却才会请帮咋啥谁吗呢]|所以|怎么|不过|能不能|多少|可以|要不|给我|告诉|提醒|的话.{2,})"
)

_DIGIT = "[零一二三四五六七八九幺两〇0-9]"
_DIGITS_END = re.compile(rf"(?P<before>.*?)(?P<run>{_DIGIT}+)$")
_COUNTED = re.compile(r"[后前末](?P<count>[二两三四五六八])位")
_COUNTS = {"二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "八": 8}
_NUMBERED = re.compile(r"电话|手机|号码|号儿?是|医保|卡号|账号|密码|身份证|尾号")
_YEAR_CUT = re.compile(
    r"(?:(?:一九|二零|二〇|19|20)[零一二三四五六七八九〇0-9]|(?:是|在|生于|一)(?:一九|二零|19|20))$"
)
_DAY_CUT = re.compile(
    r"(?:月(?:二?十|二十|三十|初)|(?<!大)年十|[农阴]历.{1,2}月|点[零过]?(?<!点)|(?:今|明|去)年[一二三四五六七八九十]+|(?:生日|出生|生于)[^，]*月)$"
)
_MEASURE_CUT = re.compile(
    r"(?:[吃喝买要用走睡拿加放来]|一[天次回]|每[天次])(?:了)?[一二两三四五六七八九十几]$"
)

_NO_VERB_AFTER_BA = re.compile(r"(?:^|[^一两几])把(?:(?:我|你|他|她|俺)的?|那|这|那个|这个)?[^，]{0,6}$")
_DISPOSED = re.compile(
    r"把.{0,12}(?:[关开给拿调定删记叫弄洗收带送换停念读发存加扔忘丢吃喝修擦挂摆盖倒热切借还写画买卖退推搬抬移改设拉打放拿合锁系剪晾]|取消|告诉|提高|[掉好完了大小高低亮暗快慢上下]$|一[下遍]|过来|起来|出来)"
)
_PREDICATIVE_DE = re.compile(r"[是会挺蛮怪够可真不有要很没]|觉得|什么时候")
_POSSESSIVE = re.compile(r"^(?:.{1,4}|.{0,3}(?:我|你|他|她|咱|俺|您)们?(?:女儿|儿子|老伴儿?|妈|爸)?的)$")
_CHOSEN = re.compile(
    r"(?:(?:有没有|没有|有|换|来|要|给我|买|拿|挑|选)(?:[一几两][个件条双点张本]|点儿?|些)?(?!.*[在给把从跟放])[^，]{1,4}的$|[吃喝买选用穿戴看找拿换].{1,3}|别|其他|其它)的$"
)
_WITH_SOMEONE = re.compile(r"(?:我|俺|咱|他|她|你)们?(?:跟|和|同)(?P<who>.{1,8})$")
_VERBS = re.compile(
    r"[是有去来到说看听吃喝做买卖打叫问想会能走跑坐住放拿开关写读找用送接等帮记忘疼痛病睡醒学教玩唱爱喜欢聊吵商见给过了着吗呢吧行好]"
)
_REMIND_WHEN = re.compile(
    r"(?:提醒|叫|喊|通知)(?:我|一下|一声)*(?:[今明后昨每]天|早上|晚上|下午|上午|中午|夜里|[零一二两三四五六七八九十半\d]+|点钟?|分|刻|号|月|礼拜|星期|周|下个?)+$"
)
_MEASURE = "[条个只张件本位家间双套块瓶盒袋包台辆棵朵颗根把杯碗盘斤种片封份顶支枝粒座栋层桶罐串头匹]"
_UNCOUNTED = re.compile(
    rf"(?:了|过)(?<!一){_MEASURE}$|(?<![吃喝买选用穿戴看找拿换要是给了爱])[这那](?!{_MEASURE}{{2}}){_MEASURE}$"
)
_CHOSEN_ONE = re.compile(
    rf"^.{{0,3}}(?:.的|[上下左右前后里外]边?|大|小|新|旧|红|蓝|黑|白)[这那]{_MEASURE}$|^(?:就|要|是)*[这那]{_MEASURE}$"
)
_ABOUT = re.compile(
    r"^(?:嗯|那|就是|呃)*(?:要说|关于|至于|对于|比起|除了|根据|随着|自从)(?!.{3,}[我你他她咱您就都也还不吗呢吧了])[^，]{1,14}$"
)
_VIVID = re.compile(r"(?:(.)\1(.)\2|.(.)\3)的$")
_NARRATED = re.compile(r"^(?:那天|有一?[天次回]|当时|昨天).*正(?:准备|要|在|想)[^，了吗呢]*$")
_LISTING = re.compile(r"(?:比如说?|例如|像|譬如)(?P<items>[^，]{2,})$")
_LIST_CLOSED = re.compile(r"(?:什么的|之类的?|等等|这些|一样|[了的吧吗呢])$")
_BARE_SUBJECT = re.compile(r"(?:然后|所以|但是|可是|那|就是|因为|而且|如果|结果)(?:我|你|他|她|它|咱|俺)们?$")


def classify(text: str) -> Label:
    """``text``: normalised and folded; spaces and punctuation do not count."""
    text = simplified(text)
    bare = _MARKS.sub("", text)
    if not bare:
        return "incomplete"
    last = _MARKS.sub("", _SENTENCE_MARK.split(text.rstrip("。！？!?. …"))[-1]) or bare
    label = remark(bare)
    if label is not None:
        return label
    return "incomplete" if _is_open(last) else "complete"


def closes(bare: str) -> bool:
    """Whether the last word is one that sentences end in: a particle, 了, a question, thanks."""
    return bool(_CLOSING.search(bare))


def _is_open(bare: str) -> bool:
    if _ASKED_WHETHER.search(bare) or _GO_ON.match(bare) or _MERE_WISH.fullmatch(bare):
        return False
    return (
        _ends_openly(bare)
        or _is_topic(bare)
        or _is_open_number(bare)
        or _awaits_a_clause(bare)
        or _lacks_a_predicate(bare)
        or is_unfinished(bare)
    )


def _ends_openly(bare: str) -> bool:
    core = _PAUSE_PARTICLES.sub("", bare)
    if not core or _CONNECTIVES.search(core):
        return not bare.endswith("吗")
    if _FILLER_END.search(bare):
        return not _NOUN_THAT.search(bare) or bool(
            _NAMED_THAT.search(bare) and not _PREDICATIVE_DE.search(bare)
        )
    if any(rule.search(bare) for rule in (_ADVERBS, _OBJECT_MISSING, _MORE_TO_COME)):
        return True
    if _OPEN_WORDS.search(bare):
        return not _CONTENT_CLASSIFIER.search(bare)
    return bool(_BARE_SUBJECT.search(bare) or _NARRATED.match(bare)) or bool(
        _REPAIR.search(bare) and not _NO_REPAIR.search(bare)
    )


def _is_topic(bare: str) -> bool:
    """A time, a condition or a person named, and nothing said about it yet."""
    core = _PAUSE_PARTICLES.sub("", bare)
    if _TOPIC_TIME.search(core):
        return not _SHORT_TIME.match(core) and not bare.endswith(("吗", "呢"))
    return bool(_TOPIC_PARTICLE.search(bare))


def _is_open_number(bare: str) -> bool:  # noqa: PLR0911 - one line a kind of number
    if _DAY_CUT.search(bare) or _MEASURE_CUT.search(bare) or _YEAR_CUT.search(bare):
        return not re.search(rf"{_DIGIT}{{7,}}$", bare)
    spoken = _DIGITS_END.match(bare)
    if spoken is None:
        return False
    run, before = len(spoken["run"]), spoken["before"]
    counted = _COUNTED.search(before)
    if counted:
        return run < _COUNTS[counted["count"]]
    if _NUMBERED.search(before):
        if "身份证" in before:
            return run < 18
        if re.search(r"银行卡|(?<!保)卡号", before):
            return run < 16
        if not re.search(r"电话|手机|号码", before):
            return run < 4
        return run < 11 if spoken["run"][0] in "一幺1" else run not in (7, 8, 10, 11, 12)
    return run >= 4 and spoken["run"][0] in "一幺1" and 5 <= run < 11


def _awaits_a_clause(bare: str) -> bool:
    if _PURPOSE.match(bare):
        return True
    condition = _CONDITION.match(bare)
    if condition is None or _QUESTION.search(bare):
        return False
    return not _MAIN_CLAUSE.search(bare[condition.end() :])


def _lacks_a_predicate(bare: str) -> bool:
    if "把" in bare and _NO_VERB_AFTER_BA.search(bare) and not _DISPOSED.search(bare):
        return True
    if _UNCOUNTED.search(bare) or _ABOUT.match(bare):
        return not (_CHOSEN_ONE.match(bare) or _QUESTION.search(bare))
    if bare.endswith("的") and not (answers_when(bare) or _VIVID.search(bare)):
        return bool(re.search(r"把.+的$", bare)) or not (
            _PREDICATIVE_DE.search(bare[:-1]) or _POSSESSIVE.match(bare) or _CHOSEN.search(bare)
        )
    company = _WITH_SOMEONE.search(bare)
    if company is not None and not _VERBS.search(company["who"]):
        return True
    return bool(_REMIND_WHEN.search(bare) or _NOUN_ONLY.match(bare)) or _is_listing(bare)


def _is_listing(bare: str) -> bool:
    listing = _LISTING.search(bare)
    return listing is not None and not _VERBS.search(listing["items"]) and not _LIST_CLOSED.search(bare)
