"""One root for everything that can go wrong, and the line between people's problems and bugs."""

from __future__ import annotations


class BanyanError(Exception):
    """Root of every error raised on purpose."""


class UserFacing(BanyanError):
    """Something a person can act on: a message id and its values, never a finished sentence.

    The sentence and its next step stand in ``assets/messages/<room>.toml`` in every language; the
    faces translate. ``message_id`` is ``room.name``. Values are shown to people, so they hold no
    secrets and no content of conversations.
    """

    def __init__(self, message_id: str, /, **values: object) -> None:
        self.message_id = message_id
        self.values = values
        super().__init__(message_id, values)

    def __str__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"{self.message_id}({shown})"


class Corrupt(UserFacing):
    """Stored bytes that do not check: damaged, truncated or written by something else."""


class Refused(UserFacing):
    """A request that was understood and is not allowed: consent, permission, scope, revision."""


class Unavailable(UserFacing):
    """Something needed is not there now: a device, a model, a server, room on the disk."""
