"""The text of made-up lines: names by language models of letters, dates, numbers, addresses, labels, and letters by pure chance."""

from __future__ import annotations

import random
import unicodedata
from collections import defaultdict

from alphabet import ASCII, INDEX, MARKED, SIGNS
from words import CYRILLIC, GREEK, LABELS, MARKS, NAMES

# Letters before the one that a language model chooses.
ORDER = 2
MONTHS = (
    "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC JANV FÉVR AVR MAI JUIN JUIL AOÛT DÉC MRT MEI OKT ENE ABR AGO DIC GEN MAG GIU LUG SET "
    "OTT Januar März Februar Dezember janeiro março octubre febrero août décembre luglio września listopada ŞUBAT AĞU KAS"
).split()
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PLAIN = "abcdefghijklmnopqrstuvwxyz"


def _learn(words: list[str]) -> dict[str, list[str]]:
    following = defaultdict(list)
    for word in words:
        padded = "^" * ORDER + word.lower().replace("i̇", "i") + "$"
        for end in range(ORDER, len(padded)):
            following[padded[end - ORDER : end]].append(padded[end])
    return dict(following)


MODELS = {language: _learn(names.split()) for language, names in NAMES.items()}
GREEK_MODEL, CYRILLIC_MODEL = _learn(GREEK), _learn(CYRILLIC)
LANGUAGES = list(NAMES)

# Letters that differ from a plain one in a stroke, for which Unicode has no decomposition.
STROKED = {"ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "ø": "o", "Ø": "O", "ħ": "h", "Ħ": "H", "ı": "i"}


def _plain(letter: str) -> str:
    return STROKED.get(letter) or unicodedata.normalize("NFD", letter)[0]


_MARKED = sorted(set("".join(MARKS.values())) - set("ßæœþə"))
ALIKE: dict[str, list[str]] = defaultdict(list)
for _letter in LETTERS + PLAIN + "".join(_MARKED) + "".join(_MARKED).upper() + "İ":
    if _letter in INDEX and _letter not in ALIKE[_plain(_letter)]:
        ALIKE[_plain(_letter)].append(_letter)


def line(rng: random.Random) -> tuple[str, str]:
    """A line of text and its script."""
    chance = rng.random()
    if chance < 0.035:
        return _other_script(rng, GREEK, GREEK_MODEL), "greek"
    if chance < 0.095:
        return _other_script(rng, CYRILLIC, CYRILLIC_MODEL), "cyrillic"
    kinds = [_names, _names, _names, _names, _chance, _chance, _date, _number, _address, _label, _label, _label_and_value, _mixed]
    return _tidy(rng.choice(kinds)(rng)), "latin"


def _tidy(text: str) -> str:
    return " ".join("".join(letter for letter in text if letter in INDEX).split())[:60].strip() or "0"


def capitals(text: str, language: str = "") -> str:
    if language in ("tur", "aze"):
        text = text.replace("i", "İ").replace("ı", "I")
    return text.replace("ß", "ẞ").upper() if "ẞ" in text else text.upper()


def _word(rng: random.Random, model: dict[str, list[str]]) -> str:
    for _ in range(8):
        word = ""
        while len(word) < 14:
            following = rng.choice(model[("^" * ORDER + word)[-ORDER:]])
            if following == "$":
                break
            word += following
        if len(word) >= 3:
            return word
    return word


def _chance_word(rng: random.Random, language: str) -> str:
    letters = PLAIN + MARKS[language] * 3
    return "".join(rng.choice(letters) for _ in range(rng.randint(2, 10)))


def _name(rng: random.Random, language: str) -> str:
    chance = rng.random()
    if chance < 0.25:
        return rng.choice(NAMES[language].split())
    word = _word(rng, MODELS[language]) if chance < 0.75 else _chance_word(rng, language)
    if not word:
        return "Ana"
    first = capitals(word[0], language)
    name = (first if len(first) == 1 else word[0]) + word[1:]
    return _with_other_marks(rng, name) if rng.random() < 0.2 else name


def _with_other_marks(rng: random.Random, name: str) -> str:
    """A name with marks lost, moved or added, so that the net reads a mark from the ink and not from the word (`POLSKIE`, `PÓLSKIE`)."""
    if rng.random() < 0.3:
        return "".join(_plain(letter) if letter in MARKED else letter for letter in name)
    return "".join(rng.choice(ALIKE.get(_plain(letter), [letter])) if rng.random() < 0.25 else letter for letter in name)


def _cased(rng: random.Random, text: str, language: str) -> str:
    chance = rng.random()
    if chance < 0.55:
        return capitals(text, language)
    return text if chance < 0.92 else text.lower().replace("i̇", "i")


def _names(rng: random.Random) -> str:
    language = rng.choice(LANGUAGES)
    between = rng.choice([" ", " ", " ", " ", "-", ", "])
    text = between.join(_name(rng, language) for _ in range(rng.choice([1, 1, 1, 2, 2, 3])))
    return _cased(rng, text, language)


def _chance(rng: random.Random) -> str:
    """No language at all: the net shall read letters and not guess from their neighbours."""
    chance = rng.random()
    if chance < 0.35:
        pool = LETTERS + "0123456789" * 2
    elif chance < 0.8:
        marks = "".join(MARKS.values())
        pool = rng.choice([LETTERS * 2 + capitals(marks), PLAIN * 2 + marks, LETTERS + PLAIN + marks + capitals(marks, "tur")])
    else:
        pool = ASCII * 3 + SIGNS
    text = "".join(rng.choice(pool) for _ in range(rng.randint(1, 14)))
    if rng.random() < 0.3:
        cut = rng.randint(0, len(text))
        text = f"{text[:cut]} {text[cut:]}"
    return text


def _date(rng: random.Random) -> str:
    day, month, year = rng.randint(1, 31), rng.randint(1, 12), rng.randint(1930, 2045)
    dot = rng.choice([".", ".", "/", "/", "-", " "])
    forms = [
        f"{day:02d}{dot}{month:02d}{dot}{year}", f"{day:02d}{dot}{month:02d}{dot}{year % 100:02d}", f"{year}{dot}{month:02d}{dot}{day:02d}",
        f"{day:02d} {rng.choice(MONTHS)} {year}", f"{day:02d} {rng.choice(MONTHS)}/{rng.choice(MONTHS)} {year % 100:02d}",
        f"{day}. {month}. {year}", f"{month:02d}{dot}{day:02d}{dot}{year}", f"{rng.choice(MONTHS)} {day}, {year}", f"{day:02d}{month:02d}{year}",
    ]  # fmt: skip
    text = rng.choice(forms)
    return text.upper() if rng.random() < 0.6 else text


def _digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choice("0123456789") for _ in range(count))


