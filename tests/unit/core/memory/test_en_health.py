"""English sentences of our own that tell of health."""

from __future__ import annotations

import pytest

from core.memory.extract import extract

HEALTH = [
    ("I've got a touch of arthritis in my fingers", [("health", "self", "arthritis", False)]),
    ("I have to watch my sugar I'm diabetic", [("health", "self", "diabetic", False)]),
    ("I've had two strokes", [("health", "self", "strokes", False)]),
    ("I've got a pacemaker", [("health", "self", "pacemaker", False)]),
    ("I had my hip done last year", [("health", "self", "hip", False)]),
    ("I've got high cholesterol", [("health", "self", "cholesterol", False)]),
    ("I suffer with my nerves", [("health", "self", "nerves", False)]),
    ("I'm deaf in my left ear", [("health", "self", "deaf", False)]),
    ("I'm hard of hearing", [("health", "self", "hard of hearing", False)]),
    ("my eyesight's not good", [("health", "self", "eyesight", False)]),
    ("I'm a coeliac so no bread for me", [("health", "self", "coeliac", False)]),
    ("nuts would kill me I'm that allergic", [("health", "self", "nuts", False)]),
    ("I'm on blood thinners", [("health", "self", "blood thinners", False)]),
    ("I take tablets for my heart", [("health", "self", "heart", False)]),
    ("I wear a hearing aid", [("health", "self", "hearing aid", False)]),
    ("I've got a dicky heart", [("health", "self", "heart", False)]),
    ("my knees are shot", [("health", "self", "knees", False)]),
    ("I get terrible migraines", [("health", "self", "migraines", False)]),
    ("I've been diagnosed with Parkinson's", [("health", "self", "Parkinson", False)]),
    ("I had a heart attack in 2015", [("health", "self", "heart attack", False)]),
    ("bee stings send me into shock I'm allergic", [("health", "self", "bee stings", False)]),
    ("I walk with a stick", [("health", "self", "stick", False)]),
    ("I've got a bad chest", [("health", "self", "chest", False)]),
    ("I'm waiting for a new knee", [("health", "self", "knee", False)]),
    ("I've lost most of my hearing", [("health", "self", "hearing", False)]),
    ("my wife's got dementia", [("health", "wife", "dementia", False)]),
    ("my husband has a bad heart", [("health", "husband", "heart", False)]),
    ("my brother's diabetic", [("health", "brother", "diabetic", False)]),
    ("did I tell you I'm allergic to bees", [("health", "self", "bees", False)]),
    ("my sister lives with me she's got asthma", [("health", "sister", "asthma", False)]),
    ("the doctor told me I've got an underactive thyroid", [("health", "self", "thyroid", False)]),
    ("the consultant says it's glaucoma", [("health", "self", "glaucoma", False)]),
    ("I have arthritis but I love dancing and I go every Friday", [("health", "self", "arthritis", False), ("preference", "self", "dancing", False), ("routine", "self", "Friday", False)]),
    ("I'm a martyr to my back", [("health", "self", "back", False)]),
    ("I've got the sugar", [("health", "self", "sugar", False)]),
    ("I'm under the doctor for my heart", [("health", "self", "heart", False)]),
    ("I had my gallbladder out in March", [("health", "self", "gallbladder", False)]),
    ("I've only the one kidney", [("health", "self", "kidney", False)]),
    ("I've got a plastic hip", [("health", "self", "hip", False)]),
    ("I'm blind in one eye", [("health", "self", "blind", False)]),
    ("I've got water on the knee", [("health", "self", "knee", False)]),
    ("I have a leaky heart valve", [("health", "self", "valve", False)]),
    ("I'm prone to chest infections", [("health", "self", "chest infections", False)]),
    ("I've a stoma", [("health", "self", "stoma", False)]),
    ("eggs don't agree with me", [("health", "self", "eggs", False)]),
    ("wheat upsets my stomach", [("health", "self", "wheat", False)]),
    ("plasters bring me out in blisters", [("health", "self", "plasters", False)]),
    ("cats make me wheeze", [("health", "self", "cats", False)]),
    ("I've got a bit of osteoporosis", [("health", "self", "osteoporosis", False)]),
    ("I've lost the hearing in my right ear", [("health", "self", "hearing", False)]),
    ("I had polio as a child so my leg's bad", [("health", "self", "leg", False)]),
    ("I'm on the waiting list for a hip", [("health", "self", "hip", False)]),
    ("I've had my tonsils out", [("health", "self", "tonsils", False)]),
    ("I've had a bit of a stroke", [("health", "self", "stroke", False)]),
    ("I've got vertigo", [("health", "self", "vertigo", False)]),
    ("I'm on insulin", [("health", "self", "insulin", False)]),
    ("I get breathless because of my emphysema", [("health", "self", "emphysema", False)]),
    ("my arthritis is playing me up today", [("health", "self", "arthritis", False)]),
    ("I have angina and I've got a cough today", [("health", "self", "angina", False)]),
    ("my grandson's got asthma", [("health", "grandson", "asthma", False)]),
    ("my sister's gone deaf", [("health", "sister", "deaf", False)]),
    ("my mum had dementia", [("health", "mum", "dementia", False)]),
    ("strawberries bring me up in a rash", [("health", "self", "strawberries", False)]),
    ("my throat closes up if I have kiwi", [("health", "self", "kiwi", False)]),
    ("I swell up like a balloon with wasp stings", [("health", "self", "wasp stings", False)]),
    ("elastoplast brings my skin up", [("health", "self", "elastoplast", False)]),
    ("I've a hearing aid in this ear", [("health", "self", "hearing aid", False)]),
    ("I'm deaf as a post on the left", [("health", "self", "deaf", False)]),
    ("they put a stent in two years back", [("health", "self", "stent", False)]),
    ("I had a new knee in the spring", [("health", "self", "knee", False)]),
    ("I lost a kidney in ninety eight", [("health", "self", "kidney", False)]),
    ("I've had both hips done", [("health", "self", "hips", False)]),
    ("they took my spleen out", [("health", "self", "spleen", False)]),
    ("I've got bad circulation", [("health", "self", "circulation", False)]),
    ("I've a slipped disc", [("health", "self", "disc", False)]),
    ("the doctor's put me on statins", [("health", "self", "statins", False)]),
    ("I'm under the hospital for my kidneys", [("health", "self", "kidneys", False)]),
    ("I was diagnosed with coeliac disease last spring", [("health", "self", "coeliac", False)]),
    ("it turns out I'm diabetic", [("health", "self", "diabetic", False)]),
    ("I use an inhaler for my asthma", [("health", "self", "asthma", False)]),
    ("I've got a frozen shoulder", [("health", "self", "shoulder", False)]),
    ("I'm riddled with arthritis", [("health", "self", "arthritis", False)]),
    ("I have funny turns with my epilepsy", [("health", "self", "epilepsy", False)]),
    ("I've got a bad leg since my fall", [("health", "self", "leg", False)]),
    ("I have to have my injections I'm diabetic", [("health", "self", "diabetic", False)]),
    ("I've got bad arthritis in my hip", [("health", "self", "arthritis", False)]),
    ("I've got a weak heart", [("health", "self", "heart", False)]),
    ("I'm short sighted", [("health", "self", "short sighted", False)]),
    ("my left knee's gone", [("health", "self", "knee", False)]),
    ("I've got an allergy to latex", [("health", "self", "latex", False)]),
    ("I'm lactose intolerant", [("health", "self", "lactose", False)]),
    ("penicillin doesn't agree with me", [("health", "self", "penicillin", False)]),
    ("I came out in lumps with sulphur tablets", [("health", "self", "sulphur", False)]),
    ("I've got high blood pressure and diabetes", [("health", "self", "blood pressure", False), ("health", "self", "diabetes", False)]),
    ("I've got the early stages of macular degeneration", [("health", "self", "macular", False)]),
    ("I carry an epipen for wasp stings", [("health", "self", "epipen", False)]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "told"), HEALTH)
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
