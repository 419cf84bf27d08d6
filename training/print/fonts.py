"""
The fonts of `fonts.txt`, as far as they are installed, with their licences checked and the letters that they have.

    python3 fonts.py              counts them
    python3 fonts.py pack DIR     writes them, cut down to our letters, for a machine that cannot install them (FONTS_DIR=DIR there)
"""

from __future__ import annotations

import json
import os
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from alphabet import ALPHABET

HERE = Path(__file__).parent
CACHE = HERE / "../../.cache/training/print"
# Faces that no document is printed in, and the scripts of Noto that are not ours.
LEFT_OUT = ("Symbol", "Dingbats", "Music", "Math", "Emoji", "OCRBX", "Z003", "D05", "StandardSymbols", "chorus")
NOTO = ("NotoSans-", "NotoSerif-", "NotoSansDisplay-", "NotoSerifDisplay-", "NotoSansMono-", "NotoMono")


@dataclass(frozen=True)
class Font:
    path: str
    family: str
    letters: frozenset[str]
    held_out: bool


def listed() -> list[tuple[str, str, str]]:
    """Package, licence and the words that its copyright file must have."""
    lines = (HERE / "fonts.txt").read_text().splitlines()
    return [tuple(part.strip() for part in line.split("|")) for line in lines if line and line[0] != "#"]


def check_licence(package: str, words: str) -> None:
    path = Path(f"/usr/share/doc/{package}/copyright")
    if words.lower() not in path.read_text(errors="replace").lower():
        raise SystemExit(f"{path} does not say '{words}'")


def installed() -> list[Font]:
    if packed := os.environ.get("FONTS_DIR"):
        kept = json.loads((Path(packed) / "fonts.json").read_text())
        return [_font(str(Path(packed) / name), letters) for name, letters in sorted(kept.items())]
    return _from_packages()


def _from_packages() -> list[Font]:
    """Reads each font's letters once and keeps them; a package that is not installed is named and left out."""
    CACHE.mkdir(parents=True, exist_ok=True)
    kept_at = CACHE / "fonts.json"
    kept = json.loads(kept_at.read_text()) if kept_at.exists() else {}
    fonts = []
    for package, _, words in listed():
        listing = Path(f"/var/lib/dpkg/info/{package}.list")
        files = listing.read_text().splitlines() if listing.exists() else []
        paths = sorted(path for path in files if path.lower().endswith((".ttf", ".otf")) and _is_wanted(path))
        if not paths:
            print(f"{package} is not installed")
            continue
        check_licence(package, words)
        for path in paths:
            if path not in kept:
                kept[path] = _letters_of(path)
            fonts.append(_font(path, kept[path]))
    kept_at.write_text(json.dumps(kept))
    return [font for font in fonts if len(font.letters) > 60]


def _is_wanted(path: str) -> bool:
    name = Path(path).name
    if name.startswith("Noto") and not name.startswith(NOTO):
        return False
    return not any(word in name for word in LEFT_OUT)


def _letters_of(path: str) -> str:
    try:
        cmap = TTFont(path, lazy=True).getBestCmap() or {}
    except Exception as error:
        print(f"{path}: {error}")
        return ""
    return "".join(letter for letter in ALPHABET if ord(letter) in cmap)


def _font(path: str, letters: str) -> Font:
    family = Path(path).stem.split("-")[0].split("_")[0]
    # A tenth of the families is kept for validation. All weights of a family go the same way.
    held_out = zlib.crc32(family.encode()) % 10 == 0 and not family.startswith("OCRB")
    return Font(path, family, frozenset(letters), held_out)


def pack(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    kept = {}
    for font in installed():
        name = Path(font.path).name
        assert name not in kept, f"two fonts are called {name}"
        options = subset.Options(layout_features=[], hinting=False, notdef_outline=True, drop_tables=["GSUB", "GPOS", "GDEF", "DSIG", "MATH"])
        with TTFont(font.path, lazy=True) as loaded:
            cutter = subset.Subsetter(options)
            cutter.populate(text=ALPHABET)
            cutter.subset(loaded)
            loaded.save(folder / name)
        kept[name] = "".join(sorted(font.letters))
    (folder / "fonts.json").write_text(json.dumps(kept))


if __name__ == "__main__":
    if sys.argv[1:2] == ["pack"]:
        pack(Path(sys.argv[2]))
    fonts = installed()
    print(len(fonts), "fonts,", len({font.family for font in fonts}), "families; kept for validation:")
    print(sorted({font.family for font in fonts if font.held_out}))
