"""Where things are and what was chosen: the only file that reads the environment and the TOML."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from core.errors import UserFacing


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
    first word.
    """

    kind: Literal["grounded", "openai"] = "grounded"
    base_url: str = ""
    model: str = ""
    key_file: str = ""
    window: int = 8192
    private_http: bool = False
    relays: bool = False
    patience: Annotated[float, msgspec.Meta(gt=0)] = 30.0


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What ``settings.toml`` may say. Unknown names are refused, so that a typing slip is seen."""

    audio: Audio = Audio()
    chat: Chat = Chat()
    person: str = ""
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
    path = folder / "settings.toml"
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Settings)
    except (FileNotFoundError, NotADirectoryError):
        return Settings()
    except OSError as error:
        raise UserFacing("app.file_unreadable", file=path, reason=error) from error
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise UserFacing("app.settings_broken", path=path, detail=error) from error
