"""Prints a drawn page: an honest portrait, other paper, guilloche, rasters, laminate, and lines of another ink."""
import math

import numpy as np
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter

from pictures import KERNELS, LETTERS, as_floats, as_picture, jpeg, noisy, smooth_noise


def photo(r, pool, width, height):
    """A piece of a photograph in the given size, recoloured and perhaps mirrored: a face in six of ten, otherwise another motif."""
    is_face = r.random() < 0.6
    source = pool["faces" if is_face else "others"]
    picture = source[r.integers(len(source))]
    if is_face:
        zoom = r.uniform(0.62, 1.0)
    else:
        zoom = r.uniform(0.12, 0.6)
    w, h = picture.size
    side_h = min(h, w * height / width) * zoom
    side_w = side_h * width / height
    middle = (0.5, 0.5) if is_face else (r.random(), r.random())
    left = np.clip(middle[0] * w - side_w / 2 + r.uniform(-0.04, 0.04) * w, 0, w - side_w)
    top = np.clip(middle[1] * h - side_h / 2 + r.uniform(-0.04, 0.04) * h, 0, h - side_h)
    kernel = KERNELS[r.integers(len(KERNELS))]
    cut = picture.resize((width, height), kernel, box=(left, top, left + side_w, top + side_h))
    if r.random() < 0.5:
        cut = cut.transpose(Image.FLIP_LEFT_RIGHT)
    cut = recoloured(r, cut)
    if r.random() < 0.5:
        cut = on_plain_ground(r, cut)
    return cut


def recoloured(r, picture, strength=1.0):
    if r.random() < 0.25:
        picture = ImageEnhance.Color(picture).enhance(r.uniform(0, 0.6))
    values = as_floats(picture)
    gain = 1 + strength * r.uniform(-0.25, 0.15) + strength * r.uniform(-0.07, 0.07, 3)
    gamma = math.exp(strength * r.uniform(-0.35, 0.35))
    values = 255 * (np.clip(values / 255, 0, 1) ** gamma) * gain + strength * r.uniform(-10, 25)
    return as_picture(values)


