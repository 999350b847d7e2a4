"""English that states nothing about its speaker: asked, imagined, quoted, past, passing, about strangers; and what
holds of every English utterance."""

from __future__ import annotations

import string
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.memory.extract import extract

NOTHING = [
    "she always says my sister loves opera but I don't",
    "everything sweet I love",
    "I hate being cold",
    "call me a taxi",
    "I was born in Cork",
    "I grew up in Swansea",
    "I'm staying in Bournemouth for the week",
    "I've got a cold today",
    "I'm feeling a bit under the weather",
    "my feet are killing me today",
    "I slept badly last night",
    "I don't have diabetes",
    "thank goodness I haven't got arthritis",
    "I went swimming every Tuesday",
    "I used to go dancing every Saturday",
    "I think about him every day",
    "I want a cup of tea",
    "I want to go home",
    "I wish I could learn the violin",
    "I was married to Arthur for fifty years",
    "do I like olives",
    "am I allergic to anything",
    "have you got my birthday down",
    "I live in Leeds don't I",
    "what time do I take my tablets",
    "if I had diabetes I'd give up cake",
    "suppose I moved to York",
    "I'd love a dog",
    "I might take up bowls",
    "my friend says she hates fish",
    "she said I love Elvis",
    "the lady on the bus told me she has a pacemaker",
    "there was a man on the telly who said I've got cancer",
    "in the song it goes I left my heart in San Francisco",
    "you said I live in York",
    "when I was a boy I loved conkers",
    "I used to have a dog called Patch",
    "years ago I lived in Malta",
    "back then I went to the pictures every Friday",
    "in my twenties I played football every Saturday",
    "don't tell anyone but I hate my new hip",
    "keep this to yourself I smoke",
    "her next door has a parrot",
    "my doctor says I should lose weight",
    "I can take or leave cake",
    "the carer comes at nine every morning",
    "his name's Callum",
    "her birthday's in May",
    "isn't my garden lovely",
    "I suppose I could learn bridge",
    "I'd have liked to be a vet",
    "I should really eat more fruit",
    "I dreamt I lived in Paris",
    "if only I could play golf",
    "the vicar reckons I'm allergic to work",
    "my daughter says I've got to eat more greens",
    "he told me I love you",
    "according to the paper I have high cholesterol",
    "this woman goes I hate dogs",
    "I heard a chap on the radio say he has gout",
    "she was saying she can't eat gluten",
    "my late husband loved sailing",
    "my mother used to bake every Friday",
    "we kept pigs in those days",
    "as a lad I went fishing every weekend",
    "I had a paper round when I was twelve",
    "I worked in a mill for forty years",
    "it's raining cats and dogs",
    "I'm going to put the kettle on",
    "I have to go now",
    "I like that",
    "that's lovely thank you",
    "can you play some Mozart",
    "I love you",
    "what a lovely voice you have",
    "I've lost my glasses",
    "I'm tired",
    "I feel cold",
    "I had toast for breakfast",
    "I'd like to hear some jazz",
    "tell me about diabetes",
    "what's good for arthritis",
    "people with diabetes can't eat cake",
    "the lady next door keeps bees",
    "they've got three children",
    "my youngest is named after my dad",
    "I'm eighty seven no eighty eight",
    "my daughter reckons I drink too much tea",
    "the girl at the chemist said I've got lovely skin",
    "there was a programme about a man who hates cheese",
    "a chap I know has gout",
    "some people like jellied eels",
    "would I like sushi",
    "is it true I'm allergic to eggs",
    "how would I know if I had diabetes",
    "suppose I took up golf",
    "I'd have loved to learn ballet",
    "if I were you I'd have the soup",
    "I could do with a holiday",
    "I fancy a biscuit",
    "I'm gasping for a cup of tea",
    "I've got a stinking cold",
    "I've had a terrible night",
    "my back's a bit sore today",
    "I was up at five this morning",
    "we had a lovely time at the zoo",
    "my mother lived in Bolton",
    "I ran a shop in Leith for years",
    "I did my national service in Cyprus",
    "I learned French at school",
    "I used to be a dancer",
    "we were married in nineteen fifty five",
    "the cat's been sick",
    "it's Thursday today",
    "I haven't a clue",
    "I beg your pardon",
    "I don't know what you mean",
    "I think it's going to rain on Saturday",
    "they say it'll be hot next week",
    "I'm just going to the shop",
    "I'm watching the telly",
    "I need the toilet",
    "read me the news every morning",
    "remind me to take my tablets at six",
    "set an alarm for seven every morning",
    "how do I get to York",
    "the district nurse comes every Tuesday to do my leg",
    "I'd give anything for a bit of lobster",
    "I'm not going to bother with the French any more",
    "my daughter keeps telling me I'm going deaf",
    "my late wife couldn't abide cats",
    "he's a lovely man he loves gardening",
    "somebody told me you can catch arthritis",
    "wouldn't it be lovely to live in Spain",
    "I ought to see the doctor",
    "I was thinking of learning Greek",
    "when I retired I took up bowls",
    "I was a teacher in Hull for thirty years",
    "I nearly married a man from Cardiff",
    "I've been to Paris twice",
    "I went to Blackpool last week",
    "I'm off to bed",
    "can I have some cake",
    "am I going to be alright",
    "I'm fed up",
    "my tea's gone cold",
    "I don't like the look of that sky",
    "I love the sound of rain",
]
STATED = (
    "I love brass bands", "I can't stand olives", "I have arthritis", "I live in Leeds", "my birthday is the fourth of June",
    "I go swimming every Tuesday", "I'm allergic to penicillin", "my goal is to walk to the lake", "call me Peggy",
    "I've got glaucoma", "I'm planning to learn the ukulele", "every morning I do the crossword", "I don't eat meat",
    "I used to like crosswords but now I prefer sudoku", "I'm seeing the consultant next Thursday",
)  # fmt: skip
SMALL_TALK = (
    "well", "oh dear", "it's a lovely day", "how are you", "let me see", "thank you love", "that's nice", "isn't it grand",
    "the kettle's on", "hang on a minute", "what a carry on", "the weather's turned",
)  # fmt: skip
WORDS = (
    *" ".join(STATED).split(), *" ".join(SMALL_TALK).split(), "and", "but", "if", "she", "he", "my", "daughter", "not", "never",
    "said", "when", "forget", "sorry", "no", "I", "I'm", "every", "at", "six", ",", ".", "?", "é", "你好", "’",
)  # fmt: skip
SENTENCES = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)


