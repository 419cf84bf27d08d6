"""Prints lines of other scripts, of two scripts, and lines in a read script that a forger has made hard to tell."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from scripts import CLASSES, OTHER, READ, UNSURE
from script_fonts import OtherFont
from script_lines import mixed_line, other_line, read_text
import draw
from draw import HEIGHT, STRETCH, SIZES, Printer, stretch_contrast
from fonts import Font

WIDEST = 900
# A rule over all letters, as Devanagari and Bengali have it, strokes, dots, and what else makes a read line look like another one.
DISGUISES = (
    "mirrored", "upside down", "upside down", "flipped", "half", "half", "window", "patches", "struck", "scribble", "headline", "dots", "overprint",
    "overprint", "thick", "thin", "squeezed", "stretched", "slanted", "waved", "outline", "few pixels", "few pixels", "blurred", "blurred",
    "faint", "guilloche", "shifted", "cropped", "strips",
)  # fmt: skip


@lru_cache(maxsize=200)
def _shaped(path: str, index: int, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size, index=index, layout_engine=ImageFont.Layout.RAQM)


class Drawn:
    """`picture`: uint8 [40, w] as the service stretches its contrast; `label`: its class; `disguises`: what was done to a read line."""

    def __init__(self, picture: np.ndarray, label: int, text: str, disguises: tuple[str, ...] = ()):
        self.picture, self.label, self.text, self.disguises = picture, label, text, disguises


class ScriptPrinter(Printer):
    def __init__(self, seed: int, fonts: list[Font], others: list[OtherFont]):
        super().__init__(seed, fonts)
        draw.MICRO_PRINTS = 12  # a sheet takes as long as fifty lines, and this net does not read it
        self.others = {script: [font for font in others if script in font.scripts] for script in OTHER}

    def drawn(self) -> Drawn:
        chance = self.rng.random()
        if chance < 0.16:
            return self.read()
        if chance < 0.42:
            return self.disguised()
        if chance < 0.52:
            return self.mixed()
        return self.other()

    def read(self) -> Drawn:
        while True:
            text = read_text(self.rng)
            ink = self._read_ink(text)
            if ink is not None:
                return Drawn(self._finished(self._worn(ink)), READ, text)

    def disguised(self, names: tuple[str, ...] | None = None) -> Drawn:
        """A read line after up to three disguises; one that covers letters with those of another script is unsure."""
        rng = self.rng
        if names is None and rng.random() < 0.06:
            return self._without_print()
        while True:
            text = read_text(rng)
            ink = self._read_ink(text)
            if ink is None:
                continue
            chosen = names or tuple(rng.choice(DISGUISES) for _ in range(rng.choice([1, 1, 1, 2, 2, 3])))
            label = READ
            for name in chosen:
                ink, is_unsure = self._disguise(name, ink)
                if is_unsure:
                    label = UNSURE
            if rng.random() < 0.6:
                ink = self._worn(ink)
            return Drawn(self._finished(ink, chosen), label, text, chosen)

    def mixed(self) -> Drawn:
        while True:
            text, script = mixed_line(self.rng)
            ink = self._other_ink(text, script, with_latin=True)
            if ink is not None:
                return Drawn(self._finished(self._worn(ink)), UNSURE, text)

    def other(self, script: str | None = None) -> Drawn:
        while True:
            text, own = other_line(self.rng, script)
            ink = self._other_ink(text, own)
            if ink is not None:
                return Drawn(self._finished(self._worn(self._varied(ink))), CLASSES.index(own), text)

    def _varied(self, ink: np.ndarray) -> np.ndarray:
        """As in other fonts, of which there are few for most scripts."""
        rng = self.rng
        height, width = ink.shape
        chance = rng.random()
        if chance < 0.1:
            return cv2.resize(ink, (max(24, int(width * rng.uniform(0.65, 0.95))), height), interpolation=cv2.INTER_AREA)
        if chance < 0.2:
            return cv2.resize(ink, (min(1400, int(width * rng.uniform(1.05, 1.5))), height))
        if chance < 0.3:
            lean = rng.uniform(-0.05, 0.3)
            return cv2.warpAffine(ink, np.float32([[1, lean, -lean * height / 2], [0, 1, 0]]), (width, height))
        if chance < 0.4:
            return cv2.dilate(ink, np.ones((rng.randint(1, 3), rng.randint(2, 3)), np.uint8))
        if chance < 0.48:
            return ink * 0.4 + 0.6 * cv2.erode(ink, np.ones((2, 2), np.uint8))
        return ink

    def _read_ink(self, text: str) -> np.ndarray | None:
        font = self._font_for(text)
        if font is None:
            return None
        ink = self._print(text, font)[0]
        return None if ink is None or ink.shape[1] > 1100 else ink

    def _other_ink(self, text: str, script: str, with_latin: bool = False) -> np.ndarray | None:
        """The line with its letters joined and placed as its script wants."""
        rng = self.rng
        if not self.others[script]:
            return None
        font = rng.choice(self.others[script])
        size = rng.choice(SIZES)
        face = _shaped(font.path, font.index, size)
        left, top, right, bottom = face.getbbox(text, anchor="ls")
        across, tall = right - left, bottom - top
        if across < 3 or tall < 4 or across > 1000 or (text.upper() != text.lower() and script == "Geor" and "\u1c90" <= text[0] <= "\u1cbf" and not _has(font, text[0])):
            return None
        # The detector's box with the service's margins.
        height = int(round(tall / rng.uniform(0.45, 0.8)))
        beside = height * rng.uniform(0.08, 0.45)
        canvas = Image.new("L", (int(across + beside + height * rng.uniform(0.08, 0.45)), height), 0)
        pen = ImageDraw.Draw(canvas)
        y = (height - tall) * rng.uniform(0.4, 0.75) - top
        pen.text((beside - left, y), text, font=face, fill=255, anchor="ls")
        if not with_latin and rng.random() < 0.2:  # a neighbouring line peeks in
            neighbour = other_line(rng, script)[0]
            pen.text((beside + rng.uniform(-3, 1) * size, y + rng.choice([-1, 1]) * tall * rng.uniform(1.15, 1.4)), neighbour, font=face, fill=rng.randint(120, 255), anchor="ls")
        if rng.random() < 0.06:  # a rule, or the frame of a field
            rule = height * rng.uniform(0.88, 0.98)
            pen.line((0, rule, canvas.width, rule), fill=rng.randint(80, 255), width=rng.randint(1, 2))
        return np.asarray(canvas, np.float32) / 255

    def _without_print(self) -> Drawn:
        """Paper, and strokes that are no letters."""
        rng = self.rng
        shape = (rng.randint(40, 90), rng.randint(60, 500))
        ink = np.zeros(shape, np.float32)
        if rng.random() < 0.7:
            canvas = np.zeros(shape, np.uint8)
            for _ in range(rng.randint(2, 30)):
                self._stroke(canvas)
            ink = canvas.astype(np.float32) / 255
        return Drawn(self._finished(ink, ("guilloche",) if rng.random() < 0.5 else ()), READ, "")

    def _stroke(self, canvas: np.ndarray) -> None:
        rng = self.rng
        height, width = canvas.shape
        x, y = rng.randint(0, width), rng.randint(int(height * 0.25), int(height * 0.8))
        shade, thick = rng.randint(100, 255), rng.randint(1, 4)
        if rng.random() < 0.5:
            cv2.line(canvas, (x, y), (x + rng.randint(-20, 20), y + rng.randint(-20, 20)), shade, thick, cv2.LINE_AA)
        else:
            start = rng.randint(0, 360)
            axes = (rng.randint(3, 18), rng.randint(3, 14))
            cv2.ellipse(canvas, (x, y), axes, rng.randint(0, 180), start, start + rng.randint(60, 360), shade, thick, cv2.LINE_AA)

    def _disguise(self, name: str, ink: np.ndarray) -> tuple[np.ndarray, bool]:
        rng = self.rng
        height, width = ink.shape
        rows = np.where(ink.max(1) > 0.3)[0]
        top, bottom = (int(rows[0]), int(rows[-1]) + 1) if len(rows) else (0, height)
        tall = max(2, bottom - top)
        ink = ink.copy()
        if name == "mirrored":
            return ink[:, ::-1].copy(), False
        if name == "upside down":
            return ink[::-1, ::-1].copy(), False
        if name == "flipped":
            return ink[::-1].copy(), False
        if name == "half":
            cut = top + int(tall * rng.uniform(0.3, 0.7))
            if rng.random() < 0.5:
                ink[:cut] = 0
            else:
                ink[cut:] = 0
        elif name == "cropped":  # the box has a part of the line's height
            share = rng.uniform(0.3, 0.6)
            start = top + int(tall * rng.uniform(0, 1 - share))
            ink = ink[start : start + max(6, int(tall * share))]
        elif name == "window":
            start, wide = rng.randint(0, width - 1), int(width * rng.uniform(0.2, 0.6))
            ink[:, start : start + wide] = rng.choice([0.0, 0.0, rng.random()])
        elif name == "patches":
            for _ in range(rng.randint(3, 40)):
                x, y, side = rng.randint(0, width), rng.randint(top, bottom), int(tall * rng.uniform(0.1, 0.4)) + 1
                ink[y : y + side, x : x + side] = rng.choice([0.0, 0.0, 1.0])
        elif name == "strips":
            upright, step = rng.random() < 0.5, rng.randint(4, 14)
            for start in range(rng.randint(0, step), width if upright else height, step):
                if upright:
                    ink[:, start : start + max(1, step // 3)] = 0
                else:
                    ink[start : start + max(1, step // 3)] = 0
        elif name in ("struck", "headline"):
            canvas = (ink * 255).astype(np.uint8)
            for _ in range(1 if name == "headline" else rng.randint(1, 3)):
                y = top + rng.randint(-2, 3) if name == "headline" else rng.randint(top, bottom)
                cv2.line(canvas, (rng.randint(0, width // 5), y), (width - rng.randint(0, width // 5), y + rng.randint(-3, 3)), rng.randint(120, 255), rng.randint(1, 5), cv2.LINE_AA)
            ink = canvas.astype(np.float32) / 255
        elif name == "scribble":
            canvas = (ink * 255).astype(np.uint8)
            for _ in range(rng.randint(2, 25)):
                self._stroke(canvas)
            ink = canvas.astype(np.float32) / 255
        elif name == "dots":
            canvas = (ink * 255).astype(np.uint8)
            for _ in range(rng.randint(3, 25)):
                place = (rng.randint(0, width), rng.randint(max(0, top - tall // 3), min(height, bottom + tall // 3)))
                cv2.circle(canvas, place, rng.randint(1, max(1, tall // 8)), rng.choice([255, 255, 0]), -1, cv2.LINE_AA)
            ink = canvas.astype(np.float32) / 255
        elif name == "overprint":
            return self._overprinted(ink, top, tall)
        elif name == "thick":
            ink = cv2.dilate(ink, np.ones((rng.randint(2, 6), rng.randint(2, 6)), np.uint8))
        elif name == "thin":
            ink = cv2.erode(ink, np.ones((rng.randint(1, 3), rng.randint(2, 3)), np.uint8))
        elif name == "squeezed":
            ink = cv2.resize(ink, (max(16, int(width * rng.uniform(0.3, 0.75))), height), interpolation=cv2.INTER_AREA)
        elif name == "stretched":
            ink = cv2.resize(ink, (min(1400, int(width * rng.uniform(1.3, 2.6))), height))
        elif name == "slanted":
            lean = rng.uniform(0.2, 0.7) * rng.choice([-1, 1])
            ink = cv2.warpAffine(ink, np.float32([[1, lean, -lean * height / 2], [0, 1, 0]]), (width, height))
        elif name == "waved":
            y, x = np.mgrid[:height, :width].astype(np.float32)
            swing = tall * rng.uniform(0.05, 0.25)
            ink = cv2.remap(ink, x + swing * np.sin(y * rng.uniform(0.05, 0.3)), y + swing * np.sin(x * rng.uniform(0.02, 0.2) + rng.random() * 6), cv2.INTER_LINEAR)
        elif name == "outline":
            ink = np.clip(cv2.dilate(ink, np.ones((3, 3), np.uint8)) - cv2.erode(ink, np.ones((2, 2), np.uint8)), 0, 1)
        elif name == "faint":
            ink = ink * rng.uniform(0.06, 0.35)
        elif name == "shifted":
            ink = np.roll(ink, rng.randint(-tall // 2, tall // 2), 0)
        return ink, False

    def _overprinted(self, ink: np.ndarray, top: int, tall: int) -> tuple[np.ndarray, bool]:
        """Letters of another script over, under or between the read ones. If they are not faint, nobody can tell the line."""
        rng = self.rng
        height, width = ink.shape
        text, script = other_line(rng)
        if not self.others[script]:
            return ink, False
        font = rng.choice(self.others[script])
        face = _shaped(font.path, font.index, max(10, int(tall * rng.uniform(0.5, 1.6))))
        is_faint = rng.random() < 0.6
        shade = rng.uniform(0.08, 0.35) if is_faint else rng.uniform(0.35, 1)
        canvas = Image.new("L", (width, height), 0)
        pen = ImageDraw.Draw(canvas)
        x = rng.uniform(-0.2, 0.4) * width
        for _ in range(rng.choice([1, 2, 5])):
            pen.text((x, top + tall * rng.uniform(0.5, 1.3)), text, font=face, fill=255, anchor="ls")
            x += face.getlength(text) + tall * rng.uniform(0.1, 0.5)
        over = np.asarray(canvas, np.float32) / 255 * shade
        return np.maximum(ink * (rng.uniform(0.8, 1) if is_faint else rng.uniform(0.5, 1)), over), not is_faint

    def _finished(self, ink: np.ndarray, disguises: tuple[str, ...] = ()) -> np.ndarray:
        """Paper, ink, camera and the service's cut, as the print net's lines get them."""
        rng = self.rng
        paper = self._paper(ink.shape)
        if "guilloche" in disguises:
            for _ in range(rng.randint(1, 3)):
                paper = paper + (self._paper(ink.shape) - paper.mean()) * rng.uniform(1, 3)
        picture, _ = self._tilted(self._inked(paper, ink))
        picture = self._photographed(picture)
        if "few pixels" in disguises:
            scale = rng.uniform(3.5, 11) / picture.shape[0]
            size = (max(4, int(picture.shape[1] * scale)), max(3, int(picture.shape[0] * scale)))
            picture = cv2.resize(picture, size, interpolation=rng.choice([cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_NEAREST]))
        if "blurred" in disguises:
            unit = picture.shape[0] / 40
            if rng.random() < 0.7:
                picture = cv2.GaussianBlur(picture, (0, 0), max(0.3, rng.uniform(1.2, 5) * unit))
            else:
                length = max(2, int(rng.uniform(4, 16) * unit))
                picture = cv2.blur(picture, (length, 1) if rng.random() < 0.6 else (1, length))
            if rng.random() < 0.5:
                picture = picture + self.noise.standard_normal(picture.shape).astype(np.float32) * rng.uniform(0.5, 8)
        height, width = picture.shape
        final = int(min(WIDEST, max(24, width * HEIGHT / height * STRETCH * rng.uniform(0.94, 1.06))))
        picture = cv2.resize(picture, (final, HEIGHT), interpolation=cv2.INTER_AREA if height > HEIGHT else rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
        return np.clip((stretch_contrast(picture) + 0.3) / 1.6 * 255, 0, 255).astype(np.uint8)


@lru_cache
def _letters(path: str, index: int) -> frozenset[int]:
    from fontTools.ttLib import TTCollection, TTFont

    face = TTCollection(path, lazy=True).fonts[index] if path.endswith(".ttc") else TTFont(path, lazy=True)
    return frozenset(face.getBestCmap() or {})


def _has(font: OtherFont, letter: str) -> bool:
    return ord(letter) in _letters(font.path, font.index)
