"""Forges a photograph: another portrait or face, or a retyped line."""
import math

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from pictures import LETTERS, as_floats, as_picture, jpeg, noisy
from printed_page import photo


def paste(r, picture, layer, mask):
    page, over = as_floats(picture), as_floats(layer)
    share = np.asarray(mask, np.float32)[..., None] / 255
    return as_picture(page * (1 - share) + over * share)


def laid(r, w, h, side, centre, degrees, piece, softness, is_round):
    """The piece on an empty square of side `side`, and its mask."""
    mask = Image.new("L", (w, h), 0)
    draw = ImageDraw.Draw(mask)
    inset = max(2, w * 0.06) if is_round else softness * 1.5
    box = (inset, inset, w - inset - 1, h - inset - 1)
    draw.ellipse(box, fill=255) if is_round else draw.rectangle(box, fill=255)
    blur = inset * r.uniform(0.3, 1) if is_round else softness
    if blur >= 0.3:
        mask = mask.filter(ImageFilter.GaussianBlur(blur))
    if abs(degrees) > 0.05:
        piece = piece.rotate(degrees, Image.BICUBIC, expand=True)
        mask = mask.rotate(degrees, Image.BICUBIC, expand=True)
    at = (int(round(centre[0] - piece.width / 2)), int(round(centre[1] - piece.height / 2)))
    layer, whole = Image.new("RGB", (side, side)), Image.new("L", (side, side), 0)
    layer.paste(piece, at)
    whole.paste(mask, at)
    return layer, whole


def matched(r, piece, under):
    """Gives each channel of the piece the mean and the deviation of what it covers."""
    a, b = as_floats(piece), as_floats(under)
    gain = np.clip(b.std((0, 1)) / np.maximum(1, a.std((0, 1))), 0.4, 2)
    return as_picture((a - a.mean((0, 1))) * gain + b.mean((0, 1)))


def disguised(r, piece):
    """Does what a careful forger does so that the piece looks like the page."""
    pick = r.random()
    if pick < 0.55:
        return piece
    if pick < 0.72:
        return piece.filter(ImageFilter.GaussianBlur(r.uniform(0.3, 1.1)))
    if pick < 0.87:
        return as_picture(noisy(r, as_floats(piece), r.uniform(0.5, 4)))
    return jpeg(piece, r.uniform(50, 95))


def forge_face(r, picture, place, turn, pool):
    side = picture.width
    cx, cy, w, h = place
    is_round = r.random() < 0.22
    # How much of the frame the forger replaces: the portrait, a little more or less, or the face alone.
    k = r.uniform(0.42, 0.7) if is_round else r.uniform(0.8, 1.25)
    pw, ph = max(12, int(w * k)), max(14, int(h * k * r.uniform(0.9, 1.1)))
    piece = photo(r, pool, pw, ph)
    x, y = int(cx - pw / 2), int(cy - ph / 2)
    if is_round or r.random() < 0.2:
        piece = matched(r, piece, picture.crop((x, y, x + pw, y + ph)))
    piece = disguised(r, piece)
    manner = r.random()
    degrees = 0.0
    if manner < 0.2:
        degrees = r.uniform(3, 7) * r.choice([-1, 1])
    elif manner < 0.55:
        degrees = math.degrees(turn)
    softness = 0 if r.random() < 0.35 else r.uniform(0.4, 4)
    centre = (cx + r.normal(0, 0.02) * w, cy + r.normal(0, 0.02) * h)
    layer, mask = laid(r, pw, ph, side, centre, degrees, piece, softness, is_round)
    return paste(r, picture, layer, mask), mask


def forge_line(r, picture, line, fonts):
    """`line`: x and y of the centre, width and height in pixels of the crop, and the turn in degrees. None if no letter shows."""
    side = picture.width
    cx, cy, w, h, degrees = line
    w, h = int(np.clip(w, 24, side)), int(np.clip(h, 9, 90))
    x, y = int(cx - w / 2), int(cy - h / 2)
    under = picture.crop((x, y, x + w, y + h))
    values = as_floats(under)
    pixels = values.reshape(-1, 3)
    order = pixels.sum(1).argsort()
    fifth = max(1, len(order) // 5)
    ink, paper = pixels[order[: max(1, fifth // 4)]].mean(0), pixels[order[-fifth:]].mean(0)
    is_flat = r.random() < 0.4
    if is_flat:
        base = np.full((h, w, 3), paper, np.float32)
    else:
        share = np.linspace(0, 1, h, dtype=np.float32)[:, None, None]
        base = values[:1] * (1 - share) + values[-1:] * share
    piece = as_picture(base)
    text = "".join(LETTERS[r.integers(len(LETTERS))] for _ in range(max(3, int(w / h / 0.6))))
    font = fonts[r.integers(len(fonts))]
    stamp = Image.new("L", (8 * len(text) * 5, 60), 0)
    ImageDraw.Draw(stamp).text((2, 2), text, fill=255, font=font)
    box = stamp.getbbox()
    if box is None:
        return None
    stamp = stamp.crop(box).resize((max(4, w - 4), max(4, int(h * r.uniform(0.6, 0.8)))), Image.LANCZOS)
    piece.paste(tuple(int(v) for v in np.clip(ink, 0, 255)), (2, int(h * 0.14)), stamp)
    if not is_flat or r.random() < 0.3:
        piece = piece.filter(ImageFilter.GaussianBlur(r.uniform(0.3, 0.95)))
    if r.random() < 0.2:
        piece = disguised(r, piece)
    layer, mask = laid(r, w, h, side, (cx, cy), -degrees if r.random() < 0.7 else 0.0, piece, 0 if r.random() < 0.7 else 0.5, False)
    return paste(r, picture, layer, mask), mask
