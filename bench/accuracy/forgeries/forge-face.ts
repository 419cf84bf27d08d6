import sharp from 'sharp';
import type { Random } from '../../../specimens/drawing/create-random.ts';

/** A face on a picture: its box and by how much it is turned clockwise, in pixels and degrees. */
export interface FacePlace {
  box: { left: number; top: number; width: number; height: number };
  rollDegrees: number;
}

/** How another face is laid over the printed one. */
export const faceForgeries = [
  'hard edge',
  'feathered',
  'tilted against the page',
  'turned with the page',
  'face alone, blended',
] as const;
export type FaceForgery = (typeof faceForgeries)[number];

/** The portrait that is laid over it, in sizes of the face's box. */
const room = { across: 1.7, down: 1.8 };
/** The face alone. */
const core = { across: 1.05, down: 1.2 };

/** Lays the face of `donor` (with a margin of 0.6 of its box) over the face on the page. Returns PNG. */
export async function forgeFace(
  page: Buffer,
  face: FacePlace,
  { donor, forgery, random }: { donor: Buffer; forgery: FaceForgery; random: Random },
): Promise<Buffer> {
  const isCore = forgery === 'face alone, blended';
  const { across, down } = isCore ? core : room;
  const [width, height] = [Math.round(face.box.width * across), Math.round(face.box.height * down)];
  const whole = { width: Math.round(face.box.width * 2.2), height: Math.round(face.box.height * 2.2) };
  const left = Math.round((whole.width - width) / 2);
  const top = Math.round((whole.height - height) / 2);
  const source = await sharp(donor)
    .resize({ ...whole, fit: 'fill', kernel: random.pick(['cubic', 'lanczos3']) })
    .removeAlpha()
    .png()
    .toBuffer();
  const cut = await sharp(source).extract({ left, top, width, height }).png().toBuffer();
  const tinted = isCore ? await tintLike(cut, page, face) : cut;
  const softness =
    forgery === 'hard edge' ? 0 : forgery === 'turned with the page' ? random.pick([0, 1]) : random.number(1, 4);
  const masked = await withMask(tinted, {
    width,
    height,
    softness: forgery === 'tilted against the page' ? 0.5 : softness,
    isRound: isCore,
  });
  const degrees =
    forgery === 'tilted against the page'
      ? face.rollDegrees + random.number(3, 7) * random.pick([-1, 1])
      : forgery === 'hard edge' || forgery === 'feathered'
        ? 0
        : face.rollDegrees;
  const turned =
    degrees === 0
      ? masked
      : await sharp(masked)
          .rotate(degrees, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
          .png()
          .toBuffer();
  return overlay(page, turned, face.box.left + face.box.width / 2, face.box.top + face.box.height / 2);
}

async function withMask(
  picture: Buffer,
  { width, height, softness, isRound }: { width: number; height: number; softness: number; isRound: boolean },
): Promise<Buffer> {
  const inset = isRound ? Math.max(2, width * 0.06) : softness * 1.5;
  const shape = isRound
    ? `<ellipse cx="${width / 2}" cy="${height / 2}" rx="${width / 2 - inset}" ry="${height / 2 - inset}" fill="#fff"/>`
    : `<rect x="${inset}" y="${inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" fill="#fff"/>`;
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#000"/>${shape}</svg>`;
  const blur = isRound ? inset / 1.5 : softness;
  const drawn = sharp(Buffer.from(svg)).flatten().greyscale();
  const mask = await (blur < 0.3 ? drawn : drawn.blur(blur)).toColourspace('b-w').raw().toBuffer();
  return sharp(picture)
    .joinChannel(mask, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

/** Gives each channel the mean and the deviation of what the face covers. */
async function tintLike(picture: Buffer, page: Buffer, { box }: FacePlace): Promise<Buffer> {
  const { width, height } = await sharp(page).metadata();
  const left = Math.min(width - 2, Math.max(0, Math.round(box.left)));
  const top = Math.min(height - 2, Math.max(0, Math.round(box.top)));
  const area = {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(box.width))),
    height: Math.max(1, Math.min(height - top, Math.round(box.height))),
  };
  const under = await sharp(await sharp(page).removeAlpha().extract(area).png().toBuffer()).stats();
  const own = await sharp(picture).stats();
  const gains = [0, 1, 2].map((c) =>
    Math.min(2, Math.max(0.4, (under.channels[c]?.stdev ?? 1) / Math.max(1, own.channels[c]?.stdev ?? 1))),
  );
  const offsets = gains.map((gain, c) => (under.channels[c]?.mean ?? 0) - gain * (own.channels[c]?.mean ?? 0));
  return sharp(picture).linear(gains, offsets).png().toBuffer();
}

/** Lays a picture over a page around a centre; parts beyond the page are cut off. */
export async function overlay(page: Buffer, over: Buffer, centreX: number, centreY: number): Promise<Buffer> {
  const { width, height } = await sharp(page).metadata();
  const size = await sharp(over).metadata();
  const [x, y] = [Math.round(centreX - size.width / 2), Math.round(centreY - size.height / 2)];
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  const area = {
    left: left - x,
    top: top - y,
    width: Math.min(width, x + size.width) - left,
    height: Math.min(height, y + size.height) - top,
  };
  const input = await sharp(over).extract(area).png().toBuffer();
  return sharp(page).removeAlpha().composite([{ input, left, top }]).removeAlpha().png().toBuffer();
}
