"""What every suite shares: real components are required or skipped, and nobody's own household is touched."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from core.speech.models import ModelStore
from tests.support.pulse import pulse  # noqa: F401 (a fixture)
from tests.support.real import models_folder, require

_HERE = Path(__file__).parent
_ALONE = frozenset({"models", "audio", "slow"})


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what must run with nothing beside it: e2e tests, and all that need models, sound or long."""
    for item in items:
        if item.path.is_relative_to(_HERE / "e2e") or _ALONE & {mark.name for mark in item.iter_markers()}:
            item.add_marker("alone")


@cache
def missing_models() -> tuple[str, ...]:
    """Names of the models a test marked ``models`` would look for in vain."""
    return ModelStore(models_folder()).missing()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip on a desk, and fail in CI, a test whose real component is not here."""
    if item.get_closest_marker("models"):
        require(
            not missing_models(), f"speech models ({', '.join(missing_models())}): run `banyan models fetch`"
        )
    if item.get_closest_marker("audio"):
        require(shutil.which("pulseaudio"), "pulseaudio: apt-get install pulseaudio libasound2-plugins")


@pytest.fixture(autouse=True, scope="session")
def _household_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Whatever a test starts looks for settings and data in a folder of the test run's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BANYAN_HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("BANYAN_MODELS", os.fspath(models_folder()))
        yield


@pytest.fixture(scope="session")
def models() -> Path:
    """The folder of fetched models, for tests marked ``models``."""
    return models_folder()
