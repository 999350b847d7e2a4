"""The demo in text: every check passes with evidence of its own, and each sabotage fails its check alone."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from app.demo.checks import NAMES
from core.text import count_han
from tests.e2e.banyan import Banyan, Done


@cache
def played(home: Path, *arguments: str) -> Done:
    return Banyan(home)("demo", "--text", "--json", *arguments)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("演示 之家")


def evidence(done: Done) -> dict[str, Any]:
    return {check["name"]: check["evidence"] for check in done.json["checks"]}


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("seed", ["1", "2"])
def test_every_check_passes(home: Path, language: str, seed: str) -> None:
    done = played(home, "--lang", language, "--seed", seed)
    failed = [check for check in done.json["checks"] if not check["ok"]]
    assert not failed, json.dumps(failed, ensure_ascii=False, indent=1)
    assert done.code == 0
    assert [check["name"] for check in done.json["checks"]] == list(NAMES)
    assert (done.json["seed"], done.json["language"], done.json["mode"]) == (int(seed), language, "text")
    assert done.json["timings"]["answer"]["count"] > 10


@pytest.mark.parametrize("language", ["zh", "en"])
def test_no_evidence_is_the_same_for_two_seeds(home: Path, language: str) -> None:
    first, second = (evidence(played(home, "--lang", language, "--seed", seed)) for seed in ("1", "2"))
    assert not [name for name in NAMES if first[name] == second[name]]


def test_the_evidence_is_in_the_language_that_was_spoken(home: Path) -> None:
    chinese = evidence(played(home, "--lang", "zh", "--seed", "1"))["bound_document_found"]
    english = evidence(played(home, "--lang", "en", "--seed", "1"))["bound_document_found"]
    assert count_han(chinese["reply"])
    assert not count_han(english["reply"])


def test_the_evidence_can_be_checked_by_hand(home: Path) -> None:
    proof = evidence(played(home, "--lang", "zh", "--seed", "1"))
    cut = proof["barge_in_heard_prefix"]
    assert cut["journal_heard"] + cut["journal_unheard"] == cut["sentence"]
    assert 0 < len(cut["journal_heard"]) < len(cut["sentence"])
    killed = proof["killed_and_continued"]
    assert killed["killed"]["returncode"] == -9
    assert killed["acknowledged"]["assistant"]
    deleted = proof["deletion_leaves_no_trace"]
    assert deleted["before_deleting"]["hits"] > 0 == deleted["after_deleting"]["hits"]
    assert deleted["control_without_secure_delete"]["hits"] > 0
    files = {file["file"]: file for file in proof["ciphertext_on_disk"]["files"]}
    assert files["vault.db"]["entropy"] > 7.9
    assert not any(file["plain_sqlite"] for file in files.values())


def test_the_demo_leaves_nothing_behind_touches_no_household_and_shows_people_a_table(
    home: Path, tmp_path: Path
) -> None:
    scratch = tmp_path / "tmp"
    scratch.mkdir()
    shown = Banyan(home, environment={"TMPDIR": str(scratch)})("demo", "--text", "--seed", "3", code=0)
    assert not list(home.iterdir())
    assert not list(scratch.iterdir())
    assert f"{len(NAMES)} of {len(NAMES)} checks passed" in shown.out
    assert all(name in shown.out for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_sabotaged_thing_fails_its_check_and_no_other(home: Path, name: str) -> None:
    language = ("zh", "en")[NAMES.index(name) % 2]
    done = Banyan(home)("demo", "--text", "--json", "--seed", "4", "--lang", language, "--sabotage", name)
    assert [check["name"] for check in done.json["checks"] if not check["ok"]] == [name]
    assert done.code == 1
    assert done.json["sabotage"] == name


def test_an_unknown_sabotage_is_refused_with_the_names_there_are(home: Path) -> None:
    done = Banyan(home)("demo", "--text", "--json", "--sabotage", "everything", code=1)
    assert done.error == "app.check_unknown"
    assert all(name in done.json["error"]["next"] for name in NAMES)
