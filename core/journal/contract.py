"""What every session log must do. ``tests/contract`` calls each check with each adapter's log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from core.errors import Refused
from core.journal.events import (
    AssistantSpoke,
    SessionBegun,
    SessionEnded,
    SummaryMade,
    UserSpeechRevised,
    UserSpoke,
)
from core.journal.log import SessionLog
from core.journal.projection import spoken_turns


class NewLog(Protocol):
    """Begins a session of a new thread."""

    async def __call__(self) -> SessionLog: ...


Check = Callable[[NewLog], Awaitable[None]]


def _question(text: str) -> UserSpoke:
    return UserSpoke(text=text, language="zh", spoken=True)


async def begins_with_its_own_beginning(new_log: NewLog) -> None:
    log = await new_log()
    history = await log.history()
    assert [type(event.body) for event in history] == [SessionBegun]
    assert history[0].session == log.session.id
    assert history[0].seq == 0


async def returns_events_in_the_order_appended(new_log: NewLog) -> None:
    log = await new_log()
    appended = [await log.append(_question(f"第{number}句")) for number in range(5)]
    assert [event.seq for event in appended] == [1, 2, 3, 4, 5]
    assert list(await log.history())[1:] == appended


async def chains_every_event_to_the_one_before(new_log: NewLog) -> None:
    log = await new_log()
    await log.append(_question("同样的话"))
    await log.append(_question("同样的话"))
    history = await log.history()
    assert len({event.content_hash for event in history}) == 3
    assert len({event.prev_hash for event in history}) == 3


async def tells_what_was_heard(new_log: NewLog) -> None:
    log = await new_log()
    asked = await log.append(_question("运费谁承担？"))
    await log.append(
        AssistantSpoke(
            answers=asked.seq,
            index=0,
            text="运费由商店承担。",
            heard=2,
            boundary="measured",
            outcome="interrupted",
        )
    )
    assert [turn.text for turn in spoken_turns(await log.history())] == ["运费谁承担？", "运费"]


async def refuses_words_after_the_end(new_log: NewLog) -> None:
    log = await new_log()
    await log.append(SessionEnded(reason="goodbye"))
    try:
        await log.append(_question("还在吗？"))
    except Refused:
        return
    raise AssertionError("words were taken after the end")


async def a_new_thread_inherits_nothing(new_log: NewLog) -> None:
    first = await new_log()
    await first.append(_question("只在这里说过"))
    second = await new_log()
    assert second.session.thread != first.session.thread
    assert len(await second.history()) == 1


async def shows_what_was_said_as_it_grows(new_log: NewLog) -> None:
    log = await new_log()
    assert list(await log.turns()) == []
    for number in range(3):
        asked = await log.append(_question(f"第{number}句"))
        await log.append(
            AssistantSpoke(
                answers=asked.seq, index=0, text="好的。", heard=3, boundary="measured", outcome="finished"
            )
        )
        assert tuple(await log.turns()) == spoken_turns(await log.history())
    assert len(await log.turns()) == 6


async def takes_corrections_also_after_the_end(new_log: NewLog) -> None:
    log = await new_log()
    asked = await log.append(_question("心和商店"))
    await log.append(UserSpeechRevised(of=asked.seq, text="新河商店"))
    assert [turn.text for turn in await log.turns()] == ["新河商店"]
    await log.append(SessionEnded(reason="goodbye"))
    await log.append(UserSpeechRevised(of=asked.seq, text="星河商店", by="person"))
    await log.append(UserSpeechRevised(of=asked.seq, text="新和商店", by="recogniser"))
    assert [turn.text for turn in await log.turns()] == ["星河商店"]
    assert tuple(await log.turns()) == spoken_turns(await log.history())


async def keeps_a_summary_beside_the_words(new_log: NewLog) -> None:
    log = await new_log()
    asked = await log.append(_question("我对青霉素过敏"))
    summary = SummaryMade(
        first=0,
        last=asked.seq,
        first_session=log.session.id,
        last_session=log.session.id,
        source_hash="",
        method="extractive",
        text="user: 我对青霉素过敏",
    )
    await log.append(summary)
    assert [turn.text for turn in await log.turns()] == ["我对青霉素过敏"]
    assert summary in [event.body for event in await log.history()]


CHECKS: tuple[Check, ...] = (
    begins_with_its_own_beginning,
    returns_events_in_the_order_appended,
    chains_every_event_to_the_one_before,
    tells_what_was_heard,
    refuses_words_after_the_end,
    a_new_thread_inherits_nothing,
    shows_what_was_said_as_it_grows,
    takes_corrections_also_after_the_end,
    keeps_a_summary_beside_the_words,
)
