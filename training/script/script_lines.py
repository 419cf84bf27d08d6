"""The text of lines in other scripts: words of ICU, words of language models that learned from these, and letters by pure chance."""

from __future__ import annotations

import json
import random
import subprocess
from functools import lru_cache

from scripts import LANGUAGES, OTHER
from script_fonts import CACHE, TELLING
from lines import CYRILLIC_MODEL, GREEK_MODEL, _date, _learn, _number, _other_script, _word, line as read_line
from words import CYRILLIC, GREEK

# Letters and signs of a script by which a word of it is known.
BLOCKS = {
    "Arab": "\u0600-\u06ff", "Hebr": "\u0590-\u05ff", "Thai": "\u0e00-\u0e7f", "Geor": "\u10a0-\u10ff", "Armn": "\u0530-\u058f",
    "Deva": "\u0900-\u097f", "Beng": "\u0980-\u09ff", "Taml": "\u0b80-\u0bff", "Sinh": "\u0d80-\u0dff", "Hani": "\u4e00-\u9fa5",
    "Kana": "\u3040-\u30ff\u4e00-\u9fa5", "Hang": "\uac00-\ud7a3", "Khmr": "\u1780-\u17ff", "Laoo": "\u0e80-\u0eff",
    "Mymr": "\u1000-\u109f", "Ethi": "\u1200-\u137f", "Thaa": "\u0780-\u07bf", "Tibt": "\u0f00-\u0fff",
}  # fmt: skip
THAANA_VOWELS = "ަާިީުޫެޭޮޯް"
ARABIC_DIGITS = "٠١٢٣٤٥٦٧٨٩"


@lru_cache
def _words() -> dict[str, list[str]]:
    kept_at = CACHE / "words.json"
    if not kept_at.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        here = CACHE / "../../../training/script/script_words.mjs"
        kept_at.write_bytes(subprocess.run(["node", str(here), json.dumps(LANGUAGES)], check=True, stdout=subprocess.PIPE).stdout)
    by_language = json.loads(kept_at.read_text())
    return {script: [word for name in names for word in by_language[name] if _is_of(word, script)] for script, names in LANGUAGES.items()}


def _is_of(word: str, script: str) -> bool:
    ranges = BLOCKS[script]
    spans = [(ranges[at], ranges[at + 2]) for at in range(0, len(ranges), 3)]
    return all(any(first <= letter <= last or letter in "\u200c\u200d" for first, last in spans) for letter in word)


@lru_cache
def _model(script: str):
    return _learn(_words()[script])


def read_text(rng: random.Random) -> str:
    """A line in a read script: more Greek and Cyrillic than the print net gets, whose letters turned round resemble others."""
    chance = rng.random()
    if chance < 0.1:
        return _other_script(rng, GREEK, GREEK_MODEL)
    return _other_script(rng, CYRILLIC, CYRILLIC_MODEL) if chance < 0.25 else read_line(rng)[0]


def other_line(rng: random.Random, script: str | None = None) -> tuple[str, str]:
    """A line wholly in another script, and that script."""
    script = script or rng.choice(OTHER + ["Arab", "Hebr", "Thai", "Geor", "Armn", "Armn", "Geor", "Hani", "Hang"])
    text = " ".join(_other_word(rng, script) for _ in range(rng.choice([1, 1, 1, 2, 2, 3])))
    if script == "Armn" and rng.random() < 0.6:
        text = text.upper()
    if script == "Geor" and rng.random() < 0.15:
        text = text.upper()  # Mtavruli; a font without it prints small boxes, which `script_draw` refuses
    if script in ("Hani", "Kana") and rng.random() < 0.8:
        text = text.replace(" ", "")
    if script == "Arab" and rng.random() < 0.06:
        text += " " + "".join(rng.choice(ARABIC_DIGITS) for _ in range(rng.randint(1, 8)))
    return text[:40], script


def _other_word(rng: random.Random, script: str) -> str:
    chance, words = rng.random(), _words()[script]
    if script in ("Hani", "Kana"):
        if chance < 0.4:
            return rng.choice(words)
        count = rng.choice([1, 2, 2, 3, 3, 4, 6])
        pool = "".join(words) if chance < 0.85 else [chr(rng.randint(0x4E00, 0x9FA5)) for _ in range(count)]
        return "".join(rng.choice(pool) for _ in range(count))
    if script == "Hang" and chance > 0.4:
        return "".join(chr(rng.randint(0xAC00, 0xD7A3)) if chance > 0.8 else rng.choice("".join(words)) for _ in range(rng.randint(1, 4)))
    if script == "Thaa":
        return "".join(rng.choice(TELLING["Thaa"]) + rng.choice(THAANA_VOWELS) for _ in range(rng.randint(2, 6)))
    if script == "Tibt":
        return "་".join(rng.choice(words).strip("་") for _ in range(rng.randint(1, 4)))
    if chance < 0.35:
        return rng.choice(words)
    if chance < 0.85:
        return _word(rng, _model(script)) or rng.choice(words)
    return "".join(rng.choice(TELLING[script]) for _ in range(rng.randint(2, 8)))


def mixed_line(rng: random.Random) -> tuple[str, str]:
    """A line in two scripts, one of them read; the part in that one has three letters or digits or more."""
    other, script = other_line(rng)
    chance = rng.random()
    if chance < 0.75:
        read = read_line(rng)[0]
    else:
        read = rng.choice([_date, _number])(rng)
    cut = rng.randint(3, max(3, len(read)))
    read = read[:cut].strip()
    if sum(letter.isalnum() for letter in read) < 3:
        read = rng.choice(["ANA", "IVO", "LEE", "1984"])
    between = rng.choice(["/", "/", " / ", " ", " ", "  ", " - "])
    return (other + between + read if rng.random() < 0.6 else read + between + other), script
