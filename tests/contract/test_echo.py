"""Every canceller keeps the contract, and the contract notices one that does not."""

import numpy as np
import pytest

from core.audio.echo import EchoCanceller, NoEchoCanceller
from core.audio.echo_contract import CANCELLER_CHECKS, Check
from core.audio.frames import Samples
from core.audio.webrtc_echo import WebRtcEchoCanceller

IDS = [check.__name__ for check in CANCELLER_CHECKS]


@pytest.mark.parametrize("check", CANCELLER_CHECKS, ids=IDS)
def test_webrtc_keeps_the_contract(check: Check) -> None:
    check(WebRtcEchoCanceller())


class Mute:
    """Takes out the echo and everybody else."""

    cancels = True

    def clean(self, microphone: Samples, speaker: Samples) -> Samples:
        return np.zeros_like(microphone)

    def reset(self) -> None: ...


@pytest.mark.parametrize(
    ("canceller", "check"),
    [
        (NoEchoCanceller(), "echo_becomes_weak_at_every_level"),
        (NoEchoCanceller(), "echo_becomes_weak_at_every_delay"),
        (NoEchoCanceller(), "a_delay_that_drifts_or_jumps_is_followed"),
        (Mute(), "silence_of_the_speaker_leaves_a_voice_alone"),
        (Mute(), "somebody_who_speaks_over_it_is_heard"),
    ],
)
def test_the_contract_notices_a_canceller_that_does_nothing_or_too_much(
    canceller: EchoCanceller, check: str
) -> None:
    with pytest.raises(AssertionError):
        dict(zip(IDS, CANCELLER_CHECKS, strict=True))[check](canceller)
