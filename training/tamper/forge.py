"""Makes training crops of honest and forged documents: prints a drawn page, photographs, saves and forges it, and saves it again."""
import math

import numpy as np
from PIL import Image, ImageFont

from forgeries import forge_face, forge_line
from photograph import last_save, photographed
from pictures import as_floats
from printed_page import ground, personalised, printed

SIDE = 256


def draw_sample(r, pages, pool, fonts):
    """A crop, bytes [SIDE, SIDE, 3], and how much of each pixel was forged, bytes [SIDE, SIDE] (255: all of it)."""
    page, about = pages[r.integers(len(pages))]
    frame = about["frame"]
    is_face = r.random() < 0.6
    # The service shrinks large photographs before it looks at them, so such a crop starts larger.
    shrunk = r.uniform(0.48, 0.95) if r.random() < 0.25 else 1.0
    side = int((360 if r.random() < 0.25 and shrunk == 1 else 300) / shrunk)
    fw, fh = frame[2] - frame[0], frame[3] - frame[1]
    # Width of the portrait in the crop, in pixels. A face is about half as wide as its portrait.
    target = math.exp(r.uniform(math.log(58), math.log(210)))
    scale = target / fw / shrunk
    # Work only on the surroundings of the place, for speed.
    if is_face:
        centre = ((frame[0] + frame[2]) / 2 + r.normal(0, 0.1) * fw, (frame[1] + frame[3]) / 2 + r.normal(0, 0.1) * fh)
        line = None
    else:
        line = about["lines"][r.integers(len(about["lines"]))]
        line = np.asarray(line, np.float32)
        centre = tuple(line.mean(0) + r.normal(0, 20, 2))
        height = np.linalg.norm(line[3] - line[0])
        scale = math.exp(r.uniform(math.log(10), math.log(40))) / max(6, height)
        scale = min(scale / shrunk, 2.2)
    reach = side * 0.75 / scale + 40
    x0, y0 = int(max(0, centre[0] - reach)), int(max(0, centre[1] - reach))
    x1, y1 = int(min(page.width, centre[0] + reach)), int(min(page.height, centre[1] + reach))
    has_frame = frame[0] >= x0 and frame[1] >= y0 and frame[2] <= x1 and frame[3] <= y1
    # Pictures from the web are often shrunk: they were larger when they were first saved.
    before = 1.0 if r.random() < 0.45 else r.uniform(1.15, 2.6)
    # More pixels than that picture had would add nothing.
    fine = min(1.0, scale * before / 0.7)
    size = (max(8, int((x1 - x0) * fine)), max(8, int((y1 - y0) * fine)))
    piece = page.resize(size, Image.BOX if fine < 0.5 else Image.BICUBIC, box=(x0, y0, x1, y1), reducing_gap=2.0)
    local = [int((v - o) * fine) for v, o in zip(frame, (x0, y0, x0, y0))] if has_frame else None
    if local is not None:
        local[2], local[3] = min(size[0], local[2] + 1), min(size[1], local[3] + 1)
    if local is None:
        values = ground(r, as_floats(piece), pool)
    else:
        values = printed(r, piece, local, pool)
    if r.random() < 0.4:
        values = personalised(r, values, fonts)
    at = ((centre[0] - x0) * fine, (centre[1] - y0) * fine)
    picture, (dx, dy), turn = photographed(r, values, at, scale / fine, side, before)
    mask = Image.new("L", (side, side), 0)

    def on_crop(x, y):
        u, v = (x - centre[0]) * scale, (y - centre[1]) * scale
        c, s = math.cos(turn), math.sin(turn)
        return side / 2 + dx + c * u - s * v, side / 2 + dy + s * u + c * v

    if r.random() < 0.62:
        if is_face and local is not None:
            cx, cy = on_crop((frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2)
            picture, mask = forge_face(r, picture, (cx, cy, fw * scale, fh * scale), -turn, pool)
        elif line is not None:
            middle = line.mean(0)
            cx, cy = on_crop(float(middle[0]), float(middle[1]))
            w = np.linalg.norm(line[1] - line[0]) * scale
            h = np.linalg.norm(line[3] - line[0]) * scale
            w = min(w, side * 0.7)
            h = min(h, side * 0.2)
            forged = forge_line(r, picture, (cx, cy, w, h, math.degrees(turn)), fonts)
            if forged is not None:
                picture, mask = forged
    picture, mask = last_save(r, picture, mask)
    if shrunk < 1:
        size = (int(picture.width * shrunk), int(picture.height * shrunk))
        picture, mask = picture.resize(size, Image.BICUBIC), mask.resize(size, Image.BILINEAR)
    # The crop starts anywhere in the compression grid.
    room_x, room_y = picture.width - SIDE, picture.height - SIDE
    if room_x < 0 or room_y < 0:
        whole, empty = Image.new("RGB", (SIDE, SIDE), (128, 128, 128)), Image.new("L", (SIDE, SIDE), 0)
        whole.paste(picture, (0, 0))
        empty.paste(mask, (0, 0))
        picture, mask = whole, empty
        room_x, room_y = max(0, room_x), max(0, room_y)
    x = int(np.clip(room_x / 2 + r.normal(0, 14), 0, room_x))
    y = int(np.clip(room_y / 2 + r.normal(0, 14), 0, room_y))
    box = (x, y, x + SIDE, y + SIDE)
    return np.asarray(picture.crop(box), np.uint8), np.asarray(mask.crop(box), np.uint8)


def load(folder):
    import glob
    import json
    import os

    pages = []
    for about in json.load(open(os.path.join(folder, "pages.json"))):
        if about["frame"] is None or len(about["lines"]) < 3:
            continue
        pages.append((Image.open(os.path.join(folder, about["name"])).convert("RGB"), about))
    open_all = lambda pattern: [Image.open(f).convert("RGB") for f in sorted(glob.glob(os.path.join(folder, pattern)))]
    fonts = [ImageFont.truetype(f, 32) for f in sorted(glob.glob(os.path.join(folder, "*.ttf")))]
    return pages, {"faces": open_all("donor-set-*.jpg"), "others": open_all("other-*.jpg")}, fonts
