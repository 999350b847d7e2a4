"""The questions about what was said, and the dialogues they are about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import msgspec

from core.text import Language

QUESTIONS = Path(__file__).parents[1] / "data" / "memorybank"
DIALOGUES = Path(__file__).parents[3] / "shared" / "data" / "memorybank"
_FILES: dict[Language, str] = {"zh": "memory_bank_cn.json", "en": "memory_bank_en.json"}

FORMS = ("words", "paraphrase", "indirect")


class Gold(msgspec.Struct, frozen=True):
    """An utterance that answers: its day, its place in that day, its words."""

    date: str
    turn: int
    text: str


class Question(msgspec.Struct, frozen=True):
    """A line of ``recall_*.jsonl``. kind: the form of the question, see README.md there."""

    id: str
    lang: Language
    person: str
    kind: Literal["words", "paraphrase", "indirect"]
    question: str
    gold: tuple[Gold, ...]
    context: tuple[str, ...] = ()


class Utterance(msgspec.Struct, frozen=True):
    """Something a person said."""

    date: str
    turn: int
    text: str


def present(language: Language, folder: Path = DIALOGUES) -> bool:
    """Whether the dialogues are on this machine; they are not part of the project."""
    return (folder / _FILES[language]).exists()


def questions(language: Language) -> list[Question]:
    lines = (QUESTIONS / f"recall_{language}.jsonl").read_text("utf-8").splitlines()
    return [msgspec.json.decode(line, type=Question) for line in lines if line.strip()]


def utterances(language: Language, folder: Path = DIALOGUES) -> dict[str, list[Utterance]]:
    """What each person said, the oldest first."""
    bank = json.loads((folder / _FILES[language]).read_text("utf-8"))
    return {
        person: [
            Utterance(date, turn, said["query"])
            for date, day in sorted(one["history"].items())
            for turn, said in enumerate(day)
        ]
        for person, one in bank.items()
        if one.get("history")
    }
