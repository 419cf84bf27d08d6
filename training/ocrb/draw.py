"""Draws a line as a camera might see it: print, background, angle, blur, noise and compression, all from one seed."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from lines import ALPHABET, line

HEIGHT = 32
WIDTH = 1024
# Input columns to one output column of the net.
STRIDE = 4

FONTS = Path("/usr/share/fonts")
OCR_B = ["opentype/ocr-b/OCRB.otf"] * 7 + ["opentype/ocr-b/OCRBS.otf"] * 2
# Some states print their zones in a typewriter's letters.
OTHERS = ["truetype/liberation/LiberationMono-Bold.ttf", "truetype/dejavu/DejaVuSansMono.ttf"]

INDEX = {character: position + 1 for position, character in enumerate(ALPHABET)}


@lru_cache(maxsize=64)
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS / name), size)


def sample(rng: random.Random, noise: np.random.Generator) -> tuple[np.ndarray, np.ndarray, str]:
    """Answers picture [32, 1024] in -0.3..1.3, label of each output column [256] (0: between letters), and the text."""
    text = line(rng)
    ink, centres, pitch = _print(rng, noise, text)
    paper, dark = _paper(rng, ink.shape)
    picture = paper * (1 - ink) + np.minimum(dark + rng.uniform(0, 15) * noise.random(ink.shape), paper) * ink
    picture, centres, pitch = _tilt(rng, picture, centres, pitch)
    tilted_width = picture.shape[1]
    picture = _normalise(_damage(rng, noise, picture))
    scale = picture.shape[1] / tilted_width
    framed = np.full((HEIGHT, WIDTH), 1, np.float32)
    framed[:, : picture.shape[1]] = picture
    return framed, _labels(centres * scale, pitch * scale, text), text


def _print(rng, noise, text):
    font = _font(rng.choice(OCR_B if rng.random() < 0.92 else OTHERS), rng.choice([32, 36, 40, 44]))
    advance = font.getlength("0") * rng.uniform(0.92, 1.12)
    box = font.getbbox("0H")
    letter_height = box[3] - box[1]
    left, right = (rng.uniform(0.05, 1.6) * advance + (rng.uniform(0, 6) * advance if rng.random() < 0.15 else 0) for _ in "lr")
    width = int(advance * len(text) + left + right)
    height = int(letter_height * rng.uniform(1.3, 2.3))
    top = (height - letter_height) * rng.uniform(0.2, 0.8) - box[1]
    canvas = Image.new("L", (width, height), 0)
    pen = ImageDraw.Draw(canvas)
    for position, character in enumerate(text):
        pen.text((left + advance * position, top), character, font=font, fill=255)
    if rng.random() < 0.3:  # the neighbouring line peeks in
        other = line(rng)
        distance = letter_height * rng.uniform(1.6, 2.1) * rng.choice([-1, 1])
        for position, character in enumerate(other[: len(text)]):
            pen.text((left + advance * position, top + distance), character, font=font, fill=255)
    ink = np.asarray(canvas, np.float32) / 255
    if rng.random() < 0.35:  # ink that ran, or a worn print
        kernel = np.ones((2, 2) if rng.random() < 0.7 else (3, 3), np.uint8)
        ink = cv2.dilate(ink, kernel) if rng.random() < 0.55 else cv2.erode(ink, kernel)
    if rng.random() < 0.15:
        ink = ink * (noise.random(ink.shape) > rng.uniform(0.02, 0.15)).astype(np.float32)
    if rng.random() < 0.12:  # a scratch or a fold
        x = rng.randint(0, width - 1)
        cv2.line(ink, (x, 0), (x + rng.randint(-12, 12), height), 0.0, rng.randint(1, 3))
    centres = np.array([left + advance * (position + 0.5) for position in range(len(text))])
    return ink, centres, advance


def _paper(rng, shape):
    height, width = shape
    light = rng.randint(110, 255)
    dark = rng.randint(0, min(115, light - 55))
    paper = np.full(shape, light, np.float32)
    across, down = np.linspace(0, 1, width)[None], np.linspace(0, height / width, height)[:, None]
    for _ in range(rng.choice([0, 1, 1, 2, 3, 4])):  # guilloche
        bend = rng.uniform(0, 3) * np.sin(across * rng.uniform(3, 20))
        waves = across * rng.uniform(20, 400) + down * rng.uniform(-400, 400) + rng.random() * 6 + bend
        paper += rng.uniform(2, 18) * np.sin(waves)
    if rng.random() < 0.6:
        paper += np.linspace(rng.uniform(-50, 50), rng.uniform(-50, 50), width)[None]
    if rng.random() < 0.15:  # glare
        distance = (np.arange(width)[None] - rng.random() * width) / (width * rng.uniform(0.03, 0.15))
        paper += rng.uniform(30, 120) * np.exp(-(distance**2))
    if rng.random() < 0.08:  # a stamp or a seal over the line
        centre = (int(rng.random() * width), int(rng.uniform(-1, 2) * height))
        ring = np.zeros(shape, np.float32)
        cv2.circle(ring, centre, int(height * rng.uniform(0.6, 2.5)), 1.0, rng.randint(2, 5))
        paper -= ring * rng.uniform(15, 70)
    return paper, dark


def _tilt(rng, picture, centres, pitch):
    height, width = picture.shape
    slope = np.tan(np.radians(rng.uniform(-1.3, 1.3)))
    shear, stretch = rng.uniform(-0.12, 0.12), rng.uniform(0.82, 1.18)
    matrix = np.float32([[stretch, shear, -shear * height / 2], [slope * stretch, 1, -slope * stretch * width / 2]])
    size = (int(width * stretch), height)
    return cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE), centres * stretch, pitch * stretch


def _damage(rng, noise, picture):
    height, width = picture.shape
    if rng.random() < 0.65:  # fewer pixels: down to some five a letter
        scale = rng.uniform(0.14, 1.0)
        size = (max(40, int(width * scale)), max(7, int(height * scale)))
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    if rng.random() < 0.5:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.5) * picture.shape[0] / 40)
    if rng.random() < 0.2:  # a moving hand
        length = rng.randint(2, max(2, picture.shape[0] // 8))
        picture = cv2.blur(picture, (length, 1) if rng.random() < 0.6 else (1, length))
    picture = picture + noise.standard_normal(picture.shape) * rng.uniform(0, 14)
    if rng.random() < 0.45:
        coded = cv2.imencode(".jpg", np.clip(picture, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, rng.randint(15, 85)])[1]
        picture = cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE).astype(np.float32)
    return picture


def _normalise(picture):
    """As the service hands a line to the net: 32 pixels high, the 3rd and 97th percentiles at 0 and 1."""
    height, width = picture.shape
    size = (min(WIDTH, max(160, int(width * HEIGHT / height))), HEIGHT)
    how = cv2.INTER_AREA if height > HEIGHT else cv2.INTER_CUBIC
    picture = cv2.resize(picture.astype(np.float32), size, interpolation=how)
    low, high = np.percentile(picture, 3), np.percentile(picture, 97)
    return np.clip((picture - low) / (high - low + 1e-3), -0.3, 1.3)


def _labels(centres, pitch, text):
    """The letter under each output column; 0 between letters. Letters cover the middle 56 % of their pitch."""
    labels = np.zeros(WIDTH // STRIDE, np.int64)
    for centre, character in zip(centres, text):
        first = int(np.ceil((centre - 0.28 * pitch) / STRIDE - 0.5))
        last = int(np.floor((centre + 0.28 * pitch) / STRIDE - 0.5))
        middle = int(round(centre / STRIDE - 0.5))
        for column in range(max(0, min(first, middle)), min(len(labels) - 1, max(last, middle)) + 1):
            labels[column] = INDEX[character]
    return labels
