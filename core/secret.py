"""Values that never print: keys, passphrases, Wi-Fi passwords, API keys."""

from __future__ import annotations

import hmac
from typing import final


@final
class Secret:
    """Bytes that show as ``•••`` everywhere but in :meth:`reveal`. Not hashable, not picklable."""

    __slots__ = ("_value",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, value: bytes) -> None:
        self._value = value

    @classmethod
    def from_text(cls, text: str) -> Secret:
        return cls(text.encode())

    def reveal(self) -> bytes:
        """The bytes themselves. Call it in the expression that uses them; do not keep the result."""
        return self._value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and hmac.compare_digest(self._value, other._value)

    def __len__(self) -> int:
        return len(self._value)

    def __bool__(self) -> bool:
        return bool(self._value)

    def __repr__(self) -> str:
        return "•••"

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a Secret is not written anywhere by itself")