def about_self(text: str) -> list[str]:
    return [fact.value for fact in extract(text, "en").facts if fact.about == "self"]


@pytest.mark.parametrize("text", NOTHING)
def test_what_is_no_statement_about_the_speaker_is_no_fact(text: str) -> None:
    assert about_self(text) == []


@pytest.mark.parametrize("stated", STATED)
@pytest.mark.parametrize(
    "frame",
    [
        "if {}", "the man on TV said {}", "he said {}", "I heard on the radio that {}", "my neighbour says {}", "suppose {}",
        "a woman in the paper said {}", "don't remember this but {}", "do you think {}", "imagine {}", "you said {}",
    ],
)  # fmt: skip
def test_what_is_imagined_quoted_or_asked_is_no_fact(frame: str, stated: str) -> None:
    assert about_self(frame.format(stated)) == []


@pytest.mark.parametrize("stated", STATED)
@pytest.mark.parametrize("around", SMALL_TALK)
def test_small_talk_around_a_fact_adds_none(around: str, stated: str) -> None:
    alone = about_self(stated)
    assert alone
    assert about_self(f"{around}. {stated}. {around}.") == alone


@pytest.mark.parametrize("stated", STATED)
def test_a_lead_changes_nothing(stated: str) -> None:
    for lead in ("well ", "and ", "please remember that ", "you know ", "to be honest "):
        assert about_self(lead + stated) == about_self(stated), lead


@pytest.mark.parametrize("stated", [one for one in STATED if one.startswith(("I", "my"))])
def test_what_a_question_presupposes_is_told(stated: str) -> None:
    assert about_self(f"did I tell you {stated}") == about_self(stated)


@settings(max_examples=150, deadline=None)
@given(SENTENCES | st.text(max_size=200) | st.text(alphabet=string.ascii_letters + " ',.?", max_size=400))
def test_whatever_is_said_spans_are_exact_and_nothing_raises(text: str) -> None:
    found = extract(text, "en")
    for fact in found.facts:
        start, end = fact.span
        assert text[start:end] == fact.text
        assert fact.text.strip() == fact.text != ""
        assert fact.value
        assert fact.about


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(STATED), st.sampled_from(STATED))
def test_what_is_said_on_air_stays_on_air(first: str, second: str) -> None:
    assert about_self(f"the man on the radio said {first} and {second}") == []


@pytest.mark.parametrize(
    "piece",
    [
        "i ", "really ", "and i ", "i really really ", "a ", "my ", '"', "x", "i like ", "at seven every ", "my daughter ", "i'm ",
        "the ", "forget ", ", ", "my birthday is the ", "every tuesday i go to the ", "i have a bad ", "if ", "i'm going to ",
        "not ", "live in the ", "1 2 3 ", "he said ", "very bad ", "um ", "yes ", "please ,", "i want to learn to ", "lived with my friend in a flat ",
    ],
)  # fmt: skip
def test_two_thousand_hostile_characters_are_read_in_a_moment(piece: str) -> None:
    began = time.process_time()
    extract((piece * 2_000)[:2_000], "en")
    assert time.process_time() - began < 2.0


def test_an_utterance_is_read_in_a_few_milliseconds() -> None:
    texts = [*NOTHING, *STATED]
    for text in texts:
        extract(text, "en")
    began = time.process_time()
    for text in texts:
        extract(text, "en")
    assert (time.process_time() - began) / len(texts) < 0.01
