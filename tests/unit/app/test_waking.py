"""What wakes the companion, and how it is still woken when a plug-in breaks."""

from __future__ import annotations

import pytest

from app.waking import attention, awaits_name, wake_word
from core.clock import ManualClock
from core.errors import Refused, UserFacing
from core.speech.wake.fake import FakeWakeWord, whistle
from core.turn.attention import Attention
from core.turn.plugins import Contribution, Found, Plugin, Shelf


class BreaksAtOnce(FakeWakeWord):
    def feed(self, pcm: object) -> tuple[()]:
        raise RuntimeError("broken")


whistling = Plugin((Contribution("WakeWord", "whistle", contract=1, make=lambda _: FakeWakeWord()),))
broken = Plugin((Contribution("WakeWord", "whistle", contract=1, make=lambda _: BreaksAtOnce()),))


@pytest.mark.parametrize(
    ("word", "rule", "reads"),
    [
        ("none", Attention(None, ("伴言",)), False),
        ("name", Attention(20.0, ("伴言",)), True),
        ("okay_nabu", Attention(20.0, ()), False),
        ("plugin:example", Attention(20.0, ("伴言",)), True),
    ],
)
def test_a_wake_word_spares_the_room_from_being_read(word: str, rule: Attention, reads: bool) -> None:
    assert attention(word, 20.0, "伴言") == rule
    assert awaits_name(word) == reads


@pytest.mark.parametrize("word", ["none", "name"])
def test_where_no_word_is_wanted_none_is_listened_for(word: str) -> None:
    with wake_word(word, ManualClock(), lambda _: None) as detector:
        assert detector is None


def test_an_unknown_word_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refused) as unknown, wake_word("hey_banyan", ManualClock(), lambda _: None):
        raise AssertionError("it was listened for")
    assert unknown.value.message_id == "wake.unknown_word"
    assert "okay_nabu" in str(unknown.value.values["words"])


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both plug-ins are installed."""
    plugins = {"whistling": whistling, "broken": broken}
    found = {name: Found(name, "test", "1", plugin.contributes) for name, plugin in plugins.items()}
    monkeypatch.setattr(Shelf, "installed", lambda told: Shelf(found, told))


def test_a_plugin_listens_and_a_broken_one_is_set_aside_and_said_so(shelf: None) -> None:
    told: list[UserFacing] = []
    with wake_word("plugin:whistling", ManualClock(), told.append) as detector:
        assert detector is not None
        assert detector.feed(whistle())
    assert told == []
    with wake_word("plugin:broken", ManualClock(), told.append) as detector:
        assert detector is not None
        assert detector.feed(whistle()) == ()
        assert detector.feed(whistle()) == ()
        detector.mute()
        detector.unmute()
        detector.reset()
    assert [fault.message_id for fault in told] == ["plugins.failed_in_use"]
