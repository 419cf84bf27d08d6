import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '../../../src/domain/faults/errors.ts';
import { mediaForms } from '../../../src/domain/media/media-kind.ts';
import { sniffedBytes, sniffUpload } from '../../../src/services/objects/sniff-upload.ts';
import { createRandom } from '../../../specimens/drawing/create-random.ts';
import { mutate } from '../../support/mutate.ts';
import { billPdf } from '../../support/documents/pdfs.ts';

/** This first look is the only parsing of a file in the API process, so it must survive any input. */
async function answerTo(file: Buffer): Promise<string> {
  try {
    return (await sniffUpload(file.subarray(0, sniffedBytes), mediaForms)).contentType;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

const box = (type: string, ...contents: Buffer[]): Buffer => {
  const content = Buffer.concat(contents);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};
const heic = Buffer.concat([
  box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1')),
  box('meta', Buffer.alloc(4), box('iprp', box('ipco', box('ispe', Buffer.alloc(12))))),
]);
const xml = (root: string) =>
  Buffer.from(`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${root}`);

/** The head of a JPEG of this size, without a picture. */
function jpegOfSize(widthPx: number, heightPx: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(heightPx, 5);
  frame.writeUInt16BE(widthPx, 7);
  const start = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  return Buffer.concat([start, frame]);
}

let originals: [Buffer, ...Buffer[]];
let jpeg: Buffer;
beforeAll(async () => {
  const page = sharp({ create: { width: 320, height: 200, channels: 3, background: '#405060' } });
  jpeg = await page.clone().jpeg().toBuffer();
  originals = [
    jpeg,
    await page.clone().png().toBuffer(),
    await page.clone().webp().toBuffer(),
    await page.clone().tiff().toBuffer(),
    await page.clone().avif({ effort: 0 }).toBuffer(),
    await page.clone().gif().toBuffer(),
    heic,
    await billPdf(['A bill']),
    Buffer.from('GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYEC', 'base64'),
    box('ftyp', Buffer.from('isom\x00\x00\x02\x00isomiso2', 'latin1')),
    Buffer.from('00000000 6a584c20 0d0a870a ff0a'.replaceAll(' ', ''), 'hex'),
    Buffer.from('0000000c6a5020200d0a870a00000014667479706a703220', 'hex'),
  ];
});

describe('the first look at an upload', () => {
  it('answers each of 10 000 mutated files of twelve formats', { timeout: 120_000 }, async () => {
    const random = createRandom(20_344);
    const answers = new Set<string>();
    for (let i = 0; i < 10_000; i++) {
      answers.add(await answerTo(mutate(random.pick(originals), random, random.pick(originals))));
    }
    expect([...answers]).toEqual(expect.arrayContaining(['image/jpeg', 'image/png', 'file.unsupported_type']));
  });

  it('refuses a header of 65 000 pixels a side, whatever follows it', async () => {
    expect(await answerTo(jpegOfSize(65_000, 65_000))).toBe('file.too_many_pixels');
    const png = Buffer.from(originals[1] ?? jpeg);
    png.writeUInt32BE(65_000, 16);
    png.writeUInt32BE(65_000, 20);
    expect(await answerTo(png)).toBe('file.too_many_pixels');
  });

  it('accepts no XML, whatever it calls itself and whatever it refers to', async () => {
    for (const root of ['<svg xmlns="http://www.w3.org/2000/svg">&e;</svg>', '<html>&e;</html>', '<x>&e;</x>']) {
      expect(await answerTo(xml(root))).toBe('file.unsupported_type');
    }
  });

  it('accepts the pictures of phones and scanners, and recognises them by their content', async () => {
    expect(await answerTo(heic)).toBe('image/heic');
    expect(await answerTo(originals[3] ?? jpeg)).toBe('image/tiff');
    expect(await answerTo(originals[4] ?? jpeg)).toBe('image/avif');
    expect(await answerTo(originals[5] ?? jpeg)).toBe('file.unsupported_type');
  });

  it('treats a file of two types as the type that its first bytes say', async () => {
    const pdf = await billPdf(['A bill']);
    expect(await answerTo(Buffer.concat([jpeg, pdf]))).toBe('image/jpeg');
    expect(await answerTo(Buffer.concat([pdf, jpeg]))).toBe('application/pdf');
    expect(await answerTo(Buffer.concat([Buffer.from('<script>'), jpeg]))).toBe('file.unsupported_type');
  });
});
