import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createImageNormaliser } from '../../src/adapters/native/captures/image-normaliser.ts';
import { pngBomb } from '../support/documents/pictures.ts';
import { isFullSuite } from '../support/sample-of.ts';
import { feedPdfs, feedPictures, feedRecordings } from './hostile-files.ts';

const [pictures, others] = isFullSuite ? [500, 8] : [100, 3];

describe('files that are made to do harm', { timeout: 180_000 }, () => {
  test(`${pictures} mutated pictures get an answer each, and memory stays`, async () => {
    const { answers, grownMb } = await feedPictures(pictures, 20_341);
    console.info(answers, `${grownMb.toFixed(0)} MB`);
    expect(Object.keys(answers).sort()).toEqual(expect.arrayContaining(['a picture', 'file.unreadable_image']));
    expect(grownMb).toBeLessThan(150);
  });

  test(`${others} mutated PDFs get an answer each`, async () => {
    const { answers } = await feedPdfs(others, 20_342);
    console.info(answers);
    expect(Object.values(answers).reduce((sum, times) => sum + times, 0)).toBe(others);
  });

  test(`${others} mutated videos and sounds get an answer each`, async () => {
    const { answers } = await feedRecordings(others, 20_343);
    console.info(answers);
    expect(Object.values(answers).reduce((sum, times) => sum + times, 0)).toBe(others);
  });

  test('a picture that unpacks to 256 million pixels is refused by its header', async () => {
    const before = process.memoryUsage.rss();
    expect(await createImageNormaliser().normalise(pngBomb(16_000))).toEqual({ fault: 'file.too_many_pixels' });
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
  });

  test('a file that is a picture and something else at once is only a picture afterwards', async () => {
    const jpeg = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#405060' } })
      .jpeg()
      .toBuffer();
    const archive = Buffer.from('PK\u0003\u0004stowaway');
    const script = Buffer.from('<script>alert("stowaway")</script>');
    // A comment segment in front and an archive behind: valid as a picture, as a page and as an archive.
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), script]);
    const polyglot = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), archive]);
    const result = await createImageNormaliser().normalise(polyglot);
    if ('fault' in result) throw new Error(result.fault);
    expect(result.image.jpeg.includes('stowaway')).toBe(false);
  });
});
