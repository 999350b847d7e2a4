"""Which speech models there are, where they come from, and that they are what they should be."""

from core.speech.models.catalogue import CATALOGUE, DEFAULT, Model, ModelFile, model_named
from core.speech.models.progress import Progress
from core.speech.models.store import FileState, ModelStore, Report

__all__ = [
    "CATALOGUE",
    "DEFAULT",
    "FileState",
    "Model",
    "ModelFile",
    "ModelStore",
    "Progress",
    "Report",
    "model_named",
]
