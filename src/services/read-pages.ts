import { mediaFormOf } from '../domain/media-kind.ts';
import type { Media } from '../domain/media.ts';
import { editorSignal } from '../domain/editor-signal.ts';
import type { FaceAnalyser } from '../domain/ports/face-analyser.ts';
import type { PageReader, PageReading } from '../domain/ports/page-reader.ts';
import type { ReasonCode } from '../domain/reason-codes.ts';
import { withPortrait } from './find-portrait.ts';
import type { PrepareMedia } from './prepare-media.ts';
import type { PreparePdf } from './prepare-pdf.ts';

/** Reads every page of a document's file. What the file contains is an answer; a throw means that we could not tell. */
export function createReadPages({
  prepareMedia,
  preparePdf,
  pageReader,
  faceAnalyser,
}: {
  prepareMedia: PrepareMedia;
  preparePdf: Pick<PreparePdf, 'render'>;
  pageReader: PageReader;
  /** Null when one of its models is missing: pages then have no portrait. */
  faceAnalyser: FaceAnalyser | null;
}) {
  async function readPdf(media: Media, maxPages: number): Promise<{ readings: PageReading[] } | { fault: ReasonCode }> {
    const rendered = await preparePdf.render(media, maxPages);
    if ('fault' in rendered) return rendered;
    const editorMetadata = editorSignal(rendered);
    const readings: PageReading[] = [];
    for (const [index, { jpeg, textLayer }] of rendered.pages.entries()) {
      const reading = await withPortrait(await pageReader.read(jpeg, { textLayer }), jpeg, faceAnalyser);
      const signals = { ...reading.signals, editorMetadata };
      readings.push({ ...reading, signals, pageNumber: index + 1, source: 'pdf' });
    }
    return { readings };
  }

  return async function readPages(
    media: Media,
    { maxPages }: { maxPages: number },
  ): Promise<{ readings: PageReading[] } | { fault: ReasonCode }> {
    if (mediaFormOf(media.contentType) === 'pdf') return readPdf(media, maxPages);
    const prepared = await prepareMedia(media);
    if ('fault' in prepared) return prepared;
    return { readings: [await withPortrait(await pageReader.read(prepared.jpeg), prepared.jpeg, faceAnalyser)] };
  };
}
