"""No turn ends before the ears have heard what was said until then.

On a busy machine frames lie unread. Judged by the clock alone, a speaker whose next words are among them
would be cut off; so would one whose voice has just set in and is not yet long enough to count as one.
"""

from __future__ import annotations

from collections.abc import Callable

from core.turn import events as ev

_IN_HAND = 0.04
"""Seconds of sound that are always on their way."""
_SETTING_IN = 0.1
"""Seconds a voice is given to become one."""
LONGEST = 1.0
"""Seconds after which what is due is due, whatever the microphone does."""


class Hindsight:
    """Keeps the coordinator's wake-up, and a final text, until they may end a turn.

    reached: the time up to which sound has been heard, None when no more is to be expected. setting_in:
    whether a voice may be beginning. All on one clock.
    """

    def __init__(
        self,
        reached: Callable[[], float | None],
        setting_in: Callable[[], bool],
        post: Callable[[ev.Event], None],
    ) -> None:
        self._reached = reached
        self._setting_in = setting_in
        self._post = post
        self.wake: ev.WakeAt | None = None
        self._final: tuple[float, ev.Final] | None = None

    def remember(self, wake: ev.WakeAt) -> None:
        """Instead of the one before."""
        self.wake = wake

    def holds(self, event: ev.Event, now: float) -> bool:
        """Whether the event would end a turn too soon; :meth:`tick` then posts it when it may."""
        if not isinstance(event, ev.Final) or self._settled(now, now):
            return False
        self._final = (now, event)
        return True

    def tick(self, now: float, *, listening: bool) -> None:
        """Post what is due. listening: somebody has the floor and may be going on."""
        if self._final is not None and (not listening or self._settled(self._final[0], now)):
            (_, final), self._final = self._final, None
            self._post(final)
        due = self.wake.at if self.wake else None
        if due is not None and now >= due and (not listening or self._settled(due, now)):
            assert self.wake is not None, "it is due"
            wake, self.wake = self.wake, None
            self._post(ev.Woke(wake.timer))

    def _settled(self, at: float, now: float) -> bool:
        """Whether nothing is left unheard that was said before ``at``."""
        reached = self._reached()
        if reached is None or now - at >= LONGEST:
            return True
        return reached >= at - _IN_HAND and not (self._setting_in() and reached < at + _SETTING_IN)
