import sharp from 'sharp';

/** Copies of a picture as worse cameras and worse light would have produced them. They are not other pictures of the person. */
export const pictureChanges: Readonly<Record<string, (jpeg: Buffer) => Promise<Buffer>>> = {
  'small (200 px wide)': (jpeg) => sharp(jpeg).resize(200).jpeg({ quality: 85 }).toBuffer(),
  'JPEG 30': (jpeg) => sharp(jpeg).jpeg({ quality: 30 }).toBuffer(),
  'turned by 12°': (jpeg) => sharp(jpeg).rotate(12, { background: '#808080' }).jpeg({ quality: 90 }).toBuffer(),
  'half the light': (jpeg) => sharp(jpeg).linear(0.5, 0).jpeg({ quality: 90 }).toBuffer(),
  'too much light': (jpeg) => sharp(jpeg).linear(1.5, 20).jpeg({ quality: 90 }).toBuffer(),
  blurred: (jpeg) => sharp(jpeg).blur(3).jpeg({ quality: 90 }).toBuffer(),
  grey: (jpeg) => sharp(jpeg).greyscale().jpeg({ quality: 90 }).toBuffer(),
};
