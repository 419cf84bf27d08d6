import sharp from 'sharp';

const photographed = { quality: 80 };
/** Finer than the page was saved: a coarser save hides the seam in the compression. */
const savedAgain = { quality: 95, chromaSubsampling: '4:4:4' };
/** Of a colour: pixels that differ by more belong to the portrait. */
const leastDifference = 12;

/** Makes another portrait from the given one: mirrored, and in other colours. */
export function otherPortrait(portrait: Buffer): Promise<Buffer> {
  return sharp(portrait).flop().modulate({ hue: 20, brightness: 1.1 }).jpeg().toBuffer();
}

/**
 * The photo of a page, opened in an editor: the portrait of `withOther`, a drawing of the same page with another one, is laid over it, and the
 * whole is saved again.
 */
export async function pastePortrait(page: Buffer, withOther: Buffer): Promise<Buffer> {
  const photo = await sharp(page).blur(0.7).linear(0.85, 15).jpeg(photographed).toBuffer();
  const area = await findDifference(page, withOther);
  const input = await sharp(withOther).extract(area).linear(0.85, 15).png({ compressionLevel: 0 }).toBuffer();
  return sharp(photo)
    .composite([{ input, left: area.left, top: area.top }])
    .jpeg(savedAgain)
    .toBuffer();
}

/** Where two drawings of one page differ: its portrait. */
async function findDifference(one: Buffer, other: Buffer) {
  const [before, after] = await Promise.all([one, other].map(pixelsOf));
  if (before === undefined || after === undefined) throw new Error('two drawings are compared');
  const { info } = before;
  let [left, right, top, bottom] = [info.width, 0, info.height, 0];
  for (const [at, value] of before.data.entries()) {
    if (Math.abs(value - (after.data[at] ?? 0)) < leastDifference) continue;
    const pixel = Math.floor(at / info.channels);
    const [x, y] = [pixel % info.width, Math.floor(pixel / info.width)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  if (right <= left) throw new Error('the passport has no portrait to be replaced');
  return { left, top, width: right - left, height: bottom - top };
}

function pixelsOf(picture: Buffer) {
  return sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}
