"""How a Realtime session and its responses are configured, in the two dialects spoken today. Pure.

The first is the published one, the second that of the beta, which many compatible servers kept.
"""

from __future__ import annotations

from typing import Any

import msgspec

from core.brain.model import ToolSpec
from core.brain.realtime.client_events import CreateResponse, Dialect, UpdateSession

REQUEST = "request"
"""Under which a response names the request it answers."""
_PCM = {"type": "audio/pcm", "rate": 24_000}


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """voice: one of the server's, empty for its default. transcription: the model that writes down what
    the person said, empty for none. tools: what the model may call."""

    dialect: Dialect = "ga"
    voice: str = ""
    transcription: str = "whisper-1"


def session_update(setup: Setup, instructions: str, tools: tuple[ToolSpec, ...]) -> UpdateSession:
    """Their turn detection is off in both dialects: nothing is answered that we did not commit."""
    functions = [{"type": "function", **msgspec.to_builtins(tool)} for tool in tools]
    shared: dict[str, Any] = {"instructions": instructions, "tools": functions, "tool_choice": "auto"}
    heard: dict[str, Any] = {"model": setup.transcription} if setup.transcription else {}
    if setup.dialect == "beta":
        session = {
            "modalities": ["audio", "text"],
            "input_audio_format": "pcm16",
            "output_audio_format": "pcm16",
            "input_audio_transcription": heard or None,
            "turn_detection": None,
            **({"voice": setup.voice} if setup.voice else {}),
        }
    else:
        voice = {"voice": setup.voice} if setup.voice else {}
        session = {
            "type": "realtime",
            "output_modalities": ["audio"],
            "audio": {
                "input": {"format": _PCM, "transcription": heard or None, "turn_detection": None},
                "output": {"format": _PCM, **voice},
            },
        }
    return UpdateSession(session=session | shared)


def response_create(setup: Setup, event_id: str, instructions: str, *, offer_tools: bool) -> CreateResponse:
    """instructions: stand for this response in place of the session's."""
    modalities = "modalities" if setup.dialect == "beta" else "output_modalities"
    response: dict[str, Any] = {
        modalities: ["audio", "text"] if setup.dialect == "beta" else ["audio"],
        "instructions": instructions,
        "metadata": {REQUEST: event_id},
    }
    if not offer_tools:
        response["tool_choice"] = "none"
    return CreateResponse(event_id=event_id, response=response)
