import sharp from 'sharp';
import { createImageNormaliser } from '../../src/adapters/native/captures/image-normaliser.ts';
import { createPdfOpener } from '../../src/adapters/native/pdf/pdf-opener.ts';
import { createRecordingDecoder } from '../../src/adapters/native/recordings/recording-decoder.ts';
import { createRandom } from '../../specimens/drawing/create-random.ts';
import { encodeHeif } from '../../specimens/captures/encode-heif.ts';
import { encodeRecording, soundRate } from '../../specimens/captures/encode-recording.ts';
import { mutate } from '../support/mutate.ts';
import { billPdf, scannedPdf } from '../support/documents/pdfs.ts';
import { drawAllPages } from '../support/documents/draw-all-pages.ts';
import { passportPicture } from '../support/documents/pictures.ts';

export interface HostileRun {
  answers: Record<string, number>;
  slowestMs: number;
  /** Growth of this process's resident memory during the run. */
  grownMb: number;
}

/** Mutated pictures through the normaliser: it must return a picture or a fault; anything else throws. */
export async function feedPictures(count: number, seed: number): Promise<HostileRun> {
  const normaliser = createImageNormaliser();
  const page = sharp((await passportPicture()).jpeg).resize(400);
  const located = { IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
  const originals: [Buffer, ...Buffer[]] = [
    await page.clone().jpeg().withExif(located).toBuffer(),
    await page.clone().jpeg({ progressive: true }).toBuffer(),
    await page.clone().png({ palette: true }).toBuffer(),
    await page.clone().png().toBuffer(),
    await page.clone().webp().toBuffer(),
    await page.clone().webp({ lossless: true }).toBuffer(),
  ];
  return feed(originals, count, seed, async (file) => {
    const result = await normaliser.normalise(file);
    if ('fault' in result) return result.fault;
    if (result.image.jpeg.subarray(-2).toString('hex') !== 'ffd9') throw new Error('something follows the picture');
    const { exif, xmp, iptc } = await sharp(result.image.jpeg).metadata();
    if (exif ?? xmp ?? iptc) throw new Error('metadata survived');
    return 'a picture';
  });
}

/** Mutated pictures of the formats that are converted in a separate process. */
export async function feedForeignPictures(count: number, seed: number): Promise<HostileRun> {
  const normaliser = createImageNormaliser();
  const page = sharp((await passportPicture()).jpeg).resize(400, 280);
  const originals: [Buffer, ...Buffer[]] = [
    await encodeHeif(await page.clone().png().toBuffer()),
    await page.clone().avif({ effort: 0 }).toBuffer(),
    await page.clone().tiff({ compression: 'lzw' }).toBuffer(),
    await page.clone().tiff({ compression: 'jpeg' }).toBuffer(),
  ];
  return feed(originals, count, seed, async (file) => {
    const result = await normaliser.normalise(file);
    return 'fault' in result ? result.fault : 'a picture';
  });
}

/** Mutated PDFs through the process that renders them. */
export async function feedPdfs(count: number, seed: number): Promise<HostileRun> {
  const opener = createPdfOpener();
  const small = await sharp((await passportPicture()).jpeg)
    .resize(300)
    .jpeg()
    .toBuffer();
  const originals: [Buffer, ...Buffer[]] = [
    await billPdf(['Conta de luz', 'Rua das Flores, 12'], 2),
    await scannedPdf([small]),
  ];
  try {
    return await feed(originals, count, seed, async (file) => {
      const rendered = await drawAllPages(opener, file);
      return 'fault' in rendered ? rendered.fault : `${rendered.pages.length} pages`;
    });
  } finally {
    opener.close();
  }
}

/** Mutated videos and sounds through the process that decodes them. */
export async function feedRecordings(count: number, seed: number): Promise<HostileRun> {
  const decoder = createRecordingDecoder();
  const grey = Array.from({ length: 10 }, (_, index) => new Uint8Array(64 * 48 * 3).fill(20 * index));
  const pictures = { widthPx: 64, heightPx: 48, framesPerSecond: 10, pictures: grey };
  const sound = Float32Array.from({ length: soundRate }, (_, index) => 0.3 * Math.sin(index / 20));
  const originals: [Buffer, ...Buffer[]] = [
    encodeRecording({ container: 'webm', videos: [pictures], sound }),
    encodeRecording({ container: 'mp4', videos: [pictures], sound }),
    encodeRecording({ container: 'webm', videos: [], sound }),
    encodeRecording({ container: 'mp4', videos: [], sound }),
  ];
  let turn = 0;
  return feed(originals, count, seed, async (file) => {
    const form = turn % 2 === 0 ? 'video' : 'audio';
    const contentType = file.subarray(4, 8).toString('latin1') === 'ftyp' ? `${form}/mp4` : `${form}/webm`;
    turn += 1;
    const frames = form === 'video' ? { everyMs: 100, windows: [], longSidePx: 64 } : null;
    const decoded = await decoder.decode(file, { form, contentType, frames, sound: true });
    return 'fault' in decoded ? decoded.fault : `a ${form}`;
  });
}

async function feed(
  originals: readonly [Buffer, ...Buffer[]],
  count: number,
  seed: number,
  answer: (file: Buffer) => Promise<string>,
): Promise<HostileRun> {
  const random = createRandom(seed);
  const run: HostileRun = { answers: {}, slowestMs: 0, grownMb: 0 };
  await answer(originals[0]);
  const before = process.memoryUsage.rss();
  for (let i = 0; i < count; i++) {
    const file = mutate(random.pick(originals), random, random.pick(originals));
    const startedAt = performance.now();
    const said = await answer(file);
    run.slowestMs = Math.max(run.slowestMs, performance.now() - startedAt);
    run.answers[said] = (run.answers[said] ?? 0) + 1;
  }
  run.grownMb = (process.memoryUsage.rss() - before) / 1_000_000;
  return run;
}
