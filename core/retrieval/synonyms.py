"""Everyday words that people use for each other, Chinese and English: as asked and as written.

Language, not material: each line is one meaning as it is said at a kitchen table and as it is printed on
a notice. Words stand in as many lines as they have meanings.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from core.retrieval.bigrams import fold

_ZH: Final = """
钱 费 费用 价格 收费 元 块钱 价钱 花费 金额
交钱 缴费 付款 交费 支付 付钱 掏钱 缴纳 付费 扣款
便宜 优惠 打折 折扣 减免 半价 九折 八折 免费 少收 补贴
不要钱 免费 不收费 白送
退钱 退款 退回 货款 返还 退费
邮费 运费 快递费 包邮 寄回
寄 邮寄 快递 寄送 配送 送货
押金 保证金 定金 订金
罚款 滞纳金 违约金 罚金 加收
逾期 过期 晚了 迟了 超过 未缴 拖欠
欠费 停用 停机 余额不足
充钱 充值 续费 缴费
发票 收据 票据 小票 凭证
工资 薪水 报酬 收入
开门 营业 开放 服务时间 营业时间 门诊时间 上班
关门 休息 停业 打烊 不营业 闭馆 下班
几点 时间 点钟 时候
周末 周六 周日 星期六 星期天 礼拜天 礼拜六 双休
礼拜 星期 周
平时 工作日 平日 周一至周五
放假 节假日 假期 休息 春节 国庆
过年 春节 除夕 年夜饭 大年
早上 早晨 上午 清晨 早饭 早高峰 一早
中午 午饭 午间 午休
晚上 夜里 睡前 晚饭 傍晚 夜间
每天 天天 每日 一天 日
最晚 最迟 之前 截止 截至 前 期限
期限 有效期 保质期 截止 之内 以内
提前 预先 事先 早点
打电话 电话 热线 拨打 致电 联系 号码
联系 找 电话 通知 告诉 问
找谁 联系 负责 咨询 电话
负责 管 安排 由 主管
约 预约 挂号 预订 登记 报名
报名 登记 申请 注册 办理
申请 办理 办 办手续 手续
取消 退订 作废 撤销 注销
带 携带 凭 出示 提供 材料 证件
证件 身份证 医保卡 户口本 居住证
丢 丢失 挂失 遗失 找不到 弄丢 不见
补办 补卡 重办 换新
借 借给 出借 转借 别人用
本人 自己 亲自
坏 坏了 故障 损坏 失灵 不工作 质量问题 不转 不动
修 维修 修理 报修 检修 保修 师傅
保修 质保 售后 三包
换 更换 替换 调换 换货
退 退货 退换 退回
不喜欢 不合适 不想要 不满意
开机 打开 启动 电源 开关 按键
关机 关闭 断电 关掉 拔掉
暂停 停 停下 中途 中断
按 按键 按住 长按 按钮
屏幕 显示 显示屏 指示灯
响 声音 报警 提示音 嘀 蜂鸣
堵 堵塞 不畅 排水 下不去
漏水 漏 渗水 滴水
没电 断电 停电 跳闸 电池
充电 电池 电量 充满
没水 停水 断水 供水
来水 恢复供水 通水
浑 发黄 浑浊 变色 脏
热水 水温 热水器 烧水
冷 凉 低温 室温 温度
暖气 供暖 取暖 暖气片 采暖
不热 不暖 温度 低于
煤气 燃气 天然气 煤气味 漏气
空调 制冷 遥控 温度
网络 上网 无线 宽带 路由器 断网 网速
密码 口令 验证码
下雨 雨天 下雪 天气
洗 清洗 清洁 擦 打扫 冲洗
洗澡 沐浴 淋浴 冲凉 擦身
洗衣服 衣物 洗涤 洗衣机
洗衣粉 洗衣液 洗涤剂
毛衣 羊毛 羊绒 羊绒衫 毛线
晾 晒 风干 通风 敞开
发霉 霉 潮 受潮 潮湿
消毒 杀菌 酒精
垃圾 废品 厨余 投放 分类
扔 丢掉 扔掉 投放 丢弃 处理
旧家具 大件垃圾 大件 沙发
小孩 孩子 儿童 童 宝宝 孙子 孙女 娃
老人 长辈 老年人 岁以上 爷爷 奶奶 长者
岁数 年龄 周岁 年满 多大
老伴 老头子 老太婆 丈夫 妻子 爱人
妈妈 母亲 妈 娘
爸爸 父亲 爸 爹
邻居 楼下 隔壁 对门
护工 保姆 阿姨 照顾 护理
医生 大夫 医师 门诊 家庭医生
看病 就诊 门诊 挂号 看医生
家里来 上门 到家 入户
抽血 验血 化验 采血 检查
空腹 不吃东西 禁食 吃东西 没吃饭
体检 检查 查身体 身体检查
打针 注射 疫苗 接种 输液
吃药 服药 用药 服用 口服 送服
药片 片 粒 颗 丸 胶囊
几次 每天 一日 次 每日
几粒 几片 用量 剂量 一次
忘了吃 漏服 忘记吃 没吃 补上 漏吃
多吃 双份 过量 加倍
副作用 不良反应 不舒服 头晕 恶心
血压 高压 低压 降压
血糖 糖尿病 测血糖
过敏 忌口 不能吃 禁忌
眼药 眼药水 滴眼 滴
头疼 头痛 头晕
摔 摔倒 跌倒 滑倒 受伤
骨折 断了 骨头
急 紧急 急事 急救 救护车
走不动 行动不便 腿脚不便 轮椅 卧床
走路 步行 锻炼 散步 活动
嚼 嚼碎 咬碎 吞 整片 吞服
喝水 温水 送服 饮水
放 存放 放在 保存 收 搁 摆
哪里 地点 地址 位置 在
冰箱 冷藏 冷冻 保鲜 冷冻室
剩 剩下 吃不完 剩菜 剩余
坏掉 变质 过期 保质期
开封 拆封 打开 开了
柜子 抽屉 盒子 架子 箱
钥匙 备用钥匙 开锁 门锁 锁
锁在门外 忘带钥匙 进不去 反锁
门禁 刷卡 门卡 进门
做饭 烧饭 下厨 炒菜 煮饭
煮 炖 烧 焯水 熬 蒸
肉 牛肉 牛腩 猪肉 鸡肉 排骨
冷水 凉水 生水
开水 热水 沸水 水开
盐 咸 调味 酱油
火 小火 大火 火候
饭量 几个人 人份
车 汽车 车辆 开车 私家车
停车 车位 车库 停放 地库 泊车
挪车 移车 移到 开走 挪走
坐车 乘车 乘坐 公交 公共汽车
地铁 轨道交通 城铁
火车 高铁 动车 车站
出租 打车 网约车
楼上 楼下 层 楼 单元
爬楼 楼梯 电梯 上楼
搬 搬运 搬家 抬
房子 住宅 屋子 家里 房屋 屋里
空房 不住人 没人住 长期不住 空置
吵 噪音 噪声 声音大 安静 扰民
装修 施工 改造
养狗 狗 宠物 猫 遛狗
浇 浇水 浇花 灌溉
种 播种 栽 种植 移栽
花 植物 盆栽 花盆
肥 施肥 肥料 营养土
虫 害虫 杀虫 蚊子 蟑螂
可以 允许 能 准许 可
不许 禁止 不得 不能 不准 严禁 谢绝 请勿
必须 要 一定 务必 应当 须
注意 小心 当心 警惕 防止
原因 因为 由于 以免 防止
次 几次 每次 限一次
多久 时长 分钟 小时 天
高 身高 高度
重 重量 斤 公斤 克
深 深度 厘米
大小 尺码 尺寸 型号
颜色 色 红色 蓝色 白色 黑色 绿色
照片 相片 寸照 证件照
手机 电话 小程序 手机号
电视 遥控器 频道
视频 视频通话 聊天 平板
学校 上学 放学 幼儿园
老师 教师 教练
课 上课 课程 班 课时
旅游 出门 外出 出远门 旅行
回来 回家 返回 到家 探望
看望 探望 探视 来访 访客
客人 来访 访客 亲戚
扫墓 清明 上坟
生日 寿 庆生
死 去世 丧事
保险 理赔 报销 赔付 赔
报销 医保 赔付 承担
出钱 承担 负担 谁出 付
检查 查 查看 检验 核对
清 清理 清洁 清除
安装 装 装上 组装
拆 拆卸 拆开 取下
方法 步骤 做法 怎么 方式
"""

_EN: Final = """
money pay payment cost price fee charge paid
cheap discount reduced free concession
free no charge nothing gratis
refund repaid reimbursed money back
bill invoice receipt
fine penalty late overdue
open opening hours start
close closed shut
deadline latest until before within
phone call ring telephone number contact
contact reach call speak ask
appointment book booking reserve
cancel cancellation called off
bring carry take along
lost lose missing misplaced
broken broke faulty fault repair fix cracked damaged
repair mend fix engineer serviced
doctor gp physician surgery clinic
tablet pill medicine drug dose capsule
bin rubbish trash waste garbage
recycling recycle bottles cardboard
throw away discard dispose bin
shower bath wash washing
clean wipe wash scrub
swim swimming pool
teeth dental tooth dentures dentist false teeth
glasses spectacles eyesight
bone bones fracture broken wrist
fall falls slip slipped tripped
burn burns scald
ambulance emergency hospital
hospital ward surgery
insurance cover policy plan claim
claim compensation pay out money
account bank
noise whistle whistles squeal squealing beep buzz
quiet silent volume loud
battery batteries charge charging power
left right side
night bed bedtime evening
morning breakfast early
noon midday lunch
day time hour clock
week weekly weekend
month monthly
often every each once twice
kept keep store stored hang
shears clippers secateurs scissors
shed garage outhouse
plant sow grow put in
prune cut back trim
water watering drink hose
dig up lift out
frost freezing cold winter
heating boiler radiator thermostat warm
electricity power fuse socket
gas leak smell
wifi internet router broadband network
password code pin
key keys lock locked spare
car vehicle parking park drive
bus coach ride travel
train station railway
visit visitor guest visiting
child children kids grandchildren
old elderly senior pensioner age
mother mum mom
father dad grandpa grandad
neighbour neighbor next door
allowed permit permitted may can
forbidden never not allowed prohibited banned must not
must need have to required
cook bake oven roast
freeze freezer frozen
fridge refrigerate refrigerator chilled
leftover leftovers remaining
salt pepper seasoning
dog cat pet pets
lift elevator stairs
floor storey level
size big large small
colour color red blue green
letter post mail parcel delivery
library books borrow loan
renew renewal extend
form application apply register
card pass ticket
help assistance support
person staff carer nurse
"""


def meanings(text: str) -> dict[int, tuple[str, ...]]:
    """The lines a text has words of, by number, and which words they are."""
    folded = fold(text)
    found: dict[int, list[str]] = {}
    for word in dict.fromkeys(match.group() for match in _finder().finditer(folded)):
        for whole in _inside(word):
            for number in _lines()[whole]:
                found.setdefault(number, []).append(whole)
    return {number: tuple(dict.fromkeys(words)) for number, words in found.items()}


@cache
def _inside(word: str) -> tuple[str, ...]:
    """A word and the words within it: 营业时间 is also 时间."""
    if word.isascii():
        return (word,)
    lines = _lines()
    parts = {word[a:b] for a in range(len(word)) for b in range(a + 2, len(word) + 1)}
    return tuple(part for part in sorted(parts | {word}) if part in lines)


@cache
def _lines() -> dict[str, tuple[int, ...]]:
    found: dict[str, list[int]] = {}
    number = 0
    for table in (_ZH, _EN):
        for line in table.strip().splitlines():
            for word in line.split():
                found.setdefault(word, []).append(number)
            number += 1
    return {word: tuple(numbers) for word, numbers in found.items()}


@cache
def _finder() -> re.Pattern[str]:
    """Any word of the tables, the longest first; English ones whole."""
    words = sorted(_lines(), key=len, reverse=True)
    han = "|".join(word for word in words if not word.isascii() and len(word) > 1)
    latin = "|".join(word for word in words if word.isascii())
    return re.compile(rf"{han}|\b(?:{latin})\b")
