"""Settings are changed on their lines; what people wrote beside them stays, and nothing is half changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.settings import Settings, load, parsed
from app.settings_file import changed, edited, flat, names, read_value
from core.errors import Refused, UserFacing

WRITTEN = """# Grandma's kitchen
person = "王奶奶"

[audio]
microphone = "USB"  # the one on the shelf

[recogniser]
# not yet: kind = "openai"
model = "small"
"""


def test_a_setting_is_changed_where_it_stands_and_the_rest_stays(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(WRITTEN, "utf-8")
    after = changed(tmp_path, {"audio.microphone": "Jabra", "recogniser.kind": "wyoming", "guest": True})
    text = (tmp_path / "settings.toml").read_text("utf-8")
    assert (after.audio.microphone, after.recogniser.kind, after.recogniser.model) == (
        "Jabra",
        "wyoming",
        "small",
    )
    assert after.guest
    assert after.person == "王奶奶"
    assert "# Grandma's kitchen" in text
    assert '# not yet: kind = "openai"' in text
    assert load(tmp_path) == after


def test_the_first_setting_makes_the_file(tmp_path: Path) -> None:
    after = changed(tmp_path / "config", {"wake.word": "okay_nabu", "wake.follow_up": 30.0})
    assert (tmp_path / "config" / "settings.toml").read_text("utf-8") == (
        '[wake]\nword = "okay_nabu"\nfollow_up = 30.0\n'
    )
    assert after.wake.follow_up == 30.0


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"recogniser.kind": "magic"}, "app.settings_refused"),
        ({"wake.follow_up": 0.0}, "app.settings_refused"),
    ],
)
def test_a_value_that_is_none_changes_nothing(
    tmp_path: Path, values: dict[str, str | float], message: str
) -> None:
    (tmp_path / "settings.toml").write_text(WRITTEN, "utf-8")
    with pytest.raises(UserFacing) as refused:
        changed(tmp_path, {"person": "李爷爷", **values})
    assert refused.value.message_id == message
    assert (tmp_path / "settings.toml").read_text("utf-8") == WRITTEN


def test_what_a_check_refuses_is_not_written(tmp_path: Path) -> None:
    def check(settings: Settings) -> None:
        raise Refused("speech.bad_address")

    with pytest.raises(Refused, match=r"speech\.bad_address"):
        changed(tmp_path, {"person": "A"}, check)
    assert not (tmp_path / "settings.toml").exists()


@pytest.mark.parametrize(
    "text",
    ['wake = { word = "name" }\n', 'wake.word = "name"\n', 'person = """\nA\nB"""\n'],
)
def test_a_way_of_writing_that_is_not_understood_is_left_alone(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.toml").write_text(text, "utf-8")
    with pytest.raises(UserFacing, match=r"app\.settings_by_hand"):
        changed(tmp_path, {"wake.word": "none", "person": "C"})
    assert (tmp_path / "settings.toml").read_text("utf-8") == text


@given(st.text(st.characters(exclude_categories=["Cs"])), st.text(st.characters(exclude_categories=["Cs"])))
def test_whatever_a_value_is_it_is_read_back(person: str, model: str) -> None:
    text = edited(edited(edited("", "person", person), "chat.model", model), "chat.relays", True)
    again = parsed(edited(text, "person", person))
    assert (again.person, again.chat.model, again.chat.relays) == (person, model, True)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("guest", "yes", True),
        ("guest", "false", False),
        ("chat.window", "4096", 4096),
        ("wake.follow_up", "30", 30.0),
        ("person", "王奶奶", "王奶奶"),
    ],
)
def test_what_is_typed_becomes_a_value_of_the_settings_kind(name: str, text: str, value: object) -> None:
    assert read_value(name, text) == value
    assert type(read_value(name, text)) is type(value)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("chat.api_key", "sk-1", "app.setting_unknown"),
        ("guest", "perhaps", "app.setting_wrong"),
        ("chat.window", "much", "app.setting_wrong"),
    ],
)
def test_a_slip_is_named(name: str, text: str, message: str) -> None:
    with pytest.raises(UserFacing) as slip:
        read_value(name, text)
    assert slip.value.message_id == message


def test_no_setting_holds_a_secret() -> None:
    assert not [name for name in names() if "key" in name and not name.endswith("key_file")]
    assert flat(Settings())["recogniser.kind"] == "whisper"
