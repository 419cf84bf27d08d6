"""Makes training crops of honest and forged documents: a drawn page, printed, photographed, saved, forged and saved again."""
import io
import math

import numpy as np
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter, ImageFont

SIDE = 256
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


def photo(r, pool, width, height):
    """A piece of a photograph of the size, turned, mirrored, recoloured: a face or any other motif."""
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
    """As a portrait is taken: a plain wall around an oval."""
    w, h = picture.size
    mask = Image.new("L", (w, h), 0)
    ImageDraw.Draw(mask).ellipse((w * r.uniform(0.05, 0.2), h * r.uniform(0.02, 0.15), w * r.uniform(0.8, 0.95), h * 1.2), fill=255)
    mask = mask.filter(ImageFilter.GaussianBlur(max(1, w * r.uniform(0.005, 0.05))))
    wall = np.full((h, w, 3), r.uniform(150, 252, 3) if r.random() < 0.4 else r.uniform(170, 252), np.float32)
    wall += smooth_noise(r, w, h, max(8, w // 3))[..., None] * r.uniform(0, 6)
    return Image.composite(picture, as_picture(wall + r.standard_normal((h, w, 1)) * r.uniform(0, 3)), mask)


def ground(r, values, pool):
    """Other colours and patterns of paper than the drawn page has."""
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
    """The page with an honest portrait in its frame, as it is printed; flat."""
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
        # The picture that the issuer was given has a history as well.
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
    """Lines that are printed later than the form: another ink, another sharpness, but the same photograph."""
    h, w, _ = values.shape
    for _ in range(r.integers(1, 4)):
        size = int(r.integers(14, 46))
        text = "".join(LETTERS[r.integers(len(LETTERS))] for _ in range(r.integers(3, 16)))
        layer = Image.new("L", (w, h), 0)
        draw = ImageDraw.Draw(layer)
        x, y = int(r.uniform(0, w * 0.8)), int(r.uniform(0, h * 0.9))
        font = fonts[r.integers(len(fonts))].font_variant(size=size)
        if r.random() < 0.25:
            # A box of other paper under the line, as a label or a security field.
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


def photographed(r, values, centre, scale, side, before):
    """A square piece around a place of the page, at another scale and turn, through lens, sensor and savings."""
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


def noisy(r, values, level):
    h, w, _ = values.shape
    grain = r.standard_normal((h, w, 1)) * 0.8 + r.standard_normal((h, w, 3)) * r.uniform(0.2, 0.7)
    return values + grain * level * (0.6 + values / 300)


def saved_somehow(r, picture, lowest):
    if r.random() < 0.12:
        return webp(picture, r.uniform(lowest, 95))
    return jpeg(picture, r.uniform(lowest, 97), int(r.choice([0, 2, 2])))


def paste(r, picture, layer, mask):
    page, over = as_floats(picture), as_floats(layer)
    share = np.asarray(mask, np.float32)[..., None] / 255
    return as_picture(page * (1 - share) + over * share)


def laid(r, w, h, side, centre, degrees, piece, softness, is_round):
    """The piece on an empty page and its mask."""
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
    """Mean and deviation of each channel as under the piece."""
    a, b = as_floats(piece), as_floats(under)
    gain = np.clip(b.std((0, 1)) / np.maximum(1, a.std((0, 1))), 0.4, 2)
    return as_picture((a - a.mean((0, 1))) * gain + b.mean((0, 1)))


def disguised(r, piece):
    """What a careful forger does so that the piece looks like the page."""
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
    # How much of the frame: the portrait, a little more or less of it, or the face alone.
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
    """line: centre, width, height, degrees, in pixels of the crop."""
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


def last_save(r, picture, mask):
    """As the forger and the honest holder send it alike; the service's own save comes last."""
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


def draw_sample(r, pages, pool, fonts):
    """A crop [SIDE, SIDE, 3] of bytes, the share of each pixel that was forged, and whether anything was."""
    page, about = pages[r.integers(len(pages))]
    frame = about["frame"]
    is_face = r.random() < 0.6
    # Large photographs are shrunk before they are looked at: the crop is then made larger.
    shrunk = r.uniform(0.48, 0.95) if r.random() < 0.25 else 1.0
    side = int((360 if r.random() < 0.25 and shrunk == 1 else 300) / shrunk)
    fw, fh = frame[2] - frame[0], frame[3] - frame[1]
    # A face takes about half of the width of its portrait.
    target = math.exp(r.uniform(math.log(58), math.log(210)))
    scale = target / fw / shrunk
    # Only the surroundings are worked on.
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
    # A shrunken web picture was larger when it was first saved.
    before = 1.0 if r.random() < 0.45 else r.uniform(1.15, 2.6)
    # Nothing is gained by working on more pixels than that picture had.
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
    # The crop's own place against the grid of the savings is chance.
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
