import sharp from 'sharp';

/** Of the paper's width. */
const marginShare = 0.06;

/**
 * A picture as a camera sees its print in front of a wall: on white paper with a margin, a little turned, paler than life, with the
 * wall and its light around it. `shareOfWidth`: how much of the camera's picture the paper takes; beyond 1 its sides are cut off.
 */
export async function pictureOfPrint(
  jpeg: Buffer,
  {
    degrees,
    shareOfWidth,
    wall,
    margin = true,
  }: { degrees: number; shareOfWidth: number; wall: string; margin?: boolean },
): Promise<Buffer> {
  const side = 900;
  const paperPx = Math.round(side * shareOfWidth);
  const edgePx = margin ? Math.round(paperPx * marginShare) : 0;
  // Ink never gets as dark as a shadow, and takes colour away.
  const ink = await sharp(jpeg)
    .resize(paperPx - 2 * edgePx, paperPx - 2 * edgePx, { fit: 'cover' })
    .modulate({ saturation: 0.8 })
    .linear(0.8, 30)
    .extend({ top: edgePx, bottom: edgePx, left: edgePx, right: edgePx, background: '#eceae4' })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const held = await sharp(ink)
    .ensureAlpha()
    .rotate(degrees, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const { width, height } = await sharp(held).metadata();
  const [cutLeft, cutTop] = [Math.max(0, Math.round((width - side) / 2)), Math.max(0, Math.round((height - side) / 2))];
  const shown = await sharp(held)
    .extract({ left: cutLeft, top: cutTop, width: Math.min(width, side), height: Math.min(height, side) })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const noise = { type: 'gaussian', mean: 128, sigma: 6 } as const;
  const grain = await sharp({ create: { width: side, height: side, channels: 3, background: wall, noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp({ create: { width: side, height: side, channels: 3, background: wall } })
    .composite([
      { input: grain, blend: 'soft-light' },
      { input: shown, gravity: 'centre' },
    ])
    .removeAlpha()
    .blur(0.7)
    .jpeg({ quality: 88 })
    .toBuffer();
}
