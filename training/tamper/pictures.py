"""Pictures as arrays of floats, noise, and ways to save a picture. `r` is always a numpy random generator."""
import io

import numpy as np
from PIL import Image

KERNELS = [Image.BILINEAR, Image.BICUBIC, Image.LANCZOS, Image.BOX, Image.HAMMING]
LETTERS = "ABCDEFGHIJKLMNOPRSTUVZ0123456789.-<"


def as_floats(picture):
    return np.asarray(picture.convert("RGB"), np.float32)


def as_picture(values):
    return Image.fromarray(np.clip(values + 0.5, 0, 255).astype(np.uint8))


def through(picture, form, **options):
    buffer = io.BytesIO()
    picture.save(buffer, form, **options)
    buffer.seek(0)
    return Image.open(buffer).convert("RGB")


def jpeg(picture, quality, subsampling=2):
    return through(picture, "JPEG", quality=int(quality), subsampling=subsampling)


def webp(picture, quality):
    return through(picture, "WEBP", quality=int(quality), method=2)


def smooth_noise(r, width, height, cell):
    small = r.standard_normal((max(2, height // cell + 2), max(2, width // cell + 2))).astype(np.float32)
    low = Image.fromarray(small).resize((width, height), Image.BICUBIC)
    return np.asarray(low, np.float32)


def noisy(r, values, level):
    h, w, _ = values.shape
    grain = r.standard_normal((h, w, 1)) * 0.8 + r.standard_normal((h, w, 3)) * r.uniform(0.2, 0.7)
    return values + grain * level * (0.6 + values / 300)


def saved_somehow(r, picture, lowest):
    if r.random() < 0.12:
        return webp(picture, r.uniform(lowest, 95))
    return jpeg(picture, r.uniform(lowest, 97), int(r.choice([0, 2, 2])))
