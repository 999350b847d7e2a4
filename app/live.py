"""What a spoken conversation shows while it happens: captions, JSON lines, or nothing until the end."""

from __future__ import annotations

from typing import Any, Literal

from app import messages, show
from app.introductions import Introductions
from core.brain.urgent import Urgency
from core.conversation.conversation import Conversation
from core.errors import UserFacing
from core.journal.events import Boundary, Outcome
from core.people.persons import Person
from core.text import Language
from core.turn import captions
from core.turn.engine import Engine
from core.turn.ports import Turn
from core.turn.timeline import TurnTimeline, stages

Form = Literal["plain", "events", "quiet"]


class Live:
    """Listens to the engine's captions, and stands between it and the journal, so that what is
    reported as said or heard is durable when it is reported."""

    def __init__(self, form: Form, introductions: Introductions, language: Language) -> None:
        self._form = form
        self._language = language
        self._introductions = introductions
        self._introducing: set[int] = set()
        introductions.conversation.recorder.on_urgent = self._urgent
        self._engine: Engine | None = None
        self.said: list[Turn] = []
        self.heard: list[str] = []

    @property
    def _conversation(self) -> Conversation:
        return self._introductions.conversation

    def watch(self, engine: Engine) -> None:
        """The one whose turns are timed."""
        self._engine = engine

    def button(self, is_open: bool) -> None:
        """Push-to-talk: whether the microphone is open."""
        self._line({"event": "microphone", "open": is_open})
        if self._form != "events":
            show.note(messages.text("app.talk_open" if is_open else "app.talk_closed", self._language))

    def ready(self) -> None:
        self._line({"event": "ready", "thread": self._conversation.thread})
        if self._form == "plain":
            greeting = self._conversation.role.greeting
            show.say(f"{self._conversation.role.name}: {greeting}" if greeting else "…")

    def on_change(self, caption: captions.Caption) -> None:
        match caption:
            case captions.AssistantSentence(text=text):
                self._line({"event": "assistant_speaking", "text": text})
                if self._form == "plain":
                    show.say(f"{self._conversation.role.name}: {text}")
            case captions.UserPartial(text=text):
                self._line({"event": "user_partial", "text": text})
            case captions.StateChanged(state=state):
                self._line({"event": "state", "state": state})
            case captions.Noticed(message=message):
                self._notice(message)
            case captions.AttentionChanged(attending=attending):
                self._line({"event": "attention", "attending": attending})
            case captions.Remarked(text=text):
                self._line({"event": "remark", "text": text})
            case captions.Delivered(speed=speed, volume=volume):
                self._line({"event": "delivery", "speed": speed, "volume": volume})
            case captions.AnswerEnded(outcome=outcome):
                self._line({"event": "answer_ended", "outcome": outcome})
            case _:
                pass

    async def user_spoke(self, turn: Turn) -> None:
        newcomer = self._introductions.newcomer(turn)
        if newcomer is not None:
            await self._introduced(turn, newcomer)
            return
        await self._conversation.recorder.user_spoke(turn)
        self.said.append(turn)
        self._line({"event": "user_said", "text": turn.text, "language": turn.language})
        if self._form == "plain":
            show.say(f"{self._conversation.person.name}: {turn.text}")

    async def assistant_spoke(
        self, turn: int, index: int, text: str, heard: int, boundary: Boundary, outcome: Outcome
    ) -> None:
        if turn not in self._introducing:
            await self._conversation.recorder.assistant_spoke(turn, index, text, heard, boundary, outcome)
        if heard:
            self.heard.append(text[:heard])
            self._line(
                {"event": "assistant_heard", "text": text[:heard], "boundary": boundary, "outcome": outcome}
            )

    async def answer_ended(self, turn: int, outcome: Outcome, error: str | None) -> None:
        if turn in self._introducing:
            return
        await self._conversation.recorder.answer_ended(turn, outcome, error)
        language = next((said.language for said in self.said if said.id == turn), None)
        for timeline in self._timelines:
            if timeline.turn == turn and language is not None:
                await self._conversation.recorder.timed(turn, language, stages(timeline))

    @property
    def _timelines(self) -> tuple[TurnTimeline, ...]:
        return self._engine.timelines if self._engine is not None else ()

    def result(self) -> dict[str, Any]:
        """What scripts want to know of the whole conversation."""
        return {
            "text": " ".join(turn.text for turn in self.said),
            "language": self.said[0].language if self.said else None,
            "reply": self.heard,
            "thread": self._conversation.thread,
            "timeline": [_since_speech_end(line.as_dict()) for line in self._timelines],
        }

    async def _introduced(self, turn: Turn, newcomer: Person) -> None:
        """Somebody said who they are: their conversation begins, and nobody's history tells of it."""
        self._introducing.add(turn.id)
        if not await self._introductions.greet(newcomer):
            return
        self._conversation.recorder.on_urgent = self._urgent
        self._line({"event": "introduced", "person": newcomer.name, "thread": self._conversation.thread})

    def _notice(self, message: str) -> None:
        self._line({"event": "notice", "message": message})
        if self._form == "plain":
            show.note(" ".join(messages.sentence(UserFacing(message), self._language)))

    def _urgent(self, pressing: Urgency, turn: Turn) -> None:
        """Nobody is called from a terminal; whoever reads the events may."""
        self._line({"event": "urgent", "kind": pressing.kind, "turn": turn.id})

    def _line(self, event: dict[str, Any]) -> None:
        if self._form == "events":
            show.line(event)


def _since_speech_end(moments: dict[str, float | int | None]) -> dict[str, float | int | None]:
    """The moments of one turn in seconds after its last voiced sound."""
    start = moments.get("speech_end")
    if start is None:
        return moments
    return {
        name: at if name == "turn" or at is None else round(at - start, 3) for name, at in moments.items()
    }
