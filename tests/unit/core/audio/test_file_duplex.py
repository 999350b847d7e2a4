"""The file pair: any sound file in, paced by the clock, a stereo recording out."""

import asyncio
import tracemalloc
import wave
from pathlib import Path

import numpy as np
import pytest
import soundfile

from core.audio.file_duplex import FileDuplex
from core.audio.levels import rms_dbfs
from core.clock import ManualClock
from core.errors import Corrupt, Unavailable, UserFacing


def sine(seconds: float, rate: int, amplitude: float = 0.5) -> np.ndarray:
    return (amplitude * np.sin(2 * np.pi * 440 * np.arange(int(seconds * rate)) / rate)).astype(np.float32)


async def hear(duplex: FileDuplex, clock: ManualClock, limit: float = 30.0) -> np.ndarray:
    async def listen() -> None:
        async for _ in duplex.frames():
            pass

    listening = asyncio.create_task(listen())
    while not listening.done():
        assert duplex.now() < limit, "the input did not end"
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        clock.advance(0.02)
    await listening
    return duplex.microphone


@pytest.mark.parametrize(
    ("rate", "channels", "subtype", "suffix"),
    [
        (8_000, 1, "PCM_16", "wav"),
        (16_000, 1, "PCM_16", "wav"),
        (44_100, 2, "PCM_24", "flac"),
        (48_000, 2, "FLOAT", "wav"),
        (48_000, 1, "VORBIS", "ogg"),
        (22_050, 1, "PCM_U8", "wav"),
    ],
)
async def test_any_rate_channels_and_format_becomes_16_khz_mono(
    tmp_path: Path, rate: int, channels: int, subtype: str, suffix: str
) -> None:
    path = tmp_path / f"speech.{suffix}"
    soundfile.write(path, np.repeat(sine(1.0, rate)[:, None], channels, axis=1), rate, subtype=subtype)
    clock = ManualClock()
    async with FileDuplex(clock, path, tail=0.1) as duplex:
        heard = await hear(duplex, clock)
    assert 16_000 <= len(heard) <= 16_000 + 1600 + 640
    inside = heard[1000:15_000].astype(np.float64)
    spectrum = np.abs(np.fft.rfft(inside))
    assert np.argmax(spectrum) * 16_000 / len(inside) == pytest.approx(440, abs=2)
    assert rms_dbfs(heard[1000:15_000]) == pytest.approx(-9.0, abs=0.3)


async def test_not_a_number_becomes_silence_and_too_loud_is_clipped_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "broken.wav"
    sound = sine(1.0, 16_000, amplitude=3.0)
    sound[4000:8000] = np.nan
    sound[0] = np.inf
    soundfile.write(path, sound, 16_000, subtype="FLOAT")
    clock = ManualClock()
    async with FileDuplex(clock, path, tail=0.0) as duplex:
        heard = await hear(duplex, clock)
        assert not heard[4000:8000].any()
        assert np.abs(heard.astype(int)).max() >= 32_767
        assert duplex.health().clipped_frames > 20


async def test_silence_is_heard_as_silence(tmp_path: Path) -> None:
    path = tmp_path / "silent.wav"
    soundfile.write(path, np.zeros(8000, np.float32), 16_000)
    clock = ManualClock()
    async with FileDuplex(clock, path, tail=0.0) as duplex:
        assert not (await hear(duplex, clock)).any()


def test_files_that_cannot_be_heard_are_named_in_a_clear_error(tmp_path: Path) -> None:
    empty = tmp_path / "empty.wav"
    soundfile.write(empty, np.zeros(0, np.float32), 16_000)
    text = tmp_path / "notes.wav"
    text.write_text("not a sound")
    (tmp_path / "bytes.raw").write_bytes(bytes(100))
    (tmp_path / "zero.wav").touch()
    for name, error, message in (
        ("empty.wav", UserFacing, "audio.file_empty"),
        ("notes.wav", Corrupt, "audio.file_unreadable"),
        ("bytes.raw", Corrupt, "audio.file_unreadable"),
        ("zero.wav", Corrupt, "audio.file_unreadable"),
        ("missing.wav", Unavailable, "audio.file_missing"),
    ):
        with pytest.raises(error) as caught:
            FileDuplex(ManualClock(), tmp_path / name)
        assert caught.value.message_id == message
        assert caught.value.values == {"file": name}


async def test_ten_minutes_are_streamed_and_never_loaded_at_once(tmp_path: Path) -> None:
    path = tmp_path / "long.wav"
    with soundfile.SoundFile(path, "w", 48_000, 2, "PCM_16") as file:
        for _ in range(600):
            file.write(np.zeros((48_000, 2), np.int16))
    clock = ManualClock()
    async with FileDuplex(clock, path, tail=0.0) as duplex:
        tracemalloc.start()
        async for frame in fast(duplex, clock):
            if (
                frame.index == 499
            ):  # ten seconds in: the file is 115 MB, its first ten seconds at 16 kHz 0.3 MB
                assert tracemalloc.get_traced_memory()[1] < 4_000_000
                break
        tracemalloc.stop()


async def fast(duplex: FileDuplex, clock: ManualClock):
    frames = duplex.frames()
    while True:
        following = asyncio.ensure_future(anext(frames))
        await asyncio.sleep(0)
        clock.advance(0.02)
        yield await following


async def test_a_scripted_speaker_is_heard_from_when_it_spoke(tmp_path: Path) -> None:
    clock = ManualClock()
    async with FileDuplex(clock) as duplex:
        clock.advance(0.5)
        assert duplex.feed(np.full(1600, 99, np.int16)) == pytest.approx(0.6)
        duplex.say_at(0.8, np.full(160, 7, np.int16))
        duplex.end_input()
        heard = await hear(duplex, clock)
        assert np.flatnonzero(heard == 99)[[0, -1]].tolist() == [8000, 9599]
        assert np.flatnonzero(heard == 7)[[0, -1]].tolist() == [12_800, 12_959]
        assert len(heard) == 13_120


async def test_without_an_end_the_microphone_goes_on_in_silence(tmp_path: Path) -> None:
    path = tmp_path / "short.wav"
    soundfile.write(path, sine(0.1, 16_000), 16_000)
    clock = ManualClock()
    async with FileDuplex(clock, path) as duplex:
        with pytest.raises(AssertionError, match="did not end"):
            await hear(duplex, clock, limit=3.0)
        duplex.end_input()


async def test_the_recording_is_stereo_user_left_assistant_right(tmp_path: Path) -> None:
    clock = ManualClock()
    async with FileDuplex(clock) as duplex:
        duplex.feed((sine(0.5, 16_000) * 32_767).astype(np.int16))
        clock.advance(0.2)
        duplex.write(1, np.full(4800, 5000, np.int16))
        duplex.end(1)
        duplex.end_input()
        await hear(duplex, clock)
    duplex.save(tmp_path / "out.wav")
    with wave.open(str(tmp_path / "out.wav")) as file:
        assert (file.getnchannels(), file.getframerate(), file.getsampwidth()) == (2, 24_000, 2)
        stereo = np.frombuffer(file.readframes(file.getnframes()), "<i2").reshape(-1, 2)
    assert np.flatnonzero(stereo[:, 1])[[0, -1]].tolist() == pytest.approx([4800, 9599], abs=1)
    assert rms_dbfs(stereo[1000:11_000, 0].copy()) == pytest.approx(-9.0, abs=0.3)
