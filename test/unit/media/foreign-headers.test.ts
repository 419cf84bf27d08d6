import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { judgeHeader } from '../../../src/domain/capture/judge-header.ts';
import { readFileHeader } from '../../../src/domain/capture/read-file-header.ts';

const signsOf = (file: Buffer) => judgeHeader(readFileHeader(file), { byCamera: false });
const xmpOf = (attribute: string) => `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${attribute}/></x:xmpmeta>`;

/** libvips writes no EXIF tags into a TIFF. EXIF data is a TIFF without pixels. */
async function tagsOf(picture: Sharp): Promise<Buffer> {
  const { exif } = await sharp(await picture.jpeg().toBuffer()).metadata();
  return exif?.subarray('Exif\0\0'.length) ?? Buffer.alloc(0);
}

const avifOf = (picture: Sharp) => picture.avif({ effort: 0 }).toBuffer();

// HEIC has the same structure as AVIF; libvips writes AVIF only.
describe.each([
  ['TIFF', tagsOf, (picture: Sharp) => picture.tiff().toBuffer()],
  ['AVIF', avifOf, avifOf],
] as const)('the header of a %s', (_format, withTags, save) => {
  let pixels: Sharp;
  beforeAll(() => {
    pixels = sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } });
  });

  test('names the editor in its EXIF data, and in its XMP', async () => {
    const edited = pixels.clone().withExif({ IFD0: { Software: 'Adobe Photoshop 25.1' } });
    expect(signsOf(await withTags(edited))).toEqual(['editor']);
    const described = pixels.clone().withXmp(xmpOf('xmp:CreatorTool="GIMP 2.10"'));
    expect(signsOf(await save(described))).toEqual(['editor']);
  });

  test('names the generator and the screenshot', async () => {
    const generated = xmpOf('Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/trainedAlgorithmicMedia"');
    expect(signsOf(await save(pixels.clone().withXmp(generated)))).toEqual(['generated']);
    const screen = pixels.clone().withExif({ IFD2: { UserComment: 'Screenshot' } });
    expect(signsOf(await withTags(screen))).toEqual(['screenshot']);
  });

  test('of an honest device raises no doubt, and is read', async () => {
    const honest = await withTags(pixels.clone().withExif({ IFD0: { Software: '17.1.2', Make: 'Apple' } }));
    expect(signsOf(honest)).toEqual([]);
    expect(readFileHeader(honest)).toMatchObject({ namesCamera: true, programs: ['17.1.2'] });
    expect(readFileHeader(honest).format).not.toBe('other');
  });

  test('causes no crash when it is hostile', async () => {
    const file = await withTags(pixels.clone().withExif({ IFD0: { Software: 'x' } }));
    for (let seed = 0; seed < 400; seed += 1) {
      const spoilt = Buffer.from(file);
      for (let index = 0; index < 6; index += 1)
        spoilt[(seed * 37 + index * 101) % file.length] = (seed * 13 + index * 7) % 256;
      expect(() => readFileHeader(spoilt.subarray(0, 20 + seed))).not.toThrow();
      expect(() => readFileHeader(spoilt)).not.toThrow();
    }
  });
});
