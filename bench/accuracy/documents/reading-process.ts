import { readFileSync } from 'node:fs';
import { createImageNormaliser } from '../../../src/adapters/native/captures/image-normaliser.ts';
import { createModelStore } from '../../../src/adapters/native/nets/model-store.ts';
import { createPageReader } from '../../../src/adapters/native/pages/page-reader.ts';
import { createPdfOpener } from '../../../src/adapters/native/pdf/pdf-opener.ts';
import { findPortraitEdges } from '../../../src/adapters/native/captures/portrait-edge-finder.ts';
import { createPortraitInsertionFinder } from '../../../src/adapters/native/surface/portrait-insertion.ts';
import { createSurfaceInspector } from '../../../src/adapters/native/surface/surface-inspector.ts';
import { readModelCatalogue } from '../../../src/adapters/model-catalogue.ts';
import type { Media } from '../../../src/domain/media/media.ts';
import type { PreparedMedia } from '../../../src/services/media/prepare-media.ts';
import { createReadPages } from '../../../src/services/media/read-pages.ts';
import { documentStep } from '../../../src/steps/document/index.ts';
import { madeUpFile } from '../made-up-file.ts';
import { sampleConfig, type ReadAnswer, type ReadRequest } from './read-messages.ts';

/**
 * Started by `open-document-reader.ts`. It reads as a document worker does, with nothing else in its memory, so that its resident set can
 * be measured.
 */
const files = new Map<string, Buffer>();
const normaliser = createImageNormaliser();
const models = createModelStore({ catalogue: readModelCatalogue() });
const pageReader = await createPageReader(models);
const findInsertion = createPortraitInsertionFinder(await models.load('portrait-insertion'));

const pdfOpener = createPdfOpener();

const { readPages } = createReadPages({
  quickLook: null,
  prepareMedia,
  preparePdf: { read: (media, maxPages, use) => pdfOpener.read(bytesOf(media), { maxPages }, use) },
  faceAnalyser: null,
  findPortraitEdges,
  inspectSurface: createSurfaceInspector(findInsertion),
  pageReader,
  cutPages: pageReader.cutPages,
  glance: pageReader.glance,
});

function bytesOf(media: Media): Buffer {
  const bytes = files.get(media.objectKey);
  if (bytes === undefined) throw new Error('the sample has no such file');
  return bytes;
}

async function prepareMedia(media: Media): Promise<PreparedMedia> {
  const normalised = await normaliser.normalise(bytesOf(media));
  return 'fault' in normalised ? normalised : { media, jpeg: normalised.image.jpeg };
}

async function read({ id, input, files: given }: ReadRequest): Promise<ReadAnswer> {
  files.clear();
  const media = given.map((file, index) => {
    const bytes = Buffer.from(file.bytes);
    const objectKey = String(index);
    files.set(objectKey, bytes);
    return { ...madeUpFile(file.kind, file.contentType, bytes), objectKey };
  });
  const startedAt = performance.now();
  const request = { config: sampleConfig, input };
  const result = await documentStep.work(
    { readPages, films: null, takesSpecimens: () => Promise.resolve(true) },
    { ...request, files: media, challenge: null, verificationId: '', mayWait: false },
  );
  const totalMs = performance.now() - startedAt;
  return { id, result, totalMs, memory: memoryMb() };
}

/** Resident set and its highest value so far; the latter is known on Linux only. */
function memoryMb(): ReadAnswer['memory'] {
  let peak: number | null = null;
  try {
    peak = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? Number.NaN) / 1024;
  } catch {
    // Another operating system.
  }
  return { residentMb: process.memoryUsage.rss() / 2 ** 20, peakMb: peak };
}

process.on('message', (request: ReadRequest) => {
  read(request).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ id: request.id, fault: error instanceof Error ? error.message : 'unknown' }),
  );
});
process.send?.({ ready: true });