def on_plain_ground(r, picture):
    """Puts the person, an oval, before a plain wall, as in a portrait."""
    w, h = picture.size
    mask = Image.new("L", (w, h), 0)
    ImageDraw.Draw(mask).ellipse((w * r.uniform(0.05, 0.2), h * r.uniform(0.02, 0.15), w * r.uniform(0.8, 0.95), h * 1.2), fill=255)
    mask = mask.filter(ImageFilter.GaussianBlur(max(1, w * r.uniform(0.005, 0.05))))
    wall = np.full((h, w, 3), r.uniform(150, 252, 3) if r.random() < 0.4 else r.uniform(170, 252), np.float32)
    wall += smooth_noise(r, w, h, max(8, w // 3))[..., None] * r.uniform(0, 6)
    return Image.composite(picture, as_picture(wall + r.standard_normal((h, w, 1)) * r.uniform(0, 3)), mask)


def ground(r, values, pool):
    """Gives the drawn page other colours and patterns of paper."""
    h, w, _ = values.shape
    if r.random() < 0.5:
        values = values[..., r.permutation(3)]
    tint = r.uniform(-28, 10, 3)
    values = values + tint * (values / 255)
    pick = r.random()
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    if pick < 0.45:
        for _ in range(r.integers(1, 4)):
            angle, period = r.uniform(0, math.pi), r.uniform(3, 24)
            wave = r.uniform(2, 16) * np.sin((xx * math.cos(angle) + yy * math.sin(angle)) / r.uniform(12, 80))
            lines = np.sin(2 * math.pi * (xx * math.cos(angle + 1.5) + yy * math.sin(angle + 1.5) + wave) / period)
            if r.random() < 0.5:
                lines = (lines > r.uniform(0.3, 0.9)).astype(np.float32)
            values = values + lines[..., None] * r.uniform(-30, 12, 3)
    elif pick < 0.6:
        over = as_floats(photo_of_others(r, pool, w, h)) / 255
        share = r.uniform(0.1, 0.45)
        values = values * (1 - share + share * over)
    if r.random() < 0.5:
        values = values + smooth_noise(r, w, h, int(r.integers(40, 200)))[..., None] * r.uniform(-12, 12, 3)
    return values


def photo_of_others(r, pool, w, h):
    picture = pool["others"][r.integers(len(pool["others"]))]
    side_w = picture.width * r.uniform(0.2, 0.6)
    side_h = min(picture.height, side_w * h / w)
    left, top = r.random() * (picture.width - side_w), r.random() * (picture.height - side_h)
    return picture.resize((w, h), Image.BILINEAR, box=(left, top, left + side_w, top + side_h))


def printed(r, page, frame, pool):
    """The flat page with an honest portrait in its frame, as an issuer prints it."""
    values = ground(r, as_floats(page), pool)
    left, top, right, bottom = frame
    w, h = right - left, bottom - top
    portrait = photo(r, pool, w, h)
    if r.random() < 0.35:
        portrait = ImageEnhance.Color(portrait).enhance(r.uniform(0, 0.3))
    if r.random() < 0.3:
        portrait = portrait.filter(ImageFilter.UnsharpMask(r.uniform(0.6, 2), int(r.uniform(40, 160)), 1))
    if r.random() < 0.3:
        portrait = portrait.filter(ImageFilter.GaussianBlur(r.uniform(0.5, 3)))
    if r.random() < 0.4:
        # The holder's picture was saved before the issuer got it.
        portrait = jpeg(portrait, r.uniform(30, 92)) if r.random() < 0.5 else as_picture(noisy(r, as_floats(portrait), r.uniform(1, 9)))
    over = as_floats(portrait)
    if r.random() < 0.35:
        over = raster(r, over)
    mask = Image.new("L", (w, h), 255)
    shape = r.random()
    if shape < 0.25:
        mask = Image.new("L", (w, h), 0)
        inset = w * r.uniform(0.01, 0.08)
        box = (inset, inset, w - inset, h - inset)
        draw = ImageDraw.Draw(mask)
        draw.ellipse(box, fill=255) if r.random() < 0.3 else draw.rectangle(box, fill=255)
        mask = mask.filter(ImageFilter.GaussianBlur(inset * r.uniform(0.1, 0.8)))
    elif shape < 0.4:
        mask = Image.new("L", (w, h), 0)
        ImageDraw.Draw(mask).ellipse((w * 0.02, h * 0.02, w * 0.98, h * 1.3), fill=255)
        mask = mask.filter(ImageFilter.GaussianBlur(w * r.uniform(0.005, 0.03)))
    share = (np.asarray(mask, np.float32) / 255)[..., None]
    under = values[top:bottom, left:right]
    if shape < 0.4 or r.random() < 0.3:
        # The paper shows through, as with laser engraving and ink on patterned paper.
        wash = r.uniform(0.1, 1)
        paper = np.clip(under / 235, 0, 1.1)
        over = over * (1 - wash + wash * paper)
    values[top:bottom, left:right] = under * (1 - share) + over * share
    if r.random() < 0.35:
        values = laminate(r, values, frame)
    return values


def personalised(r, values, fonts):
    """Adds lines that an issuer prints on the form later: another ink and sharpness, but the same photograph."""
    h, w, _ = values.shape
    for _ in range(r.integers(1, 4)):
        size = int(r.integers(14, 46))
        text = "".join(LETTERS[r.integers(len(LETTERS))] for _ in range(r.integers(3, 16)))
        layer = Image.new("L", (w, h), 0)
        draw = ImageDraw.Draw(layer)
        x, y = int(r.uniform(0, w * 0.8)), int(r.uniform(0, h * 0.9))
        font = fonts[r.integers(len(fonts))].font_variant(size=size)
        if r.random() < 0.25:
            # A box of other paper under the line, such as a label or a security field.
            left, top, right, bottom = draw.textbbox((x, y), text, font=font)
            top, bottom, left, right = max(0, top - 3), min(h, bottom + 3), max(0, left - 4), min(w, right + 4)
            if bottom > top and right > left:
                values[top:bottom, left:right] = values[top:bottom, left:right] * r.uniform(0, 0.8) + r.uniform(40, 120)
        draw.text((x, y), text, fill=int(r.uniform(150, 255)), font=font)
        share = np.asarray(layer.filter(ImageFilter.GaussianBlur(r.uniform(0, 1.6))), np.float32)[..., None] / 255
        values = values * (1 - share) + share * r.uniform(0, 90, 3)
    return values


def raster(r, values):
    h, w, _ = values.shape
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    angle, period = r.uniform(0, math.pi / 2), r.uniform(3, 7)
    screen = np.cos(2 * math.pi * (xx * math.cos(angle) + yy * math.sin(angle)) / period)
    screen = screen + np.cos(2 * math.pi * (-xx * math.sin(angle) + yy * math.cos(angle)) / period)
    return values + screen[..., None] * r.uniform(6, 30)


def laminate(r, values, frame):
    """Lines or letters over portrait and page: a hologram, a stamp, guilloche."""
    h, w, _ = values.shape
    layer = Image.new("L", (w, h), 0)
    draw = ImageDraw.Draw(layer)
    cx, cy = r.uniform(frame[0], frame[2]), r.uniform(frame[1], frame[3])
    size = (frame[2] - frame[0]) * r.uniform(0.3, 1.1)
    for i in range(r.integers(2, 14)):
        a = size * (i + 1) / 14
        draw.ellipse((cx - a, cy - a * 0.8, cx + a, cy + a * 0.8), outline=255, width=int(r.integers(1, 4)))
    if r.random() < 0.4:
        draw.ellipse((cx - size / 2, cy - size / 2, cx + size / 2, cy + size / 2), fill=int(r.integers(40, 160)))
    share = np.asarray(layer.filter(ImageFilter.GaussianBlur(r.uniform(0.3, 1.5))), np.float32)[..., None] / 255
    return values + share * r.uniform(-70, 70, 3)
