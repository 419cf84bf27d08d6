"""Made-up lines of machine-readable zones: the layouts of ICAO 9303 parts 4 to 7, and some that only look like them."""

import random

ALPHABET = "<0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS = ALPHABET[11:]
DIGITS = ALPHABET[1:11]
# Letters of names in about the proportion in which they occur; the rare ones have to be learned, too.
NAME_LETTERS = "AEIOURNSTLM" * 2 + "BCDFGHJKPVWZ" + LETTERS

LINE_LENGTHS = {"TD1": 30, "TD2": 36, "TD3": 44, "MRVA": 44, "MRVB": 36}


def line(rng: random.Random) -> str:
    """One line, exactly as long as its format demands."""
    length = rng.choice([30, 36, 44, 44])
    kind = rng.random()
    if kind < 0.42:
        text = _names(rng, length)
    elif kind < 0.82:
        text = _data(rng, length)
    else:
        # No layout at all: the net shall read letters and not guess from the neighbours.
        text = "".join(rng.choice(ALPHABET) for _ in range(rng.randint(20, length)))
    return (text + "<" * 44)[:length]


def _name(rng: random.Random) -> str:
    return "".join(rng.choice(NAME_LETTERS) for _ in range(rng.randint(2, 11)))


def _state(rng: random.Random) -> str:
    return rng.choice(LETTERS) + "<<" if rng.random() < 0.12 else "".join(rng.choice(LETTERS) for _ in range(3))


def _date(rng: random.Random) -> str:
    return f"{rng.randint(0, 99):02d}{rng.randint(1, 12):02d}{rng.randint(1, 31):02d}"


def _digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choice(DIGITS) for _ in range(count))


def _number(rng: random.Random, length: int) -> str:
    """A document number of one of the usual shapes, with fillers where it is shorter."""
    letters = rng.choice([0, 0, 1, 1, 2, 3])
    used = length - (rng.randint(1, 3) if rng.random() < 0.3 else 0)
    if rng.random() < 0.2:
        text = "".join(rng.choice(LETTERS + DIGITS) for _ in range(used))
    else:
        text = "".join(rng.choice(LETTERS) for _ in range(letters)) + _digits(rng, used)
    return (text[:used] + "<" * length)[:length]


def _names(rng: random.Random, length: int) -> str:
    code = rng.choice(["P<", "P<", "P<", "PM", "PO", "PD", "I<", "ID", "AC", "C<", "V<", "IR"]) + _state(rng)
    family = "<".join(_name(rng) for _ in range(rng.choice([1, 1, 2])))
    given = "<".join(_name(rng) for _ in range(rng.randint(1, 3)))
    return ("" if length == 30 else code) + family + "<<" + given


def _data(rng: random.Random, length: int) -> str:
    digit = lambda: rng.choice(DIGITS)
    sex = rng.choice("MF<")
    if length == 30:
        if rng.random() < 0.5:
            optional = _number(rng, rng.randint(5, 14)) if rng.random() < 0.5 else ""
            return rng.choice(["I<", "ID", "AC", "C1", "IR"]) + _state(rng) + _number(rng, 9) + digit() + optional
        optional = _number(rng, 11) if rng.random() < 0.4 else "<" * 11
        return _date(rng) + digit() + sex + _date(rng) + digit() + _state(rng) + optional + digit()
    optional = (_number(rng, 14) if rng.random() < 0.5 else "<" * 14)[: length - 30]
    head = _number(rng, 9) + digit() + _state(rng) + _date(rng) + digit() + sex + _date(rng) + digit() + optional
    return (head + "<" * 44)[: length - 2] + rng.choice(["<", digit()]) + digit()
