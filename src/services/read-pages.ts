import { mediaFormOf } from '../domain/media-kind.ts';
import type { Media } from '../domain/media.ts';
import { editorSignal } from '../domain/editor-signal.ts';
import type { PageReader, PageReading } from '../domain/ports/page-reader.ts';
import type { ReasonCode } from '../domain/reason-codes.ts';
import type { SurfaceInspector } from '../domain/ports/surface-inspector.ts';
import { withPortrait, type PortraitTools } from './find-portrait.ts';
import { withSurface } from './inspect-surface.ts';
import type { PrepareMedia } from './prepare-media.ts';
import type { PreparePdf } from './prepare-pdf.ts';

/** How many pages of a PDF at most, and whose document it is said to be (ISO 3166-1 alpha-2). */
interface Asked {
  maxPages: number;
  country: string | null;
}

/** Reads every page of a document's file. What the file contains is an answer; a throw means that we could not tell. */
export function createReadPages({
  prepareMedia,
  preparePdf,
  pageReader,
  inspectSurface,
  ...portraitTools
}: {
  prepareMedia: PrepareMedia;
  preparePdf: Pick<PreparePdf, 'render'>;
  pageReader: PageReader;
  inspectSurface: SurfaceInspector;
} & PortraitTools) {
  async function readPdf(
    media: Media,
    { maxPages, country }: Asked,
  ): Promise<{ readings: PageReading[] } | { fault: ReasonCode }> {
    const rendered = await preparePdf.render(media, maxPages);
    if ('fault' in rendered) return rendered;
    const editorMetadata = editorSignal(rendered);
    const readings: PageReading[] = [];
    for (const [index, { jpeg, textLayer }] of rendered.pages.entries()) {
      const reading = await withPortrait(await pageReader.read(jpeg, { textLayer, country }), jpeg, portraitTools);
      // Pictures within a page have histories of their own, each where its maker put it.
      const signals = { ...reading.signals, recompression: null, portraitEdges: null, editorMetadata };
      readings.push({ ...reading, signals, pageNumber: index + 1, source: 'pdf' });
    }
    return { readings };
  }

  return async function readPages(
    media: Media,
    asked: Asked,
  ): Promise<{ readings: PageReading[] } | { fault: ReasonCode }> {
    if (mediaFormOf(media.contentType) === 'pdf') return readPdf(media, asked);
    const prepared = await prepareMedia(media);
    if ('fault' in prepared) return prepared;
    const reading = await pageReader.read(prepared.jpeg, { country: asked.country });
    const seen = await withPortrait(reading, prepared.jpeg, portraitTools);
    return { readings: [await withSurface(seen, prepared.jpeg, inspectSurface)] };
  };
}
