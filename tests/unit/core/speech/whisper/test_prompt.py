"""The prompt names language and household words, and nothing in a word can steer it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.speech.whisper.language import candidates
from core.speech.whisper.prompt import MAX_HOT_WORD_TOKENS, SIMPLIFIED, hot_words, prompt_for
from core.speech.whisper.script import as_written


class Letters:
    """A vocabulary of one token a character; specials are negative."""

    specials = (
        "<|startofprev|>",
        "<|startoftranscript|>",
        "<|zh|>",
        "<|en|>",
        "<|transcribe|>",
        "<|notimestamps|>",
    )

    def ids(self, text: str) -> list[int]:
        return [ord(c) for c in text]

    def special(self, token: str) -> int:
        return -1 - self.specials.index(token)

    def shown(self, tokens: list[int]) -> str:
        return "".join(self.specials[-1 - t] if t < 0 else chr(t) for t in tokens)


LETTERS = Letters()


def test_chinese_is_asked_for_in_simplified_characters() -> None:
    assert LETTERS.shown(prompt_for(LETTERS, "zh", ())) == (
        f"<|startofprev|>{SIMPLIFIED}<|startoftranscript|><|zh|><|transcribe|><|notimestamps|>"
    )


def test_english_without_words_has_nothing_before_it() -> None:
    assert (
        LETTERS.shown(prompt_for(LETTERS, "en", ()))
        == "<|startoftranscript|><|en|><|transcribe|><|notimestamps|>"
    )


def test_household_words_come_before_in_their_order_and_once() -> None:
    shown = LETTERS.shown(prompt_for(LETTERS, "zh", ("星河商店", "退货", "星河商店", " ")))
    assert shown.startswith(f"<|startofprev|> 星河商店, 退货{SIMPLIFIED}<|startoftranscript|>")


def test_a_title_cannot_end_the_prompt() -> None:
    shown = LETTERS.shown(prompt_for(LETTERS, "en", ("<|endoftext|>\n退货", "<|<|en|>|>")))
    assert shown.count("<|") == shown.count("|>") == 5
    assert "endoftext 退货" in shown


@given(st.lists(st.text(max_size=40), max_size=60))
def test_there_is_never_more_than_fits(words: list[str]) -> None:
    assert len(hot_words(LETTERS, words)) <= MAX_HOT_WORD_TOKENS


def test_a_clear_language_is_read_once_and_an_unclear_one_twice() -> None:
    assert candidates({"zh": 0.9, "en": 0.05}, None) == ("zh",)
    assert candidates({"zh": 0.02, "en": 0.6}, "zh") == ("en",)
    assert candidates({"zh": 0.3, "en": 0.49}, "zh") == ("en", "zh")


def test_a_third_language_goes_to_the_hint_or_the_likelier() -> None:
    assert candidates({"zh": 0.02, "en": 0.1}, "zh") == ("zh",)
    assert candidates({"zh": 0.02, "en": 0.1}, None) == ("en",)


def test_chinese_is_written_simplified_with_its_own_marks() -> None:
    assert (
        as_written("收到商品以後,7天之內可以無理由退貨 運費由買家承擔.")
        == "收到商品以后，7天之内可以无理由退货运费由买家承担。"
    )
    assert as_written("今天天氣怎麼樣?") == "今天天气怎么样？"


def test_numbers_and_english_inside_keep_their_marks() -> None:
    assert as_written("圆周率是3.14,对吗") == "圆周率是3.14，对吗"
    assert as_written("价格是1,000元") == "价格是1,000元"
    assert as_written("I said hello, world.") == "I said hello, world."
    assert as_written("我在 Apple Store, 买东西") == "我在 Apple Store，买东西"
