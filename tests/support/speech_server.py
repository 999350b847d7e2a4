"""A speech server on this machine that speaks the OpenAI API: it hears a script's hum and hums its answers."""

from __future__ import annotations

import io
import json
import wave
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from email.parser import BytesParser
from email.policy import HTTP
from functools import cached_property

import numpy as np

from core.speech.fake import FakeRecognizer, FakeVoice, Script
from core.speech.ports import Hints, Style
from tests.support.http_server import HttpRequest, HttpServer, http_server

Behaviour = Callable[["Request"], Awaitable[None]]


class Request(HttpRequest):
    """One request and the ways a speech server answers."""

    @cached_property
    def fields(self) -> dict[str, object]:
        """Those of the form, or of the JSON."""
        return _fields(self.headers["content-type"], self.content)

    async def answers(self, answer: object, status: str = "200 OK") -> None:
        await self.begin(status)
        await self.raw(json.dumps(answer, ensure_ascii=False).encode())

    def sound(self) -> np.ndarray:
        """The recording that was sent: int16."""
        data = self.fields["file"]
        assert isinstance(data, bytes)
        with wave.open(io.BytesIO(data)) as file:
            assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (16_000, 1, 2)
            return np.frombuffer(file.readframes(file.getnframes()), "<i2")


def hums(script: Script) -> Behaviour:
    """A server that recognises a script's hum, and speaks as FakeVoice does."""

    async def behave(request: Request) -> None:
        if request.path.endswith("/audio/transcriptions"):
            heard = await FakeRecognizer(script).final(request.sound(), Hints())
            await request.answers({"text": heard.text})
        else:
            await request.begin(kind="audio/pcm")
            style = Style(speed=float(str(request.fields["speed"])))
            async for chunk in FakeVoice().speak(str(request.fields["input"]), style):
                for at in range(0, len(chunk.pcm), 1001):
                    await request.raw(chunk.pcm[at : at + 1001].astype("<i2").tobytes())

    return behave


def speech_server(behave: Behaviour) -> AbstractAsyncContextManager[HttpServer[Request]]:
    """Serves until the block ends; every request is answered by ``behave``."""
    return http_server(Request, behave)


def _fields(kind: str, body: bytes) -> dict[str, object]:
    if kind.startswith("application/json"):
        fields: dict[str, object] = json.loads(body)
        return fields
    form = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + body)
    fields = {}
    for part in form.iter_parts():
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        assert isinstance(content, bytes)
        fields[str(name)] = content if part.get_filename() else content.decode()
    return fields
