"""A PulseAudio server of its own with null devices: sounddevice without a sound card.

The speaker ``vspeaker`` and the microphone ``vmic`` exist only inside the server. A test speaks into
the microphone with :meth:`PulseServer.speak` and reads what the speaker played with
:meth:`PulseServer.listen`, both through PulseAudio's own programs in processes of their own.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from core.audio.devices import refresh
from tests.support.real import require

SPEAKER_RATE = 24_000
MICROPHONE_RATE = 16_000
HEADSET_RATES = (48_000, 44_100)
"""Of its speaker and its microphone."""
PROGRAMS = ("pulseaudio", "pacat", "parec", "pactl")
START_SECONDS = 15.0


class PulseServer:
    """A running server. ``environment``: what a process needs to find it and its devices."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        runtime = folder / "pulse"
        runtime.mkdir(mode=0o700)
        self._socket = runtime / "native"
        self.environment = {
            "XDG_RUNTIME_DIR": str(folder),
            "PULSE_SERVER": f"unix:{self._socket}",
            "PULSE_RUNTIME_PATH": str(runtime),
            "PULSE_COOKIE": str(folder / "cookie"),
            "PULSE_SINK": "vspeaker",
            "PULSE_SOURCE": "vmic",
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        speaker = f"rate={SPEAKER_RATE} channels=1 format=s16le"
        microphone = f"rate={MICROPHONE_RATE} channels=1 format=s16le"
        # norewinds: a null sink that can be rewound plays two seconds at a time, so that a stream of
        # ALSA's plug-in, which asks for no latency of its own, stalls for two seconds at a time too.
        modules = (
            f"module-native-protocol-unix socket={self._socket} auth-anonymous=1",
            f"module-null-sink sink_name=vspeaker {speaker} norewinds=1",
            f"module-null-sink sink_name=vmic_in {microphone} norewinds=1",
            f"module-remap-source source_name=vmic master=vmic_in.monitor {microphone}",
        )
        command = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
        command += ["--high-priority=yes", "--realtime=yes"]  # granted to root, else ignored
        command += [part for module in modules for part in ("-L", module)]
        log = (self._folder / "log").open("wb")
        self._process = subprocess.Popen(command, env=self._env(), stdout=log, stderr=log)
        log.close()
        deadline = time.monotonic() + START_SECONDS
        while self._run("pactl", "info").returncode:
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"pulseaudio did not start: {(self._folder / 'log').read_text()}")
            time.sleep(0.05)

    def stop(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def unplug_microphone(self) -> None:
        """Unload its source; the server moves who records from it to another source."""
        self._run("pactl", "unload-module", "module-remap-source")

    def plug_in_microphone(self) -> None:
        """Load it again under the same name."""
        rate = f"rate={MICROPHONE_RATE} channels=1 format=s16le"
        self._load("module-remap-source", "source_name=vmic", "master=vmic_in.monitor", *rate.split())

    def unplug_speaker(self) -> None:
        """Unload its sink alone; the server kills what played into it or moves it elsewhere."""
        listed = self._run("pactl", "list", "short", "modules").stdout.decode().splitlines()
        for number in [line.split("\t")[0] for line in listed if "sink_name=vspeaker" in line]:
            self._run("pactl", "unload-module", number)

    def plug_in_speaker(self) -> None:
        """Load it again under the same name."""
        rate = f"rate={SPEAKER_RATE} channels=1 format=s16le"
        self._load("module-null-sink", "sink_name=vspeaker", *rate.split(), "norewinds=1")

    def plug_in_headset(self) -> None:
        """Another speaker, ``headset``, and microphone, ``headset_mic``, at rates nobody here uses."""
        ear, mouth = f"rate={HEADSET_RATES[0]}", f"rate={HEADSET_RATES[1]}"
        plain = ("channels=1", "format=s16le")
        self._load("module-null-sink", "sink_name=headset", ear, *plain, "norewinds=1")
        self._load("module-null-sink", "sink_name=headset_in", mouth, *plain, "norewinds=1")
        source = ("source_name=headset_mic", "master=headset_in.monitor")
        self._load("module-remap-source", *source, mouth, *plain)

    def make_default(self, sink: str, source: str) -> None:
        """As somebody does in the system's sound settings, or the desktop for a headset just plugged in."""
        self._run("pactl", "set-default-sink", sink)
        self._run("pactl", "set-default-source", source)

    @contextmanager
    def listen(self, sink: str = "vspeaker") -> Iterator[Path]:
        """Record a speaker while inside: a file of raw int16 mono at SPEAKER_RATE that grows."""
        path = self._folder / f"heard-{time.monotonic_ns()}.raw"
        command = ["parec", f"--device={sink}.monitor", *self._format(SPEAKER_RATE), "--latency-msec=10"]
        with path.open("wb") as out, subprocess.Popen(command, env=self._env(), stdout=out) as recorder:
            try:
                deadline = time.monotonic() + START_SECONDS
                while not path.stat().st_size and time.monotonic() < deadline:
                    time.sleep(0.01)
                yield path
            finally:
                recorder.terminate()

    @contextmanager
    def speak(self, pcm: np.ndarray, into: str = "vmic_in") -> Iterator[None]:
        """Play int16 mono at MICROPHONE_RATE into a microphone; leaving waits until it is over."""
        command = ["pacat", "--playback", f"--device={into}", *self._format(MICROPHONE_RATE)]
        with subprocess.Popen(command, env=self._env(), stdin=subprocess.PIPE) as player:
            assert player.stdin
            player.stdin.write(pcm.astype("<i2").tobytes())
            player.stdin.close()
            yield

    def _load(self, *module: str) -> None:
        loaded = self._run("pactl", "load-module", *module)
        if loaded.returncode:
            raise RuntimeError(f"{module[0]} was not loaded: {loaded.stderr.decode()}")

    def _format(self, rate: int) -> list[str]:
        return ["--raw", "--format=s16le", f"--rate={rate}", "--channels=1"]

    def _env(self) -> dict[str, str]:
        return os.environ | self.environment

    def _run(self, *command: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(command, env=self._env(), capture_output=True, check=False)


def native_threads() -> set[int]:
    """This process's threads that are not Python's: PortAudio's callbacks and PulseAudio's client."""
    tasks = {int(task.name) for task in Path("/proc/self/task").iterdir()}
    return tasks - {thread.native_id for thread in threading.enumerate() if thread.native_id}


def hurry(threads: set[int]) -> None:
    """Give threads the real-time priority that rtkit gives sound on a desktop; only root may here.

    Without it, other programs on a crowded machine starve the null devices every few minutes, and
    the sound server fills in silence that nobody counts.
    """
    for thread in threads:
        with contextlib.suppress(PermissionError, ProcessLookupError):
            os.sched_setscheduler(thread, os.SCHED_RR, os.sched_param(5))


@contextmanager
def null_devices() -> Iterator[PulseServer]:
    """A server, with this process's environment and PortAudio pointed at it while inside."""
    with tempfile.TemporaryDirectory(prefix="banyan-pulse-") as folder, pytest.MonkeyPatch.context() as patch:
        server = PulseServer(Path(folder))
        for name, value in server.environment.items():
            patch.setenv(name, value)
        try:
            server.start()
            refresh()
            yield server
        finally:
            server.stop()


@pytest.fixture(scope="session")
def pulse() -> Iterator[PulseServer]:
    """Null devices for the session. Without PulseAudio the test is skipped, but never in CI."""
    absent = [name for name in PROGRAMS if not shutil.which(name)]
    require(not absent, f"{', '.join(absent)}: apt-get install pulseaudio libasound2-plugins")
    with null_devices() as server:
        yield server
