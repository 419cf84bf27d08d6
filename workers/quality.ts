import type { Container } from '../src/container.ts';
import { createDocumentInspector } from '../src/adapters/native/captures/document-inspector.ts';
import { createFaceAnalyser } from '../src/adapters/native/faces/face-analyser.ts';
import { createFaceInspector } from '../src/adapters/native/captures/face-inspector.ts';
import { createImageNormaliser } from '../src/adapters/native/captures/image-normaliser.ts';
import { createOriginInspector } from '../src/adapters/native/origin/origin-inspector.ts';
import { createPictureDecoder, type PictureDecoder } from '../src/adapters/native/decoding/picture-decoder.ts';
import type { ModelStore } from '../src/adapters/native/nets/model-store.ts';
import { createPortraitFinder } from '../src/adapters/native/captures/portrait-finder.ts';
import { createPdfOpener } from '../src/adapters/native/pdf/pdf-opener.ts';
import { createRecordingDecoder } from '../src/adapters/native/recordings/recording-decoder.ts';
import type { RecordingDecoder } from '../src/domain/ports/faces/recording-decoder.ts';
import type { PdfOpener } from '../src/domain/ports/pages/pdf-opener.ts';
import { createMediaInspectionHandler } from '../src/services/steps/inspect-media.ts';
import { createPrepareMedia } from '../src/services/media/prepare-media.ts';
import { createPreparePdf } from '../src/services/media/prepare-pdf.ts';
import { createOpenMedia } from '../src/services/objects/open-media.ts';
import type { QueueHandlers } from '../src/services/jobs/run-job.ts';
import { loadOrNull } from './load-or-null.ts';

/** The quick check of uploaded files: one at a time, because a person waits for each. */
export const qualityConcurrency = 1;

export async function createQualityHandlers(
  container: Container,
  models: ModelStore,
  {
    decoder = createPictureDecoder(),
    pdfOpener = createPdfOpener(),
    recordings = createRecordingDecoder(),
  }: { decoder?: PictureDecoder; pdfOpener?: PdfOpener; recordings?: RecordingDecoder } = {},
): Promise<QueueHandlers<'quality'>> {
  const prepareMedia = createPrepareMedia({
    ...container,
    normaliser: createImageNormaliser(decoder),
    originInspector: createOriginInspector(decoder),
  });
  const preparePdf = createPreparePdf({ ...container, pdfOpener });
  const portraits = await loadOrNull(() => createPortraitFinder(models));
  const inspector = await loadOrNull(() => createDocumentInspector(models, { portraits }));
  const faceAnalyser = await loadOrNull(() => createFaceAnalyser({ models }));
  const quickLooks = {
    'document-front': inspector,
    'document-back': inspector,
    'document-page': inspector,
    selfie: faceAnalyser && createFaceInspector(faceAnalyser),
  };
  const openMedia = createOpenMedia(container);
  const files = { prepareMedia, preparePdf, openMedia, recordings };
  return { 'media.inspect': createMediaInspectionHandler({ ...container, ...files, quickLooks }) };
}
