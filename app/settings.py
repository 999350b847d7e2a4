"""Where things are and what was chosen: the only file that reads the environment and the TOML."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from core.errors import UserFacing

FILE = "settings.toml"


class Places(msgspec.Struct, frozen=True, kw_only=True):
    """The folders of this installation."""

    config: Path
    data: Path
    models: Path

    @property
    def vault(self) -> Path:
        return self.data / "household"


class Audio(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Devices by name, or part of a name; empty for the system's default."""

    microphone: str = ""
    speaker: str = ""


class Chat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which model answers. key_file: a file only its owner can read, holding the API key.

    private_http: plain http is allowed to an address of the home network. relays: the server on this
    machine passes words on to a cloud, so consent is needed as for one. patience: seconds until the
    first word. memory_proposals: it is also asked, after a turn, what of it is worth remembering.
    """

    kind: Literal["grounded", "openai"] = "grounded"
    base_url: str = ""
    model: str = ""
    key_file: str = ""
    window: int = 8192
    private_http: bool = False
    relays: bool = False
    patience: Annotated[float, msgspec.Meta(gt=0)] = 30.0
    memory_proposals: bool = False


class Recogniser(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who understands what is said: our own, a server that others run, or a plug-in by its name.

    key_file: a file only its owner can read, holding the API key. private_network: plain http or tcp is
    allowed to an address of the home network. relays: the server on this machine passes sound on to a
    cloud, so consent is needed as for one.
    """

    kind: Literal["whisper", "openai", "wyoming", "plugin"] = "whisper"
    address: str = ""
    model: str = ""
    key_file: str = ""
    plugin: str = ""
    private_network: bool = False
    relays: bool = False


class Voice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who speaks; as ``Recogniser``. name: a voice of an OpenAI-compatible server, for languages in which
    the role names none."""

    kind: Literal["kokoro", "openai", "wyoming", "plugin"] = "kokoro"
    address: str = ""
    model: str = ""
    name: str = "alloy"
    key_file: str = ""
    plugin: str = ""
    private_network: bool = False
    relays: bool = False


class Wake(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What wakes it: ``none`` (it always attends), ``name`` (the companion's), a wake word, or
    ``plugin:NAME``. follow_up: seconds it attends after an answer."""

    word: str = "none"
    follow_up: Annotated[float, msgspec.Meta(ge=1)] = 20.0


class Realtime(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The speech-to-speech service that ``banyan talk --realtime`` answers with, by the OpenAI Realtime
    protocol.

    address: wss://, or ws:// to this machine. key_file: a file only its owner can read, holding the API
    key. voice: one of the service's. transcription: the model that writes down what people say; empty for
    none. dialect: ``beta`` for servers that still speak it. relays: the server on this machine passes
    sound on to a cloud, so consent is needed as for one.
    """

    address: str = ""
    model: str = "gpt-realtime"
    key_file: str = ""
    voice: str = ""
    transcription: str = "whisper-1"
    dialect: Literal["ga", "beta"] = "ga"
    relays: bool = False


class Backups(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which backups stay in a folder when a new one is made there. keep: how many; days: how old. 0: no
    limit. The newest always stays."""

    keep: Annotated[int, msgspec.Meta(ge=0)] = 0
    days: Annotated[int, msgspec.Meta(ge=0)] = 0


class Desktop(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the desktop app looks. language: empty for the system's. scale: 1.0 is 100 %."""

    theme: Literal["system", "light", "dark", "contrast"] = "system"
    language: Literal["", "zh", "en"] = ""
    scale: Annotated[float, msgspec.Meta(ge=1, le=3)] = 1.0


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What ``settings.toml`` may say. Unknown names are refused, so that a typing slip is seen.

    person: who speaks at this device when nobody is named. guest: then it is a guest, of whom nothing is
    kept. role: who answers.
    """

    audio: Audio = Audio()
    chat: Chat = Chat()
    recogniser: Recogniser = Recogniser()
    voice: Voice = Voice()
    wake: Wake = Wake()
    realtime: Realtime = Realtime()
    backups: Backups = Backups()
    desktop: Desktop = Desktop()
    person: str = ""
    guest: bool = False
    role: str = ""


def places() -> Places:
    """``BANYAN_HOME`` puts everything in one folder, ``BANYAN_MODELS`` the models in another."""
    home = os.environ.get("BANYAN_HOME")
    if home:
        root = Path(home).expanduser()
        config, data = root / "config", root / "data"
    else:
        import platformdirs

        config = platformdirs.user_config_path("banyan", appauthor=False)
        data = platformdirs.user_data_path("banyan", appauthor=False)
    models = os.environ.get("BANYAN_MODELS")
    return Places(config=config, data=data, models=Path(models).expanduser() if models else data / "models")


def load(folder: Path) -> Settings:
    """The settings in ``folder``; defaults when there are none. Raises UserFacing on a broken file."""
    path = folder / FILE
    try:
        return parsed(path.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return Settings()
    except OSError as error:
        raise UserFacing("app.file_unreadable", file=path, reason=error) from error
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise UserFacing("app.settings_broken", path=path, detail=error) from error


def parsed(text: str) -> Settings:
    """Raises tomllib.TOMLDecodeError and msgspec.ValidationError, saying where."""
    return msgspec.convert(tomllib.loads(text), Settings)
