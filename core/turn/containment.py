"""Where a plug-in's adapter stands in for one of ours: its faults end here, and ours goes on."""

# ruff: noqa: ANN401 - whatever the adapter answers is passed on

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any

from core.audio.duplex import DeviceLost
from core.audio.echo import EchoState
from core.audio.frames import Health
from core.errors import UserFacing

Report = Callable[[BaseException], UserFacing]
_Ours = Callable[[], Any]


class Contained:
    """Passes every call to ``adapter`` until one raises what no contract allows; from then on, and for
    that call too, to ``fallback``.

    UserFacing errors and cancellation are part of the contracts and pass. A stream that breaks after
    it has begun cannot be begun again unheard: it raises what ``report`` made of the fault, and only
    the next one is the fallback's. What hangs, or answers nonsense, is not noticed here.
    """

    def __init__(self, adapter: object, fallback: object, report: Report) -> None:
        self._adapter = adapter
        self._fallback = fallback
        self._report = report
        self._broken = False

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if self._broken:
            return getattr(self._fallback, name)
        try:
            value = getattr(self._adapter, name)
        except UserFacing:
            raise
        except Exception as error:  # noqa: BLE001 - a plug-in may raise anything
            return self._instead(error, lambda: getattr(self._fallback, name))
        return partial(self._call, name) if callable(value) else value

    def _call(self, name: str, *arguments: object, **named: object) -> Any:
        def ours() -> Any:
            return getattr(self._fallback, name)(*arguments, **named)

        if self._broken:
            return ours()
        try:
            result = getattr(self._adapter, name)(*arguments, **named)
        except UserFacing:
            raise
        except Exception as error:  # noqa: BLE001 - a plug-in may raise anything
            return self._instead(error, ours)
        if inspect.isawaitable(result):
            return self._awaited(result, ours)
        if isinstance(result, AsyncIterator):
            return self._streamed(result, ours)
        return result

    async def _awaited(self, result: Awaitable[object], ours: _Ours) -> object:
        try:
            return await result
        except UserFacing:
            raise
        except Exception as error:  # noqa: BLE001 - a plug-in may raise anything
            answer = self._instead(error, ours)
            return await answer if inspect.isawaitable(answer) else answer

    async def _streamed(self, stream: AsyncIterator[object], ours: _Ours) -> AsyncIterator[object]:
        begun = False
        rest: AsyncIterator[object] | None = None
        try:
            async for item in stream:
                begun = True
                yield item
        except UserFacing:
            raise
        except Exception as error:
            if begun:
                self._broken = True
                raise self._report(error) from error
            rest = self._instead(error, ours)
        finally:
            if (close := getattr(stream, "aclose", None)) is not None:
                await close()
        if rest is not None:
            async for item in rest:
                yield item

    def _instead(self, error: Exception, ours: _Ours) -> Any:
        self._broken = True
        self._report(error)
        return ours()


class ContainedDuplex(Contained):
    """A duplex cannot be replaced while it is open: its fault is a lost device, which :meth:`frames`
    raises at its next frame. Commands until then do nothing; ours is what is opened next."""

    _lost: DeviceLost | None = None

    async def __aenter__(self) -> ContainedDuplex:
        await self._call("__aenter__")
        if self._lost is not None:
            raise self._lost
        return self

    async def __aexit__(self, *exc: object) -> None:
        closing = self._call("__aexit__", *exc)
        if closing is not None:  # None: it could not even begin to close
            await closing

    def health(self) -> Health:
        return self._call("health") or Health(0)

    def echo(self) -> EchoState:
        """One that does not report any has none."""
        if not hasattr(self._adapter, "echo"):
            return EchoState("absent")
        return self._call("echo") or EchoState("none")

    async def frames(self) -> AsyncIterator[object]:
        stream = self._call("frames")
        while self._lost is None:
            try:
                frame = await anext(stream)
            except StopAsyncIteration:
                return
            except UserFacing:
                raise
            except Exception as error:  # noqa: BLE001 - a plug-in may raise anything
                self._instead(error, lambda: None)
            else:
                yield frame
        raise self._lost

    def _instead(self, error: Exception, ours: _Ours) -> Any:
        """Nothing: ``ours`` is not open."""
        del ours
        if self._lost is None:
            fault = self._report(error)
            self._lost = DeviceLost(fault.message_id, **fault.values)
