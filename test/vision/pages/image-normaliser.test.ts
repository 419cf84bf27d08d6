import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createImageNormaliser } from '../../../src/adapters/native/captures/image-normaliser.ts';
import { OutOfTime } from '../../../src/domain/ports/out-of-time.ts';
import { convertPicture } from '../../../src/adapters/native/conversion/convert-picture.ts';
import type { ImageNormaliser } from '../../../src/domain/ports/pages/image-normaliser.ts';
import { encodeHeif } from '../../../specimens/captures/encode-heif.ts';
import { pngBomb } from '../../support/documents/pictures.ts';

const size = { width: 40, height: 20 };
const red = { create: { ...size, channels: 3, background: '#c02020' } } as const;
let normaliser: ImageNormaliser;
let jpeg: Buffer;

beforeAll(async () => {
  jpeg = await sharp(red).jpeg().toBuffer();
  normaliser = createImageNormaliser();
});

describe('the image normaliser', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('accepts %s and answers with JPEG in sRGB', async (format) => {
    const result = await normaliser.normalise(await sharp(red).toFormat(format).toBuffer());
    if ('fault' in result) throw new Error(result.fault);
    expect(await sharp(result.image.jpeg).metadata()).toMatchObject({ format: 'jpeg', space: 'srgb', ...size });
    expect([result.image.widthPx, result.image.heightPx]).toEqual([40, 20]);
  });

  test('applies the EXIF turn and drops all metadata', async () => {
    const turned = await sharp(jpeg)
      .withExif({ IFD0: { Artist: 'Somebody', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const result = await normaliser.normalise(turned);
    if ('fault' in result) throw new Error(result.fault);
    const metadata = await sharp(result.image.jpeg).metadata();
    expect([metadata.width, metadata.height]).toEqual([20, 40]);
    expect(metadata.exif).toBeUndefined();
    expect(metadata.orientation).toBeUndefined();
    expect(result.image.jpeg.includes('Somebody')).toBe(false);
  });

  test('lays transparency on white', async () => {
    const clear = await sharp({ create: { ...size, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const result = await normaliser.normalise(clear);
    if ('fault' in result) throw new Error(result.fault);
    expect((await sharp(result.image.jpeg).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  });

  test('drops bytes after the end of the picture', async () => {
    const result = await normaliser.normalise(Buffer.concat([jpeg, Buffer.from('<script>stowaway</script>')]));
    if ('fault' in result) throw new Error(result.fault);
    expect(result.image.jpeg.includes('stowaway')).toBe(false);
  });

  test('refuses what it cannot read, without throwing', async () => {
    const noisy = { ...red.create, noise: { type: 'gaussian', mean: 120, sigma: 40 } } as const;
    const detailed = await sharp({ create: noisy }).jpeg().toBuffer();
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const truncated = detailed.subarray(0, Math.round(detailed.length * 0.7));
    for (const original of [Buffer.alloc(0), Buffer.from('no picture'), gif, svg, truncated]) {
      expect(await normaliser.normalise(original)).toEqual({ fault: 'file.unreadable_image' });
    }
  });

  test('refuses a bomb by its header alone', async () => {
    const header = Buffer.from(await sharp(red).png().toBuffer());
    header.writeUInt32BE(16_000, 16);
    header.writeUInt32BE(16_000, 20);
    // The checksum of the header chunk no longer fits, so either answer is right; decoding it would be wrong.
    expect(['file.too_many_pixels', 'file.unreadable_image']).toContain(
      Object.values(await normaliser.normalise(header))[0],
    );
    const large = pngBomb(8_000);
    // Half of it cannot be unpacked: only its header says how large it is.
    expect(await normaliser.normalise(large.subarray(0, large.length / 2))).toEqual({ fault: 'file.too_many_pixels' });
  });
});

describe('pictures that need a separate process', () => {
  test('accepts HEIC as phones write it, turned as its own mark says', async () => {
    const heic = await encodeHeif(await sharp(red).png().toBuffer(), { quarterTurns: 1 });
    const { image } = await pictureOf(heic);
    expect([image.widthPx, image.heightPx]).toEqual([20, 40]);
    const [reds, greens] = (await sharp(image.jpeg).stats()).channels.map(({ mean }) => mean);
    expect(reds).toBeGreaterThan(180);
    expect(greens).toBeLessThan(45);
  });

  test.each(['avif', 'tiff'] as const)('accepts %s and leaves nothing of its metadata', async (format) => {
    const located = sharp(red).withExif({ IFD0: { Artist: 'Somebody' } });
    const { image } = await pictureOf(await located.toFormat(format).toBuffer());
    expect([image.widthPx, image.heightPx]).toEqual([40, 20]);
    expect((await sharp(image.jpeg).metadata()).exif).toBeUndefined();
    expect(image.jpeg.includes('Somebody')).toBe(false);
  });

  test('refuses one with too many pixels before it decodes any', async () => {
    const heic = await encodeHeif(await sharp(red).png().toBuffer());
    const size = heic.indexOf('ispe', 0, 'latin1') + 8;
    heic.writeUInt32BE(9_000, size);
    heic.writeUInt32BE(9_000, size + 4);
    expect(await normaliser.normalise(heic)).toEqual({ fault: 'file.too_many_pixels' });
  });

  test('refuses a damaged one, and one that takes too much memory, and does not judge one that takes too long', async () => {
    const heic = await encodeHeif(await sharp(red).png().toBuffer());
    expect(await normaliser.normalise(heic.subarray(0, heic.length - 40))).toEqual({ fault: 'file.unreadable_image' });
    for (const limits of [{ maxMemoryBytes: 20_000_000 }, { maxOutputBytes: 100 }]) {
      expect(await convertPicture(heic, 'heif', limits)).toEqual({ fault: 'file.unreadable_image' });
    }
    await expect(convertPicture(heic, 'heif', { timeoutMs: 50 })).rejects.toThrow(OutOfTime);
  });
});

async function pictureOf(original: Buffer) {
  const result = await normaliser.normalise(original);
  if ('fault' in result) throw new Error(result.fault);
  return result;
}
