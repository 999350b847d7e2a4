"""Plug-ins: what a package from outside may contribute, finding it, and setting aside what is broken.

A package names a :class:`Plugin`, or a function without arguments that returns one, in the entry-point
group ``banyan.plugins``. Nothing is looked for before :meth:`Shelf.installed` is called.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Literal, TypeVar, cast, get_args

from core.clock import Clock
from core.errors import Refused, Unavailable, UserFacing
from core.turn.containment import Contained, ContainedDuplex

GROUP = "banyan.plugins"
Port = Literal[
    "Duplex",
    "EchoCanceller",
    "VoiceActivity",
    "EndOfTurn",
    "Recognizer",
    "Voice",
    "WakeWord",
    "ChatModel",
    "Embedder",
    "Tool",
]
CONTRACTS: Mapping[Port, int] = MappingProxyType(dict.fromkeys(get_args(Port), 1))
"""The version of each port's contract. It goes up when an adapter that passed may no longer pass."""

_log = logging.getLogger(__name__)
_Adapter = TypeVar("_Adapter")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an adapter is given. executor: where its inference runs, so that the core loop never waits."""

    executor: Executor
    clock: Clock


@dataclass(frozen=True, slots=True)
class Contribution:
    """One adapter for one port.

    name: what settings call it, unique in its plug-in. contract: the version of the port's contract
    it was written for. make: a new adapter; called when it is wanted, never to look at it. bench: for a
    ``Duplex``, an artificial mouth and ear around an open one (``core.audio.contract.Bench``); for a
    ``WakeWord``, a call and speech that is none (``core.speech.wake.contract.Calling``). Without one
    nobody can try it.
    """

    port: Port
    name: str
    contract: int
    make: Callable[[Surroundings], object]
    bench: Callable[[Surroundings], AbstractAsyncContextManager[object]] | None = None


@dataclass(frozen=True, slots=True)
class Plugin:
    """What an entry point of the group names. Its name is the entry point's."""

    contributes: tuple[Contribution, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A plug-in as it is installed. fault: why it was set aside."""

    name: str
    package: str
    version: str
    contributes: tuple[Contribution, ...] = ()
    fault: UserFacing | None = None


@dataclass(slots=True)
class Shelf:
    """The plug-ins of this process. on_fault is called once for each that is set aside in use."""

    plugins: dict[str, Found] = field(default_factory=dict)
    on_fault: Callable[[UserFacing], None] = lambda _: None

    @classmethod
    def installed(cls, on_fault: Callable[[UserFacing], None] = lambda _: None) -> Shelf:
        """Load every plug-in there is; a broken one is on the shelf with its fault."""
        return cls.of(entry_points(group=GROUP), on_fault)

    @classmethod
    def of(
        cls, points: Iterable[EntryPoint], on_fault: Callable[[UserFacing], None] = lambda _: None
    ) -> Shelf:
        """Of two plug-ins with one name neither is taken: which was meant, nobody can know."""
        shelf = cls(on_fault=on_fault)
        for point in sorted(points, key=lambda one: one.name):
            found = load(point)
            if point.name in shelf.plugins:
                found = _set_aside(found, Refused("plugins.name_twice", plugin=point.name))
            shelf.plugins[point.name] = found
        return shelf

    def named(self, name: str) -> Found:
        """Raises Refused for a name that is not installed; a plug-in that was set aside is returned."""
        if name not in self.plugins:
            raise Refused("plugins.unknown", plugin=name)
        return self.plugins[name]

    def adapter(
        self, port: Port, plugin: str, surroundings: Surroundings, fallback: _Adapter, name: str = ""
    ) -> _Adapter:
        """The plug-in's adapter for a port (its first, or the one called ``name``), contained: when it
        raises what its contract does not know, the plug-in is set aside and ``fallback`` goes on.
        Of a plug-in that is or was set aside it is the fallback itself. Raises Refused for a plug-in that
        is not installed or contributes no such adapter."""
        found = self.named(plugin)
        if found.fault is not None:
            self.on_fault(found.fault)
            return fallback
        contribution = chosen(found, port, name)
        try:
            adapter = contribution.make(surroundings)
        except UserFacing as error:  # known trouble: no key, no library, no room
            self.on_fault(error)
            return fallback
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a plug-in may raise anything
            self._broke(plugin, port, error)
            return fallback
        container = ContainedDuplex if port == "Duplex" else Contained
        return cast("_Adapter", container(adapter, fallback, lambda error: self._broke(plugin, port, error)))

    def _broke(self, plugin: str, port: Port, error: BaseException) -> UserFacing:
        found = self.plugins[plugin]
        kind = type(error).__name__
        fault = found.fault or Unavailable("plugins.failed_in_use", plugin=plugin, port=port, kind=kind)
        if found.fault is None:
            self.plugins[plugin] = _set_aside(found, fault)
            self.on_fault(fault)
        return fault


def chosen(found: Found, port: Port, name: str = "") -> Contribution:
    """Its first contribution to the port, or the one called ``name``. Raises Refused without one."""
    for one in found.contributes:
        if one.port == port and name in ("", one.name):
            return one
    raise Refused("plugins.contributes_none", plugin=found.name, port=port)


def load(point: EntryPoint) -> Found:
    """One plug-in. Whatever is wrong with it is in the result, and only the kind of it in the log."""
    package = point.dist.name if point.dist else ""
    found = Found(point.name, package, point.dist.version if point.dist else "")
    try:
        value = point.load()
        plugin = value() if callable(value) else value
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a plug-in may raise anything
        kind = type(error).__name__
        return _set_aside(found, Unavailable("plugins.load_failed", plugin=point.name, kind=kind))
    if not isinstance(plugin, Plugin):
        return _set_aside(found, Refused("plugins.not_a_plugin", plugin=point.name))
    fault = objection(point.name, plugin)
    if fault is not None:
        return _set_aside(found, fault)
    return Found(found.name, found.package, found.version, tuple(plugin.contributes))


def objection(name: str, plugin: Plugin) -> UserFacing | None:
    """Why a plug-in cannot be used with this version of the product; None when it can."""
    names: set[tuple[str, str]] = set()
    for one in plugin.contributes:
        if one.port not in CONTRACTS:
            return Refused("plugins.unknown_port", plugin=name, port=one.port)
        ours = CONTRACTS[one.port]
        if one.contract != ours:
            return Refused(
                "plugins.other_contract", plugin=name, port=one.port, theirs=one.contract, ours=ours
            )
        if (one.port, one.name) in names:
            return Refused("plugins.name_twice", plugin=f"{name}/{one.name}")
        names.add((one.port, one.name))
    return None


def _set_aside(found: Found, fault: UserFacing) -> Found:
    _log.warning("plug-in %r set aside: %s", found.name, fault.message_id)
    return Found(found.name, found.package, found.version, fault=fault)
