"""Prints a line as a page reader might cut it from a photo: face, ink, paper, security print and a phone's faults, all from one seed."""

from __future__ import annotations

import random
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from alphabet import INDEX, SCRIPTS
from fonts import Font
from lines import line

# A cut line is so high, and a quarter wider than it is in the picture: CTC needs three columns for `ll` and `11`.
HEIGHT = 40
STRETCH = 1.25
WIDEST = 1600
# Input columns to one output column of the net.
STRIDE = 4
SIZES = [28, 36, 44]
MICRO_PRINTS = 60
# Rows and columns of a sheet of it: more than the tallest and the widest line.
MICRO_PRINTED = (320, 1700)


class Line:
    """`picture`: uint8 [40, w], as the service stretches its contrast; `labels`: the letter under each output column, 0 between them."""

    def __init__(self, picture: np.ndarray, labels: np.ndarray, text: str, script: int):
        self.picture, self.labels, self.text, self.script = picture, labels, text, script


@lru_cache(maxsize=400)
def _face(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


class Printer:
    def __init__(self, seed: int, fonts: list[Font]):
        self.rng, self.noise = random.Random(seed), np.random.default_rng(seed)
        families: dict[str, list[Font]] = {}
        for font in fonts:
            families.setdefault(font.family, []).append(font)
        # By family, so that one with forty weights does not count forty times; the zone's letters and typewriters more often.
        self.families = list(families.values())
        self.by_family = families
        self.sans = [faces for name, faces in families.items() if name.startswith(SANS)]
        self.micro_prints: list[np.ndarray] = []

    def line(self) -> Line:
        while True:
            text, script = line(self.rng)
            font = self._font_for(text)
            if font is None:
                continue
            made = self._draw(text, font)
            if made is not None:
                return Line(*made, text, SCRIPTS.index(script))

    def _font_for(self, text: str) -> Font | None:
        needed = set(text)
        for _ in range(12):
            families = self.sans if self.sans and self.rng.random() < 0.45 else self.families
            font = self.rng.choice(self.rng.choice(families))
            if needed <= font.letters:
                return font
        return None

    def _draw(self, text: str, font: Font) -> tuple[np.ndarray, np.ndarray] | None:
        rng = self.rng
        ink, centres, advances = self._print(text, font)
        if ink is None:
            return None
        ink = self._worn(ink)
        paper = self._paper(ink.shape)
        picture = self._inked(paper, ink)
        picture, matrix = self._tilted(picture)
        picture = self._photographed(picture)
        height, width = picture.shape
        # The reader's box is never exactly as wide as the letters.
        final = int(min(WIDEST, max(24, width * HEIGHT / height * STRETCH * rng.uniform(0.94, 1.06))))
        picture = cv2.resize(picture, (final, HEIGHT), interpolation=cv2.INTER_AREA if height > HEIGHT else rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
        scale = final / ink.shape[1]
        stretched = np.clip((stretch_contrast(picture) + 0.3) / 1.6 * 255, 0, 255).astype(np.uint8)
        return stretched, _labels(centres * matrix * scale, advances * matrix * scale, text, final)

    def _print(self, text, font):
        rng = self.rng
        size = rng.choice(SIZES)
        face = _face(font.path, size)
        tracking = size * (rng.uniform(-0.02, 0.2) if rng.random() < 0.3 else 0)
        faces = self._faces_of(text, font, face, size)
        ends = _ends_of(text, faces)
        starts = np.concatenate([[0], ends[:-1]]) + tracking * np.arange(len(text))
        gaps: list[float] = []
        if rng.random() < 0.15:  # columns of a table, and values that are set far from their labels
            gaps = [size * rng.uniform(0.3, 3) if letter == " " else 0 for letter in text]
            starts = starts + np.concatenate([[0], np.cumsum(gaps)[:-1]])
        by_letter = tracking != 0 or faces[0] is not faces[-1] or bool(gaps)
        advances = np.diff(np.concatenate([[0], ends]))
        length = starts[-1] + advances[-1]
        capital = face.getbbox("H", anchor="ls")
        high = -capital[1] if capital[1] < 0 else size * 0.7
        if length < 2 or high < 6:
            return None, None, None
        # The detector's box with the service's margins: capitals take a third to two thirds of it.
        height = int(round(high / rng.uniform(0.34, 0.66)))
        room = height - high
        baseline = high + room * rng.uniform(0.42, 0.72)
        left, right = (height * rng.uniform(0.08, 0.45) for _ in "lr")
        width = int(length + left + right)
        if width > 1500:
            return None, None, None
        canvas = Image.new("L", (width, height), 0)
        pen = ImageDraw.Draw(canvas)
        if by_letter:
            for start, letter, its_face in zip(starts, text, faces):
                pen.text((left + start, baseline), letter, font=its_face, fill=255, anchor="ls")
        else:
            pen.text((left, baseline), text, font=face, fill=255, anchor="ls")
        if rng.random() < 0.22:  # a neighbouring line peeks in
            other, _ = line(rng)
            pen.text((left + rng.uniform(-3, 1) * size, baseline + high * rng.choice([-1, 1]) * rng.uniform(1.75, 2.4)), other, font=face, fill=rng.randint(120, 255), anchor="ls")
        if rng.random() < 0.06:  # a rule, or the frame of a field
            y = baseline + high * rng.uniform(0.2, 0.45)
            pen.line((0, y, width, y), fill=rng.randint(80, 255), width=rng.randint(1, 2))
        if rng.random() < 0.04:
            x = rng.choice([left * rng.uniform(0, 0.5), width - right * rng.uniform(0, 0.5)])
            pen.line((x, 0, x, height), fill=rng.randint(80, 255), width=rng.randint(1, 2))
        return np.asarray(canvas, np.float32) / 255, left + starts + advances / 2, advances

    def _faces_of(self, text, font, face, size):
        """The face of each letter: a label's other languages, and a value behind its label, are often in another weight."""
        cuts = [position for position, letter in enumerate(text) if letter in "/ " and 0 < position < len(text) - 1]
        if not cuts or self.rng.random() > 0.2:
            return [face] * len(text)
        cut, other = self.rng.choice(cuts), self.rng.choice(self.by_family[font.family])
        if not set(text) <= other.letters:
            return [face] * len(text)
        return [face] * cut + [_face(other.path, size)] * (len(text) - cut)

    def _worn(self, ink):
        rng, chance = self.rng, self.rng.random()
        if chance < 0.07:  # dot matrix, or letters of laser holes
            pitch, size = rng.uniform(3.0, 4.6), ink.shape
            y, x = np.mgrid[: size[0], : size[1]].astype(np.float32)
            dots = (np.cos(x * 2 * np.pi / pitch) + np.cos(y * 2 * np.pi / pitch)) / 2
            ink = cv2.dilate(ink, np.ones((2, 2), np.uint8)) * np.clip(dots * rng.uniform(1.5, 3) + rng.uniform(0.5, 1.1), 0, 1)
        elif chance < 0.3:  # ink that ran, or a thin print
            kernel = np.ones((2, 2), np.uint8)
            ink = cv2.dilate(ink, kernel) if rng.random() < 0.6 else ink * 0.5 + 0.5 * cv2.erode(ink, kernel)
        elif chance < 0.4:  # low or patchy ink
            patches = cv2.resize(self.noise.random((3, max(2, ink.shape[1] // 20))).astype(np.float32), ink.shape[::-1])
            ink = ink * np.clip(patches * 1.4 + rng.uniform(0.1, 0.5), 0, 1)
        if rng.random() < 0.06:
            ink = ink * (self.noise.random(ink.shape) > rng.uniform(0.03, 0.2))
        return ink.astype(np.float32)

    def _paper(self, shape):
        rng = self.rng
        height, width = shape
        paper = np.full(shape, rng.uniform(120, 250), np.float32)
        x, y = np.arange(width, dtype=np.float32)[None], np.arange(height, dtype=np.float32)[:, None]
        for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):  # guilloche
            phase = x * rng.uniform(-0.5, 0.5) + y * rng.uniform(-0.8, 0.8) + rng.uniform(0, 4) * np.sin(x * rng.uniform(0.01, 0.1) + rng.random() * 6)
            wave = np.sin(phase)
            paper += rng.uniform(3, 22) * (wave if rng.random() < 0.5 else (wave > rng.uniform(0.3, 0.9)))
        if rng.random() < 0.1:  # micro print
            paper -= self._micro_print(shape) * rng.uniform(15, 60)
        if rng.random() < 0.4:  # shadow, ghost portrait, hologram: smooth shapes
            cells = self.noise.standard_normal((rng.randint(2, 5), max(2, int(width / height * rng.uniform(1, 4))))).astype(np.float32)
            paper += cv2.resize(cells, (width, height), interpolation=cv2.INTER_CUBIC) * rng.uniform(4, 24)
        if rng.random() < 0.3:
            paper += np.linspace(rng.uniform(-40, 40), rng.uniform(-40, 40), width, dtype=np.float32)[None]
        return paper

    def _micro_print(self, shape):
        """A piece of one of some sheets: to print a sheet takes longer than all else about a line."""
        rng = self.rng
        if len(self.micro_prints) < MICRO_PRINTS:
            self.micro_prints.append(self._micro_printed_sheet())
        sheet = rng.choice(self.micro_prints)
        top, left = rng.randint(0, sheet.shape[0] - shape[0]), rng.randint(0, sheet.shape[1] - shape[1])
        return sheet[top : top + shape[0], left : left + shape[1]].astype(np.float32) / 255

    def _micro_printed_sheet(self):
        rng = self.rng
        height, width = MICRO_PRINTED
        text = " ".join(line(rng)[0] for _ in range(12))
        sheet = Image.new("L", (width, height), 0)
        pen = ImageDraw.Draw(sheet)
        face = _face(rng.choice(rng.choice(self.families)).path, 8)
        text *= int(width / max(1, face.getlength(text))) + 2
        apart = rng.randint(8, 16)
        for row in range(-60, height + 60, apart):
            pen.text((-rng.randint(0, 60), row), text, font=face, fill=255)
        return np.asarray(sheet.rotate(rng.choice([0, 0, rng.uniform(-20, 20)])))

    def _inked(self, paper, ink):
        rng = self.rng
        contrast = rng.uniform(45, 230) if rng.random() < 0.9 else rng.uniform(28, 50)
        if rng.random() < 0.05:  # light letters on a dark field
            return (paper - 100) * (1 - ink) + np.clip(paper + contrast - 100, 0, 255) * ink
        picture = paper * (1 - ink) + np.clip(paper * rng.uniform(0.3, 1) - contrast, rng.uniform(0, 50), 255) * ink
        if rng.random() < 0.12:  # glare, or a hologram's smear over print and paper
            height, width = paper.shape
            x, y = np.arange(width, dtype=np.float32)[None], np.arange(height, dtype=np.float32)[:, None]
            across = (x + y * rng.uniform(-1.5, 1.5) - rng.random() * width) / (height * rng.uniform(0.3, 2.5))
            glare = np.exp(-(across**2))
            picture = picture + (rng.uniform(200, 260) - picture) * glare * rng.uniform(0.2, 0.75)
        return picture

    def _tilted(self, picture):
        rng = self.rng
        height, width = picture.shape
        if rng.random() < 0.3:
            return picture, 1.0
        slope = np.tan(np.radians(rng.gauss(0, 0.7)))
        slope = float(np.clip(slope, -0.12 * height / width, 0.12 * height / width)) if width > height else slope
        shear, stretch = rng.gauss(0, 0.06), rng.uniform(0.85, 1.15)
        matrix = np.float32([[stretch, shear, -shear * height / 2], [slope, 1 + rng.gauss(0, 0.02), -slope * width / 2]])
        size = (int(width * stretch), height)
        return cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE), stretch * width / size[0]

    def _photographed(self, picture):
        rng = self.rng
        height, width = picture.shape
        if rng.random() < 0.75:  # the service's crops come from pictures with 12 pixels a line and up
            scale = rng.uniform(11, 48) / height
            if scale < 1:
                size = (max(12, int(width * scale)), max(10, int(height * scale)))
                picture = cv2.resize(picture, size, interpolation=rng.choice([cv2.INTER_AREA, cv2.INTER_AREA, cv2.INTER_LINEAR]))
        unit = picture.shape[0] / 40
        if rng.random() < 0.45:
            picture = cv2.GaussianBlur(picture, (0, 0), max(0.25, rng.uniform(0.3, 1.3) * unit))
        elif rng.random() < 0.12:  # a moving hand
            length = max(2, int(rng.uniform(1, 4) * unit))
            picture = cv2.blur(picture, (length, 1) if rng.random() < 0.6 else (1, length))
        if rng.random() < 0.06:  # moiré of a screen
            y, x = np.mgrid[: picture.shape[0], : picture.shape[1]].astype(np.float32)
            picture = picture + rng.uniform(4, 16) * np.sin(x * rng.uniform(0.5, 3)) * np.sin(y * rng.uniform(0.5, 3))
        if rng.random() < 0.6:
            picture = picture + self.noise.standard_normal(picture.shape).astype(np.float32) * rng.uniform(0.5, 12)
        if rng.random() < 0.5:
            coded = cv2.imencode(".jpg", np.clip(picture, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, rng.randint(25, 92)])[1]
            picture = cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE)
        return picture.astype(np.float32)


# Faces of the kinds that documents are printed in.
SANS = (
    "Arimo", "LiberationSans", "NimbusSans", "texgyreheros", "Roboto", "OpenSans", "Lato", "DejaVuSans", "Inter", "NotoSans", "FreeSans",
    "OCRB", "Carlito", "PTSans", "PTS", "GilliusADF", "UniversalisADFStd", "B612", "LiberationMono", "Cousine", "NimbusMonoPS", "Courier",
)  # fmt: skip


def _ends_of(text: str, faces: list) -> np.ndarray:
    """Where each letter ends, letters of one face kerned."""
    ends, begin, before = [], 0, 0.0
    for end in range(len(text)):
        if faces[end] is not faces[begin]:
            begin, before = end, ends[-1]
        ends.append(before + faces[end].getlength(text[begin : end + 1]))
    return np.array(ends)


def stretch_contrast(picture: np.ndarray) -> np.ndarray:
    """As the service hands a line to the net: the 3rd and 97th percentiles at 0 and 1, clipped to -0.3..1.3."""
    low, high = np.percentile(picture[:, ::2], [3, 97])
    return np.clip((picture - low) / (high - low + 1e-3), -0.3, 1.3)


def _labels(centres: np.ndarray, advances: np.ndarray, text: str, width: int) -> np.ndarray:
    columns = (width + STRIDE - 1) // STRIDE
    labels = np.zeros(columns, np.int16)
    for centre, advance, letter in zip(centres, advances, text):
        middle = int(np.clip(round(centre / STRIDE - 0.5), 0, columns - 1))
        first = max(0, min(middle, int(np.ceil((centre - 0.26 * advance) / STRIDE - 0.5))))
        last = min(columns - 1, max(middle, int(np.floor((centre + 0.26 * advance) / STRIDE - 0.5))))
        labels[first : last + 1] = INDEX[letter]
    return labels
