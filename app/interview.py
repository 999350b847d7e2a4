"""What whoever sets a household up is asked at a terminal: with a word on why, and again if it went wrong."""

from __future__ import annotations

import sys

from app import messages, openers, show, wiring
from app.here import Here
from core.errors import UserFacing
from core.secret import Secret
from core.text import Language

_TRIES = 3
_YES = ("y", "yes", "是", "好", "要")


def at_terminal() -> bool:
    return sys.stdin.isatty()


def name(here: Here, fallback: str) -> str:
    """Whom it is for; ``fallback`` for an empty answer. Raises UserFacing when no answer can be a name."""
    from core.people.names import checked

    prompt = messages.text("app.ask_name", here.language, fallback=fallback)
    for left in range(_TRIES - 1, -1, -1):
        answer = _answered(prompt)
        try:
            return checked(answer) if answer else fallback
        except UserFacing as error:
            _again(here, error, left)
    raise AssertionError("unreachable")


def passphrase(here: Here) -> Secret:
    """One that is long enough and was typed the same way twice. Raises UserFacing after a few tries."""
    if at_terminal():
        show.note(messages.text("app.choose_passphrase", here.language, least=openers.MIN_PASSPHRASE))
    for left in range(_TRIES - 1, -1, -1):
        try:
            return _typed_twice(here)
        except UserFacing as error:
            _again(here, error, left)
    raise AssertionError("unreachable")


def wants_keychain(here: Here) -> bool:
    """Asked where this system has one; nobody gets it unasked."""
    if not (at_terminal() and openers.has_keychain()):
        return False
    return _answered(messages.text("app.ask_keychain", here.language)).lower() in _YES


def default_name(language: Language) -> str:
    return "家人" if language == "zh" else "Family"


def _typed_twice(here: Here) -> Secret:
    chosen = wiring.ask_passphrase(messages.text("app.ask_passphrase", here.language))
    openers.check_length(chosen)
    if wiring.ask_passphrase(messages.text("app.ask_again", here.language)) != chosen:
        raise UserFacing("app.passphrases_differ")
    return chosen


def _answered(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except EOFError:
        return ""


def _again(here: Here, error: UserFacing, left: int) -> None:
    """Say what was wrong and let them try again; the last time it is the command's error."""
    if not left or not at_terminal():
        raise error
    what, next_step = messages.sentence(error, here.language)
    show.note(what if error.message_id == "app.passphrases_differ" else f"{what}{next_step}")
