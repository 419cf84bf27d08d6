import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createImageNormaliser } from '../../src/adapters/native/captures/image-normaliser.ts';
import { createPictureDecoder, type PictureDecoder } from '../../src/adapters/native/decoding/picture-decoder.ts';
import { createOriginInspector } from '../../src/adapters/native/origin/origin-inspector.ts';
import { separated } from '../../src/adapters/native/processes/separate.ts';
import { restrictSharp } from '../../src/adapters/native/rasters/restrict-sharp.ts';
import { OutOfTime } from '../../src/domain/ports/out-of-time.ts';
import { encodeHeif } from '../../specimens/captures/encode-heif.ts';

/** Every file that compiled code opened in this process. */
const opened = vi.hoisted((): string[] => []);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
vi.mock('sharp', async (load) => {
  const { default: real } = await load<{ default: typeof sharp }>();
  const noting = (...given: Parameters<typeof sharp>) => {
    const [input, options] = given;
    if (Buffer.isBuffer(input) && options?.raw === undefined) opened.push(hashOf(input));
    return real(...given);
  };
  return { default: Object.assign(noting, real) };
});

const hostile = new URL('../support/programs/hostile-decoder.ts', import.meta.url);
/** If a container may not create namespaces, the process starts without them. */
const namespacesWork = separated('node', []).command !== 'node';
const size = { width: 64, height: 48 };
const red = { create: { ...size, channels: 3, background: '#c02020' } } as const;
let picture: Buffer;
let decoder: PictureDecoder;

beforeAll(async () => {
  picture = await sharp(red).jpeg({ quality: 90 }).toBuffer();
});
afterEach(() => {
  decoder.close();
});

async function sizeOf(file: Buffer): Promise<object> {
  const made = await decoder.reencode(file);
  return 'fault' in made ? made : [made.image.widthPx, made.image.heightPx];
}

describe('the process that decodes pictures', () => {
  test.each(['crash', 'leave', 'bloat', 'lie', 'flood'])(
    'a picture that makes it %s cannot be read, and the next one can',
    async (fault) => {
      decoder = createPictureDecoder({ script: hostile, limits: { maxMemoryBytes: 500_000_000 } });
      expect(await sizeOf(picture)).toEqual([64, 48]);
      expect(await sizeOf(Buffer.from(`${fault} it`))).toEqual({ fault: 'file.unreadable_image' });
      expect(await sizeOf(picture)).toEqual([64, 48]);
    },
  );

  test('a picture that makes it hang is not judged, and the next one is read', async () => {
    decoder = createPictureDecoder({ script: hostile, limits: { answerMs: 300 } });
    await expect(sizeOf(Buffer.from('hang it'))).rejects.toThrow(OutOfTime);
    decoder.close();
    decoder = createPictureDecoder({ script: hostile, limits: { answerMs: 3_000 } });
    const hung = sizeOf(Buffer.from('hang it'));
    const next = sizeOf(picture);
    await expect(hung).rejects.toThrow(OutOfTime);
    expect(await next).toEqual([64, 48]);
  });

  test.runIf(namespacesWork)('it sees no setting of its parent, no network and no other process', async () => {
    vi.stubEnv('VERIFY_TEST_SECRET', 'secret');
    decoder = createPictureDecoder({ script: hostile });
    expect(await decoder.measureFlatAreas(Buffer.from('look around'))).toMatchObject({ areas: 0 });
    vi.unstubAllEnvs();
  });
});

describe('a worker', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'tiff', 'heic'] as const)(
    'opens nothing of an uploaded %s itself, only its own copy',
    async (format) => {
      decoder = createPictureDecoder();
      const original =
        format === 'heic'
          ? await encodeHeif(await sharp(red).png().toBuffer())
          : await sharp(red).toFormat(format).toBuffer();
      opened.length = 0;
      const result = await createImageNormaliser(decoder).normalise(original);
      if ('fault' in result) throw new Error(result.fault);
      await createOriginInspector(decoder).inspect(original, { safe: result.image.jpeg, byCamera: false });
      expect(opened).toEqual([]);
      await sharp(result.image.jpeg).metadata();
      expect(opened).toEqual([hashOf(result.image.jpeg)]);
    },
  );

  test('that is restricted to its own copies opens no other format', async () => {
    const files = await Promise.all(
      (['png', 'webp', 'avif', 'tiff', 'gif'] as const).map((name) => sharp(red).toFormat(name).toBuffer()),
    );
    restrictSharp(['jpeg']);
    for (const file of files) await expect(sharp(file).metadata()).rejects.toThrow();
    expect(await sharp(picture).metadata()).toMatchObject(size);
  });
});

afterAll(() => {
  restrictSharp(['jpeg', 'png', 'webp']);
});
