import { mediaFormOf } from '../../domain/media/media-kind.ts';
import type { Media } from '../../domain/media/media.ts';
import { freshFileSignal } from '../../domain/documents/fresh-file-signal.ts';
import { signatureSignal, withSignedText } from '../../domain/documents/signature-signal.ts';
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
import { OutOfTime } from '../../domain/ports/out-of-time.ts';
import { originOf, type FileOrigin } from '../../domain/capture/origin.ts';
import { createMutex } from '../jobs/mutex.ts';
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
  /** Whether these pages are the document, if not all of it can be read: then covers and terms are not read. Left out: they are. */
  isDocument?: (readings: readonly PageReading[]) => boolean;
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

/**
 * How long a file may keep the models busy. A page of a longer file that is being read then is broken off, and what was read before it
 * counts. Waiting for other files is not counted.
 */
const mostFileMs = 45_000;
/** The same for the first page, without which there is no answer: the work is tried again. */
const mostFirstPageMs = 120_000;

/** What is known of a picture before it is read. */
interface Known {
  country: string | null;
  textLayer: readonly TextLine[];
  isLate: () => boolean;
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
  // Pages of several files are read in turn, so that a short file waits for a page of a long one and not for the whole of it.
  const exclusively = createMutex();

  /** Counts the time of one file, its turns alone. */
  function startTurns() {
    let spentMs = 0;
    return {
      spentMs: () => spentMs,
      take: <T>(mostMs: number, work: (isLate: () => boolean) => Promise<T>): Promise<T> =>
        exclusively(async () => {
          const startedAt = clock.elapsedMs();
          try {
            return await work(() => clock.elapsedMs() - startedAt > mostMs);
          } finally {
            spentMs += clock.elapsedMs() - startedAt;
          }
        }),
    };
  }

  async function readPdf(
    media: Media,
    { maxPages, country, isEnough = () => false, isDocument = () => false }: Asked,
  ): Promise<ReadFile | { fault: ReasonCode }> {
    const turns = startTurns();
    const read = await preparePdf.read(media, maxPages, (opened) => readOpened(opened));
    return 'fault' in read ? read : { ...read.result, make: read.make };

    async function readOpened(opened: OpenedPdf): Promise<ReadFile> {
      const { pageCount } = opened;
      const readings: PageReading[] = [];
      let timedOut = false;
      let readCount = 0;
      const { likely, others } = await turns.take(mostFileMs, () => sortPages(opened));
      for (const [place, index] of [...likely, ...others].entries()) {
        if (place >= likely.length && isDocument(readings)) break;
        const ofPage = await readPage(opened, index, readCount === 0 ? mostFirstPageMs : mostFileMs - turns.spentMs());
        timedOut = ofPage === null;
        if (ofPage === null) break;
        readings.push(...ofPage);
        readCount += 1;
        // What stands on covers and terms says nothing of the document, so a page that tells all by itself stands alone.
        if (isEnough(ofPage)) return { readings: ofPage, unreadPages: pageCount - readCount, timedOut, origin: null };
        if (isEnough(readings)) break;
      }
      readings.sort((a, b) => a.pageNumber - b.pageNumber);
      return { readings, unreadPages: pageCount - readCount, timedOut, origin: null };
    }

    /** Null when the file's time was up before the page was read. */
    async function readPage(opened: OpenedPdf, index: number, mostMs: number): Promise<PageReading[] | null> {
      const isFirst = mostMs === mostFirstPageMs;
      const isSigned = opened.signature?.state === 'valid';
      // An issuer's own word about the whole file outranks what programs say of their work.
      const editorMetadata = isSigned ? null : editorSignal(opened);
      const freshFile = isSigned ? null : freshFileSignal(opened, clock.now());
      const signature = signatureSignal(opened.signature ?? null);
      if (mostMs <= 0) return null;
      try {
        return await turns.take(mostMs, async (isLate) => {
          const { jpeg, textLayer } = await opened.draw(index);
          // A scan can show both sides of a card, each to be read by itself.
          return (await readPicture(jpeg, { country, textLayer, isLate })).map((reading): PageReading => {
            // Pictures within a page have their own histories, each where its maker put it.
            const ofPicture = { recompression: null, portraitEdges: null };
            const signals = { ...reading.signals, ...ofPicture, editorMetadata, freshFile, signature };
            const lines = isSigned ? withSignedText(reading.lines, textLayer) : reading.lines;
            return { ...reading, lines, signals, pageNumber: index + 1, source: 'pdf' };
          });
        });
      } catch (error) {
        if (error instanceof OutOfTime && !isFirst) return null;
        throw error;
      }
    }
  }

  /** The pages by what their own text says; scans that look like covers or terms are the others. */
  async function sortPages(opened: OpenedPdf): Promise<{ likely: number[]; others: number[] }> {
    const texts: { lines: string[] }[] = [];
    for (let index = 0; index < opened.pageCount; index++) {
      texts.push({ lines: (await opened.textOf(index)).map(({ text }) => text) });
    }
    const [likely, others]: [number[], number[]] = [[], []];
    for (const index of rankPages(texts)) {
      const isScan = texts[index]?.lines.length === 0;
      const isOther = isScan && opened.pageCount > 1 && !(await glance(await opened.sketch(index)));
      (isOther ? others : likely).push(index);
    }
    return { likely, others };
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
    return startTurns().take(mostFirstPageMs, async (isLate) => {
      const prepared = await prepareMedia(media);
      if ('fault' in prepared) return prepared;
      const { jpeg } = prepared;
      const readings: PageReading[] = [];
      for (const reading of await readPicture(jpeg, { country: asked.country, textLayer: [], isLate }))
        readings.push(await withSurface(reading, jpeg, inspectSurface));
      return { readings, unreadPages: 0, timedOut: false, origin: originOf(prepared.media) };
    });
  };
}
