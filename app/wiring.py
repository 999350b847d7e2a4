"""The composition root: which adapters stand behind the ports on this machine."""

from __future__ import annotations

import asyncio
import getpass
import sys
import uuid
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from app import messages
from app.here import Here
from app.settings import Chat, Places
from core.clock import Clock, SystemClock
from core.errors import Unavailable, UserFacing
from core.secret import Secret

if TYPE_CHECKING:
    from core.audio.duplex import Duplex
    from core.brain.model import ChatModel
    from core.conversation.equipment import Equipment
    from core.household.household import Household
    from core.people.persons import Person
    from core.people.roles import Role
    from core.retrieval.embed import Embedder
    from core.vault.erasing import Sweepable
    from core.vault.slots import KeySlot


def device_slot(places: Places) -> KeySlot:
    """The slot whose key lies in the configuration folder, apart from the vault; sealed where that can be."""
    from app.systemd import credentials
    from core.vault.device_slot import DeviceSlot

    return DeviceSlot(places.config / "keys", credentials())


def passphrase_slot(passphrase: Secret) -> KeySlot:
    from core.vault.passphrase_slot import PassphraseSlot

    return PassphraseSlot(passphrase)


def read_passphrase(path: Path) -> Secret:
    """The first line of a file. Raises UserFacing when there is none."""
    try:
        first = path.read_bytes().split(b"\n", 1)[0].rstrip(b"\r")
    except OSError as error:
        raise UserFacing("app.passphrase_file", path=path, reason=error) from error
    if not first:
        raise UserFacing("app.passphrase_file_empty", path=path)
    return Secret(first)


def ask_passphrase(prompt: str) -> Secret:
    """From the terminal, unseen. Raises UserFacing when nobody can be asked."""
    if not sys.stdin.isatty():
        raise UserFacing("app.passphrase_needed")
    return Secret.from_text(getpass.getpass(prompt))


def machine_id(places: Places) -> str:
    """A random id of this installation, made at its first use."""
    path = places.config / "machine"
    try:
        return path.read_text("ascii").strip()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = uuid.uuid4().hex
        path.write_text(fresh + "\n", "ascii")
        return fresh


def local_zone() -> tzinfo:
    """The zone the machine is set to."""
    zone = datetime.now().astimezone().tzinfo
    assert zone is not None
    return zone


def chat_model(chat: Chat) -> ChatModel:
    """The model the settings chose; Grounded needs nothing."""
    if chat.kind == "grounded":
        from core.brain.grounded import Grounded

        return Grounded()
    from core.brain.openai_chat import OpenAIChat, Patience

    key = read_passphrase(Path(chat.key_file).expanduser()) if chat.key_file else None
    return OpenAIChat(
        chat.base_url,
        chat.model,
        key,
        private_http=chat.private_http,
        relays=chat.relays,
        patience=Patience(first=chat.patience),
    )


def embedder() -> Embedder | None:
    from core.retrieval.embed import default_embedder

    return default_embedder()


def equipment(
    vault: Sweepable,
    *,
    chat: Chat,
    machine: str,
    clock: Clock | None = None,
    dense: Embedder | None = None,
    recordings: Path | None = None,
) -> Equipment:
    from core.brain.budget import Budget
    from core.conversation.equipment import Equipment

    model = chat_model(chat)
    return Equipment(
        vault=vault,
        model=model,
        offline=chat_model(Chat()) if model.cloud else None,
        host=urlsplit(chat.base_url).netloc,
        proposes=chat.memory_proposals and chat.kind != "grounded",
        clock=clock or SystemClock(),
        zone=local_zone(),
        machine=machine,
        embedder=dense,
        budget=Budget(window=chat.window),
        recordings=recordings,
    )


