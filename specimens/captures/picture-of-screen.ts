import sharp from 'sharp';

const shownWidthPx = 640;
/** Camera pixels a screen pixel is drawn with before the camera's own sampling. */
const pitch = 6;

/** A picture as a camera sees it on a screen: three coloured stripes and a dark gap a pixel, a little turned, sampled again. */
export async function pictureOfScreen(
  jpeg: Buffer,
  { degrees, widthPx, blur }: { degrees: number; widthPx: number; blur: number },
): Promise<Buffer> {
  const { data, info } = await sharp(jpeg)
    .resize(shownWidthPx)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [width, height] = [info.width * pitch, info.height * pitch];
  const screen = Buffer.alloc(width * height * 3);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (Math.floor(y / pitch) * info.width + Math.floor(x / pitch)) * 3;
      const stripe = Math.floor((x % pitch) / 2);
      const gap = y % pitch === pitch - 1 ? 0.25 : 1;
      for (let c = 0; c < 3; c++) screen[to++] = (data[from + c] ?? 0) * (c === stripe ? 1 : 0.25) * gap;
    }
  }
  const turned = await sharp(screen, { raw: { width, height, channels: 3 } })
    .rotate(degrees, { background: '#111' })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp(turned).resize(widthPx).linear(1.8, 0).blur(blur).jpeg({ quality: 85 }).toBuffer();
}
