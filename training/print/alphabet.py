"""The classes of the print net, as they are shipped beside its weights. Letters are added at the end only."""

from __future__ import annotations

from pathlib import Path

# Class 0 is the blank, and has no line in the file.
ALPHABET = "".join((Path(__file__).parent / "../../models/print-line-characters.txt").read_text().split("\n"))
INDEX = {character: position + 1 for position, character in enumerate(ALPHABET)}
CLASSES = len(ALPHABET) + 1

SCRIPTS = ["latin", "greek", "cyrillic"]


def _is_of_script(letter: str, first: int, last: int) -> bool:
    return letter.isalpha() and first <= ord(letter) <= last


ASCII = "".join(letter for letter in ALPHABET if ord(letter) < 0x80)
# Latin letters with marks, and ligatures.
MARKED = {letter for letter in ALPHABET if _is_of_script(letter, 0xC0, 0x36F) or _is_of_script(letter, 0x1E00, 0x1EFF)}
SIGNS = "".join(letter for letter in ALPHABET if ord(letter) >= 0x80 and (not letter.isalpha() or letter in "ªº"))
