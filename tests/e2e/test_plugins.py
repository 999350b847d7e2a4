"""A package from outside adds adapters: installed into a clean folder it is found and keeps its contracts,
and one that is broken is set aside by name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from core.audio.frames import INPUT_RATE
from core.speech.fake import Line, Script
from tests.e2e.banyan import Banyan
from tests.support.tree import ROOT

EXAMPLE = ROOT / "tests" / "support" / "example_plugin"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example's wheel, built and unpacked into a folder of its own; no network is asked."""
    folder = tmp_path_factory.mktemp("site")
    options = ("--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--no-cache-dir")
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, "--target", folder, EXAMPLE],
        check=True,
        capture_output=True,
    )
    return folder


@pytest.fixture
def equipped(nowhere: Banyan, installed: Path) -> Banyan:
    nowhere.environment["PYTHONPATH"] = os.fspath(installed)
    return nowhere


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """One hummed sentence: enough for what goes by loudness."""
    import soundfile

    hum = Script([Line("今天天气很好", 0.0)]).hum("今天天气很好")
    quiet = np.zeros(INPUT_RATE // 3, np.int16)
    path = tmp_path / "一句话.wav"
    soundfile.write(path, np.concatenate([quiet, hum, quiet]), INPUT_RATE)
    return path


def test_without_plugins_there_is_nothing_to_list(nowhere: Banyan) -> None:
    assert nowhere("plugins", "list", "--json", code=0).json["plugins"] == []


def test_the_example_is_found_and_broken_ones_are_set_aside_by_name(equipped: Banyan) -> None:
    plugins = {one["name"]: one for one in equipped("plugins", "list", "--json", code=0).json["plugins"]}
    assert plugins["example"] == {
        "name": "example",
        "package": "banyan-example",
        "version": "1.0.0",
        "contributes": [
            {"port": "VoiceActivity", "name": "loudness", "contract": 1},
            {"port": "Voice", "name": "hum", "contract": 1},
            {"port": "Tool", "name": "new_year", "contract": 1},
        ],
        "set_aside": None,
    }
    broken, early = plugins["example-broken"]["set_aside"], plugins["example-of-tomorrow"]["set_aside"]
    assert broken["id"] == "plugins.load_failed"
    assert "example-broken" in broken["message"]
    assert early["id"] == "plugins.other_contract"


def test_the_example_keeps_every_contract_it_contributes_to(equipped: Banyan, recording: Path) -> None:
    spoken = ("--recording", os.fspath(recording), "--text", "今天天气很好")
    report = equipped("plugins", "check", "example", *spoken, "--json", code=0).json
    assert report["passed"]
    assert {one["port"] for one in report["checks"]} == {"VoiceActivity", "Voice", "Tool"}
    assert {one["outcome"] for one in report["checks"]} == {"passed"}


def test_checking_a_broken_one_says_what_is_wrong_and_fails(equipped: Banyan) -> None:
    assert equipped("plugins", "check", "example-broken", "--json", code=1).error == "plugins.load_failed"
    assert equipped("plugins", "check", "nobody", "--json", code=1).error == "plugins.unknown"


def test_what_could_not_be_tried_has_not_passed(equipped: Banyan, tmp_path: Path) -> None:
    equipped.environment["BANYAN_MODELS"] = os.fspath(tmp_path)
    report = equipped("plugins", "check", "example", "--json", code=1).json
    untried = [one for one in report["checks"] if one["outcome"] == "not tried"]
    assert {one["port"] for one in untried} == {"VoiceActivity"}