def _number(rng: random.Random) -> str:
    shape = rng.choice("D9 L2D7 L1D8 C9 D3.D3.D3-D2 D2 D4D4D4 D8L1 D8-L1 L3 D6 D11 D1,D2 €D3,D2 D2% L4D6L1D1L2 D5-D3 D1.D2 D12 m C12".split(" "))
    pools = {"D": "0123456789", "L": LETTERS, "C": LETTERS + "0123456789"}
    text, position = "", 0
    while position < len(shape):
        sign = shape[position]
        position += 1
        if sign in pools:
            digits = ""
            while position < len(shape) and shape[position].isdigit():
                digits += shape[position]
                position += 1
            text += "".join(rng.choice(pools[sign]) for _ in range(int(digits or 1)))
        else:
            text += f"{rng.uniform(1.4, 2.1):.2f} m" if sign == "m" else sign
    if rng.random() < 0.15 and len(text) > 6:
        text = " ".join(text[start : start + 3] for start in range(0, len(text), 3))
    return text


def _address(rng: random.Random) -> str:
    language = rng.choice(LANGUAGES)
    street, town = _name(rng, language), _name(rng, language)
    number, code = rng.randint(1, 399), _digits(rng, rng.choice([4, 5]))
    way = rng.choice(["Rua", "Calle", "Av.", "ul.", "Via", "Rue", "Str.", "nám.", "út", "Cad.", "St", "Road", "C/", "Bd"])
    forms = [f"{way} {street} {number}", f"{street}straße {number}", f"{code} {town}", f"{number}, {way} {street}", f"{code[:4]}-{_digits(rng, 3)} {town}"]
    return _cased(rng, rng.choice(forms), language)


def _label(rng: random.Random) -> str:
    text = rng.choice(LABELS)
    between = rng.choice([" / ", "/", "/", " "])
    while rng.random() < 0.35 and len(text) < 40:
        text += between + rng.choice(LABELS)
    if rng.random() < 0.15:
        text = rng.choice(["1. ", "2. ", "3. ", "(1) ", "[a] ", "4a. ", "4b. "]) + text
    return text.upper() if rng.random() < 0.3 else text


def _label_and_value(rng: random.Random) -> str:
    first = rng.choice([rng.choice(LABELS), f"{rng.randint(1, 9)}.", rng.choice(["4a.", "4b.", "4c.", "4d."])])
    return first + rng.choice([" ", ": ", "  "]) + rng.choice([_names, _date, _number])(rng)


def _mixed(rng: random.Random) -> str:
    return rng.choice([_date, _number])(rng) + rng.choice([" ", " - ", " / ", ", "]) + rng.choice([_date, _number, _names, _label])(rng)


def _other_script(rng: random.Random, words: list[str], model: dict[str, list[str]]) -> str:
    text = " ".join(rng.choice(words) if rng.random() < 0.4 else _word(rng, model).capitalize() for _ in range(rng.choice([1, 1, 2])))
    if rng.random() < 0.15:
        text += " " + _date(rng).translate({ord(letter): None for letter in LETTERS + PLAIN}).strip()
    return _tidy(text.upper() if rng.random() < 0.5 else text)
