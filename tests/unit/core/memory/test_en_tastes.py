"""English sentences of our own that tell what somebody likes and does not like."""

from __future__ import annotations

import pytest

from core.memory.extract import extract

PREFERENCE = [
    ("I can't be doing with modern art", [("preference", "self", "modern art", True)]),
    ("I've never taken to mushrooms", [("preference", "self", "mushrooms", True)]),
    ("I'm not one for crowds", [("preference", "self", "crowds", True)]),
    ("I'm rather partial to a custard tart", [("preference", "self", "custard tart", False)]),
    ("I do love a good murder mystery", [("preference", "self", "murder mystery", False)]),
    ("I'm a great reader of westerns and I always have been", [("preference", "self", "westerns", False)]),
    ("nothing beats a bacon sandwich", [("preference", "self", "bacon sandwich", False)]),
    ("I'd sooner have cocoa than coffee", [("preference", "self", "cocoa", False)]),
    ("give me a brass band over an orchestra any day", [("preference", "self", "brass band", False)]),
    ("my favourite flower is the sweet pea", [("preference", "self", "sweet pea", False)]),
    ("sweet peas are my favourite flower", [("preference", "self", "sweet peas", False)]),
    ("I've got a soft spot for donkeys", [("preference", "self", "donkeys", False)]),
    ("I've a sweet tooth especially for fudge", [("preference", "self", "fudge", False)]),
    ("tripe turns my stomach", [("preference", "self", "tripe", True)]),
    ("I've gone right off lamb", [("preference", "self", "lamb", True)]),
    ("I've gone off coffee since I was ill", [("preference", "self", "coffee", True)]),
    ("liver makes me feel sick", [("preference", "self", "liver", True)]),
    ("I never touch alcohol", [("preference", "self", "alcohol", True)]),
    ("horror films aren't my cup of tea", [("preference", "self", "horror films", True)]),
    ("what I really enjoy is a good sing song", [("preference", "self", "sing song", False)]),
    ("I'm mad on snooker", [("preference", "self", "snooker", False)]),
    ("you can't beat a nice pot of tea", [("preference", "self", "tea", False)]),
    ("I don't eat meat", [("preference", "self", "meat", True)]),
    ("I'm a vegetarian", [("preference", "self", "vegetarian", False)]),
    ("I enjoy knitting and crochet", [("preference", "self", "knitting", False), ("preference", "self", "crochet", False)]),
    ("I like fish and chips on a Friday", [("preference", "self", "fish and chips", False)]),
    ("I like tea, toast and marmalade", [("preference", "self", "tea", False), ("preference", "self", "toast", False), ("preference", "self", "marmalade", False)]),
    ("my son can't stand sprouts but I quite like them", [("preference", "son", "sprouts", True), ("preference", "self", "sprouts", False)]),
    ("my husband loves football I can't bear it", [("preference", "husband", "football", False), ("preference", "self", "football", True)]),
    ("my wife adores opera but I don't", [("preference", "wife", "opera", False), ("preference", "self", "opera", True)]),
    ("I prefer the radio to the television", [("preference", "self", "radio", False)]),
    ("I could listen to Elgar all day", [("preference", "self", "Elgar", False)]),
    ("I'm very fond of my garden", [("preference", "self", "garden", False)]),
    ("gardening's my passion", [("preference", "self", "gardening", False)]),
    ("I'm not bothered about chocolate", [("preference", "self", "chocolate", True)]),
    ("I avoid dairy", [("preference", "self", "dairy", True)]),
    ("my nephew's a vegan and he hates cheese", [("preference", "nephew", "vegan", False), ("preference", "nephew", "cheese", True)]),
    ("I don't like coffee I like tea", [("preference", "self", "coffee", True), ("preference", "self", "tea", False)]),
    ("it's liver I can't stomach", [("preference", "self", "liver", True)]),
    ("there's nothing I like better than a crossword", [("preference", "self", "crossword", False)]),
    ("I'm not much of a one for sweets", [("preference", "self", "sweets", True)]),
    ("a nice kipper that's what I like", [("preference", "self", "kipper", False)]),
    ("kippers are my weakness", [("preference", "self", "kippers", False)]),
    ("I like nowt better than a pint of bitter", [("preference", "self", "bitter", False)]),
    ("I'm all for a bit of opera", [("preference", "self", "opera", False)]),
    ("I cannae stand haggis", [("preference", "self", "haggis", True)]),
    ("I don't hold with gambling", [("preference", "self", "gambling", True)]),
    ("I've no time for soap operas", [("preference", "self", "soap operas", True)]),
    ("I'm very keen on the snooker", [("preference", "self", "snooker", False)]),
    ("I love nothing more than pottering in the greenhouse", [("preference", "self", "greenhouse", False)]),
    ("my tipple is a drop of port", [("preference", "self", "port", False)]),
    ("I go for a good thriller myself", [("preference", "self", "thriller", False)]),
    ("beetroot I can't abide", [("preference", "self", "beetroot", True)]),
    ("I'm a dog person", [("preference", "self", "dog", False)]),
    ("I'm more of a cat person", [("preference", "self", "cat", False)]),
    ("I think the world of Vera Lynn", [("preference", "self", "Vera Lynn", False)]),
    ("I'm a Liverpool supporter", [("preference", "self", "Liverpool", False)]),
    ("I've been a Leeds fan since I was six", [("preference", "self", "Leeds", False)]),
    ("my idea of heaven is a hot bath", [("preference", "self", "bath", False)]),
    ("I enjoy my garden", [("preference", "self", "garden", False)]),
    ("I really look forward to strictly", [("preference", "self", "strictly", False)]),
    ("I've switched from tea to coffee", [("preference", "self", "coffee", False)]),
    ("I used to take sugar but I've gone off it", [("preference", "self", "sugar", True)]),
    ("I used to hate olives but I love them now", [("preference", "self", "olives", False)]),
    ("I don't like coffee any more", [("preference", "self", "coffee", True)]),
    ("it's the cold I don't like", [("preference", "self", "cold", True)]),
    ("I draw the line at tripe", [("preference", "self", "tripe", True)]),
    ("I'd run a mile from anchovies", [("preference", "self", "anchovies", True)]),
    ("I can't be bothered with cricket", [("preference", "self", "cricket", True)]),
    ("I don't care for parsnips and I'm none too keen on swede", [("preference", "self", "parsnips", True), ("preference", "self", "swede", True)]),
    ("I've never been able to stomach tapioca", [("preference", "self", "tapioca", True)]),
    ("I've always had a horror of mice", [("preference", "self", "mice", True)]),
    ("I'm proper daft on brass bands", [("preference", "self", "brass bands", False)]),
    ("I've always been fond of a sing song", [("preference", "self", "sing song", False)]),
    ("I'm a devil for pickled onions", [("preference", "self", "pickled onions", False)]),
    ("I'm in my element in the garden", [("preference", "self", "garden", False)]),
    ("I do enjoy my crosswords", [("preference", "self", "crosswords", False)]),
    ("I could eat trifle till the cows come home", [("preference", "self", "trifle", False)]),
    ("I can't see past a good steak pie", [("preference", "self", "steak pie", False)]),
    ("I like my tea strong", [("preference", "self", "tea", False)]),
    ("I take my coffee black", [("preference", "self", "coffee", False)]),
    ("I've been off the fags since Easter", [("preference", "self", "fags", True)]),
    ("I'm not fussed about cake", [("preference", "self", "cake", True)]),
    ("ginger biscuits are my downfall", [("preference", "self", "ginger biscuits", False)]),
    ("I do like my bit of telly of an evening", [("preference", "self", "telly", False)]),
    ("I've never had any time for wrestling", [("preference", "self", "wrestling", True)]),
    ("I've taken against onions", [("preference", "self", "onions", True)]),
    ("my favourite programme's the repair shop", [("preference", "self", "repair shop", False)]),
    ("I'm very partial to a wee dram", [("preference", "self", "dram", False)]),
    ("we both love a cruise", [("preference", "self", "cruise", False)]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "told"), PREFERENCE)
def test_what_is_told_is_found_and_nothing_else_about_self(
    text: str, told: list[tuple[str, str, str, bool]]
) -> None:
    left = list(extract(text, "en").facts)
    for kind, about, words, negated in told:
        found = [
            fact
            for fact in left
            if (fact.kind, fact.about, fact.negated) == (kind, about, negated)
            and words.lower() in f"{fact.text}\n{fact.value}".lower()
        ]
        assert found, (kind, about, words)
        left.remove(found[0])
    assert [fact for fact in left if fact.about == "self"] == []