def opener(here: Here) -> KeySlot:
    """The way into the vault that was asked for: a passphrase file; else the device's key, the keychain where
    that holds one, or the terminal."""
    if here.passphrase_file is not None:
        return passphrase_slot(read_passphrase(here.passphrase_file))
    if any((here.places.config / "keys").glob("device-*.key")):
        return device_slot(here.places)
    if (kept := keychain_slot(here)) is not None:
        return kept
    return passphrase_slot(ask_passphrase(messages.text("app.ask_passphrase", here.language)))


def keychain_slot(here: Here) -> KeySlot | None:
    """The keychain, if this household opens by it and it has the key; None sends people to the terminal."""
    from core.vault import header
    from core.vault.keychain import SystemKeychain
    from core.vault.keychain_slot import KeychainSlot

    slot = KeychainSlot(SystemKeychain())
    try:
        records = header.read_copies(here.places.vault)[0].header.slots
    except UserFacing:
        return None  # none yet, or damaged: whoever opens it says so
    return slot if any(one.kind == slot.kind and slot.has(one) for one in records) else None


@asynccontextmanager
async def open_household(
    here: Here, *, dense: bool = True, way: KeySlot | None = None
) -> AsyncIterator[Household]:
    """The household of this installation, opened. Raises Unavailable("vault.none") when there is none.

    way: the slot to open it with; else as :func:`opener` finds.
    """
    from core.household.catching_up import catch_up
    from core.household.household import MIGRATIONS, Household
    from core.household.recordings import FOLDER
    from core.household.relearning import learn_waiting
    from core.vault import header
    from core.vault.database import Vault

    header.read_copies(here.places.vault)  # says that there is none before anybody is asked for a key
    clock = SystemClock()
    vault = await asyncio.to_thread(Vault.open, here.places.vault, way or opener(here), MIGRATIONS, clock)
    async with AsyncExitStack() as closing:
        closing.push_async_callback(vault.close)
        recordings = vault.folder / FOLDER
        await catch_up(vault, recordings)
        await learn_waiting(vault)
        encoder = await asyncio.to_thread(embedder) if dense else None
        parts = equipment(
            vault,
            chat=here.settings.chat,
            machine=machine_id(here.places),
            clock=clock,
            dense=encoder,
            recordings=recordings,
        )
        if (aclose := getattr(parts.model, "aclose", None)) is not None:
            closing.push_async_callback(aclose)
        yield Household(parts)


async def speaker(here: Here, household: Household) -> tuple[Person, Role]:
    """Who is speaking to which role, by the global options. Raises Refused for unknown names."""
    person = await household.people.named(here.person)
    role = await household.roles.named(here.role)
    return person, role


async def actor(here: Here, household: Household) -> Person | None:
    """Who asks, when it was said that it is somebody else than the person. Raises Refused.

    On a command line whoever opens the household says who they are; what they say is what is written down.
    """
    return await household.people.named(here.by) if here.by else None


async def talker(here: Here, household: Household) -> tuple[Person, Role]:
    """The same for a new conversation: it may also be a guest, of whom nothing is kept."""
    if not here.guest:
        return await speaker(here, household)
    from core.people.persons import guest

    name = messages.text("app.guest", here.language)
    return guest(name, here.language), await household.roles.named(here.role)


def devices(here: Here, clock: Clock) -> Duplex:
    """The microphone and speaker of the settings, or the system's own, without the echo of the one in
    the other where the canceller is installed; the engine is told how it goes."""
    from core.audio.echo import NoEchoCanceller
    from core.audio.echo_cancelling import EchoCancellingDuplex
    from core.audio.sounddevice_duplex import SounddeviceDuplex
    from core.audio.webrtc_echo import WebRtcEchoCanceller

    chosen = here.settings.audio
    pair = SounddeviceDuplex(clock, chosen.microphone or None, chosen.speaker or None)
    try:
        return EchoCancellingDuplex(pair, WebRtcEchoCanceller())
    except Unavailable:
        return EchoCancellingDuplex(pair, NoEchoCanceller())
