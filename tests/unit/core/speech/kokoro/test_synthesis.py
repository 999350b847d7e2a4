"""Files that are missing or damaged are told apart, by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.errors import Corrupt, Unavailable
from core.speech.kokoro.synthesis import KokoroFiles, Synthesis


@pytest.fixture
def files(tmp_path: Path) -> KokoroFiles:
    network = tmp_path / "kokoro-82m-int8"
    network.mkdir()
    (network / "vocab.json").write_text(json.dumps({"vocab": {"a": 1}}), encoding="utf-8")
    (tmp_path / "kokoro-voice-zf_test").mkdir()
    return KokoroFiles.within(tmp_path)


def test_files_are_found_in_the_folder_of_models(files: KokoroFiles) -> None:
    assert Synthesis(files, 1).vocabulary == {"a"}
    assert files.voices["zf_test"].name == "zf_test.bin"


def test_a_missing_network_is_unavailable(files: KokoroFiles) -> None:
    with pytest.raises(Unavailable) as told:
        Synthesis(files, 1).load()
    assert told.value.values == {"model": "kokoro-82m-int8"}


def test_a_network_cut_off_or_overwritten_is_corrupt(files: KokoroFiles) -> None:
    files.model.write_bytes(b"not a network")
    with pytest.raises(Corrupt) as told:
        Synthesis(files, 1).load()
    assert told.value.message_id == "speech.model_damaged"


def test_a_damaged_vocabulary_is_corrupt(files: KokoroFiles) -> None:
    files.vocabulary.write_text("[", encoding="utf-8")
    with pytest.raises(Corrupt):
        _ = Synthesis(files, 1).vocabulary
