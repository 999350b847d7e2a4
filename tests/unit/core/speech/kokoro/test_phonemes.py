"""Words become sounds the network knows, each knowing its place in the text."""

from __future__ import annotations

import pytest

from core.speech.kokoro.english import in_chinese
from core.speech.kokoro.letters import sound_out
from core.speech.kokoro.lexicon import american
from core.speech.kokoro.mandarin import mandarin
from core.speech.kokoro.phonemes import Phonemes, Phonemizer
from core.speech.kokoro.reading import read
from core.text import Language

VOCABULARY = frozenset(
    ';:,.!?—…"()“” ̃ʣʥʦʨᵝꭧAIOQSTWYᵊabcdefhijklmnopqrstuvwxyzɑɐɒæβɔɕçɖðʤəɚɛɜɟɡɥɨɪʝɯɰŋɳɲɴøɸθœɹɾɻʁɽʂʃʈʧʊʋʌɣɤχʎʒʔ'
    "ˈˌːʰʲ↓→↗↘ᵻ"
)

CORPUS: tuple[tuple[str, Language], ...] = (
    ("你好，我是伴言。今天下午3点我们去买两斤苹果，好吗？嗯，一会儿见！", "zh"),
    ("因为商品质量问题退货的，运费由星河商店承担；不是质量问题的，由您自己承担。", "zh"),
    ("女儿、绿色、旅行、雪、鱼、云、元、耳朵、二、日、吃、知、资、词、思、哦、唉、嘿，哟。", "zh"),
    ("请打开WeChat和iPhone 15，Wi-Fi密码是E2，谢谢CEO。", "zh"),
    ("The quick brown fox jumps over the lazy dog; it's 5 o'clock, isn't it?", "en"),
    ("Zhangwei's smartwatches were running, hopping, tried and tested: NASA, USB-C, TVs, café, naïve!", "en"),
    ("Brrr, hmm, xyz, qwerty, Schrodinger, Mr. Smith's co-worker said 你好 to Xiaoming.", "en"),
)


@pytest.fixture(scope="module")
def phonemizer() -> Phonemizer:
    return Phonemizer(VOCABULARY, american(), mandarin())


def symbols(phonemizer: Phonemizer, text: str, language: Language) -> str:
    return phonemizer(read(text, 0, len(text), language), language).symbols


@pytest.mark.parametrize(("text", "language"), CORPUS)
def test_every_sound_is_in_the_vocabulary(phonemizer: Phonemizer, text: str, language: Language) -> None:
    said = phonemizer(read(text, 0, len(text), language), language)
    assert said.unknown == 0
    assert said.voiced()
    assert list(said.reach) == sorted(said.reach)
    assert said.reach[-1] <= len(text)


def test_every_common_character_has_a_reading() -> None:
    common = bytes(b for high in range(0xB0, 0xD8) for low in range(0xA1, 0xFA) for b in (high, low))
    for character in common.decode("gb2312"):
        (sounds,) = mandarin().syllables(character)
        assert sounds, character
        assert set(sounds) <= VOCABULARY, character


@pytest.mark.parametrize(
    ("word", "sounds"),
    [
        ("hello", "həlˈO"), ("stopped", "stˈɑpt"), ("wanted", "wˈɑntᵻd"), ("boxes", "bˈɑksᵻz"),
        ("smartwatches", "smˈɑɹtwɑʧᵻz"), ("hoping", "hˈOpɪŋ"), ("running", "ɹˈʌnɪŋ"), ("NASA", "nˈæsə"),
        ("TV", "tˌivˈi"), ("Wi-Fi", "wˈIfˌI"), ("don't", "dˈOnt"),
    ],
)  # fmt: skip
def test_english_words(phonemizer: Phonemizer, word: str, sounds: str) -> None:
    assert symbols(phonemizer, word, "en") == sounds


def test_small_words_depend_on_what_follows(phonemizer: Phonemizer) -> None:
    assert symbols(phonemizer, "the apple", "en").startswith("ði ")
    assert symbols(phonemizer, "the tree", "en").startswith("ðə ")
    assert symbols(phonemizer, "a tree", "en").startswith("ɐ ")


def test_chinese_is_what_misaki_says(phonemizer: Phonemizer) -> None:
    assert symbols(phonemizer, "你好，世界。", "zh") == "ni↓xau↓, ʂɨ↘ʨje↘."


def test_english_inside_chinese_is_breathed_so_that_it_is_not_heard_as_chinese(
    phonemizer: Phonemizer,
) -> None:
    assert in_chinese("spˈɑT tˈɑp") == "spˈɑtʰ tʰˈɑpʰ"
    assert "kʰˈA" in symbols(phonemizer, "点OK键", "zh")
    assert "kˈA" in symbols(phonemizer, "It is OK.", "en")


def test_unknown_names_are_sounded_out() -> None:
    assert sound_out("Fleeb") == "flˈib"
    assert sound_out("Xiaoming").startswith("ʃˈ")


def test_emoji_and_punctuation_have_no_voice(phonemizer: Phonemizer) -> None:
    assert not phonemizer(read("😀！？……", 0, 6, "zh"), "zh").voiced()


def test_what_exceeds_the_networks_limit_is_parted_between_words() -> None:
    said = Phonemes("mama " * 300, tuple(range(1500)))
    parts = said.split()
    assert all(len(p.symbols) <= 509 for p in parts)
    assert "".join(p.symbols for p in parts) == said.symbols
    assert all(p.symbols.endswith(" ") for p in parts)
