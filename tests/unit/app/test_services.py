"""Whose ears and voice are used, what of it leaves the machine, and who must have agreed."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.reach import addresses, answers, checked
from app.services import Chosen, leaves, recogniser_service, refusal, voice_service
from app.settings import Recogniser, Settings, Voice, Wake
from core.errors import Refused, Unavailable, UserFacing
from core.people.consent import Consents
from core.speech.openai_speech import OpenAIRecognizer, OpenAIVoice
from core.speech.wyoming_speech import WyomingRecognizer, WyomingVoice
from tests.support.wyoming_server import Peer, wyoming_server

CLOUD = "https://speech.example/v1"
HERE = "http://127.0.0.1:8000/v1"
AGREED = Consents(granted=frozenset({"cloud_models"}))


def test_each_kind_is_its_adapter() -> None:
    assert recogniser_service(Recogniser()) is None
    assert isinstance(recogniser_service(Recogniser(kind="openai", address=HERE)), OpenAIRecognizer)
    assert isinstance(
        recogniser_service(Recogniser(kind="wyoming", address="tcp://[::1]:1")), WyomingRecognizer
    )
    assert voice_service(Voice(kind="plugin", plugin="x")) is None
    assert isinstance(voice_service(Voice(kind="openai", address=CLOUD)), OpenAIVoice)
    assert isinstance(voice_service(Voice(kind="wyoming", address="tcp://localhost")), WyomingVoice)


def test_only_models_that_are_used_must_be_here() -> None:
    servers = Chosen(Recogniser(kind="openai"), Voice(kind="wyoming"))
    assert servers.models == ()
    assert set(Chosen().models) == {"whisper-base", "smart-turn-v3.2", "kokoro-82m-int8"}
    assert "whisper-base" not in Chosen(recogniser=Recogniser(kind="wyoming")).models
    broken_plugin_has_ours_behind_it = Chosen(voice=Voice(kind="plugin", plugin="x"))
    assert "kokoro-82m-int8" in broken_plugin_has_ours_behind_it.models


@pytest.mark.parametrize(
    ("part", "away"),
    [
        (Recogniser(), False),
        (Recogniser(kind="openai", address=HERE), False),
        (Recogniser(kind="openai", address=HERE, relays=True), True),
        (Recogniser(kind="openai", address=CLOUD), True),
        (Recogniser(kind="wyoming", address="tcp://192.168.1.9:10300", private_network=True), True),
        (Recogniser(kind="plugin", plugin="x"), False),
        (Voice(kind="plugin", plugin="x", relays=True), True),
    ],
)
def test_what_leaves_this_machine_is_known(part: Recogniser | Voice, away: bool) -> None:
    assert leaves(part) == away


def test_nothing_leaves_without_consent_and_the_sentence_names_person_and_place() -> None:
    ears = Chosen(Recogniser(kind="openai", address=CLOUD))
    mouth = Chosen(voice=Voice(kind="openai", address=CLOUD))
    no = refusal(ears, Consents(), "王奶奶", awaits_name=False)
    assert no is not None
    assert (no.message_id, no.values) == ("app.voice_stays", {"person": "王奶奶", "server": CLOUD})
    no = refusal(mouth, Consents(granted=frozenset({"audio"})), "王奶奶", awaits_name=False)
    assert no is not None
    assert no.message_id == "app.words_stay"
    assert refusal(ears, AGREED, "王奶奶", awaits_name=False) is None
    assert refusal(Chosen(), Consents(), "王奶奶", awaits_name=True) is None


def test_what_others_say_in_the_room_is_not_one_persons_to_give_away() -> None:
    no = refusal(Chosen(Recogniser(kind="openai", address=CLOUD)), AGREED, "王奶奶", awaits_name=True)
    assert no is not None
    assert no.message_id == "app.room_stays"
    assert refusal(Chosen(voice=Voice(kind="openai", address=CLOUD)), AGREED, "A", awaits_name=True) is None


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (Settings(recogniser=Recogniser(kind="openai")), "speech.bad_address"),
        (Settings(voice=Voice(kind="wyoming", address="tcp://10.0.0.1")), "speech.plain_sound"),
        (Settings(voice=Voice(kind="openai", address=HERE, key_file="/none")), "app.passphrase_file"),
        (Settings(voice=Voice(kind="plugin", plugin="nobody's")), "plugins.unknown"),
        (Settings(recogniser=Recogniser(kind="plugin", plugin="nobody's")), "plugins.unknown"),
        (Settings(wake=Wake(word="hey_banyan")), "wake.unknown_word"),
        (Settings(wake=Wake(word="plugin:nobody's")), "plugins.unknown"),
    ],
)
def test_what_cannot_work_is_refused_before_it_is_chosen(settings: Settings, message: str) -> None:
    with pytest.raises((Refused, UserFacing)) as refused:
        checked(settings)
    assert refused.value.message_id == message


async def test_an_address_is_tried_without_a_word(tmp_path: Path) -> None:
    async def behave(peer: Peer, event: object) -> bool:
        return True

    async with wyoming_server(behave) as server:
        await answers(server.url)
        assert [peer.received for peer in server.peers] in ([], [[]])
    with pytest.raises(Unavailable) as silent:
        await answers(server.url)
    assert silent.value.message_id == "app.service_silent"
    assert str(silent.value.values["address"]) in server.url


def test_only_what_is_served_elsewhere_has_an_address() -> None:
    chosen = Settings(
        recogniser=Recogniser(kind="wyoming", address="tcp://h:1"), voice=Voice(address="left over")
    )
    assert list(addresses(chosen)) == [("recogniser", "tcp://h:1")]
