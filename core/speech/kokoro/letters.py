"""How an unknown English word is probably said: letters to sounds, for names and new words."""

from __future__ import annotations

import re

# Longest first. A consonant context is written in the pattern; the sound is Kokoro's alphabet.
_RULES = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"tion\b", "ʃən"), (r"tions\b", "ʃənz"), (r"sion\b", "ʒən"), (r"ture\b", "ʧəɹ"), (r"ough", "O"),
        (r"augh", "ɔ"), (r"eigh", "A"), (r"igh", "I"), (r"tch", "ʧ"), (r"dge", "ʤ"), (r"sch", "ʃ"),
        (r"(?<=[a-z])able\b", "əbᵊl"), (r"(?<=[b-df-hj-np-tv-z])le\b", "ᵊl"), (r"(?<=[a-z])ous\b", "əs"),
        (r"\bkn", "n"), (r"\bwr", "ɹ"), (r"\bps", "s"), (r"\bxi(?=[aou])", "ʃ"),
        (r"\bx(?=[iu])", "ʃ"), (r"\bx", "z"),
        (r"ang\b", "ɑŋ"), (r"\by", "j"),
        (r"ch", "ʧ"), (r"sh", "ʃ"), (r"th", "θ"), (r"ph", "f"), (r"wh", "w"), (r"gh", "ɡ"), (r"ck", "k"),
        (r"ng\b", "ŋ"), (r"nk", "ŋk"), (r"qu", "kw"), (r"q", "ʧ"), (r"zh", "ʤ"),
        (r"air", "ɛɹ"), (r"ear", "ɪɹ"), (r"eer", "ɪɹ"), (r"our", "ɔɹ"), (r"oor", "ɔɹ"), (r"are\b", "ɛɹ"),
        (r"ire\b", "Iəɹ"), (r"ore\b", "ɔɹ"), (r"ar", "ɑɹ"), (r"or", "ɔɹ"), (r"er", "əɹ"), (r"ir|ur", "ɜɹ"),
        (r"ai|ay|ei|ey(?=[a-z])", "A"), (r"ey\b", "i"), (r"ee|ea|ie(?=[a-z])", "i"), (r"ie\b", "i"),
        (r"oa|oe", "O"), (r"oo", "u"), (r"ou", "W"), (r"ow\b", "O"), (r"ow", "W"), (r"oi|oy", "Y"),
        (r"au|aw", "ɔ"), (r"eu|ew|ue|ui", "u"), (r"ao", "W"),
        (r"a(?=[b-df-hj-np-tv-z]e\b)", "A"), (r"e(?=[b-df-hj-np-tv-z]e\b)", "i"),
        (r"i(?=[b-df-hj-np-tv-z]e\b)", "I"), (r"o(?=[b-df-hj-np-tv-z]e\b)", "O"),
        (r"u(?=[b-df-hj-np-tv-z]e\b)", "u"),
        (r"(?<=[a-z])es\b", "z"), (r"(?<=[a-z]{2})e\b", ""), (r"a\b", "ə"), (r"o\b", "O"), (r"[iy]\b", "i"),
        (r"u\b", "u"), (r"e\b", "i"),
        (r"c(?=[eiy])", "s"), (r"g(?=[eiy])", "ʤ"), (r"([bcdfgklmnprstvz])\1", "="),
        (r"a", "æ"), (r"e", "ɛ"), (r"i", "ɪ"), (r"o", "ɑ"), (r"u", "ʌ"), (r"y", "ɪ"),
        (r"b", "b"), (r"c", "k"), (r"d", "d"), (r"f", "f"), (r"g", "ɡ"), (r"h", "h"), (r"j", "ʤ"),
        (r"k", "k"),
        (r"l", "l"), (r"m", "m"), (r"n", "n"), (r"p", "p"), (r"r", "ɹ"), (r"s", "s"), (r"t", "t"),
        (r"v", "v"), (r"w", "w"), (r"x", "ks"), (r"z", "z"),
    )
)  # fmt: skip
_PLAIN = {"c": "k", "g": "ɡ", "r": "ɹ"}
_VOWEL = re.compile(r"[AIOWYaiuæɑɔəɛɜɪʊʌ]")


def sound_out(word: str) -> str:
    """Plausible phonemes of a word of ASCII letters; the first vowel is stressed."""
    word = word.lower()
    said, at = "", 0
    while at < len(word):
        for pattern, sound in _RULES:
            match = pattern.match(word, at)
            if match is not None and match.end() > at:
                said += _PLAIN.get(word[at], word[at]) if sound == "=" else sound
                at = match.end()
                break
        else:
            at += 1
    return _VOWEL.sub(lambda vowel: "ˈ" + vowel.group(), said, count=1)
