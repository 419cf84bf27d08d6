import sharp, { type JpegOptions, type Sharp } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { captureOf, type CaptureSession } from '../../../src/domain/capture/capture.ts';
import { judgeHeader, libjpegQualityOf, sdkQualities } from '../../../src/domain/capture/judge-header.ts';
import { originOf, type OriginFindings } from '../../../src/domain/capture/origin.ts';
import { readFileHeader } from '../../../src/domain/capture/read-file-header.ts';
import { judgeOrigin, judgeSelfieOrigin } from '../../../src/steps/origin/judge-origin.ts';
import { timingOf } from '../../../web/sdk/src/flow/frame-timing.ts';
import { picturesToTry } from '../../../web/sdk/src/flow/picture-plan.ts';

const session: CaptureSession = {
  id: 'a',
  openMs: 4_000,
  frames: 120,
  frameMs: 33.3,
  jitterMs: 0.4,
  widthPx: 1920,
  heightPx: 1080,
};
const upload = { origin: 'sdk', form: 'picture', platform: 'web', sinceStartMs: 60_000 } as const;
const ofCamera = (changed: Partial<CaptureSession>) =>
  captureOf({ ...upload, claim: { source: 'camera', session: { ...session, ...changed }, camera: null } });

describe('how an upload was made', () => {
  test('is what the device says, unless the service sees something else', () => {
    const claim = { source: 'camera', session, camera: null } as const;
    expect(captureOf({ ...upload, claim })).toEqual({ source: 'camera', session, byBrowser: true, signs: [] });
    expect(captureOf({ ...upload, claim: { source: 'gallery', session, camera: null } })).toMatchObject({
      source: 'gallery',
      session: null,
    });
    expect(captureOf({ ...upload, claim: null }).source).toBe('unknown');
    expect(captureOf({ ...upload, claim, form: 'pdf' }).source).toBe('pdf');
    expect(captureOf({ ...upload, claim, origin: 'server' })).toMatchObject({ source: 'server', byBrowser: false });
  });

  test.each<[string, Partial<CaptureSession>]>([
    ['a camera without a frame', { frames: 0 }],
    ['a camera that was open before the verification began', { openMs: 600_000 }],
    ['frames faster than any camera', { frameMs: 0.5 }],
    ['frames that come every five seconds', { frameMs: 5_000 }],
    ['more frames than the time has room for', { frames: 1_000_000 }],
  ])('contradicts itself with %s', (_what, changed) => {
    expect(ofCamera(changed).signs).toEqual(['capture-timing']);
  });

  test('is a camera only with a camera session', () => {
    expect(captureOf({ ...upload, claim: { source: 'camera', session: null, camera: null } }).signs).toEqual([
      'no-capture-session',
    ]);
  });

  test('of a browser that does not time its frames is no contradiction', () => {
    expect(ofCamera({ frameMs: null, jitterMs: null }).signs).toEqual([]);
  });

  test('the SDK’s own timing of a camera at 30 frames a second is accepted', () => {
    const times = Array.from({ length: 90 }, (_, index) => index * 33.4 + (index % 3) * 0.3);
    const timing = timingOf(times);
    expect(timing.frameMs).toBeCloseTo(33.7, 0);
    expect(ofCamera({ ...timing, frames: 90 }).signs).toEqual([]);
    expect(timingOf([1, 2])).toEqual({ frameMs: null, jitterMs: null });
  });
});

describe('the origin of a file', () => {
  const clean: OriginFindings = { signs: [], couldNotTell: [], flatShare: 0 };
  const media = { id: 'med_1', capture: ofCamera({}), originFindings: clean, widthPx: 1800, heightPx: 1000 };

  test('is doubted when the picture shows more than the camera’s frames, whichever way the phone is held', () => {
    expect(originOf(media)?.signs).toEqual([]);
    expect(originOf({ ...media, widthPx: 1000, heightPx: 1800 })?.signs).toEqual([]);
    expect(originOf({ ...media, widthPx: 2600 })?.signs).toEqual(['capture-size']);
  });

  test('is not checked for a PDF, nor for files that were stored before it was recorded', () => {
    expect(originOf({ ...media, capture: null })).toBeNull();
    expect(originOf({ ...media, capture: captureOf({ ...upload, form: 'pdf', claim: null }) })).toBeNull();
  });

  test('passes only if everything was looked for and nothing found', () => {
    const ask = { id: 'document-origin', code: 'document.origin_doubtful' } as const;
    expect(judgeOrigin([originOf(media)], ask)).toMatchObject({ outcome: 'passed', code: null });
    const untold = originOf({ ...media, originFindings: null });
    expect(judgeOrigin([originOf(media), untold], ask)).toMatchObject({ outcome: 'warning', code: ask.code });
    const flat = originOf({ ...media, originFindings: { ...clean, signs: ['flat'] } });
    expect(judgeOrigin([flat], ask)).toMatchObject({ outcome: 'warning', data: { files: [{ signs: ['flat'] }] } });
    expect(judgeOrigin([null], ask)).toBeNull();
    expect(judgeSelfieOrigin(flat)).toMatchObject([{ id: 'selfie-origin', code: 'selfie.origin_doubtful' }]);
  });
});

