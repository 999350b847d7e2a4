"""An utterance whose text is a first reading, beside those that were written before there were any."""

from __future__ import annotations

from core.journal.events import UserSpoke
from core.journal.hashing import decode_body, encode_body


def test_an_utterance_of_before_is_not_pending() -> None:
    body = decode_body(b'{"kind":"user_spoke","text":"x","language":"zh","spoken":true,"confidence":0.5}')
    assert body == UserSpoke(text="x", language="zh", spoken=True, confidence=0.5)
    assert isinstance(body, UserSpoke)
    assert not body.pending
    assert body.audio is None


def test_a_pending_one_says_so_and_where_its_sound_is() -> None:
    body = UserSpoke(text="x", language="zh", spoken=True, pending=True, audio="a1")
    assert decode_body(encode_body(body)) == body
