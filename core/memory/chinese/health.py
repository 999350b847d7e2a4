"""Lasting notes on somebody's health: diseases by their morphemes, allergies, devices, operations, senses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from core.memory.chinese.lexicon import AHEAD, CLOCK, KIN, NUMBER, PART_OF_DAY
from core.memory.chinese.spoken import Spoken, Stated

_STEM: Final = "[^，。！？我你他她它有了的得是过着患犯查出没不和跟也还就都叫个点老说现后前]"
DISEASE: Final = (
    r"过敏体质|[^，。我有]{1,4}不耐受|幽门螺杆菌|反流性?食管炎?|残疾|驼背|义眼|假眼|弹片|"
    r"高[血雪学穴][压亚牙]|(?<=有)通[风疯]|低血压|血压(?:偏|有点|比较|老|一直|就)?[高低]|高血脂|血脂(?:偏|"
    r"有点|比较)?(?:高|稠)|高血糖|低血糖|血糖(?:偏|有点|比较|老|一直)?[高低]|"
    r"高尿酸|尿酸(?:偏|有点|比较|老|一直)?高|胆固醇(?:偏|有点|比较)?高|转氨酶(?:偏|有点)?高|眼压(?:偏|"
    r"有点)?高|三高|血稠|"
    r"糖尿病|冠心病|心脏病|心绞痛|心梗|心肌梗[死塞]|心肌缺血|心肌炎|心衰|心力衰竭|房颤|早搏|心律不[齐整]|"
    r"心动过[速缓]|心跳过[速缓]|动脉硬化|"
    r"脑梗[死塞]?|脑血栓|脑溢血|脑出血|脑供血不足|脑萎缩|中过?风|偏瘫|半身不遂|帕金森|老年痴呆|阿尔茨海默|"
    r"癫痫|小儿麻痹|脊髓灰质炎|羊[角癫]风|面瘫|三叉神经痛|偏头[痛疼]|美尼尔|"
    r"类风湿|风湿病?|痛风|老寒腿|骨质疏松|骨质增生|骨刺|腰?椎?间盘突出|腰突|颈椎病|腰椎病|腰肌劳损|滑膜炎|"
    r"半月板|肩周炎|网球肘|坐骨神经痛|股骨头坏死|"
    r"静脉曲张|脉管炎|老慢支|慢阻肺|肺气肿|肺结核|尘肺|矽肺|哮喘|支气管扩张|鼻窦炎|老花眼?|白内障|青光眼|"
    r"黄斑变性|飞蚊症|近视|散光|夜盲|色盲|沙眼|"
    r"耳背|耳聋|耳鸣|眩晕症?|脂肪肝|肝硬化|乙肝|丙肝|大三阳|小三阳|胃溃疡|十二指肠溃疡|胃下垂|胃病|胃寒|"
    r"疝气|痔疮|便秘|肾虚|肾衰|尿毒症|尿失禁|前列腺[^，。我]{0,3}|"
    r"甲亢|甲减|甲状腺[^，。我]{0,3}|贫血|湿疹|荨麻疹|牛皮癣|白癜风|带状疱疹|灰指甲|脚气|皮肤病|神经衰弱|"
    r"失眠症?|抑郁症?|焦虑症?|打鼾|更年期|慢性病|老毛病|旧伤|"
    rf"{_STEM}{{0,4}}(?:结石|结节|囊肿|息肉|肿瘤|瘤子|肌瘤|血栓|骨折|痉挛|硬化|坏死|萎缩|综合征|综合症|"
    rf"麻痹|后遗症|积水|积液|脱落|狭窄|出血|穿孔|脱垂|肥大|钙化|水肿|骨裂|劳损|滑脱|携带者)|"
    rf"{_STEM}{{1,4}}(?:炎|癌|症(?!状)|病(?![人房床情假历]))"
)
_DISEASE: Final = re.compile(DISEASE)
_NOT_A_DISEASE: Final = re.compile(
    "^(?:生|看|治|养|得|什么|啥|毛|老|大|小|这|那|一|怪|心|犯|发|急|热|重|有|没|疾|防|百|同|通|口|因|对|炎|"
    "消|癌|炎症|各种|点|传染|没什么|相思|富贵)?(?:病|炎|癌|症)$|"
    "^(?:什么|没|啥|各种|别的|这种|那种|对症)"
)
_HAS_NOT: Final = re.compile(
    r"(?:没有|没得|没啥|没什么|没患|不是|没|不(?![行好])|无|未|排除了?|预防|防止|别|怕(?:得)?|怀疑|担心|"
    r"治好了?|好了|容易(?:得)?|会(?:得)?|避免|远离|减少|引起|导致|防)[^，。]{0,3}$"
)
_GONE: Final = re.compile(
    "^[^，。]{0,4}(?:正常|不高|治好|痊愈|都?好了|没有|没了)|^(?:怎么|该|能|容易|专家|科|是(?:怎么|什么|"
    "不是|一种))"
)
_ALLERGIC: Final = re.compile(
    r"对(?P<a>[^，。我]{1,12}?)(?:都|也|特别|严重|一直|有点|会|很|这些|这种|那种)*过敏|"
    r"(?:一)?(?:吃|喝|闻|碰|沾|打|用|摸|穿)(?:了|到|点儿?|着)?(?P<b>[^，。我他她就不了]{1,8}?)(?:都|也|"
    r"就|会|身上|浑身|特别|容易|准)*(?:过敏|(?:起|出)(?:疹子|红疹|疙瘩|风团)|拉肚子|胃疼|反酸|发?痒|喘|肿|"
    r"难受)|"
    r"(?P<c>[^，。我他她有了对是得就]{1,8}?)(?:这类|那类|那种|这种|这)?(?:药|东西)?(?:我|也|会|严重)*过敏|"
    r"(?P<d>[^，。我]{1,10}?)(?:那种|这种)?(?:药)?[我他她]?(?:可|是|就|根本)*(?:碰|沾|打|用|吃|"
    r"闻)(?:都)?不(?:得|了|成)[^，。]{0,4}(?:一(?:吃|碰|打|闻|沾)|过敏|起)"
)
_FITTED: Final = re.compile(
    r"(?:装|安|放|搭|植入|植|换|做|镶|戴|配|种|打|架|支|带|有|全是|都是|是)(?:了|过|着|"
    r"上)*(?:[一两二三四五六几半满]?(?:个|颗|根|副|口|排|只|枚|块|条))?(?:心脏的?|人工|全口|满口|金属|的|"
    r"烤瓷|半口|膝)*"
    r"(?P<device>起[搏博波播]器|支架|搭桥|假牙|义齿|种植牙|假肢|助听器|(?:膝|髋)?关节|股骨头|钢板|钢钉|"
    r"人工晶体|晶体|人工耳蜗|透析|化疗|放疗|造瘘|尿袋|呼吸机|护腰)|"
    r"(?:胯骨|膝盖|关节|股骨头|瓣膜|髋关节|晶体)[^，。]{0,3}(?:换|搭|开|动)(?:过|了)|"
    r"(?:少|只剩|缺)了?一(?:个|只|颗)(?:肾|肺|眼睛?|耳朵|手指)|(?:坐|离不开)轮椅|拄(?:着)?拐(?:杖|棍)?|"
    r"瘫痪|透析"
)
_ORGANS: Final = (
    "胆囊?|阑尾|盲肠|子宫|脾脏?|胃|肾|甲状腺|扁桃体|乳房|乳腺|肺叶|肺|前列腺|卵巢|胰腺|肠子?|瘤子?|肿瘤|"
    "息肉|结石|一(?:个|侧|只|半)肾|白内障|痔疮|疝气|骨头"
)
_OPERATED: Final = re.compile(
    rf"(?:切|割|摘|拿|取|做|开|拉)(?:除)?(?:了|过|掉)+(?:[一两半]?[个只侧]?)(?P<organ>{_ORGANS}|"
    rf"[^，。我]{{0,6}}手术|刀)|(?:{_ORGANS})(?:都|也|全|早就|早|已经)*(?:切|割|摘|拿)(?:除|掉|了|过)+|"
    rf"(?:做|动|开)(?:了|过)(?:一?次|[一两二三四]个|好几次)?(?:大|"
    rf"小)?(?P<surgery>[^，。我有]{{0,8}}(?:手术|刀|搭桥))|[^，。我做了过有]{{1,5}}(?:手术)(?:做过|都?做了)"
)
_SENSES: Final = re.compile(
    r"(?:耳朵|听力|左耳|右耳|耳|眼睛|视力|左眼|右眼|眼神儿?|眼)(?:[^，。我你]{0,6}?)(?:聋|背(?=了|得|$|"
    r"[，。]|不好)|花了|不好使|不好|不行|不灵|失明|看不见|看不清|听不见|听不清|瞎|模糊|坏了|不济|不中用|"
    r"差)|"
    r"(?:左|右)[边面]?(?:这|那)?(?:只|个)?(?:耳朵?|眼睛?)[^，。]{0,4}(?:聋|背|瞎|看不见|听不见|失明|不好|"
    r"坏)|耳背|(?:聋|瞎)了(?=[^，。]{0,6}年)|眼睛有(?:点)?花"
)
_WEAK_ORGAN: Final = re.compile(
    r"(?:心脏|肠胃|胃|肝|肾|肺|脾胃|气管|嗓子|腰|颈椎|膝盖|关节|肩膀|血管|前列腺|牙口|牙齿|睡眠|"
    r"腿脚)(?:一直|都|也|老|有点|不太|向来|从小|打小|就|不大|很|的)*(?:不好|不太好|不大好|不利索|不便|"
    r"不方便|有毛病|有(?:点)?问题|有伤|老毛病)|"
    rf"(?:腰|腿|膝盖|头|胃|关节|肩膀|脖子|脚|背)(?:老|一直|总|都|就)*(?:疼|痛|酸|麻)了?(?:有|都|"
    rf"快)?(?:{NUMBER}{{1,3}}来?多?年|好多年|好些年|半辈子|大半辈子)|"
    r"(?:一到)?(?:阴天|下雨|变天|冬天|天冷)[^，。我]{0,4}(?:腿|腰|膝盖|关节|肩膀)[^，。]{0,3}(?:就|"
    r"都)?(?:疼|痛|酸)"
)
_BROKEN: Final = re.compile(
    "(?:摔|跌|扭|撞|压|砸)(?:断|折|伤|坏)(?:过|了)[^，。]{0,4}(?:腿|胳膊|腰|手|脚|胯|肋骨|骨头|膝盖|肩)"
)
_FOR_YEARS: Final = re.compile(
    rf"(?:有|得了?|患了?|犯)(?P<ill>[^，。我他她了个的得说过]{{2,5}}?)(?:病)?(?:有|都|"
    rf"快)?(?:{NUMBER}{{1,3}}[来多]?年|好多年|好些年|多年|半辈子|老多年)了?"
)
_NOT_ILL: Final = re.compile(
    rf"{KIN}|孩子|房|车|退休|工龄|党|驾|经验|手艺|狗|猫|鸟|钱|工作|联系|朋友|习惯|爱好|功夫|年头|"
    rf"{NUMBER}{{2,}}|[几多好]"
)
_MEDICATED: Final = re.compile(
    r"(?:一直|常年|长期|天天|每天|得|必须|终身|还|在|都)*(?:吃着?|打着?|服用?|喝着?|"
    r"用着?)(?P<drug>[^，。我]{0,5}(?:降压药|降糖药|胰岛素|阿司匹林|华法林|他汀|抗凝药|激素|安眠药|救心丸|"
    r"硝酸甘油|优甲乐|二甲双胍|钙片|利尿药|[降抗止][^，。]{1,3}药))"
)
_TIMED: Final = re.compile(f"{CLOCK}|{PART_OF_DAY}")
_LASTING: Final = re.compile("一直|常年|长期|天天|每天|终身|离不[开了]|断不了|着|年")
_TO_COME: Final = re.compile(rf"{AHEAD}|要|准备|打算|该|想")


def health(spoken: Spoken, known: bool) -> Iterator[Stated]:
    """Health notes of the clause. known: whether the utterance has already told a disease, which a remedy
    only elaborates."""
    words = spoken.words
    found = {note.what: note for note in (*_allergies(words), *_diseases(words), *_bodies(words))}
    if (
        not found
        and not known
        and not _TIMED.search(words)
        and not spoken.passing
        and not _HAS_NOT.search(words)
    ):
        medicine = _MEDICATED.search(words)
        if medicine and _LASTING.search(words):
            found["药"] = Stated("health", _plain(medicine["drug"]), medicine["drug"])
    yield from found.values()


def _allergies(words: str) -> Iterator[Stated]:
    for found in _ALLERGIC.finditer(words):
        if re.search(
            "不过敏|没(?:有)?过敏|不会过敏|过敏(?:性|的人|怎么)",
            found.group() + words[found.end() : found.end() + 3],
        ):
            continue
        what = next((group for group in found.groups() if group), "")
        what = re.sub(
            r"^(?:那个|这个|什么|吃|喝|还有|就是|碰|闻|像|对|都|也)+|(?:都|也|这种|那种|那种药|特别|严重|"
            r"的)+$",
            "",
            what,
        )
        if what and not re.match("皮肤$|容易|体质|有点|不|没", what):
            yield Stated("health", f"{what}过敏", f"{what}过敏")


def _diseases(words: str) -> Iterator[Stated]:
    for found in _DISEASE.finditer(words):
        name = re.sub(
            r"^(?:轻度|严重的?|慢性的?(?=关|支|咽|胃)|有点|一直|的|老是?|总|这|那|上|轻微)+",
            "",
            found.group(),
        )
        before, after = words[: found.start()], words[found.end() :]
        if re.match("的?人|患者|病人", after) and not re.search("是(?:个)?(?:老)?$|这种$|这样$", before):
            continue
        if not name or _NOT_A_DISEASE.search(name) or _HAS_NOT.search(before) or _GONE.match(after):
            continue
        if re.match("手术|检查|疫苗", after) and _TO_COME.search(before):
            continue
        yield Stated("health", _plain(name), name)


def _bodies(words: str) -> Iterator[Stated]:
    for pattern in (_FITTED, _OPERATED, _SENSES, _WEAK_ORGAN, _BROKEN):
        found = pattern.search(words)
        if found is None or re.search("没|不用|不想|别", words[max(0, found.start() - 3) : found.start()]):
            continue
        if (
            pattern in (_FITTED, _OPERATED)
            and not re.search("[了过着]", found.group())
            and _TO_COME.search(words[: found.start()])
        ):
            continue
        yield Stated("health", _plain(found.group()), found.group())
    found = _FOR_YEARS.search(words)
    if found and not _NOT_ILL.search(found["ill"]) and not _DISEASE.search(found["ill"]):
        yield Stated("health", _plain(found["ill"]), found["ill"])


def _plain(value: str) -> str:
    return re.sub(r"[\s，。！？、的了过]", "", value)
