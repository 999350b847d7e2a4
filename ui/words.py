"""Every sentence of the faces by its id, in both languages, switched while the windows stand."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLabel

from core.errors import UserFacing
from core.text import Language

Sentence = Callable[[UserFacing, Language], tuple[str, str]]
"""What went wrong and what to do next, as ``assets/messages`` says it."""

LANGUAGES: Final[tuple[Language, ...]] = ("zh", "en")
_FOLDER = Path(__file__).resolve().parent.parent / "assets" / "words"


class Words(QObject):
    """Says things. changed: the language is another one; what is bound has been said anew already by whoever
    connected before.

    language, pseudo: as they are now. pseudo: every sentence twice as long, for tests of layouts.
    """

    changed = Signal()

    def __init__(self, language: Language, sentence: Sentence | None = None) -> None:
        super().__init__()
        self.language: Language = language
        self.pseudo = False
        self._sentence = sentence

    def speak(self, language: Language, *, pseudo: bool = False) -> None:
        """From now on in this language."""
        if (language, pseudo) != (self.language, self.pseudo):
            self.language, self.pseudo = language, pseudo
            self.changed.emit()

    def say(self, sentence: str, **values: object) -> str:
        """One sentence. Raises KeyError for an id there is none of."""
        said = texts(self.language)[sentence].format_map(values)
        return f"{said}·{'·' if len(said) < 2 else said[1:]}" if self.pseudo else said

    def trouble(self, error: UserFacing) -> tuple[str, str]:
        """What went wrong and the next step. The desktop's own wording goes first, where it has one: there
        is a button for what a terminal wants typed."""
        own = f"trouble.{error.message_id.replace('.', '_')}"
        if own in texts(self.language):
            return self.say(own, **error.values), self.say(f"{own}_next", **error.values)
        if self._sentence is None:
            return str(error), ""
        return self._sentence(error, self.language)

    def put(self, widget: QObject, setter: str, sentence: str, **values: object) -> None:
        """Call ``widget.<setter>`` with a sentence now and whenever the language changes. The newest call for
        a setter counts."""
        for bound in widget.findChildren(_Bound):
            if bound.setter == setter and bound.parent() is widget:
                bound.put(sentence, values)
                return
        _Bound(widget, self, setter).put(sentence, values)

    def put_trouble(self, what: QLabel, next_step: QLabel, error: UserFacing) -> None:
        """What went wrong and the next step, into two labels, said anew when the language changes. The newest
        call for a pair counts; an empty next step is hidden."""
        for told in what.findChildren(_Told):
            told.put(error)
            return
        _Told(what, next_step, self).put(error)


class _Bound(QObject):
    """A child of a widget that says its sentence; it goes with the widget, and its connection with it."""

    def __init__(self, widget: QObject, words: Words, setter: str) -> None:
        super().__init__(widget)
        self.setter = setter
        self._words = words
        self._sentence = ""
        self._values: dict[str, Any] = {}
        words.changed.connect(self.again)

    def put(self, sentence: str, values: dict[str, Any]) -> None:
        self._sentence, self._values = sentence, values
        self.again()

    def again(self) -> None:
        getattr(self.parent(), self.setter)(self._words.say(self._sentence, **self._values))


class _Told(QObject):
    """As ``_Bound``, for an error."""

    def __init__(self, what: QLabel, next_step: QLabel, words: Words) -> None:
        super().__init__(what)
        self._what, self._next = what, next_step
        self._words = words
        self._error: UserFacing | None = None
        words.changed.connect(self.again)

    def put(self, error: UserFacing) -> None:
        self._error = error
        self.again()

    def again(self) -> None:
        if self._error is None:
            return
        what, next_step = self._words.trouble(self._error)
        self._what.setText(what)
        self._next.setText(next_step)
        self._next.setVisible(bool(next_step))


@cache
def texts(language: Language) -> dict[str, str]:
    """Every sentence by ``table.name``."""
    tables = tomllib.loads((_FOLDER / f"{language}.toml").read_text("utf-8"))
    return {f"{table}.{name}": text for table, names in tables.items() for name, text in names.items()}
