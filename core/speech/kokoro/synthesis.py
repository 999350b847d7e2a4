"""Kokoro's network: phonemes in, sound and durations out."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import Corrupt, Unavailable
from core.speech.kokoro.onnx_output import with_output
from core.speech.kokoro.phonemes import TOKEN_LIMIT, load_vocabulary

_DURATIONS = "/encoder/Clip_output_0"
_STYLE_ROWS, _STYLE_WIDTH = 510, 256


@dataclass(frozen=True, slots=True)
class KokoroFiles:
    """Where the model is. voices: a folder for each voice's ``NAME.bin``, by name."""

    model: Path
    vocabulary: Path
    voices: dict[str, Path]

    @classmethod
    def within(cls, folder: Path) -> KokoroFiles:
        """The files of a folder of models laid out as ``core.speech.models`` does."""
        network = folder / "kokoro-82m-int8"
        prefix = "kokoro-voice-"
        found = {path.name.removeprefix(prefix): path for path in folder.glob(prefix + "*")}
        voices = {name: path / f"{name}.bin" for name, path in found.items()}
        return cls(network / "kokoro-v1.0.int8.onnx", network / "vocab.json", voices)


@dataclass(frozen=True, slots=True)
class Utterance:
    """wave: float32, mono, 24 kHz. durations: frames of 600 samples a symbol, shape (symbols + 2,), or None
    when this export of the model does not tell."""

    wave: NDArray[np.float32]
    durations: NDArray[np.float32] | None


class Stop:
    """Asks a synthesis under way, in another thread, to give up: nobody waits for what nobody will hear."""

    def __init__(self) -> None:
        self.asked = False
        self._options: Any = None

    def options(self) -> Any:  # noqa: ANN401 (onnxruntime is untyped)
        """Run options that :meth:`ask` can still reach."""
        import onnxruntime

        self._options = onnxruntime.RunOptions()
        self._options.terminate = self.asked
        # Sentences differ in length; without this the arena keeps the largest of every kind for good.
        self._options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
        return self._options

    def ask(self) -> None:
        self.asked = True
        if self._options is not None:
            self._options.terminate = True


class Synthesis:
    """The loaded network. Not for two threads at once; ``load`` and ``run`` block for seconds."""

    def __init__(self, files: KokoroFiles, threads: int) -> None:
        self._files = files
        self._threads = threads
        self._session: Any = None
        self._tokens: dict[str, int] = {}
        self._styles: dict[str, NDArray[np.float32]] = {}
        self._lock = threading.Lock()

    @property
    def vocabulary(self) -> frozenset[str]:
        """The symbols the network knows. Reads a small file on first use."""
        if not self._tokens:
            self._tokens = _read_vocabulary(self._files.vocabulary)
        return frozenset(self._tokens)

    def load(self) -> None:
        """Open the network unless it is open. Raises Unavailable when the file is missing, Corrupt when it
        is not what it should be."""
        with self._lock:
            if self._session is None:
                self._session = _open(self._files.model, self._threads)

    def run(self, symbols: str, voice: str, speed: float, stop: Stop | None = None) -> Utterance | None:
        """Speak at most 509 symbols; None when ``stop`` was asked for. Raises Unavailable for a voice
        that is not installed."""
        assert len(symbols) <= TOKEN_LIMIT, len(symbols)
        self.load()
        known = self.vocabulary
        ids = [self._tokens[symbol] for symbol in symbols if symbol in known]
        inputs = {
            "tokens": np.array([[0, *ids, 0]], np.int64),
            "style": self._style(voice)[len(ids)],
            "speed": np.array([speed], np.float32),
        }
        stop = stop or Stop()
        if stop.asked:
            return None
        try:
            outputs = self._session.run(None, inputs, stop.options())
        except RuntimeError:
            # A terminated run has no error class of its own.
            if stop.asked:
                return None
            raise
        durations = outputs[1].reshape(-1) if len(outputs) > 1 else None
        return Utterance(outputs[0].reshape(-1), durations)

    def _style(self, voice: str) -> NDArray[np.float32]:
        if voice not in self._styles:
            path = self._files.voices.get(voice)
            if path is None or not path.is_file():
                raise Unavailable("speech.voice_missing", voice=voice)
            style = np.fromfile(path, np.float32)
            if style.size != _STYLE_ROWS * _STYLE_WIDTH:
                raise Corrupt("speech.model_damaged", model=path.name)
            self._styles[voice] = style.reshape(_STYLE_ROWS, 1, _STYLE_WIDTH)
        return self._styles[voice]


def _read_vocabulary(path: Path) -> dict[str, int]:
    try:
        return load_vocabulary(path)
    except FileNotFoundError as missing:
        raise Unavailable("models.missing", model=path.parent.name) from missing
    except (ValueError, AttributeError) as damaged:
        raise Corrupt("speech.model_damaged", model=path.name) from damaged


def _open(path: Path, threads: int) -> Any:  # noqa: ANN401 (onnxruntime is untyped)
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Spinning threads would take the core that the ears and the speaker need.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        model = path.read_bytes()
    except FileNotFoundError as missing:
        raise Unavailable("models.missing", model=path.parent.name) from missing
    broken = onnxruntime.capi.onnxruntime_pybind11_state
    try:
        return onnxruntime.InferenceSession(
            _with_durations(model), options, providers=["CPUExecutionProvider"]
        )
    except (broken.Fail, broken.InvalidProtobuf, broken.InvalidGraph, broken.InvalidArgument) as damaged:
        raise Corrupt("speech.model_damaged", model=path.name) from damaged


def _with_durations(model: bytes) -> bytes:
    """Another export of the network may lack them: it speaks, and the marks are estimated."""
    try:
        return with_output(model, _DURATIONS)
    except ValueError:
        return model
