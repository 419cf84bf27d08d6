import type { Container } from '../src/container.ts';
import { createFaceAnalyser } from '../src/adapters/native/faces/face-analyser.ts';
import { createDocumentInspector } from '../src/adapters/native/captures/document-inspector.ts';
import { createImageNormaliser } from '../src/adapters/native/captures/image-normaliser.ts';
import { createOriginInspector } from '../src/adapters/native/origin/origin-inspector.ts';
import { createPictureDecoder, type PictureDecoder } from '../src/adapters/native/decoding/picture-decoder.ts';
import type { ModelStore } from '../src/adapters/native/nets/model-store.ts';
import { decodeRaster } from '../src/adapters/native/rasters/decode-raster.ts';
import { createRecordingDecoder } from '../src/adapters/native/recordings/recording-decoder.ts';
import { createPageReader } from '../src/adapters/native/pages/page-reader.ts';
import { createPdfOpener } from '../src/adapters/native/pdf/pdf-opener.ts';
import { findPortraitEdges } from '../src/adapters/native/captures/portrait-edge-finder.ts';
import { createPortraitInsertionFinder } from '../src/adapters/native/surface/portrait-insertion.ts';
import { createSurfaceInspector } from '../src/adapters/native/surface/surface-inspector.ts';
import { createPdfSignatureVerifier } from '../src/adapters/signatures/pdf-signature-verifier.ts';
import { readIssuers } from '../src/adapters/signatures/read-issuers.ts';
import type { AntiSpoofing } from '../src/domain/faces/anti-spoofing.ts';
import type { RecordingDecoder } from '../src/domain/ports/faces/recording-decoder.ts';
import type { PdfOpener } from '../src/domain/ports/pages/pdf-opener.ts';
import { createPrepareMedia } from '../src/services/media/prepare-media.ts';
import { createPreparePdf } from '../src/services/media/prepare-pdf.ts';
import { createReadLuma } from '../src/services/media/read-luma.ts';
import { createKeptReadings } from '../src/services/media/kept-readings.ts';
import { createReadPages } from '../src/services/media/read-pages.ts';
import { createOpenMedia } from '../src/services/objects/open-media.ts';
import type { QueueHandlers } from '../src/services/jobs/run-job.ts';
import { readPicturesAhead } from '../src/services/steps/read-pictures-ahead.ts';
import { createStepJobHandler } from '../src/services/steps/work-on-step.ts';
import { createTakesSpecimens } from '../src/services/test-mode/takes-specimens.ts';
import { withSetting } from '../src/start-process.ts';
import type { Idleness } from './idleness.ts';
import { loadOrNull } from './load-or-null.ts';

/**
 * Files that are open at the same time. Their pages are read one after the other, since each run already uses every core: a long file
 * lets others pass between its pages.
 */
export const documentConcurrency = 3;

/** No check of a document judges whether a face is alive, so this worker does not load the models for that. */
const noAntiSpoofing: AntiSpoofing = { models: [], rule: 'all' };

/** Of a submitted picture that is compared with a film: large enough to tell letters apart. */
const lumaBounds = { shortestPx: 640, longestPx: 640 };

export async function createDocumentHandlers(
  container: Container,
  models: ModelStore,
  {
    decoder = createPictureDecoder(),
    pdfOpener = createPdfOpener(),
    recordings = createRecordingDecoder(),
    openPageReader = createPageReader,
    ahead = null,
  }: {
    decoder?: PictureDecoder;
    pdfOpener?: PdfOpener;
    recordings?: RecordingDecoder;
    openPageReader?: typeof createPageReader;
    /** Null: this process reads no pictures before their steps are submitted. */
    ahead?: { idleness: Pick<Idleness, 'whenIdle' | 'during'> } | null;
  } = {},
): Promise<QueueHandlers<'document'>> {
  const prepareMedia = createPrepareMedia({
    ...container,
    normaliser: createImageNormaliser(decoder),
    originInspector: createOriginInspector(decoder),
  });
  const { documentIssuers } = container.config;
  const issuers = await withSetting('DOCUMENT_ISSUERS', () =>
    documentIssuers === null ? [] : readIssuers(documentIssuers),
  );
  const signatureVerifier = createPdfSignatureVerifier(issuers);
  const preparePdf = createPreparePdf({ ...container, pdfOpener, signatureVerifier });
  const pageReader = await loadOrNull(() => openPageReader(models));
  const faceAnalyser = await loadOrNull(() => createFaceAnalyser({ models, antiSpoofing: noAntiSpoofing }));
  const portraitTools = { faceAnalyser, findPortraitEdges };
  const insertionNet = await loadOrNull(() => models.load('portrait-insertion'));
  const quickLook = await loadOrNull(() => createDocumentInspector(models));
  const keptReadings = createKeptReadings({
    onTake: (mediaId) => container.uploadNews.announce('gone', { mediaId }),
  });
  const reading =
    pageReader &&
    insertionNet &&
    quickLook &&
    createReadPages({
      prepareMedia,
      preparePdf,
      pageReader,
      cutPages: pageReader.cutPages,
      glance: pageReader.glance,
      inspectSurface: createSurfaceInspector(createPortraitInsertionFinder(insertionNet)),
      quickLook,
      keptReadings,
      ...portraitTools,
    });
  if (reading !== null && ahead !== null) {
    readPicturesAhead({ ...container, ...ahead, ...reading, keptReadings });
  }
  const tools = reading && {
    takesSpecimens: createTakesSpecimens(container),
    films: {
      readLuma: createReadLuma({ prepareMedia, decode: (jpeg) => decodeRaster(jpeg, lumaBounds) }),
      readFile: createOpenMedia(container),
      recordings,
    },
    readPages: reading.readPages,
  };
  return { 'document.read': createStepJobHandler({ ...container, job: 'document.read', tools }) };
}
