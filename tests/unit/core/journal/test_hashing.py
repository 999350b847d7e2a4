"""The chain notices every change and survives every erasure."""

from __future__ import annotations

import hashlib

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from core.journal.hashing import Link, content_hash, erased, link_hash, next_link, verify_chain
from tests.unit.core.journal.said import asked

TEXTS = st.lists(st.text(max_size=20), min_size=1, max_size=12)


def chain(texts: list[str]) -> list[Link]:
    links: list[Link] = []
    for number, text in enumerate(texts):
        at = f"2026-01-05T01:00:{number:02d}.000000+00:00"
        salt = hashlib.sha256(str(number).encode()).digest()[:16]
        links.append(next_link(links[-1] if links else None, "s", at, asked(text), salt))
    return links


@given(TEXTS)
def test_an_untouched_chain_checks(texts: list[str]) -> None:
    assert verify_chain("s", chain(texts)) is None


@given(TEXTS, st.data())
def test_after_any_erasures_it_still_checks(texts: list[str], data: st.DataObject) -> None:
    gone = data.draw(st.sets(st.integers(0, len(texts) - 1)))
    links = [erased(link) if link.seq in gone else link for link in chain(texts)]
    assert verify_chain("s", links) is None


def changed_in_one_place(link: Link, field: str) -> Link:
    other: object
    match field:
        case "seq":
            other = link.seq + 1
        case "salt":
            other = bytes(16)
        case "body":
            other = (link.body or b"") + b" "
        case _:
            other = getattr(link, field)[:-1] + "x"
    return msgspec.structs.replace(link, **{field: other})


@settings(max_examples=300)
@given(TEXTS, st.data())
def test_a_change_of_any_field_of_any_event_is_noticed_there_or_right_after(
    texts: list[str], data: st.DataObject
) -> None:
    links = chain([*texts, "最后"])
    place = data.draw(st.integers(0, len(texts) - 1))
    field = data.draw(st.sampled_from(Link.__struct_fields__))
    links[place] = changed_in_one_place(links[place], field)
    assert verify_chain("s", links) in {place, place + 1}


@given(TEXTS, st.data())
def test_a_missing_or_doubled_or_swapped_event_is_noticed(texts: list[str], data: st.DataObject) -> None:
    links = chain([*texts, "最后"])
    place = data.draw(st.integers(0, len(texts) - 1))
    missing = links[:place] + links[place + 1 :]
    doubled = [*links[: place + 1], *links[place:]]
    swapped = [*links[:place], links[place + 1], links[place], *links[place + 2 :]]
    assert all(verify_chain("s", changed) is not None for changed in (missing, doubled, swapped))


def test_half_an_erasure_is_not_one() -> None:
    links = chain(["你好"])
    assert verify_chain("s", [msgspec.structs.replace(links[0], salt=None)]) == 0
    assert verify_chain("s", [msgspec.structs.replace(links[0], body=None)]) == 0


def test_a_chain_belongs_to_its_session() -> None:
    assert verify_chain("another", chain(["你好"])) == 0


def test_the_hashes_are_the_documented_ones() -> None:
    link = chain(["你好"])[0]
    assert link.body is not None
    assert link.salt is not None
    assert link.content_hash == hashlib.sha256(link.salt + link.body).hexdigest()
    assert link.content_hash != content_hash(bytes(16), link.body), "the salt must matter"
    assert link_hash(link) != link_hash(msgspec.structs.replace(link, kind="assistant_spoke"))
