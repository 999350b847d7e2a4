"""What the catalogue promises."""

from __future__ import annotations

import hashlib
import re
from importlib import resources
from pathlib import PurePath

from core.speech.models import CATALOGUE, DEFAULT, model_named
from core.speech.models.sources import Carried, Upstream, Wheels


def test_names_and_files_are_plain_and_single() -> None:
    names = [model.name for model in CATALOGUE]
    assert len(set(names)) == len(names)
    for model in CATALOGUE:
        paths = [file.path for file in model.files]
        assert len(set(paths)) == len(paths)
        assert all(PurePath(path).name == path for path in [model.name, *paths])


def test_every_file_is_named_by_a_whole_hash_and_has_a_source() -> None:
    for model in CATALOGUE:
        assert model.licence in {"MIT", "Apache-2.0", "BSD-2-Clause"}
        for file in model.files:
            assert re.fullmatch(r"[0-9a-f]{64}", file.sha256)
            assert file.size > 0
            assert file.sources


def test_upstream_comes_before_packages_and_is_encrypted() -> None:
    for model in CATALOGUE:
        for file in model.files:
            first = file.sources[0]
            assert isinstance(first, Upstream | Carried)
            assert not isinstance(first, Upstream) or first.url.startswith("https://")
            assert any(not isinstance(s, Upstream) for s in file.sources), "an offline registry must do"


def test_carried_files_are_the_files_they_stand_for() -> None:
    folder = resources.files("core.speech.models") / "carried"
    carried = [(f, s) for m in CATALOGUE for f in m.files for s in f.sources if isinstance(s, Carried)]
    assert carried
    for file, source in carried:
        content = (folder / source.name).read_bytes()
        assert hashlib.sha256(content).hexdigest() == file.sha256
        assert len(content) == file.size


def test_the_default_speaks_and_understands_both_languages() -> None:
    for language in ("zh", "en"):
        purposes = {m.purpose for name in DEFAULT if language in (m := model_named(name)).languages}
        assert purposes == {"end of turn", "recognition", "speech", "voice"}


def test_whisper_is_joined_from_two_wheels() -> None:
    (_, wheels) = model_named("whisper-base").files[0].sources
    assert isinstance(wheels, Wheels)
    assert [part.member.rsplit(".", 1)[1] for part in wheels.parts] == ["part1", "part2"]
