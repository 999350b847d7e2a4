"""One speech-to-speech model of one server: takes a turn's sound, gives back sound, words and tool calls."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from urllib.parse import quote

from core.address import Refusals, address
from core.audio.frames import Samples
from core.brain.model import Said, ToolResult, ToolSpec
from core.brain.openai_chat import Patience
from core.brain.realtime import client_events as ask
from core.brain.realtime import server_events as told
from core.brain.realtime.link import Link, NotOpened
from core.brain.realtime.parts import Overheard, Part, last_parts, of_error, parts_of, trouble
from core.brain.realtime.pcm import Pieces
from core.brain.realtime.requests import Commits, Requests
from core.brain.realtime.setup import Setup, response_create, session_update
from core.brain.realtime.waiting import soon
from core.clock import Clock
from core.errors import Refused, Unavailable
from core.secret import Secret

_REFUSALS = Refusals(bad="brain.bad_realtime_address", plain="brain.plain_realtime")


class Dropped(Unavailable):
    """The connection ended under an answer, or there was none to be had. It may be asked again."""


@dataclass(slots=True)
class _Answer:
    """The answer that is awaited. asked: our id of the request; id: theirs, once it has begun."""

    asked: str
    id: str | None = None
    over: bool = False
    inbox: asyncio.Queue[told.ServerEvent | told.Garbage | None] = field(default_factory=asyncio.Queue)


class RealtimeModel:
    """Own it and ``aclose`` it. One answer at a time.

    key: sent as a bearer token and to nobody but ``url``. cloud: true unless the server is this very
    machine, and may be forced for a local relay to a cloud; consent is asked above, before
    :meth:`connect`. on_overheard: told what the service wrote down of a turn, whenever that comes.
    limits: what the server said last about its limits.
    """

    def __init__(
        self,
        url: str,
        model: str,
        key: Secret | None = None,
        *,
        clock: Clock,
        setup: Setup | None = None,
        relays: bool = False,
        patience: Patience | None = None,
    ) -> None:
        """Raises Refused for an address that is none or unprotected, and for a key that could not
        stand in a header; Unavailable("brain.realtime_not_installed") without the WebSocket library."""
        if find_spec("websockets") is None:
            raise Unavailable("brain.realtime_not_installed")
        if key is not None and not all(0x20 < byte < 0x7F for byte in key.reveal()):
            raise Refused("brain.bad_key")
        self._server = address(url, ("wss", "ws"), _REFUSALS)
        self.name = model
        self.cloud = relays or not self._server.loopback
        self.on_overheard: Callable[[Overheard], None] | None = None
        self.limits: tuple[told.RateLimit, ...] = ()
        self._key = key
        self._clock = clock
        self._setup = setup or Setup()
        self._patience = patience or Patience(first=15.0, between=8.0)
        self._link: Link | None = None
        self._ready = asyncio.Event()
        self._open = False
        self._answer: _Answer | None = None
        self._numbers = itertools.count(1)
        self._requests, self._commits = Requests(), Commits()

    def __repr__(self) -> str:
        return f"RealtimeModel({self._server.base!r}, {self.name!r}, cloud={self.cloud})"

    @property
    def connected(self) -> bool:
        return self._open

    @property
    def transcribes(self) -> bool:
        """Whether what was said is written down on the other side."""
        return bool(self._setup.transcription)

    async def connect(self, instructions: str, tools: tuple[ToolSpec, ...]) -> None:
        """A new session that knows nothing yet. Raises Unavailable for the reasons of ``Link.open``;
        Dropped when trying again may help."""
        await self.aclose()
        headers: dict[str, Secret | str] = {}
        if self._key is not None:
            headers["Authorization"] = Secret(b"Bearer " + self._key.reveal())
        if self._setup.dialect == "beta":
            headers["OpenAI-Beta"] = "realtime=v1"
        self._ready.clear()
        named = f"{self._server.base}?model={quote(self.name, safe='')}"
        try:
            self._link = await Link.open(named, headers, self._patience.connect, self._received, self._lost)
        except NotOpened as error:
            again = error.message_id in ("brain.server_down", "brain.server_slow")
            raise self._unavailable(error.message_id, again=again, **error.values) from error
        self._open = True
        self._link.send(session_update(self._setup, instructions, tools))
        try:
            async with asyncio.timeout(self._patience.connect):
                await self._ready.wait()
        except TimeoutError:
            await self.aclose()
            raise self._unavailable("brain.server_slow", again=True) from None
        if not self._open:
            raise self._unavailable("brain.answer_broke_off", again=True)

    async def aclose(self) -> None:
        link, self._link = self._link, None
        self._open = False
        self._requests, self._commits = Requests(), Commits()
        if link is not None:
            await link.aclose()

    def remember(self, turn: Said) -> None:
        """A turn of the past becomes part of their conversation."""
        self._send(ask.said(turn, self._setup.dialect, self._number("past")))

    def hear(self, sound: tuple[Samples, ...], reference: str) -> None:
        """What the person said: int16, mono, 16 kHz. reference: comes back with what was overheard."""
        self._send(ask.ClearSound())
        for piece in ask.appended(sound):
            self._send(piece)
        commit = ask.CommitSound(event_id=self._number("turn"))
        self._commits.asked(commit.event_id or "", reference)
        self._send(commit)

    def give(self, result: ToolResult) -> None:
        self._send(ask.returned(result))

    def cut(self, item: str, samples: int) -> None:
        """Of this message so many samples (24 kHz) were heard, and no more will be: they forget the rest."""
        self._cancel()
        heard = ask.milliseconds(samples)
        self._send(
            ask.TruncateItem(event_id=self._number("cut"), item_id=item, content_index=0, audio_end_ms=heard)
        )

    async def answer(self, instructions: str, *, offer_tools: bool) -> AsyncGenerator[Part, None]:
        """One response to what they know. Close the iterator to stop it.

        Raises Dropped when the connection ends, and Unavailable: brain.server_slow, server_busy,
        server_failed, garbage_answer, answer_cut, answer_withheld.
        """
        answer = self._answer = _Answer(self._number("answer"))
        self._requests.asked(answer.asked)
        self._send(response_create(self._setup, answer.asked, instructions, offer_tools=offer_tools))
        sounds = Pieces()
        wait = self._patience.first
        try:
            while True:
                event = await self._next(answer, wait)
                if isinstance(event, told.ResponseDone):
                    answer.over = True
                    if (why := trouble(event.response)) is not None:
                        raise self._unavailable(why)
                    for last in last_parts(event.response):
                        yield last
                    return
                if not isinstance(event, told.ResponseBegan):
                    wait = self._patience.between
                    for part in parts_of(event, sounds):
                        yield part
        finally:
            if not answer.over:
                self._cancel()
            if self._answer is answer:
                self._answer = None

    async def _next(self, answer: _Answer, within: float) -> told.ServerEvent:
        """The next event of this answer."""
        try:
            event = await soon(answer.inbox, self._clock, within)
        except TimeoutError:
            raise self._unavailable("brain.server_slow") from None
        if event is None:
            answer.over = True
            raise self._unavailable("brain.answer_broke_off", again=True)
        if isinstance(event, told.Garbage):
            raise self._unavailable("brain.garbage_answer")
        if isinstance(event, told.Problem):
            raise self._unavailable(of_error(event.error))
        return event

    def _cancel(self) -> None:
        """Whatever is being made is not wanted; of an answer that has ended nothing is left to stop."""
        answer = self._answer
        if answer is not None and not answer.over:
            answer.over = True
            self._send(ask.CancelResponse(event_id=self._number("cancel"), response_id=answer.id))

    def _received(self, event: told.ServerEvent | told.Garbage) -> None:  # noqa: C901 - one line a kind
        match event:
            case told.SessionReady():
                self._ready.set()
            case told.SoundCommitted(item_id=item):
                self._commits.committed(item)
            case told.Transcribed(item_id=item, transcript=text):
                self._overhear(item, text)
            case told.NotTranscribed(item_id=item):
                self._overhear(item, None)
            case told.RateLimits(rate_limits=limits):
                self.limits = tuple(limits)
            case told.ResponseBegan(response=response):
                request = self._requests.began(response)
                if self._answer is not None and request == self._answer.asked:
                    self._answer.id = response.id
                    self._answer.inbox.put_nowait(event)
            case told.Problem():
                self._complained(event)
            case _:
                if isinstance(event, told.ResponseDone):
                    self._requests.ended(event.response)
                answer = self._answer
                about = isinstance(event, told.Garbage) or told.response_of(event) == (answer and answer.id)
                if answer is not None and about:
                    answer.inbox.put_nowait(event)

    def _complained(self, event: told.Problem) -> None:
        """Cutting behind the end, stopping what has ended and a past they cannot take are errors to them,
        and nothing to us."""
        cause, code = event.error.event_id or "", event.error.code or ""
        if code == "session_expired":
            self._lost()
        elif not cause.startswith(("cut", "cancel", "past")) and self._answer is not None:
            self._answer.inbox.put_nowait(event)
        self._requests.refused(cause)
        self._commits.refused(cause)

    def _overhear(self, item: str, text: str | None) -> None:
        reference = self._commits.transcribed(item)
        if reference is not None and self.on_overheard is not None:
            self.on_overheard(Overheard(reference=reference, text=text))

    def _lost(self) -> None:
        self._open = False
        self._ready.set()
        if self._answer is not None:
            self._answer.inbox.put_nowait(None)

    def _number(self, what: str) -> str:
        return f"{what}_{next(self._numbers)}"

    def _send(self, event: ask.ClientEvent) -> None:
        if self._link is not None and self._open:
            self._link.send(event)

    def _unavailable(self, message_id: str, *, again: bool = False, **values: object) -> Unavailable:
        kind = Dropped if again else Unavailable
        return kind(message_id, **{"server": self._server.shown, "model": self.name} | values)
