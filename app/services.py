"""Who hears and who speaks: our own models, servers of others, or plug-ins, as the settings say."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from app.settings import Recogniser, Settings, Voice
from app.wiring import read_passphrase
from core.errors import Refused, UserFacing
from core.people.consent import Consents
from core.people.gate import decide
from core.secret import Secret
from core.speech.openai_speech import OpenAIRecognizer, OpenAIVoice
from core.speech.wyoming_speech import WyomingRecognizer, WyomingVoice

RecogniserService = OpenAIRecognizer | WyomingRecognizer
VoiceService = OpenAIVoice | WyomingVoice
END_OF_TURN = "smart-turn-v3.2"


@dataclass(frozen=True, slots=True)
class Chosen:
    """The settings' recogniser and voice; our own ones by themselves."""

    recogniser: Recogniser = field(default_factory=Recogniser)
    voice: Voice = field(default_factory=Voice)

    @classmethod
    def by(cls, settings: Settings) -> Chosen:
        return cls(settings.recogniser, settings.voice)

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models that must be here. A plug-in needs ours too: it goes on where one breaks."""
        hears = self.recogniser.kind in ("whisper", "plugin")
        speaks = self.voice.kind in ("kokoro", "plugin")
        return (
            *(("whisper-base",) if hears else ()),
            *((END_OF_TURN,) if hears or speaks else ()),
            *(("kokoro-82m-int8",) if speaks else ()),
        )


def recogniser_service(chosen: Recogniser) -> RecogniserService | None:
    """The server's adapter, not yet connected; None when our own or a plug-in was chosen. Raises Refused
    for an address that is none or unprotected, UserFacing for a key file that cannot be read."""
    if chosen.kind == "openai":
        return OpenAIRecognizer(
            chosen.address,
            chosen.model,
            key(chosen.key_file),
            private_http=chosen.private_network,
            relays=chosen.relays,
        )
    if chosen.kind == "wyoming":
        return WyomingRecognizer(chosen.address, chosen.model or None, private_network=chosen.private_network)
    return None


def voice_service(chosen: Voice) -> VoiceService | None:
    """As :func:`recogniser_service`."""
    if chosen.kind == "openai":
        return OpenAIVoice(
            chosen.address,
            chosen.model,
            key(chosen.key_file),
            voice=chosen.name,
            private_http=chosen.private_network,
            relays=chosen.relays,
        )
    if chosen.kind == "wyoming":
        return WyomingVoice(chosen.address, private_network=chosen.private_network)
    return None


def key(file: str) -> Secret | None:
    """An API key, from a file of its own: never from the settings, the environment or the command line."""
    return read_passphrase(Path(file).expanduser()) if file else None


def leaves(chosen: Recogniser | Voice) -> bool:
    """Whether what is said, or what is to be said, leaves this machine. A plug-in says so by ``relays``."""
    service = recogniser_service(chosen) if isinstance(chosen, Recogniser) else voice_service(chosen)
    return chosen.relays or (service is not None and service.cloud)


def host(chosen: Recogniser | Voice) -> str:
    """Where it goes, as the access log says it: a server's name and port, or a plug-in's name."""
    return urlsplit(chosen.address).netloc or chosen.plugin


def refusal(chosen: Chosen, consents: Consents, person: str, *, awaits_name: bool) -> UserFacing | None:
    """Why a conversation may not begin: nobody's voice or words leave this machine unless they agreed, and
    what others say in the room never does. awaits_name: asleep, everything said is read for a name."""
    for part, message in ((chosen.recogniser, "app.voice_stays"), (chosen.voice, "app.words_stay")):
        if leaves(part) and not decide("cloud_models", consents, person, person).allowed:
            return Refused(message, person=person, server=part.address or part.plugin)
    if awaits_name and leaves(chosen.recogniser):
        return Refused("app.room_stays", server=chosen.recogniser.address or chosen.recogniser.plugin)
    return None
