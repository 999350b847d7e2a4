"""One spoken conversation from begin to end: who speaks, through what, and how it is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app import messages, show, two_ways, wiring
from app.ending import ended_by_signals
from app.here import Here
from app.inspector import Inspector
from app.introductions import Introductions
from app.keys import keys, terminal
from app.live import Form, Live
from app.push_to_talk import PATIENCE, Button, ClosedMicrophone
from app.realtime import ByEar
from app.services import Chosen, refusal
from app.speech import Speech
from app.waking import attention, awaits_name, wake_word
from core.audio.file_duplex import FileDuplex
from core.clock import SystemClock
from core.errors import UserFacing
from core.people.access import Door
from core.turn.captions import Caption, Noticed

if TYPE_CHECKING:
    from core.conversation.conversation import Conversation
    from core.household.household import Household
    from core.people.persons import Person
    from core.people.roles import Role

_AFTER_FILE = 6.0
"""Seconds of silence after a sound file: more than anybody's patience."""

_DOORS: dict[str, Door] = {
    "app.voice_stays": "recogniser",
    "app.words_stay": "voice",
    "app.room_stays": "recogniser",
}
"""Which door a refusal before a conversation was about."""

_ACKNOWLEDGE_AFTER = 1.5
"""Seconds; a person would say "let me think" by then."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for. thread: the conversation to go on with. wake: what wakes it, as in the
    settings. follow_up: seconds it attends after an answer. realtime: a speech-to-speech service
    answers."""

    form: Form
    thread: str | None = None
    source: Path | None = None
    output: Path | None = None
    wake: str = "none"
    follow_up: float = 20.0
    push_to_talk: bool = False
    inspect: bool = False
    realtime: bool = False


async def talk(here: Here, asked: Asked) -> dict[str, Any]:
    """Talk until the sound file, a signal or the terminal ends it; what scripts want to know of it."""
    clock, chosen, told = SystemClock(), Chosen.by(here.settings), _told(here)
    keyboard = terminal() if asked.push_to_talk else None
    by_ear = (
        ByEar(here.settings.realtime, clock, lambda message: on_change(Noticed(message)))
        if asked.realtime
        else None
    )
    async with AsyncExitStack() as stack:
        household = await stack.enter_async_context(wiring.open_household(here))
        if by_ear is not None:
            stack.push_async_callback(by_ear.aclose)
        person, role = await wiring.talker(here, household)
        await two_ways.wanted(here, household, person)

        async def objection(to: Person) -> UserFacing | None:
            return await _objection(household, chosen, asked, by_ear, to)

        async def allowed(to: Person) -> bool:
            return await objection(to) is None

        if (no := await objection(person)) is not None:
            raise no
        # The sound is opened before the models are loaded: what cannot be heard is said at once.
        pair = (
            FileDuplex(clock, asked.source, tail=_AFTER_FILE) if asked.source else wiring.devices(here, clock)
        )
        word = stack.enter_context(wake_word(asked.wake, clock, told))
        speech = await stack.enter_async_context(Speech(here.places.models, chosen, told))
        conversation = await _conversation(household, asked, person, role)
        await stack.enter_async_context(household.knowledge.indexing.beside())
        await stack.enter_async_context(household.memory.indexing.beside())
        await stack.enter_async_context(household.knowledge.watching.beside())
        who = Introductions(
            household,
            conversation,
            await household.people.all(),
            allowed,
            fixed=here.named or asked.thread is not None,
            **({"answers": by_ear.of} if by_ear is not None else {}),
        )
        live, inspector = Live(asked.form, who, here.language), Inspector(clock)
        microphone = ClosedMicrophone(pair)
        button = Button(microphone, live.button)
        listeners: list[Callable[[Caption], None]] = [live.on_change]
        listeners += [inspector.on_change] if asked.inspect else []
        listeners += [button.on_change] if asked.push_to_talk else []

        def on_change(caption: Caption) -> None:
            for listener in listeners:
                listener(caption)

        async with pair:
            engine = speech.engine(
                microphone if asked.push_to_talk else pair,
                conversation,
                clock=clock,
                words=await household.words(conversation.role),
                on_change=on_change,
                recorder=live,
                responder=who,
                habits=who,
                manner=await who.known(),
                acknowledge_after=_ACKNOWLEDGE_AFTER,
                attention=attention(asked.wake, asked.follow_up, conversation.role.name),
                wake=word,
                patience=PATIENCE if asked.push_to_talk else None,
                by_ear=by_ear is not None,
                records=(await household.people.consents(person)).allows("audio"),
                doors=lambda: who.conversation.doors,
            )
            live.watch(engine)
            inspector.watch(engine)
            if by_ear is not None:
                await by_ear.prepare(conversation)
            with ended_by_signals(engine.close):
                live.ready()
                if keyboard is None:
                    await engine.run()
                else:
                    with keys(keyboard, button.on_key):
                        button.watch(engine)
                        await engine.run()
        await who.conversation.end()
        if asked.output is not None and isinstance(pair, FileDuplex):
            await asyncio.to_thread(pair.save, asked.output)
        return live.result()


async def _objection(
    household: Household, chosen: Chosen, asked: Asked, by_ear: ByEar | None, to: Person
) -> UserFacing | None:
    """Why somebody may not talk this way, which is then in their access log."""
    consents = await household.people.consents(to)
    no = refusal(chosen, consents, to.name, awaits_name=awaits_name(asked.wake))
    if no is None and by_ear is not None:
        no = by_ear.refusal(consents, to.name)
    if no is not None:
        target, door = str(no.values.get("server", "")), _DOORS.get(no.message_id, "realtime")
        await household.people.refused(to, "cloud_models", door, target)
    return no


async def _conversation(household: Household, asked: Asked, person: Person, role: Role) -> Conversation:
    """A new one, or an earlier one gone on with."""
    if asked.thread is None:
        return await household.begin(person, role)
    return await household.resume(await household.history.find(asked.thread, person), person)


def _told(here: Here) -> Callable[[UserFacing], None]:
    """Says on standard error that a plug-in was set aside."""

    def told(fault: UserFacing) -> None:
        show.note(" ".join(messages.sentence(fault, here.language)))

    return told
