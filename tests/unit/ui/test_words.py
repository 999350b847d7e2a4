"""Both languages say everything, with the same values, and widgets follow when the language changes."""

from __future__ import annotations

import re
import string

from PySide6.QtWidgets import QLabel

from app import messages
from core.errors import UserFacing
from tests.support.tree import ROOT, modules, nothing
from ui.words import Words, texts


def _values(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_have_the_same_sentences_with_the_same_values() -> None:
    zh, en = texts("zh"), texts("en")
    assert set(zh) == set(en)
    nothing(name for name in zh if _values(zh[name]) != _values(en[name]) or not zh[name] or not en[name])


def test_every_sentence_a_widget_names_is_there() -> None:
    known, tables = set(texts("zh")), {name.split(".")[0] for name in texts("zh")}
    named = {
        found
        for path in modules("ui")
        for found in re.findall(r'"([a-z_]+\.[a-z_0-9]+)"', path.read_text("utf-8"))
        if found.split(".")[0] in tables
    }
    nothing(named - known)


def test_chinese_sentences_are_chinese() -> None:
    same = {name for name, text in texts("zh").items() if not re.search("[一-鿿]", text)}
    allowed = {name for name in same if re.fullmatch(r"[\W\d]*", re.sub(r"\{\w+\}", "", texts("zh")[name]))}
    assert same - allowed == {"first.in_en"}


def test_a_bound_widget_is_said_anew_and_the_newest_sentence_counts() -> None:
    words, label = Words("zh"), QLabel()
    words.put(label, "setText", "shell.memory")
    words.put(label, "setText", "first.step", at=1, of=4)
    words.speak("en")
    assert label.text() == "Step 1 of 4"
    words.speak("en", pseudo=True)
    assert len(label.text()) >= 2 * len("Step 1 of 4")


def test_a_widget_that_is_gone_is_not_spoken_to() -> None:
    import shiboken6

    words, label = Words("zh"), QLabel()
    words.put(label, "setText", "shell.memory")
    shiboken6.delete(label)
    words.speak("en")


def test_an_error_is_said_in_the_desktops_own_words_or_in_the_messages() -> None:
    words = Words("en", messages.sentence)
    assert "banyan" not in " ".join(words.trouble(UserFacing("vault.wrong_passphrase")))
    assert (
        words.trouble(UserFacing("memory.empty"))[0] == messages.sentence(UserFacing("memory.empty"), "en")[0]
    )


def test_the_fonts_carry_their_licence() -> None:
    assert "SIL OPEN FONT LICENSE" in (ROOT / "assets" / "fonts" / "OFL.txt").read_text("utf-8")
