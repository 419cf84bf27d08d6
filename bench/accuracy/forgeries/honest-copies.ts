import sharp from 'sharp';

export type Copy = (picture: Buffer) => Promise<Buffer>;

/** What happens to an honest picture between the camera and the upload. No copy changes positions in the picture. */
export const honestCopies = {
  'as it is': (picture) => Promise.resolve(picture),
  PNG: (picture) => flat(picture).png().toBuffer(),
  'JPEG 95': (picture) => jpeg(picture, 95, '4:4:4'),
  'JPEG 90': (picture) => jpeg(picture, 90),
  'JPEG 80': (picture) => jpeg(picture, 80),
  'JPEG 50': (picture) => jpeg(picture, 50),
  'JPEG 20': (picture) => jpeg(picture, 20),
  'WebP 90': (picture) => flat(picture).webp({ quality: 90 }).toBuffer(),
  'WebP 75': (picture) => flat(picture).webp({ quality: 75 }).toBuffer(),
  'WebP 40': (picture) => flat(picture).webp({ quality: 40 }).toBuffer(),
  messenger: async (picture) =>
    jpeg(await flat(picture).resize(1280, 1280, { fit: 'inside', withoutEnlargement: true }).png().toBuffer(), 72),
  screenshot: async (picture) => {
    const { width } = await sharp(picture).metadata();
    return flat(picture)
      .resize(Math.round(width * 0.83))
      .png()
      .toBuffer();
  },
} as const satisfies Record<string, Copy>;
export type CopyName = keyof typeof honestCopies;

/** How a forger saves the result. */
export const forgersSaves = [
  'PNG',
  'JPEG 95',
  'JPEG 90',
  'JPEG 80',
  'WebP 90',
  'messenger',
] as const satisfies readonly CopyName[];

function flat(picture: Buffer) {
  return sharp(picture).flatten({ background: '#fff' });
}

function jpeg(picture: Buffer, quality: number, chromaSubsampling = '4:2:0'): Promise<Buffer> {
  return flat(picture).jpeg({ quality, chromaSubsampling }).toBuffer();
}
