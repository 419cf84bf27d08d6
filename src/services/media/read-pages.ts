import { mediaFormOf } from '../../domain/media/media-kind.ts';
import type { Media } from '../../domain/media/media.ts';
import { freshFileSignal } from '../../domain/documents/fresh-file-signal.ts';
import { rankPages } from '../../domain/document-kinds/rank-pages.ts';
import { editorSignal } from '../../domain/documents/editor-signal.ts';
import type {
  PageCutter,
  PageGlance,
  PageReader,
  PageReading,
  TextLine,
} from '../../domain/ports/pages/page-reader.ts';
import type { OpenedPdf, PdfMake } from '../../domain/ports/pages/pdf-opener.ts';
import type { ReasonCode } from '../../domain/faults/reason-codes.ts';
import type { SurfaceInspector } from '../../domain/ports/pages/surface-inspector.ts';
import { originOf, type FileOrigin } from '../../domain/capture/origin.ts';
import { withPortrait, type PortraitTools } from './find-portrait.ts';
import { withSurface } from './inspect-surface.ts';
import { placeReading } from './place-reading.ts';
import type { PrepareMedia } from './prepare-media.ts';
import type { PreparePdf } from './prepare-pdf.ts';

/** How many pages of a PDF at most, and whose document it is said to be (ISO 3166-1 alpha-2). */
interface Asked {
  maxPages: number;
  country: string | null;
  /** Whether these pages of a file tell all that is asked for: then no other page is read. Left out: every page is. */
  isEnough?: (readings: readonly PageReading[]) => boolean;
}

/** What was read of a file, in the order of its pages. */
export interface ReadFile {
  readings: PageReading[];
  /** Pages that nobody looked at, since others had told enough or the file's time was up. */
  unreadPages: number;
  timedOut: boolean;
  /** How the picture came to be, as far as that can be told; null for a PDF. */
  origin: FileOrigin | null;
  /** How a PDF is made; null for pictures, and where only the service's own copy is left. */
  make?: PdfMake | null;
}

/** Other people's documents wait while a file is read. No page is begun after this. */
const mostFileMs = 45_000;

/** What is known of a picture before it is read. */
interface Known {
  country: string | null;
  textLayer: readonly TextLine[];
}

/** A cut-out page with less on it is no document. */
const fewestLines = 3;

/** Reads every page of a document's file. What the file contains is an answer; a throw means that we could not tell. */
export function createReadPages({
  prepareMedia,
  preparePdf,
  pageReader,
  cutPages,
  glance,
  inspectSurface,
  clock = { elapsedMs: () => performance.now(), now: () => new Date() },
  ...portraitTools
}: {
  prepareMedia: PrepareMedia;
  preparePdf: Pick<PreparePdf, 'read'>;
  pageReader: PageReader;
  cutPages: PageCutter;
  glance: PageGlance;
  inspectSurface: SurfaceInspector;
  /** For tests. */
  clock?: { elapsedMs(): number; now(): Date };
} & PortraitTools) {
  async function readPdf(
    media: Media,
    { maxPages, country, isEnough = () => false }: Asked,
  ): Promise<ReadFile | { fault: ReasonCode }> {
    const startedAt = clock.elapsedMs();
    const read = await preparePdf.read(media, maxPages, (opened) => readOpened(opened));
    return 'fault' in read ? read : { ...read.result, make: read.make };

    async function readOpened(opened: OpenedPdf): Promise<ReadFile> {
      const { pageCount } = opened;
      const editorMetadata = editorSignal(opened);
      const freshFile = freshFileSignal(opened, clock.now());
      const readings: PageReading[] = [];
      let timedOut = false;
      let readCount = 0;
      for await (const index of likeliestFirst(opened)) {
        timedOut = readCount > 0 && clock.elapsedMs() - startedAt > mostFileMs;
        if (timedOut) break;
        const { jpeg, textLayer } = await opened.draw(index);
        // A scan can show both sides of a card, each to be read by itself.
        const ofPage = (await readPicture(jpeg, { country, textLayer })).map((reading): PageReading => {
          // Pictures within a page have their own histories, each where its maker put it.
          const signals = { ...reading.signals, recompression: null, portraitEdges: null, editorMetadata, freshFile };
          return { ...reading, signals, pageNumber: index + 1, source: 'pdf' };
        });
        readings.push(...ofPage);
        readCount += 1;
        // What stands on covers and terms says nothing of the document, so a page that tells all by itself stands alone.
        if (isEnough(ofPage)) return { readings: ofPage, unreadPages: pageCount - readCount, timedOut, origin: null };
        if (isEnough(readings)) break;
      }
      readings.sort((a, b) => a.pageNumber - b.pageNumber);
      return { readings, unreadPages: pageCount - readCount, timedOut, origin: null };
    }
  }

  /** The pages by what their own text says; scans that look like covers or terms come last. */
  async function* likeliestFirst(opened: OpenedPdf): AsyncIterable<number> {
    const texts: { lines: string[] }[] = [];
    for (let index = 0; index < opened.pageCount; index++) {
      texts.push({ lines: (await opened.textOf(index)).map(({ text }) => text) });
    }
    const last: number[] = [];
    for (const index of rankPages(texts)) {
      const isScan = texts[index]?.lines.length === 0;
      if (isScan && opened.pageCount > 1 && !(await glance(await opened.sketch(index)))) last.push(index);
      else yield index;
    }
    yield* last;
  }

  async function readWhole(jpeg: Buffer, known: Known): Promise<PageReading> {
    return withPortrait(await pageReader.read(jpeg, known), jpeg, portraitTools);
  }

  async function readPicture(jpeg: Buffer, known: Known): Promise<PageReading[]> {
    const cut = known.textLayer.length > 0 ? [] : await readCutPages(jpeg, known);
    return cut.length > 0 ? cut : [await readWhole(jpeg, known)];
  }

  /** Empty when no page was cut out, or what was cut out turned out to be none. */
  async function readCutPages(jpeg: Buffer, known: Known): Promise<PageReading[]> {
    const readings: PageReading[] = [];
    for (const page of await cutPages(jpeg)) {
      const reading = placeReading(await readWhole(page.jpeg, known), page.area);
      if (reading.mrz !== null || reading.lines.length >= fewestLines) readings.push(reading);
    }
    return readings.map((reading, index) => ({ ...reading, cut: { number: index + 1, count: readings.length } }));
  }

  return async function readPages(media: Media, asked: Asked): Promise<ReadFile | { fault: ReasonCode }> {
    if (mediaFormOf(media.contentType) === 'pdf') return readPdf(media, asked);
    const prepared = await prepareMedia(media);
    if ('fault' in prepared) return prepared;
    const { jpeg } = prepared;
    const readings: PageReading[] = [];
    for (const reading of await readPicture(jpeg, { country: asked.country, textLayer: [] }))
      readings.push(await withSurface(reading, jpeg, inspectSurface));
    return { readings, unreadPages: 0, timedOut: false, origin: originOf(prepared.media) };
  };
}