describe('what a file says about its maker', () => {
  let pixels: Sharp;
  beforeAll(() => {
    const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
    pixels = sharp({ create: { width: 64, height: 64, channels: 3, background: '#888', noise } });
  });
  const signsOf = (file: Buffer, byCamera = false) => judgeHeader(readFileHeader(file), { byCamera });
  const jpeg = (options: JpegOptions) => pixels.clone().jpeg(options).toBuffer();

  test('the qualities at which the SDK encodes are the ones that the service expects', () => {
    const used = new Set(
      [...picturesToTry({ width: 4_000, height: 3_000 }, 2_600)].map(({ quality }) => quality * 100),
    );
    expect([...used]).toEqual([...sdkQualities]);
  });

  test.each(sdkQualities)('a baseline JPEG at quality %i is what a browser’s canvas makes', async (quality) => {
    const file = await jpeg({ quality });
    expect(libjpegQualityOf(readFileHeader(file).luminanceTable ?? [])).toBe(quality);
    expect(signsOf(file, true)).toEqual([]);
  });

  test('tables of another encoder raise no doubt: Apple’s browsers have their own', async () => {
    const file = await jpeg({ quality: 92 });
    const at = file.indexOf(Buffer.from([0xff, 0xdb])) + 5;
    file[at] = (file[at] ?? 0) + 1;
    expect(libjpegQualityOf(readFileHeader(file).luminanceTable ?? [])).toBeNull();
    expect(signsOf(file, true)).toEqual([]);
  });

  test.each<[string, () => Promise<Buffer>]>([
    ['its own quality', () => jpeg({ quality: 80 })],
    ['a progressive JPEG', () => jpeg({ quality: 92, progressive: true })],
    ['a PNG', () => pixels.clone().png().toBuffer()],
    ['a WebP', () => pixels.clone().webp().toBuffer()],
    [
      'a phone’s make',
      () =>
        pixels
          .clone()
          .withExif({ IFD0: { Make: 'Canon' } })
          .jpeg({ quality: 92 })
          .toBuffer(),
    ],
    ['no picture at all', () => Promise.resolve(Buffer.from('hello'))],
  ])('%s contradicts the SDK’s camera in a browser, and nothing else', async (_what, make) => {
    const file = await make();
    expect(signsOf(file, true)).toEqual(['encoder']);
    expect(signsOf(file)).toEqual([]);
  });

  test.each(['Adobe Photoshop 25.1 (Windows)', 'GIMP 2.10.34', 'paint.net 5.0', 'Snapseed 2.0'])(
    'the editor %s is named',
    async (Software) => {
      expect(signsOf(await pixels.clone().withExif({ IFD0: { Software } }).jpeg().toBuffer())).toEqual(['editor']);
      expect(signsOf(await pixels.clone().withExif({ IFD0: { Software } }).webp().toBuffer())).toEqual(['editor']);
      const words = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmp:CreatorTool="${Software}"/></x:xmpmeta>`;
      expect(signsOf(await pixels.clone().withXmp(words).jpeg().toBuffer())).toEqual(['editor']);
    },
  );

  test.each(['17.1.2', 'HDR+ 1.0.540104767zd', 'G991BXXU5CVDD', 'Windows Photo Viewer'])(
    'the system %s of an honest device is not an editor',
    async (Software) => {
      expect(
        signsOf(
          await pixels
            .clone()
            .withExif({ IFD0: { Software, Make: 'Apple' } })
            .jpeg()
            .toBuffer(),
        ),
      ).toEqual([]);
    },
  );

  const commented = (words: string) =>
    pixels
      .clone()
      .withExif({ IFD0: { Make: 'Xiaomi' }, IFD2: { UserComment: words } })
      .jpeg()
      .toBuffer();

  test.each(['Imagen de mi pasaporte', 'Foto: Kendall Dallas', 'ideograma', 'influxo'])(
    'the comment of a person, %s, names no generator',
    async (words) => {
      expect(readFileHeader(await commented(words)).remarks.join()).toContain(words);
      expect(signsOf(await commented(words))).toEqual([]);
    },
  );

  test.each(['Imagen 3', 'Google Imagen', 'DALL·E 3', 'DALL-E', 'FLUX.1 dev', 'Adobe Firefly', 'ideogram.ai'])(
    'the comment %s names a generator',
    async (words) => {
      expect(signsOf(await commented(words))).toContain('generated');
    },
  );

  test('a generator gives itself away', async () => {
    const png = await pixels.clone().png().toBuffer();
    const text = Buffer.from('parameters\0portrait of a person, Steps: 20', 'latin1');
    const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('tEXt'), text, Buffer.alloc(4)]);
    chunk.writeUInt32BE(text.length, 0);
    expect(signsOf(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]))).toEqual(['generated']);
    const xmp =
      '<x:xmpmeta Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"/>';
    expect(signsOf(await pixels.clone().withXmp(xmp).jpeg().toBuffer())).toEqual(['generated']);
  });

  test('hostile headers cause no crash', async () => {
    const file = await pixels
      .clone()
      .withExif({ IFD0: { Software: 'x' } })
      .jpeg()
      .toBuffer();
    for (let seed = 0; seed < 400; seed += 1) {
      const spoilt = Buffer.from(file);
      for (let index = 0; index < 8; index += 1)
        spoilt[(seed * 37 + index * 101) % 600] = (seed * 13 + index * 7) % 256;
      expect(() => readFileHeader(spoilt.subarray(0, 20 + seed))).not.toThrow();
      expect(() => readFileHeader(spoilt)).not.toThrow();
    }
  });
});
