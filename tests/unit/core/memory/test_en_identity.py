"""English sentences of our own that tell names, birthdays, homes and relatives."""

from __future__ import annotations

import pytest

from core.memory.extract import extract

NAME = [
    ("they call me Dot", [("name", "self", "Dot", False)]),
    ("everybody calls me Nell", [("name", "self", "Nell", False)]),
    ("my name's Winifred but I go by Winnie", [("name", "self", "Winnie", False)]),
    ("you can call me Stan", [("name", "self", "Stan", False)]),
    ("I answer to Ginger", [("name", "self", "Ginger", False)]),
    ("I'd rather you called me Mo", [("name", "self", "Mo", False)]),
    ("the name's Albert", [("name", "self", "Albert", False)]),
    ("it's Margaret but call me Maggie", [("name", "self", "Maggie", False)]),
    ("I'm Doreen by the way", [("name", "self", "Doreen", False)]),
    ("I like to be called Ted", [("name", "self", "Ted", False)]),
    ("folk call me Nan", [("name", "self", "Nan", False)]),
    ("everyone knows me as Chalky", [("name", "self", "Chalky", False)]),
    ("I'm Mrs Patel but call me Asha", [("name", "self", "Asha", False)]),
    ("my name is Ernest Ernie to my friends", [("name", "self", "Ernest", False)]),
    ("Bob's what they call me", [("name", "self", "Bob", False)]),
    ("I was christened Elizabeth but I've always been Betty", [("name", "self", "Betty", False)]),
    ("just call me Ron", [("name", "self", "Ron", False)]),
    ("my friends call me Lottie", [("name", "self", "Lottie", False)]),
    ("i'm called wilf", [("name", "self", "wilf", False)]),
    ("you're speaking to Harold", [("name", "self", "Harold", False)]),
    ("they christened me William but I'm Bill to everyone", [("name", "self", "Bill", False)]),
    ("I've always gone by Queenie", [("name", "self", "Queenie", False)]),
    ("Rosie for short", [("name", "self", "Rosie", False)]),
    ("everyone's always called me Tommy", [("name", "self", "Tommy", False)]),
    ("I'd sooner be called Flo", [("name", "self", "Flo", False)]),
    ("my given name's Margaret but I prefer Meg", [("name", "self", "Meg", False)]),
    ("call me by my first name Iris", [("name", "self", "Iris", False)]),
    ("make it Jack", [("name", "self", "Jack", False)]),
    ("I go by my middle name Jean", [("name", "self", "Jean", False)]),
    ("I prefer Betty to Elizabeth", [("name", "self", "Betty", False)]),
    ("please don't call me Edward I'm Ted", [("name", "self", "Ted", False)]),
]  # fmt: skip
BIRTHDAY = [
    ("my birthday's in June", [("birthday", "self", "June", False)]),
    ("I was born on Christmas day", [("birthday", "self", "Christmas", False)]),
    ("I'll be ninety on the tenth of March", [("birthday", "self", "tenth of March", False)]),
    ("I turn eighty five on August the third", [("birthday", "self", "August", False)]),
    ("my birthday falls on Halloween", [("birthday", "self", "Halloween", False)]),
    ("my wife's birthday is the fifth of November", [("birthday", "wife", "fifth of November", False)]),
    ("I'm a leap year baby the twenty ninth of February", [("birthday", "self", "twenty ninth of February", False)]),
    ("I share my birthday with the queen the twenty first of April", [("birthday", "self", "twenty first of April", False)]),
    ("I was born on the 4th of July 1940", [("birthday", "self", "4th of July", False)]),
    ("it's my birthday on the sixth of May", [("birthday", "self", "sixth of May", False)]),
    ("I'm a Christmas Eve baby", [("birthday", "self", "Christmas Eve", False)]),
    ("born third of may nineteen forty two", [("birthday", "self", "third of may", False)]),
    ("I was eighty on the second of June", [("birthday", "self", "second of June", False)]),
    ("I was born on armistice day", [("birthday", "self", "armistice", False)]),
    ("my mother's birthday is the ninth of June", [("birthday", "mother", "June", False)]),
    ("I came into the world on the fourth of July", [("birthday", "self", "fourth of July", False)]),
    ("it'll be my birthday on the twelfth of October", [("birthday", "self", "twelfth of October", False)]),
    ("eleventh of the eleventh nineteen thirty that's when I was born", [("birthday", "self", "eleventh", False)]),
    ("I'm a March baby the seventeenth", [("birthday", "self", "March", False)]),
    ("my birthday's new year's day", [("birthday", "self", "new year", False)]),
    ("my birthday is on Boxing Day", [("birthday", "self", "Boxing Day", False)]),
    ("I was born on the first of April April fool's day", [("birthday", "self", "first of April", False)]),
    ("my brother was born on the ninth of May", [("birthday", "brother", "ninth of May", False)]),
    ("my birthday's the thirty first of December new year's eve", [("birthday", "self", "thirty first", False)]),
    ("I'll be seventy nine on the second of February", [("birthday", "self", "second of February", False)]),
]  # fmt: skip
HOME_CITY = [
    ("we've settled in Torquay", [("home_city", "self", "Torquay", False)]),
    ("I've lived in Hull all my life", [("home_city", "self", "Hull", False)]),
    ("I'm living in Cardiff with my daughter now", [("home_city", "self", "Cardiff", False)]),
    ("we retired to Eastbourne", [("home_city", "self", "Eastbourne", False)]),
    ("I'm in a little flat in Harrogate", [("home_city", "self", "Harrogate", False)]),
    ("I moved in with my son in Derby", [("home_city", "self", "Derby", False)]),
    ("home for me is Belfast", [("home_city", "self", "Belfast", False)]),
    ("I'm from Glasgow originally but I live in Preston", [("home_city", "self", "Preston", False)]),
    ("my daughter lives in Toronto", [("home_city", "daughter", "Toronto", False)]),
    ("my son's over in Perth", [("home_city", "son", "Perth", False)]),
    ("we moved down to Plymouth last year", [("home_city", "self", "Plymouth", False)]),
    ("our Karen lives in Spain", [("home_city", "Karen", "Spain", False)]),
    ("I've a son in Kent he's got three children", [("home_city", "son", "Kent", False)]),
    ("I stay in Glasgow", [("home_city", "self", "Glasgow", False)]),
    ("we've been in Whitby forty years", [("home_city", "self", "Whitby", False)]),
    ("I've just moved into a home in Southport", [("home_city", "self", "Southport", False)]),
    ("I'm in sheltered housing in Ripon", [("home_city", "self", "Ripon", False)]),
    ("i live in bury st edmunds", [("home_city", "self", "bury", False)]),
    ("I live down in Penzance now to be near my daughter", [("home_city", "self", "Penzance", False)]),
    ("I've swapped London for Devon", [("home_city", "self", "Devon", False)]),
    ("I left Birmingham and I'm in Ludlow now", [("home_city", "self", "Ludlow", False)]),
    ("we're in Carlisle me and the dog", [("home_city", "self", "Carlisle", False)]),
    ("my brother's out in New Zealand", [("home_city", "brother", "New Zealand", False)]),
    ("our Linda's in Crewe", [("home_city", "Linda", "Crewe", False)]),
    ("the eldest lives in Bath", [("home_city", "eldest", "Bath", False)]),
    ("my niece moved to Dublin", [("home_city", "niece", "Dublin", False)]),
    ("my grandson toby is up in aberdeen", [("home_city", "grandson", "aberdeen", False)]),
    ("there's my brother Len he's in Hove", [("home_city", "brother", "Hove", False)]),
    ("I'm on my own now in a bungalow in Selby", [("home_city", "self", "Selby", False)]),
    ("been in Derry all my days", [("home_city", "self", "Derry", False)]),
    ("I've never left Barnsley", [("home_city", "self", "Barnsley", False)]),
    ("I hail from Cork but I've been settled in Luton since sixty two", [("home_city", "self", "Luton", False)]),
    ("we upped sticks to Rhyl", [("home_city", "self", "Rhyl", False)]),
    ("I've come to live in Frome", [("home_city", "self", "Frome", False)]),
    ("we had thirty years in Derby before coming to Buxton", [("home_city", "self", "Buxton", False)]),
    ("I've got a flat in Deal", [("home_city", "self", "Deal", False)]),
    ("we're still in Whitby", [("home_city", "self", "Whitby", False)]),
    ("I've been up in Inverness since I retired", [("home_city", "self", "Inverness", False)]),
    ("I've moved from Poole to Wimborne", [("home_city", "self", "Wimborne", False)]),
    ("I'm not in Poole any more I'm in Wimborne", [("home_city", "self", "Wimborne", False)]),
    ("our Gary's working over in Germany", [("home_city", "Gary", "Germany", False)]),
    ("I live with my cat in Margate and I do my own shopping", [("home_city", "self", "Margate", False)]),
    ("my house is in Otley", [("home_city", "self", "Otley", False)]),
    ("I've settled down here in Truro since my Harry passed", [("home_city", "self", "Truro", False)]),
    ("I've been living in Perth these past ten years", [("home_city", "self", "Perth", False)]),
    ("my daughter's settled in Vancouver", [("home_city", "daughter", "Vancouver", False)]),
]  # fmt: skip
RELATIONSHIP = [
    ("my daughter's called Susan", [("relationship", "daughter", "Susan", False)]),
    ("my son's name is Peter", [("relationship", "son", "Peter", False)]),
    ("my dog's called Rex", [("relationship", "dog", "Rex", False)]),
    ("I've a grandson called Jack", [("relationship", "grandson", "Jack", False)]),
    ("Billy is my great grandson", [("relationship", "great grandson", "Billy", False)]),
    ("my neighbour's name is Joyce", [("relationship", "neighbour", "Joyce", False)]),
    ("my granddaughter Chloe is a nurse", [("relationship", "granddaughter", "Chloe", False)]),
    ("have I told you my son's called Mark", [("relationship", "son", "Mark", False)]),
    ("the cat's called Tibbles and she loves tuna", [("relationship", "cat", "Tibbles", False), ("preference", "cat", "tuna", False)]),
    ("my lad's called Darren", [("relationship", "lad", "Darren", False)]),
    ("my girls are Pat and Sue", [("relationship", "girls", "Pat", False)]),
    ("I've a budgie by the name of Joey", [("relationship", "budgie", "Joey", False)]),
    ("my carer's a lovely girl called Blessing", [("relationship", "carer", "Blessing", False)]),
    ("my other half is Bill", [("relationship", "other half", "Bill", False)]),
    ("I've a sister Elsie", [("relationship", "sister", "Elsie", False)]),
    ("I've a cat called Smudge", [("relationship", "cat", "Smudge", False)]),
    ("my husband's name was Stanley", [("relationship", "husband", "Stanley", False)]),
    ("me and my sister Rita", [("relationship", "sister", "Rita", False)]),
    ("my lad Kevin's down in Portsmouth he's in the navy", [("relationship", "lad", "Kevin", False), ("home_city", "lad", "Portsmouth", False)]),
    ("my granddaughter Beth's out in Canada nursing", [("relationship", "granddaughter", "Beth", False), ("home_city", "granddaughter", "Canada", False)]),
    ("my son in law's Polish his name's Pawel", [("relationship", "son in law", "Pawel", False)]),
    ("my wee dog's called Hamish", [("relationship", "dog", "Hamish", False)]),
    ("I lost my husband George last year", [("relationship", "husband", "George", False)]),
    ("my home help's called Grace", [("relationship", "home help", "Grace", False)]),
    ("I've a brother Sid in Hastings", [("relationship", "brother", "Sid", False)]),
    ("that's my daughter Elaine in the photo", [("relationship", "daughter", "Elaine", False)]),
    ("my grandson Ryan lives in Leeds", [("relationship", "grandson", "Ryan", False), ("home_city", "grandson", "Leeds", False)]),
    ("my son Andrew he lives in Poole", [("relationship", "son", "Andrew", False), ("home_city", "son", "Poole", False)]),
    ("my sister in law Maureen's in Exeter", [("relationship", "sister in law", "Maureen", False), ("home_city", "sister in law", "Exeter", False)]),
    ("I've got two cats Salt and Pepper", [("relationship", "cats", "Salt", False)]),
    ("my neighbour Doris is ninety", [("relationship", "neighbour", "Doris", False)]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "told"), NAME + BIRTHDAY + HOME_CITY + RELATIONSHIP)
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
