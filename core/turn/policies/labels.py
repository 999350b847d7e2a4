"""What an utterance looks like, judged by its words alone."""

from __future__ import annotations

from typing import Literal

Label = Literal["complete", "incomplete", "backchannel", "hold", "stop"]
