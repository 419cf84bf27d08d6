"""The classes of the script net. It draws lines with the code of the print net, which is imported from its room."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).parent / "../print"))

# Latin, Greek, Cyrillic, digits, signs and paper without print; lines with a part in one of these or that nobody can tell.
READ, UNSURE = 0, 1
# ISO 15924, with the languages whose words the lines of a script have. Classes are added at the end only.
LANGUAGES = {
    "Arab": ["ar", "fa", "ur", "ps", "ar", "fa", "ckb", "ug"],
    "Hebr": ["he"],
    "Thai": ["th"],
    "Geor": ["ka"],
    "Armn": ["hy"],
    "Deva": ["hi", "mr", "ne"],
    "Beng": ["bn", "as"],
    "Taml": ["ta"],
    "Sinh": ["si"],
    "Hani": ["zh", "zh-Hant"],
    "Kana": ["ja"],
    "Hang": ["ko"],
    "Khmr": ["km"],
    "Laoo": ["lo"],
    "Mymr": ["my"],
    "Ethi": ["am", "ti"],
    "Thaa": [],
    "Tibt": ["dz", "bo"],
}
OTHER = list(LANGUAGES)
CLASSES = ["read", "unsure", *OTHER]
