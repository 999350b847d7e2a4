"""What somebody wants to reach, gave up, or has before them on a day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from core.memory.chinese.lexicon import AHEAD, KIN, NUMBER
from core.memory.chinese.objects import topic
from core.memory.chinese.spoken import Spoken, Stated

_AIM: Final = (
    r"学|练|减|戒|写|存|攒|考|办|报(?:名|个|一?个|考)|参加|把|读|画|出(?:本|一本|版)|整理|走遍|"
    r"去[^，。]{1,8}?(?:旅游|旅行|看看|玩|转转|走走|一趟|过冬|养老|逛)|去趟|去(?:一趟|一次)|"
    r"到[^，。]{1,8}?(?:旅游|旅行|看看|玩|转转|走走|过冬|养老)|回(?:老|趟|乡|一次|一趟|部队|故)|多?活|"
    r"坐(?:一回|一次|趟|高铁|飞机|邮轮)|爬|瘦|翻修|装修|换|种|养|买|搬|租|开(?:个|一?家)|做(?:个|一?件|完)|"
    r"织|缝|出去|自己|重新|弄个|拍|录|编|抱(?:上)?|活到|去看看?|见见?(?=[^，。]{2})|听一?场|看(?:一?场|"
    r"一眼|到|升旗|着)|打(?:太极|听清)"
)
_LATER: Final = (
    rf"(?:在|要|能|再|好好|以后|将来|重新|有生之年|这辈子|趁着?[^，。]{{1,6}}?|争取|{AHEAD}|今年|内|前头?|"
    rf"之前|春天|夏天|秋天|冬天|上半年|下半年|天暖和了?|退休后|等[^，。]{{1,8}}?(?:了|后)|"
    rf"跟[^，。]{{1,4}}?一起|带[^，。]{{1,4}}?|和[^，。]{{1,4}}?一起)*"
)
_GOALS: Final = (
    re.compile(
        r"(?:目标|心愿|愿望|梦想|计划|念想|打算)(?:呢|啊)?(?:就|也)?是(?:能|要|想)?(?P<what>[^，。]{2,30})"
    ),
    re.compile(
        rf"(?:打算|准备|计划|决定|决心|立志|争取|下决心|盘算|琢磨|寻思|合计|筹划|张罗|发誓|有意|打定主意|"
        rf"有心)(?:着|了)?(?:要|想)?(?P<what>{_LATER}[^，。]{{2,30}})"
    ),
    re.compile(
        rf"(?:盼着?|盼望着?|巴望着?|指望着?|希望|惦记着|念叨着|一门心思|就想着|想着|一心)(?:要|"
        rf"想)?(?P<what>{_LATER}(?:能|{_AIM})[^，。]{{1,30}})"
    ),
    re.compile(
        rf"(?<![不没])(?:(?:这辈子|一直|特别|就|老|很|真|最|总|还|也)*(?:想|想要|"
        rf"想着))(?P<what>{_LATER}(?:{_AIM})[^，。]{{0,30}})"
    ),
    re.compile(
        r"(?:(?:这辈子|一直|做梦都|老早就?|早就|从小就|从小|最)(?:就|都)?想|就想)(?!起|到|不|问|说|着|知道|"
        r"你|他|她)(?:要|能|着)?(?P<what>[^，。]{3,30})"
    ),
    re.compile(r"(?:我|俺)(?:一定|还|也|就|现在|非)*要(?P<what>(?:学|减|戒|写|练|考|攒)[^，。]{1,20})"),
    re.compile(
        r"(?:不去[^，。]{1,8}了?|改(?:成|主意)?了?)(?:我)?(?:想|要|打算|改)?(?P<what>去(?!了|"
        r"过)[^，。]{2,12})"
    ),
    re.compile(
        rf"(?:今年|明年|年底|一定|说什么也|怎么也|早晚|必须|下决心|过完年|开春)[^，。]{{0,4}}?(?:要|"
        rf"得)(?P<what>(?:{_AIM})[^，。]{{1,20}})"
    ),
    re.compile(
        r"(?:攒|存)(?:着|点儿?)?钱(?:想|要|准备|就为了|好|为了|打算)?(?P<what>(?:去|买|给|换|到|"
        r"出)[^，。]{2,20})"
    ),
    re.compile(
        r"(?:要|得|想|打算|准备|下决心)(?:在[^，。]{1,8}?(?:前|内))?(?P<what>把[^，。]{1,8}(?:戒|减|学会|"
        r"写完|练好|瘦|还清|捡起来|读完|整理|种|办|爬|登|走|看|改|翻|"
        r"[^，。]{1,2}[了完好遍成]$)[^，。]{0,8})"
    ),
    re.compile(r"(?:报了?名|报了)(?:个|要|了|参加|去)*(?P<what>[^，。]{2,14}(?:班|课|大学|比赛|团|马拉松))"),
)
_NOT_A_GOAL: Final = re.compile(
    "^(?:吃饭|睡觉|出门|回家|问|听|看(?!完|遍|一?次)|喝|吃|睡|说|走$|歇|躺|找|知道|起|不到|不起|"
    "去趟?(?:厕所|超市|卫生间|菜场|菜市场|买)|买(?:点|把|瓶|菜|斤)|做饭|做菜|做个?(?:饭|菜|汤)|换(?:件|个|"
    "台)|回(?:去|头)|洗|念叨|自己$|去去|好)"
)
_SHORT_TERM: Final = re.compile(
    "今天|今晚|今儿|现在|等会|待会|一会|马上|先|帮我|给我|明天|后天|明儿|晚上|中午|下午|早上"
)
_DROPPED: Final = re.compile(
    r"(?P<what>[^，。]{0,14}?)(?:我|俺|咱)?(?:现在|可|又|就|也|已经|决定|算了|还是|实在)*不(?:想|打算|准备|"
    r"能|再|去)*"
    r"(?:学|去|练|减|戒|写|考|跳|打(?!算)|下|唱|玩|钓|养|种|画|跑|游|爬|逛|做|看|听|弄|搞|办|买|参加|考虑|"
    r"吃|喝|抽|弹|拉)(?P<after>[^，。不]{0,10}?)了(?!解)"
)
_CANNOT: Final = re.compile(
    r"(?P<what>[^，。]{0,14}?)(?:我|俺)?(?:现在|可|是|又|就|也|已经|早就|早|"
    r"都)*(?:[跳打学去练唱玩钓养种画跑游爬逛做看听弄写骑走喝吃下]不(?:动|了|成|来)了?|[吃喝听看玩打](?:腻|"
    r"够)了|戒(?:掉)?了|没(?:再)?[跳打学去练唱玩钓养种画跑游爬逛]了)(?P<after>)"
)
_GAVE_UP: Final = re.compile(
    r"(?P<what>[^，。]{1,14}?)(?:的事儿?|那事儿?|这事儿?)?(?:我)?(?:也|就|还是|只好|只能|已经|给|都|"
    r"是)*(?:放弃了|算了|取消了?|泡汤了?|黄了|拉倒|没戏了?|不成了|作罢|打消了|改主意了|"
    r"[去学办写考]不[成了]了?)|放弃(?:了)?(?P<after>[^，。]{1,10})"
)
_OCCASION: Final = (
    r"复查|复诊|复检|看病|看牙|看眼|看医生|看大夫|看专家|看中医|看[^，。]{0,3}科|拔牙|镶牙|体检|抽血|"
    r"打疫苗|打针|打预防针|化验|做(?:个)?(?:CT|ct|核磁|B超|b超|胃镜|肠镜|彩超|检查|透析|理疗|体检|白内障)|"
    r"换药|拆线|拆石膏|配眼镜|[^，。]{0,6}手术|住院|出院|"
    r"结婚|订婚|婚礼|办(?:酒|喜事|喜酒|婚事|席|寿|生日)|摆(?:酒|席)|喝喜酒|出嫁|娶媳妇|喜事|满月|百天|百日|"
    r"换(?:身份证|证|护照|医保卡)|过节|百岁|周岁|抓周|生日|做寿|过寿|大寿|金婚|银婚|纪念日|聚会|聚餐|聚聚|"
    r"同学会|团聚|"
    r"高考|中考|考研|考试|造影|参加|去[^，。]{1,6}?(?:玩|旅游|看病|开会)|面试|开学|毕业|家长会|答辩|出国|"
    r"入伍|当兵|报到|上大学|上小学|上幼儿园|上学|"
    r"出发|旅游|旅行|坐(?:飞机|火车|高铁|船|邮轮)|赶火车|回来|回国|回家|到家|来看(?:我|我们)|来家|过来|"
    r"接我|回老家|回(?:趟)?[^，。]{0,4}老家|搬家|搬[到去]|搬|乔迁|上坟|扫墓|祭祖|祭日|忌日|周年|"
    r"演出|表演|登台|上台|比赛|展览|画展|讲座|开会|选举|合唱|体验|报名|来修|上门|装修|开业|退休|生孩子|"
    r"生产|预产期|要生|生[^，。]{0,2}(?:宝宝|娃|二胎)|吃席|喝酒席|做客|走亲戚|爬山|赶集|赶庙会|开庭|办手续|"
    r"办护照|办证|取报告|拿报告|取结果|去(?:医院|派出所|银行|社区|北京|上海|民政局)|约了|有(?:个)?(?:约|会|"
    r"课|活动|手术|复查)"
)
_EVENT: Final = re.compile(rf"(?P<when>{AHEAD}).{{0,18}}?(?P<what>{_OCCASION})")
_EVENT_BACK: Final = re.compile(
    rf"(?P<what>{_OCCASION})[^，。]{{0,6}}(?:是|在|定在|定|安排在|就)(?:了)?(?:农历|阴历)?(?P<when>{AHEAD})"
)
_MOVED: Final = re.compile(
    rf"(?P<what>{_OCCASION})[^，。]{{0,6}}(?:改|推迟|提前|挪|延|推)(?:成|到|在|至|了)+(?P<when>{AHEAD})"
)
_OVER: Final = re.compile(
    r"上个?(?:月|周|星期|礼拜)|去年|前年|昨天|前天|每|刚[才刚]|已经[^，。]{0,8}了|结果出来|那年|当年|生的|"
    r"出生|生人|我的?生日是|生日是"
)
_AGENT: Final = re.compile(rf"(?P<kin>{KIN})")
_HOSTED: Final = re.compile(r"(?:来看我|接我|陪我|送我|带我)")


def goals(spoken: Spoken) -> Iterator[Stated]:
    """What the clause says somebody means to reach."""
    words = spoken.words
    for pattern in _GOALS:
        found = pattern.search(words)
        if found is None:
            continue
        what = re.sub("[了啊呢吧哦嘛呀的]+$", "", found["what"])
        bare = re.sub(rf"^{_LATER}", "", what)
        head = words[: found.start("what")]
        if (
            re.search("[不没]$|不[想要打准][^，。]{0,2}$|没(?:有)?[打计准]", head)
            or _NOT_A_GOAL.match(bare)
            or len(bare) < 2
        ):
            continue
        if _SHORT_TERM.search(words) and not re.search("明年|今年|以后|将来|年底|年前", words):
            continue
        yield Stated("goal", aim(what), what)
        return


def aim(what: str) -> str:
    """The object of a plan: 西藏 of 明年开春去趟西藏, 回忆录 of 把我那本回忆录写完."""
    said = re.sub(rf"^{_LATER}", "", what)
    if moved := re.match(
        r"(?:[^，。]{0,6})把(?P<thing>[^，。]{1,12}?)(?:给)?(?:戒|减|学|写|练|瘦|还|捡|读|整|种|办|做|画|"
        r"翻|装)",
        said,
    ):
        return re.sub("^(?:我|俺)?(?:的|那本|这本|那个|这个|那|这)*", "", moved["thing"]) or said
    said = re.sub(
        r"^(?:能|要|再|好好|去趟|去一趟|去一次|去|到|回趟|回|学会|学学|学习|学|练练|练|写完|写一?本|写|"
        r"办个|办一个|办|报名参加|报名|报个|报|参加|考个|考|买个|买一?辆|买|戒掉|戒|减|存够|存|攒|"
        r"坐一?[回次趟]|画一?[幅张]|爬一?[回次趟]?|个|一个|一下|小)+",
        "",
        said,
    )
    said = re.sub(
        "(?:旅游|旅行|看看|玩玩?|转转|走走|一趟|逛逛|过冬|养老|一下|一次|一回|给.{0,2}|写完|学会|"
        "[0-9一二三四五六七八九十]+斤)+$",
        "",
        said,
    )
    return said or what


def dropped(words: str) -> Iterator[str]:
    """What the clause says is given up: 太极拳 of 太极拳我不学了."""
    for pattern in (_DROPPED, _CANNOT, _GAVE_UP):
        for found in pattern.finditer(words):
            after = re.sub(r"^(?:什么|那个|个)|[啊呢吧]$", "", found["after"] or "")
            thing = after or topic(found["what"] or "")
            if thing:
                yield thing
            elif verb := re.search("不(?:想|打算|准备)?(?P<verb>[养学买种练写办考画])了", found.group()):
                yield verb["verb"]


def is_ahead(words: str) -> bool:
    """Whether a clause names an occasion, which has a date of its own."""
    return re.search(_OCCASION, words) is not None


def events(spoken: Spoken) -> Iterator[Stated]:
    """What is before somebody on a day to come; the one it happens to, when that is a relative."""
    words = spoken.words
    if _OVER.search(words):
        return
    found = _EVENT.search(words) or _EVENT_BACK.search(words) or _MOVED.search(words)
    if found is None or re.search(
        "不(?:用|想|去|要)[^，。]{0,4}$|没(?:有)?$|取消", words[: found.start("what")]
    ):
        return
    agent = None if spoken.named_here else _AGENT.search(words)
    own = re.search("是我(?!的?(?:们|家|妈|爸))|我(?:的)?[^，。]{0,5}(?:生日|大寿|过寿)", words)
    about = (
        agent["kin"]
        if agent and not own and not re.search("[跟和给陪带送帮去]$", words[: agent.start()])
        else None
    )
    what = re.sub(rf"^{NUMBER}+", "", found["what"])
    yield Stated("event", what, words, about=about)
