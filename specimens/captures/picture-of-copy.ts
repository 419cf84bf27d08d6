import sharp from 'sharp';

/** A page as a camera sees its black-and-white copy in white light: paper and toner instead of white and black. */
export function pictureOfCopy(jpeg: Buffer): Promise<Buffer> {
  return sharp(jpeg).greyscale().linear(0.85, 25).blur(0.6).toColourspace('srgb').jpeg({ quality: 88 }).toBuffer();
}
