"""Where things are, and what a settings file may say; a slip in it is seen, never guessed at."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.settings import Settings, load, places
from core.errors import UserFacing


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "settings.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def test_without_a_file_everything_is_as_it_comes(tmp_path: Path) -> None:
    assert load(tmp_path) == Settings()
    assert load(tmp_path / "not there") == Settings()


def test_what_is_not_named_stays_as_it_comes(tmp_path: Path) -> None:
    settings = load(written(tmp_path, 'person = "王奶奶"\n[audio]\nmicrophone = "USB"\n'))
    assert settings.person == "王奶奶"
    assert settings.audio.microphone == "USB"
    assert settings.audio.speaker == ""
    assert settings.chat.kind == "grounded"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("person = ", "end of document"),
        ("[chat\nkind = 1", "line 1"),
        ('persn = "A"', "persn"),
        ('[chat]\nkid = "openai"', "kid"),
        ('[chat]\nkind = "magic"', "magic"),
        ('[chat]\nwindow = "much"', "window"),
        ("person = 3", "person"),
        ("[chat]\npatience = 0", "patience"),
        ("[audio]\nmicrophone = []", "microphone"),
        (b'person = "\xff\xfe"', "utf-8"),
        (b"\x00\x01\x02", "line 1"),
    ],
)
def test_a_broken_file_says_where_it_is_and_what_is_wrong(
    tmp_path: Path, text: str | bytes, told: str
) -> None:
    with pytest.raises(UserFacing) as broken:
        load(written(tmp_path, text))
    assert broken.value.message_id == "app.settings_broken"
    assert broken.value.values["path"] == tmp_path / "settings.toml"
    assert told in str(broken.value.values["detail"])


def test_a_folder_where_the_file_should_be_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").mkdir()
    with pytest.raises(UserFacing, match=r"app\.file_unreadable"):
        load(tmp_path)


def test_one_variable_puts_everything_in_one_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BANYAN_HOME", str(tmp_path / "家 里"))
    monkeypatch.delenv("BANYAN_MODELS", raising=False)
    here = places()
    assert here.vault == tmp_path / "家 里" / "data" / "household"
    assert here.config == tmp_path / "家 里" / "config"
    assert here.models.is_relative_to(here.data)


def test_a_tilde_is_the_users_own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv("BANYAN_HOME", "~/banyan")
    monkeypatch.setenv("BANYAN_MODELS", "~/models")
    assert places().data == tmp_path / "banyan" / "data"
    assert places().models == tmp_path / "models"


def test_the_models_may_lie_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BANYAN_HOME", str(tmp_path))
    monkeypatch.setenv("BANYAN_MODELS", str(tmp_path / "big disk"))
    assert places().models == tmp_path / "big disk"


def test_without_variables_things_lie_where_the_platform_keeps_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BANYAN_HOME", raising=False)
    monkeypatch.delenv("BANYAN_MODELS", raising=False)
    here = places()
    assert here.config.name == here.data.name == "banyan"
