"""Choosing a device by name."""

import sys

import pytest

from core.audio.devices import Device, choose, library
from core.errors import Unavailable, UserFacing


def device(index: int, name: str, inputs: int = 1, outputs: int = 0, **known) -> Device:
    known = {"host": "ALSA", "rate": 48_000, "default_input": False, "default_output": False} | known
    return Device(index=index, name=name, inputs=inputs, outputs=outputs, **known)


DESK = (
    device(0, "HDA Intel: ALC257 (hw:0,0)", outputs=2),
    device(1, "USB Headset (hw:1,0)", outputs=2),
    device(2, "USB Camera (hw:2,0)", default_input=True),
    device(3, "pulse", 32, 32),
    device(4, "HDMI 0", inputs=0, outputs=8, default_output=True),
)


def test_without_a_name_it_is_the_systems_default() -> None:
    assert choose(DESK, None, "input").index == 2
    assert choose(DESK, None, "output").index == 4


def test_without_a_default_it_is_the_first_that_can() -> None:
    assert choose(DESK[3:], None, "input").name == "pulse"


def test_any_unique_part_of_the_name_will_do_in_any_case() -> None:
    assert choose(DESK, "headset", "input").index == 1
    assert choose(DESK, " PULSE ", "output").index == 3


def test_an_exact_name_wins_over_longer_ones_that_contain_it() -> None:
    both = (device(0, "pulse monitor"), device(1, "pulse"))
    assert choose(both, "pulse", "input").index == 1


def test_an_ambiguous_name_is_answered_with_the_candidates() -> None:
    with pytest.raises(UserFacing) as caught:
        choose(DESK, "usb", "input")
    assert caught.value.message_id == "audio.device_ambiguous"
    assert caught.value.values["matches"] == "USB Headset (hw:1,0), USB Camera (hw:2,0)"


def test_one_device_offered_by_several_interfaces_is_one_device() -> None:
    hosts = ("MME", "Windows DirectSound", "Windows WASAPI")
    windows = tuple(device(i, "Microphone (USB)", host=host) for i, host in enumerate(hosts))
    assert choose(windows, "usb", "input").host == "Windows WASAPI"


def test_a_missing_name_is_answered_with_what_there_is() -> None:
    with pytest.raises(Unavailable) as caught:
        choose(DESK, "bluetooth", "output")
    assert caught.value.message_id == "audio.device_missing"
    assert "HDMI 0" in caught.value.values["available"]
    assert "Camera" not in caught.value.values["available"]


@pytest.mark.parametrize(("kind", "message"), [("input", "no_microphone"), ("output", "no_speaker")])
def test_a_computer_without_sound_says_so(kind: str, message: str) -> None:
    with pytest.raises(Unavailable) as caught:
        choose((), None, kind)
    assert caught.value.message_id == f"audio.{message}"


def test_a_missing_library_is_named_with_the_way_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(Unavailable) as caught:
        library()
    assert caught.value.values["library"] == "sounddevice"

    def no_portaudio(_name: str) -> None:
        raise OSError("PortAudio library not found")

    monkeypatch.setattr("core.audio.devices.import_module", no_portaudio)
    with pytest.raises(Unavailable) as caught:
        library()
    assert caught.value.values == {"library": "PortAudio", "install": "apt install libportaudio2"}
