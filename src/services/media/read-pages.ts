import { Mutex } from 'async-mutex';
import { mediaFormOf } from '../../domain/media/media-kind.ts';
import type { Media } from '../../domain/media/media.ts';
import { freshFileSignal } from '../../domain/documents/fresh-file-signal.ts';
import { signatureSignal, withSignedText } from '../../domain/documents/signature-signal.ts';
import { rankPages } from '../../domain/document-kinds/rank-pages.ts';
import { editorSignal } from '../../domain/documents/editor-signal.ts';
import type { QuickLook } from '../../domain/ports/pages/document-inspector.ts';
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
import { withPortrait, type PortraitTools } from './find-portrait.ts';
import { withSurface } from './inspect-surface.ts';
import { createKeptReadings, type KeptReadings } from './kept-readings.ts';
import { placeReading } from './place-reading.ts';
import type { PrepareMedia } from './prepare-media.ts';
import type { PreparePdf } from './prepare-pdf.ts';

/** The most pages of a PDF to read, and the country whose document it claims to be (ISO 3166-1 alpha-2). */
interface Asked {
  maxPages: number;
  country: string | null;
  /** Whether these pages contain everything that is needed: then no other page is read. By default every page is read. */
  isEnough?: (readings: readonly PageReading[]) => boolean;
  /** Whether these pages are the document, even if not all of it is legible: then covers and terms are not read. By default they are. */
  isDocument?: (readings: readonly PageReading[]) => boolean;
}

/** What was read from a file, in page order. */
export interface ReadFile {
  readings: PageReading[];
  /** Pages that were not read, because others contained enough or the file's time was up. */
  unreadPages: number;
  timedOut: boolean;
  /** How the picture was made, as far as the service can tell; null for a PDF. */
  origin: FileOrigin | null;
  /** How the PDF was made; null for pictures, and when only the service's copy exists. */
  make?: PdfMake | null;
  /** The findings of the quick check, for a picture that had none when its step was worked on. */
  codes?: readonly ReasonCode[];
}

/**
 * How long one file may keep the models busy, in ms. After that the page being read is cancelled, and the pages read before it count. Time
 * spent waiting for other files is not counted.
 */
const mostFileMs = 45_000;
/** The same for the first page. Without it there is no result, so the job is tried again. */
const mostFirstPageMs = 120_000;

/** What is known of a picture before it is read. */
interface Known {
  country: string | null;
  textLayer: readonly TextLine[];
  isLate: () => boolean;
}

/** A cut-out page with less text than this is not a document. */
const fewestLines = 3;

