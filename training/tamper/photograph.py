"""Photographs a printed page, and saves the picture as its sender and then the service do."""
import math

import numpy as np
from PIL import Image, ImageFilter

from pictures import KERNELS, as_floats, as_picture, jpeg, noisy, saved_somehow, smooth_noise, webp


def photographed(r, values, centre, scale, side, before):
    """Photographs a square around `centre`. Returns the crop, how far the centre moved (pixels), and the turn (radians)."""
    inner = int(side * before) + 8
    s = scale * before
    turn = 0 if r.random() < 0.35 else math.radians(r.normal(0, 2.2))
    lean = r.normal(0, 0.02, 2) if r.random() < 0.5 else np.zeros(2)
    c, n = math.cos(turn) / s, math.sin(turn) / s
    matrix = (c, n + lean[0] / s, centre[0] - (c + n + lean[0] / s) * inner / 2,
              -n + lean[1] / s, c, centre[1] - (-n + lean[1] / s + c) * inner / 2)
    source = as_picture(values)
    # PIL's affine transform has no area filter: shrink first.
    if s < 0.75:
        small = (max(8, int(source.width * s)), max(8, int(source.height * s)))
        sx, sy = small[0] / source.width, small[1] / source.height
        source = source.resize(small, KERNELS[r.integers(len(KERNELS))])
        a, b, e, d, f, g = matrix
        matrix = (a * sx, b * sx, e * sx, d * sy, f * sy, g * sy)
    table = tuple(int(v) for v in r.uniform(20, 250, 3))
    picture = source.transform((inner, inner), Image.AFFINE, matrix, Image.BICUBIC, fillcolor=table)
    picture = picture.filter(ImageFilter.GaussianBlur(r.uniform(0, 1.5) * math.sqrt(before)))
    values = as_floats(picture)
    if r.random() < 0.7:
        values = values * (1 + r.uniform(-0.25, 0.05)) + r.uniform(0, 14)
        values = values * (1 + smooth_noise(r, inner, inner, inner // 2)[..., None] * r.uniform(0, 0.08))
    if r.random() < 0.75:
        values = noisy(r, values, r.uniform(0.5, 7))
    picture = as_picture(values)
    if r.random() < 0.4:
        picture = picture.filter(ImageFilter.GaussianBlur(r.uniform(0.3, 0.7)))
    if r.random() < 0.12:
        picture = picture.filter(ImageFilter.MedianFilter(3))
    if r.random() < 0.5:
        picture = picture.filter(ImageFilter.UnsharpMask(r.uniform(0.5, 1.5), int(r.uniform(20, 150)), 1))
    if r.random() < 0.85:
        picture = saved_somehow(r, picture, 55)
    if before > 1:
        picture = picture.resize((side + 8, side + 8), KERNELS[r.integers(len(KERNELS))])
        if r.random() < 0.3:
            picture = picture.filter(ImageFilter.UnsharpMask(r.uniform(0.4, 1), int(r.uniform(30, 120)), 0))
        if r.random() < 0.5:
            picture = saved_somehow(r, picture, 60)
    x, y = r.integers(0, 8, 2)
    return picture.crop((x, y, x + side, y + side)), (4 - x, 4 - y), turn


def last_save(r, picture, mask):
    """Saves as senders do, honest or not, and then as the service does."""
    pick = r.random()
    w, h = picture.size
    if pick < 0.15:
        pass
    elif pick < 0.28:
        picture = jpeg(picture, r.uniform(92, 97), 0)
    elif pick < 0.45:
        picture = jpeg(picture, r.uniform(86, 92))
    elif pick < 0.64:
        picture = jpeg(picture, r.uniform(72, 86))
    elif pick < 0.76:
        picture = webp(picture, r.uniform(70, 93))
    elif pick < 0.88:
        k = r.uniform(0.62, 1) if r.random() < 0.5 else 1
        if k < 1:
            size = (max(64, int(w * k)), max(64, int(h * k)))
            picture, mask = picture.resize(size, KERNELS[r.integers(len(KERNELS))]), mask.resize(size, Image.BILINEAR)
        picture = jpeg(picture, r.uniform(68, 78))
    elif pick < 0.95:
        size = (int(w * 0.83), int(h * 0.83))
        picture, mask = picture.resize(size, Image.LANCZOS), mask.resize(size, Image.BILINEAR)
    else:
        picture = jpeg(picture, r.uniform(30, 60))
    return jpeg(picture, 95, 0), mask
