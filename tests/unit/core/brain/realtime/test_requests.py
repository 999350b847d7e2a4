"""Answers and transcripts find the turn they belong to, whatever was refused or stopped before."""

from __future__ import annotations

from core.brain.realtime.requests import Commits, Requests
from core.brain.realtime.server_events import ResponseBody
from core.brain.realtime.setup import REQUEST


def response(number: int, request: str | None = None) -> ResponseBody:
    return ResponseBody(id=f"resp_{number}", metadata={REQUEST: request} if request else None)


def test_a_response_says_which_request_it_answers() -> None:
    requests = Requests()
    requests.asked("one")
    requests.asked("two")
    assert requests.began(response(1, "two")) == "two"
    assert requests.began(response(2, "one")) == "one"


def test_where_it_does_not_say_they_come_in_order() -> None:
    requests = Requests()
    requests.asked("one")
    requests.asked("two")
    assert requests.began(response(1)) == "one"
    assert requests.began(response(2)) == "two"
    assert requests.began(response(3)) is None


def test_one_that_ends_without_having_begun_takes_its_place() -> None:
    requests = Requests()
    requests.asked("stopped")
    requests.asked("two")
    requests.ended(response(1))
    assert requests.began(response(2)) == "two"
    requests.ended(response(2))
    requests.asked("three")
    assert requests.began(response(3)) == "three"


def test_a_refused_request_is_not_waited_for() -> None:
    requests = Requests()
    requests.asked("one")
    requests.asked("two")
    requests.refused("one")
    requests.refused("nobody's")
    assert requests.began(response(1)) == "two"


def test_a_response_nobody_asked_for_answers_nothing() -> None:
    requests = Requests()
    requests.asked("ours")
    assert requests.began(response(1, "theirs")) is None
    assert requests.began(response(2, "ours")) == "ours"


def test_a_refused_commit_does_not_move_the_transcripts() -> None:
    commits = Commits()
    commits.asked("turn_1", "silent")
    commits.asked("turn_2", "spoken")
    commits.refused("turn_1")
    commits.committed("item")
    assert commits.transcribed("item") == "spoken"
    assert commits.transcribed("item") is None
    assert commits.transcribed("unknown") is None
    commits.committed("another")
    assert commits.transcribed("another") is None