/** Reads every page of a document's file. The content of the file is a result; an exception means that the service could not tell. */
export function createReadPages({
  prepareMedia,
  preparePdf,
  pageReader,
  cutPages,
  glance,
  inspectSurface,
  quickLook,
  keptReadings = createKeptReadings(),
  clock = { elapsedMs: () => performance.now(), now: () => new Date() },
  ...portraitTools
}: {
  prepareMedia: PrepareMedia;
  preparePdf: Pick<PreparePdf, 'read'>;
  pageReader: PageReader;
  cutPages: PageCutter;
  glance: PageGlance;
  inspectSurface: SurfaceInspector;
  /**
   * Examines a picture whose quick check has not ended: a device may submit it at once, and what was not looked for is not absent. Null: for
   * benches and tests, which have no quick check.
   */
  quickLook: QuickLook | null;
  keptReadings?: KeptReadings;
  /** For tests. */
  clock?: { elapsedMs(): number; now(): Date };
} & PortraitTools) {
  // Files take turns page by page, so that a short file waits for one page of a long one and not for all of it.
  const pages = new Mutex();

  /** Measures one file's time, counting only its own turns. */
  function startTurns() {
    let spentMs = 0;
    return {
      spentMs: () => spentMs,
      take: <T>(mostMs: number, work: (isLate: () => boolean) => Promise<T>): Promise<T> =>
        pages.runExclusive(async () => {
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
      for await (const index of likeliestFirst(opened, readings)) {
        const ofPage = await readPage(opened, index, readCount === 0 ? mostFirstPageMs : mostFileMs - turns.spentMs());
        timedOut = ofPage === null;
        if (ofPage === null) break;
        readings.push(...ofPage);
        readCount += 1;
        // Covers and terms say nothing about the document, so a page that is complete by itself is used alone.
        if (isEnough(ofPage)) return { readings: ofPage, unreadPages: pageCount - readCount, timedOut, origin: null };
        if (isEnough(readings)) break;
      }
      readings.sort((a, b) => a.pageNumber - b.pageNumber);
      return { readings, unreadPages: pageCount - readCount, timedOut, origin: null };
    }

    /**
     * The pages in the order of what their text layers say. A scan is examined only when its turn comes, so that scans after a complete
     * page are never examined. Scans that look like covers or terms come last, and are skipped if the other pages are the document.
     */
    async function* likeliestFirst(opened: OpenedPdf, readings: readonly PageReading[]): AsyncGenerator<number> {
      const { pageCount } = opened;
      const texts = await turns.take(mostFileMs, () => textsOf(opened));
      const others: number[] = [];
      for (const index of rankPages(texts)) {
        const isScan = texts[index]?.lines.length === 0;
        const looksLikeOne = async () => glance(await opened.sketch(index));
        if (!isScan || pageCount === 1 || (await turns.take(mostFileMs, looksLikeOne))) yield index;
        else others.push(index);
      }
      for (const index of others) {
        if (isDocument(readings)) return;
        yield index;
      }
    }

    /** Null when the file's time was up before the page was read. */
    async function readPage(opened: OpenedPdf, index: number, mostMs: number): Promise<PageReading[] | null> {
      const isFirst = mostMs === mostFirstPageMs;
      const isSigned = opened.signature?.state === 'valid';
      // Whether the signature outranks what programs say about the file depends on the document, which the step tells.
      const editorMetadata = editorSignal(opened);
      const freshFile = freshFileSignal(opened, clock.now());
      const signature = signatureSignal(opened.signature ?? null);
      if (mostMs <= 0) return null;
      try {
        return await turns.take(mostMs, async (isLate) => {
          const { jpeg, textLayer } = await opened.draw(index);
          // A scan can show both sides of a card; each is read separately.
          return (await readPicture(jpeg, { country, textLayer, isLate })).map((reading): PageReading => {
            // Pictures inside a page have separate histories, each in its own position.
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

  async function textsOf(opened: OpenedPdf): Promise<{ lines: string[] }[]> {
    const texts: { lines: string[] }[] = [];
    for (let index = 0; index < opened.pageCount; index++) {
      texts.push({ lines: (await opened.textOf(index)).map(({ text }) => text) });
    }
    return texts;
  }

  async function readWhole(jpeg: Buffer, known: Known): Promise<PageReading> {
    return withPortrait(await pageReader.read(jpeg, known), jpeg, portraitTools);
  }

  async function readPicture(jpeg: Buffer, known: Known): Promise<PageReading[]> {
    const cut = known.textLayer.length > 0 ? [] : await readCutPages(jpeg, known);
    return cut.length > 0 ? cut : [await readWhole(jpeg, known)];
  }

  /** Empty when no page was cut out, or when none of the cut-outs is a document. */
  async function readCutPages(jpeg: Buffer, known: Known): Promise<PageReading[]> {
    const readings: PageReading[] = [];
    for (const page of await cutPages(jpeg)) {
      const reading = placeReading(await readWhole(page.jpeg, known), page.area);
      if (reading.mrz !== null || reading.lines.length >= fewestLines) readings.push(reading);
    }
    return readings.map((reading, index) => ({ ...reading, cut: { number: index + 1, count: readings.length } }));
  }

  async function readWithSurface(jpeg: Buffer, known: Known): Promise<PageReading[]> {
    const readings: PageReading[] = [];
    for (const reading of await readPicture(jpeg, known))
      readings.push(await withSurface(reading, jpeg, inspectSurface));
    return readings;
  }

  /**
   * Reads a picture before its step is submitted, and keeps the readings for `readPages`. The picture takes a turn like those of jobs: its
   * own job waits for the end of this reading. Like `readPages`, it throws.
   */
  async function readAhead(media: Media, { country, stopping }: { country: string | null; stopping: AbortSignal }) {
    await keptReadings.keep({ mediaId: media.id, country }, (isEnded) => {
      const isOver = () => isEnded() || stopping.aborted;
      return startTurns().take(mostFirstPageMs, async (isLate) => {
        const prepared = isOver() ? null : await prepareMedia(media);
        if (prepared === null || 'fault' in prepared) return null;
        const { jpeg } = prepared;
        const known: Known = { country, textLayer: [], isLate: () => isLate() || isOver() };
        return { jpeg, readings: await readWithSurface(jpeg, known) };
      });
    });
  }

  async function readPages(media: Media, asked: Asked): Promise<ReadFile | { fault: ReasonCode }> {
    if (mediaFormOf(media.contentType) === 'pdf') return readPdf(media, asked);
    const about = { mediaId: media.id, country: asked.country };
    keptReadings.expect(about);
    return startTurns().take(mostFirstPageMs, async (isLate) => {
      const prepared = await prepareMedia(media);
      if ('fault' in prepared) return prepared;
      const { jpeg } = prepared;
      const isUnseen = media.acceptable === null && quickLook !== null;
      const context = { media, others: () => Promise.resolve([]) };
      const seen = isUnseen ? await quickLook.inspect(jpeg, context) : null;
      const readings =
        keptReadings.take({ ...about, jpeg }) ??
        (await readWithSurface(jpeg, { country: asked.country, textLayer: [], isLate }));
      const origin = originOf(prepared.media);
      return { readings, unreadPages: 0, timedOut: false, origin, ...(seen !== null && { codes: seen.codes }) };
    });
  }

  return { readPages, readAhead };
}

export type ReadAhead = ReturnType<typeof createReadPages>['readAhead'];
