"""An example plug-in: what it contributes. Nothing heavy is imported before an adapter is made."""

from __future__ import annotations

from core.turn.plugins import Contribution, Plugin, Surroundings


def _loudness(_: Surroundings) -> object:
    from banyan_example.loudness import LoudnessActivity

    return LoudnessActivity()


def _hum(_: Surroundings) -> object:
    from banyan_example.hum import HummingVoice

    return HummingVoice()


def _countdown(surroundings: Surroundings) -> object:
    from banyan_example.countdown import Countdown

    return Countdown(surroundings.clock)


plugin = Plugin(
    contributes=(
        Contribution("VoiceActivity", "loudness", contract=1, make=_loudness),
        Contribution("Voice", "hum", contract=1, make=_hum),
        Contribution("Tool", "new_year", contract=1, make=_countdown),
    )
)
of_tomorrow = Plugin(contributes=(Contribution("Voice", "hum", contract=2, make=_hum),))
"""Written for a contract that does not exist yet: it must be set aside, not tried."""
