"""One place decides, and by nothing but who asks, for whom, and what was agreed to."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.people.consent import PURPOSES, Consents, Purpose
from core.people.gate import decide

CONSENTS = st.builds(Consents, granted=st.frozensets(st.sampled_from(PURPOSES)), version=st.integers(0, 9))


@given(st.sampled_from(PURPOSES), CONSENTS)
def test_for_oneself_a_purpose_is_open_when_it_was_granted(purpose: Purpose, consents: Consents) -> None:
    ruling = decide(purpose, consents, "wang", "wang")
    assert ruling.allowed == (purpose in consents.granted or purpose == "family_view")
    assert (ruling.purpose, ruling.version) == (purpose, consents.version)


@given(st.sampled_from(PURPOSES), CONSENTS)
def test_somebody_else_needs_family_view_whatever_they_want(purpose: Purpose, consents: Consents) -> None:
    ruling = decide(purpose, consents, "li", "wang")
    assert ruling.allowed == ("family_view" in consents.granted)
    assert ruling.purpose == "family_view"


def test_ones_own_look_needs_no_consent_and_says_so() -> None:
    assert decide("family_view", Consents(), "wang", "wang").reason == "own"
    assert decide("family_view", Consents(), "li", "wang").reason == "not_granted"
