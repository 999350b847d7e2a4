"""What was said, as heard: cut answers, later transcripts, erased words."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from core.journal.events import AnyBody, AssistantSpoke, Event, SessionBegun, UserSpeechRevised, kind_of
from core.journal.projection import ERASED, SpokenTurn, spoken_turns
from tests.unit.core.journal.said import answered, asked

AT = datetime(2026, 1, 5, 1, 0, tzinfo=UTC)


def history(*bodies: AnyBody, session: str = "s", without: frozenset[int] = frozenset()) -> list[Event]:
    """Events of one session; the body of those in ``without`` was erased."""
    return [
        Event(
            session=session,
            seq=seq,
            at=AT,
            body=None if seq in without else body,
            content_hash="",
            prev_hash="",
            kind=kind_of(body),
        )
        for seq, body in enumerate([SessionBegun(), *bodies])
    ]


def told(events: list[Event]) -> list[tuple[str, str]]:
    return [(turn.by, turn.text) for turn in spoken_turns(events)]


def test_sentences_of_one_answer_are_one_turn() -> None:
    events = history(asked("运费谁承担？"), answered(1, "运费由商店承担。"), answered(1, "您放心。", index=1))
    assert told(events) == [("user", "运费谁承担？"), ("assistant", "运费由商店承担。您放心。")]


def test_english_sentences_are_joined_with_a_space() -> None:
    events = history(asked("Who pays?"), answered(1, "The shop pays."), answered(1, "Do not worry.", index=1))
    assert told(events)[1] == ("assistant", "The shop pays. Do not worry.")


def test_what_was_not_heard_was_not_said() -> None:
    events = history(asked("讲个故事"), answered(1, "从前有座山。"), answered(1, "山里有座庙。", 2, 1))
    assert told(events)[1] == ("assistant", "从前有座山。山里")
    assert spoken_turns(events)[1].cut


def test_an_answer_of_which_nothing_was_heard_does_not_appear() -> None:
    assert told(history(asked("喂"), answered(1, "我在。", 0))) == [("user", "喂")]


def test_a_cut_answer_stands_before_the_words_that_cut_it() -> None:
    events = history(asked("讲个故事"), asked("算了"), answered(1, "从前有座山。", 2), answered(2, "好的。"))
    assert [text for _, text in told(events)] == ["讲个故事", "从前", "算了", "好的。"]


def test_the_newest_transcript_is_what_was_said() -> None:
    events = history(
        asked("心和商店"), UserSpeechRevised(of=1, text="新河商店"), UserSpeechRevised(of=1, text="星河商店")
    )
    assert told(events) == [("user", "星河商店")]


def test_erased_words_stay_erased_whatever_a_later_transcript_says() -> None:
    events = history(asked("秘密"), UserSpeechRevised(of=1, text="秘密!"), without=frozenset({1}))
    assert told(events) == [("user", ERASED)]


def test_erased_sentences_of_an_answer_leave_the_others() -> None:
    events = history(
        asked("谁的生日？"),
        answered(1, "是您女儿的。"),
        answered(1, "三月八日。", index=1),
        answered(1, "还有两天。", index=2),
        without=frozenset({3}),
    )
    assert told(events)[1] == ("assistant", f"是您女儿的。{ERASED}还有两天。")


def test_a_wholly_erased_answer_says_so_once() -> None:
    events = history(
        asked("问"), answered(1, "甲。"), answered(1, "乙。", index=1), without=frozenset({2, 3})
    )
    assert told(events) == [("user", "问"), ("assistant", ERASED)]


def test_sessions_of_a_thread_follow_one_another() -> None:
    first = history(asked("昨天"), session="a")
    second = history(asked("今天"), answered(1, "早上好。"), session="b")
    assert [turn.session for turn in spoken_turns([*first, *second])] == ["a", "b", "b"]
    assert told([*first, *second]) == [("user", "昨天"), ("user", "今天"), ("assistant", "早上好。")]


def test_a_greeting_needs_no_question() -> None:
    assert told(history(answered(0, "您好！"), asked("你好"))) == [("assistant", "您好！"), ("user", "你好")]


@st.composite
def conversations(draw: st.DrawFn) -> list[Event]:
    bodies: list[AnyBody] = []
    users: list[int] = []
    for _ in range(draw(st.integers(0, 12))):
        seq = len(bodies) + 1
        kind = draw(st.sampled_from(["user", "assistant", "revised"]))
        if kind == "user" or not users:
            bodies.append(asked(draw(st.text(min_size=1, max_size=8))))
            users.append(seq)
        elif kind == "assistant":
            text = draw(st.text(min_size=1, max_size=8))
            bodies.append(answered(draw(st.sampled_from(users)), text, draw(st.integers(0, len(text)))))
        else:
            bodies.append(UserSpeechRevised(of=draw(st.sampled_from(users)), text=draw(st.text(max_size=8))))
    gone = draw(st.frozensets(st.integers(1, max(1, len(bodies))), max_size=4))
    return history(*bodies, without=gone)


@settings(max_examples=400)
@given(conversations())
def test_every_utterance_appears_once_in_order_and_nothing_unheard_appears(events: list[Event]) -> None:
    turns = spoken_turns(events)
    users = [turn for turn in turns if turn.by == "user"]
    assert [turn.seq for turn in users] == [event.seq for event in events if event.kind == "user_spoke"]
    heard = sum(e.body.heard for e in events if isinstance(e.body, AssistantSpoke))
    erased = sum(event.kind == "assistant_spoke" and event.body is None for event in events)
    joints = sum(event.kind == "assistant_spoke" for event in events)
    said = sum(len(turn.text) for turn in turns if turn.by == "assistant")
    assert said <= heard + erased * len(ERASED) + joints
    assert all(turn.text.strip() for turn in turns if turn.by == "assistant")


@settings(max_examples=200)
@given(conversations(), st.data())
def test_any_part_of_a_history_can_be_shown(events: list[Event], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(events)))
    turns: tuple[SpokenTurn, ...] = spoken_turns(events[start:])
    assert {turn.seq for turn in turns} <= {event.seq for event in events[start:]}
