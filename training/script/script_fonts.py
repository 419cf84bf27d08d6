"""The fonts of `../print/fonts.txt` and of the packages below that have the letters of another script."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import scripts  # noqa: F401  (the path of the print net's room)
from fontTools.ttLib import TTCollection, TTFont

from fonts import check_licence, listed

CACHE = Path(__file__).parent / "../../.cache/training/script"
FURTHER = [("fonts-noto-cjk", "OFL-1.1", "SIL Open Font License")]
# Letters that a font of the script has, and by which we know it.
TELLING = {
    "Arab": "ابتجحدرسعفقكلمنهوي", "Hebr": "אבגדהוזחטילמנסעפצקרשת", "Thai": "กขคงจชดตทนบปมยรลวสหอ", "Geor": "აბგდევზთიკლმნოპრსტუ",
    "Armn": "աբգդեզէըթժիլխծկհձղճմԱԲԳԴ", "Deva": "अआइकखगचजतदनपबमयरलवसह", "Beng": "অআইকখগচজতদনপবমযরলসহ", "Taml": "அஆஇகஙசஞடணதநபமயரலவ",
    "Sinh": "අආඇඈඉකගචජටඩතදනපබමයරලවසහ", "Hani": "王李张刘中国人民大日本", "Kana": "アイウエオカキクケコあいうえお", "Hang": "가나다김박이최정",
    "Khmr": "កខគឃងចឆជតថទនបពមយរលវសហអ", "Laoo": "ກຂຄງຈສຊຍດຕຖທນບປຜພຟມຢຣລວຫອ", "Mymr": "ကခဂငစဆဇညတထဒနပဖဗဘမယရလဝသဟအ", "Ethi": "ሀለሐመሠረሰሸቀበተኀነአከወዘየደገ",
    "Thaa": "ހށނރބޅކއވމފދތލގ", "Tibt": "ཀཁགངཅཆཇཉཏཐདནཔཕབམཙཚཛཝཞཟཡརལཤསཧཨ",
}  # fmt: skip
# Families that are kept for validation, of the scripts that have fonts enough without them.
HELD_OUT = ("FreeMono", "Hack", "Cousine", "LiberationMono", "NotoSansMono")


@dataclass(frozen=True)
class OtherFont:
    path: str
    index: int
    scripts: tuple[str, ...]
    held_out: bool


def other_fonts() -> list[OtherFont]:
    CACHE.mkdir(parents=True, exist_ok=True)
    kept_at = CACHE / "fonts.json"
    kept = json.loads(kept_at.read_text()) if kept_at.exists() else {}
    fonts = []
    for package, _, words in [*listed(), *FURTHER]:
        listing = Path(f"/var/lib/dpkg/info/{package}.list")
        files = listing.read_text().splitlines() if listing.exists() else []
        paths = sorted(path for path in files if path.lower().endswith((".ttf", ".otf", ".ttc")))
        if not paths:
            continue
        check_licence(package, words)
        for path in paths:
            if path not in kept:
                kept[path] = _scripts_of(path)
            for index, own in enumerate(kept[path]):
                if own:
                    fonts.append(OtherFont(path, index, tuple(own), Path(path).name.startswith(HELD_OUT)))
    kept_at.write_text(json.dumps(kept))
    return fonts


def _scripts_of(path: str) -> list[list[str]]:
    faces = TTCollection(path, lazy=True).fonts if path.endswith(".ttc") else [TTFont(path, lazy=True)]
    found = []
    for face in faces:
        letters = face.getBestCmap() or {}
        found.append([script for script, telling in TELLING.items() if all(ord(letter) in letters for letter in telling)])
    return found


if __name__ == "__main__":
    for script in TELLING:
        own = [font for font in other_fonts() if script in font.scripts]
        print(script, len(own), "fonts,", sum(font.held_out for font in own), "kept for validation")
