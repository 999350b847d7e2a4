"""What the demo's household is called, owns and says. Everything countable is drawn from the seed."""

from __future__ import annotations

import random
from dataclasses import dataclass

from core.text import Language


@dataclass(frozen=True, slots=True)
class Script:
    """One drawing of the after-sales case, in one language.

    The ``*_answer`` values are what an honest answer must hold; they occur in the material or in
    what was said before, and nowhere in the program's replies.
    """

    seed: int
    language: Language
    first_person: str
    second_person: str
    companion: str
    shop_role: str
    title: str
    document: str
    period_question: str
    period_answer: str
    reason: str
    other_reason: str
    freight_question: str
    freight_answer: str
    other_freight_answer: str
    unanswerable: str
    unanswerable_spoils: str
    goal: str
    goal_question: str
    goal_answer: str
    taste: str
    taste_answer: str
    recall_question: str
    long_question: str
    interruption: str
    canary: str


_DAYS = (7, 10, 14, 15, 20, 30)
_FEES = (8, 9, 12, 15, 16, 18)
_REFUND_DAYS = (2, 3, 4, 5, 6)


def draw(seed: int, language: Language) -> Script:
    """The script for a seed; the same seed always gives the same household."""
    dice = random.Random(f"{language}:{seed}")  # noqa: S311  a reproducible drawing, not a secret
    days, fee, refund = dice.choice(_DAYS), dice.choice(_FEES), dice.choice(_REFUND_DAYS)
    return (_chinese if language == "zh" else _english)(seed, dice, days, fee, refund)


def _chinese(seed: int, dice: random.Random, days: int, fee: int, refund: int) -> Script:
    shop = dice.choice(("星河商店", "春风商店", "长江商店", "月亮商店"))
    first, second = dice.sample(("王奶奶", "李爷爷", "张奶奶", "陈爷爷", "刘奶奶"), 2)
    skill = dice.choice(("法语", "游泳", "唱歌", "跳舞"))
    drink = dice.choice(("红茶", "花茶", "牛奶"))
    canary = "".join(dice.sample("鹳鹧鸪鹭鹮鹪鹩鸬鹚鸻", 6))
    document = (
        f"{shop}售后说明。\n"
        f"退货期限是签收后{days}天，商品要保持完好，吊牌还在。\n"
        f"商品质量问题退货，运费由商店承担；个人原因退货，运费由顾客承担，每件{fee}元。\n"
        f"退货的步骤是先在订单页面提交申请，再把商品和小票一起装进原来的盒子，"
        f"然后等快递员上门来取，最后商店验收以后{refund}个工作日退款。\n"
        "生鲜食品和定做的商品不能退货。\n"
    )
    return Script(
        seed=seed, language="zh", first_person=first, second_person=second,
        companion="伴言", shop_role="售后",
        title=f"{shop}售后说明", document=document,
        period_question="请问退货期限是几天？", period_answer=f"{days}天",
        reason="我是因为商品质量问题退货。", other_reason="我是因为个人原因退货。",
        freight_question="那么运费谁来承担？", freight_answer="由商店承担",
        other_freight_answer=f"每件{fee}元",
        unanswerable="商店的店长叫什么名字？", unanswerable_spoils="店长叫周小禾。",
        goal=f"我的目标是学会{skill}。", goal_question="我的目标是什么？", goal_answer=skill,
        taste=f"我喜欢喝{drink}。", taste_answer=drink,
        recall_question="我刚才说了什么？",
        long_question="请问退货的步骤有哪些？", interruption="请问运费谁来承担？",
        canary=canary,
    )  # fmt: skip


def _english(seed: int, dice: random.Random, days: int, fee: int, refund: int) -> Script:
    shop = dice.choice(("Galaxy Store", "River Store", "Maple Store", "Harbor Store"))
    first, second = dice.sample(("Martha", "Henry", "Alice", "George", "Helen"), 2)
    tongue = dice.choice(("Japanese", "French", "Italian"))
    drink = dice.choice(("green tea", "black coffee", "apple juice"))
    canary = " ".join(dice.sample(("quokka", "zyzzyva", "axolotl", "numbat", "ocelot", "wombat"), 4))
    document = (
        f"{shop} after-sales guide.\n"
        f"The return period is {days} days after delivery, with the goods intact and the tag in place.\n"
        "When goods are returned because of a quality problem, the store pays the shipping. "
        f"When goods are returned for a personal reason, the customer pays {fee} dollars for each parcel.\n"
        "The steps for a return are to file a request on the order page, then to pack the goods and the "
        "receipt into the original box, then to wait for the courier at home, and the refund arrives "
        f"{refund} working days after the store has checked the parcel.\n"
        "Fresh food and custom made goods cannot be returned.\n"
    )
    return Script(
        seed=seed, language="en", first_person=first, second_person=second,
        companion="Banyan", shop_role="Store desk",
        title=f"{shop} after-sales guide", document=document,
        period_question="How many days is the return period?", period_answer=f"{days} days",
        reason="I am returning it because of a quality problem.",
        other_reason="I am returning it for a personal reason.",
        freight_question="Then who pays the shipping?", freight_answer="the store pays the shipping",
        other_freight_answer=f"{fee} dollars for each parcel",
        unanswerable="What is the name of the store manager?",
        unanswerable_spoils="The name of the store manager is Robin Webster.",
        goal=f"My goal is to learn {tongue}.", goal_question="What is my goal?", goal_answer=tongue,
        taste=f"I like to drink {drink}.", taste_answer=drink,
        recall_question="What did I just say?",
        long_question="What are the steps for a return?", interruption="Who pays the shipping?",
        canary=canary,
    )  # fmt: skip
