"""One speech-to-speech model of one server: takes a turn's sound, gives back sound, words and tool calls."""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TypeVar
from urllib.parse import quote

import msgspec

from core.address import Refusals, address
from core.audio.frames import Samples
from core.brain.model import Said, ToolCall, ToolResult, ToolSpec, Usage
from core.brain.openai_chat import Patience
from core.brain.realtime import client_events as ask
from core.brain.realtime import server_events as told
from core.brain.realtime.link import Link, NotOpened
from core.brain.realtime.pcm import Pieces
from core.brain.realtime.setup import REQUEST, Setup, response_create, session_update
from core.clock import Clock
from core.errors import Refused, Unavailable
from core.secret import Secret

_REFUSALS = Refusals(bad="brain.bad_realtime_address", plain="brain.plain_realtime")
_BY_CODE = {"rate_limit_exceeded": "brain.server_busy", "insufficient_quota": "brain.server_busy"}
_BY_REASON = {"max_output_tokens": "brain.answer_cut", "content_filter": "brain.answer_withheld"}


class Sound(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of the answer's sound: int16, mono, 24 kHz. item: the message it belongs to."""

    item: str
    pcm: Samples


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """What the sound says. whole: all of it, in place of what came before; else the next piece.
    silent: there is no sound of them."""

    item: str
    text: str
    whole: bool = False
    silent: bool = False


class SoundOver(msgspec.Struct, frozen=True, kw_only=True):
    """Nothing more comes of the message. whole: it was said to its end."""

    item: str
    whole: bool = True


class Overheard(msgspec.Struct, frozen=True, kw_only=True):
    """What the person said, as the service wrote it down; None when it could not."""

    reference: str
    text: str | None


_T = TypeVar("_T")
Part = Sound | Words | SoundOver | ToolCall | Usage


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
        self._requests: deque[str] = deque()
        self._begun: deque[str] = deque(maxlen=16)
        self._committed: deque[str] = deque()
        self._utterances: dict[str, str] = {}

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
        self._forget()
        if link is not None:
            await link.aclose()

    def remember(self, turn: Said) -> None:
        """A turn of the past becomes part of their conversation."""
        self._send(ask.said(turn, self._setup.dialect))

    def hear(self, sound: tuple[Samples, ...], reference: str) -> None:
        """What the person said: int16, mono, 16 kHz. reference: comes back with what was overheard."""
        self._send(ask.ClearSound())
        for piece in ask.appended(sound):
            self._send(piece)
        self._committed.append(reference)
        self._send(ask.CommitSound(event_id=self._number("turn")))

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
        self._requests.append(answer.asked)
        self._send(response_create(self._setup, answer.asked, instructions, offer_tools=offer_tools))
        sounds = Pieces()
        wait = self._patience.first
        try:
            while True:
                event = await self._next(answer, wait)
                if isinstance(event, told.ResponseDone):
                    answer.over = True
                    for last in self._ended(event.response):
                        yield last
                    return
                if not isinstance(event, told.ResponseBegan):
                    wait = self._patience.between
                    for part in _parts(event, sounds):
                        yield part
        finally:
            if not answer.over:
                self._cancel()
            if self._answer is answer:
                self._answer = None

    async def _next(self, answer: _Answer, within: float) -> told.ServerEvent:
        """The next event of this answer."""
        try:
            event = await _soon(answer.inbox, self._clock, within)
        except TimeoutError:
            raise self._unavailable("brain.server_slow") from None
        if event is None:
            answer.over = True
            raise self._unavailable("brain.answer_broke_off", again=True)
        if isinstance(event, told.Garbage):
            raise self._unavailable("brain.garbage_answer")
        if isinstance(event, told.Problem):
            raise self._unavailable(_BY_CODE.get(event.error.code or "", "brain.server_failed"))
        return event

    def _ended(self, response: told.ResponseBody) -> list[ToolCall | Usage]:
        """Calls count only in a response that was completed: those of a broken one may be cut short."""
        if response.status != "completed":
            details = response.status_details
            code = details.error.code if details is not None and details.error is not None else None
            reason = details.reason if details is not None else None
            message = _BY_REASON.get(reason or "") or _BY_CODE.get(code or "", "brain.server_failed")
            raise self._unavailable(message)
        usage = response.usage
        spent = (
            [Usage(prompt_tokens=usage.input_tokens, completion_tokens=usage.output_tokens)] if usage else []
        )
        calls: dict[str, ToolCall] = {}
        for item in response.output or []:
            if item.type == "function_call" and item.call_id and item.name:
                arguments = item.arguments or ""
                calls.setdefault(item.call_id, ToolCall(id=item.call_id, name=item.name, arguments=arguments))
        return [*spent, *calls.values()]

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
                if self._committed:
                    self._utterances[item] = self._committed.popleft()
            case told.Transcribed(item_id=item, transcript=text):
                self._overhear(item, text)
            case told.NotTranscribed(item_id=item):
                self._overhear(item, None)
            case told.RateLimits(rate_limits=limits):
                self.limits = tuple(limits)
            case told.ResponseBegan(response=response):
                if self._answer is not None and self._request_of(response) == self._answer.asked:
                    self._answer.id = response.id
                    self._answer.inbox.put_nowait(event)
            case told.Problem():
                self._complained(event)
            case _:
                if isinstance(event, told.ResponseDone) and event.response.id not in self._begun:
                    self._request_of(event.response)
                answer = self._answer
                if answer is not None and (
                    isinstance(event, told.Garbage) or _response_of(event) == answer.id
                ):
                    answer.inbox.put_nowait(event)

    def _request_of(self, response: told.ResponseBody) -> str | None:
        """Which request it answers: it says so, or, from servers that do not, they come in order."""
        self._begun.append(response.id)
        asked = (response.metadata or {}).get(REQUEST)
        if isinstance(asked, str) and asked in self._requests:
            self._requests.remove(asked)
            return asked
        return self._requests.popleft() if asked is None and self._requests else None

    def _complained(self, event: told.Problem) -> None:
        """Cutting behind the end and stopping what has ended are errors to them, and nothing to us."""
        cause, code = event.error.event_id or "", event.error.code or ""
        if code == "session_expired":
            self._lost()
        elif not cause.startswith(("cut", "cancel")) and self._answer is not None:
            self._answer.inbox.put_nowait(event)
        if cause in self._requests:
            self._requests.remove(cause)

    def _overhear(self, item: str, text: str | None) -> None:
        reference = self._utterances.pop(item, None)
        if reference is not None and self.on_overheard is not None:
            self.on_overheard(Overheard(reference=reference, text=text))

    def _lost(self) -> None:
        self._open = False
        self._ready.set()
        if self._answer is not None:
            self._answer.inbox.put_nowait(None)

    def _forget(self) -> None:
        self._requests.clear()
        self._begun.clear()
        self._committed.clear()
        self._utterances.clear()

    def _number(self, what: str) -> str:
        return f"{what}_{next(self._numbers)}"

    def _send(self, event: ask.ClientEvent) -> None:
        if self._link is not None and self._open:
            self._link.send(event)

    def _unavailable(self, message_id: str, *, again: bool = False, **values: object) -> Unavailable:
        kind = Dropped if again else Unavailable
        return kind(message_id, **{"server": self._server.shown, "model": self.name} | values)


def _response_of(event: told.ServerEvent) -> str | None:
    if isinstance(event, told.ResponseDone):
        return event.response.id
    return getattr(event, "response_id", None)


def _parts(event: told.ServerEvent, sounds: Pieces) -> list[Part]:
    match event:
        case told.SoundDelta(item_id=item, delta=data):
            pcm = sounds.take(item, data)
            return [Sound(item=item, pcm=pcm)] if len(pcm) else []
        case told.WordsDelta(item_id=item, delta=text):
            return [Words(item=item, text=text)]
        case told.WordsDone(item_id=item, transcript=text):
            return [Words(item=item, text=text, whole=True)]
        case told.TextDelta(item_id=item, delta=text):
            return [Words(item=item, text=text, silent=True)]
        case told.ItemDone(item=item) if item.type == "message":
            return [SoundOver(item=item.id, whole=item.status != "incomplete")]
    return []


async def _soon(queue: asyncio.Queue[_T], clock: Clock, within: float) -> _T:
    """The queue's next, or TimeoutError after so many seconds of the clock."""
    if not queue.empty():
        return queue.get_nowait()
    getting = asyncio.ensure_future(queue.get())
    alarm = asyncio.ensure_future(clock.sleep_until(clock.monotonic() + within))
    try:
        await asyncio.wait({getting, alarm}, return_when=asyncio.FIRST_COMPLETED)
        if getting.done():
            return getting.result()
        raise TimeoutError
    finally:
        getting.cancel()
        alarm.cancel()
