import {
  noSignals,
  type MrzZone,
  type PageCutter,
  type PageGlance,
  type PageReader,
  type PageSignals,
  type Point,
  type Quad,
  type TextLine,
} from '../../../domain/ports/pages/page-reader.ts';
import { languagesOfPage } from '../../../domain/documents/page-languages.ts';
import type { ReadLanguage } from '../../../domain/documents/written-languages.ts';
import { createBarcodeReader } from '../barcodes/barcode-reader.ts';
import { decodeRaster, type DecodedPage } from '../rasters/decode-raster.ts';
import { createLineSpeller } from '../spelling/line-speller.ts';
import type { ModelStore } from '../nets/model-store.ts';
import { createMrzLineRecogniser } from '../mrz/mrz-line-recogniser.ts';
import { createMrzZoneReader, type ReadZone, type RestOfZone } from '../mrz/mrz-zone-reader.ts';
import { readPageBarcodes } from '../barcodes/page-barcodes.ts';
import { createPrintZoneRecogniser } from '../mrz/print-zone-recogniser.ts';
import { createPageMeter, type PageMeter } from '../nets/page-meter.ts';
import { mapQuad, quadCentre, quadHeight, quadWidth, wholeRaster } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { createPrintLineReader } from '../spelling/print-line-reader.ts';
import { createTextDetector } from '../text/text-detector.ts';
import { createTextDirection } from '../text/text-direction.ts';
import { copyScoreOf, measureChroma } from '../captures/picture-chroma.ts';
import { findRecompression } from '../captures/recompression-finder.ts';
import { screenScoreOf, waveContrast } from '../waves/screen-score.ts';
import { cutPages } from './cut-pages.ts';
import { glanceAtPage } from './glance-at-page.ts';
import { isCovered, readTextLayer } from './text-layer-reader.ts';
import { doubtFaint } from '../text/is-faint.ts';
import { openTextRecogniser, type RecognisedText } from '../text/text-recogniser.ts';
import { turnBack, type TurnDegrees } from '../rasters/turn-raster.ts';
import { eachInOrder } from './each-in-order.ts';
import { createUprightPageFinder, type PageText } from './upright-page-finder.ts';
import { encodePicture } from '../rasters/encode-picture.ts';

/** Smaller pictures are enlarged, larger ones shrunk: the recognisers need some 10 pixels per character, and at most 40. */
const rasterBounds = { shortestPx: 1000, longestPx: 2000 };
/** Lines on their way through the first recogniser: one that runs, and those that follow while this thread is busy. */
const linesAhead = 4;
/** Shorter boxes, in line heights, are no whole lines of a zone. */
const leastZoneAspect = 5;
/** A page with more boxes than this is not a document; the longest are read. */
const mostLines = 150;

/** Other readers that use the same models. */
type NativePageReader = PageReader & { cutPages: PageCutter; glance: PageGlance };

/**
 * Loads the models and warms them up.
 * @throws ModelUnavailable when one cannot be used
 */
export async function createPageReader(models: ModelStore): Promise<NativePageReader> {
  const detector = createTextDetector(await models.load('pp-ocr-v4-text-detector'));
  const general = await openTextRecogniser(models);
  const direction = createTextDirection(await models.load('pp-ocr-v2-text-direction'), general);
  const ocrB = createMrzLineRecogniser(await models.load('ocrb-line'));
  const printLine = await models.load('print-line');
  const printCharacters = models.readText('print-line-characters');
  const print = createPrintZoneRecogniser(printLine, printCharacters);
  const pageFinder = createUprightPageFinder({
    detector,
    direction,
    zoneReader: createMrzZoneReader({ ocrB, print, general }),
  });
  const speller = createLineSpeller(await createPrintLineReader(printLine, printCharacters));
  const barcodeReader = await createBarcodeReader();

  /**
   * First readings of short lines until the page's zone is found, which leaves the first recogniser idle. Those of boxes that turn out to be
   * part of the zone, or not upright, are not used.
   */
  function readAhead(meter: PageMeter) {
    const readings = new Map<Quad, Promise<RecognisedText>>();
    let isOver = false;
    return {
      start: ({ upright, boxes }: PageText): void => {
        const short = inReadingOrder(boxes.filter((box) => quadWidth(box) < leastZoneAspect * quadHeight(box)));
        eachInOrder(short, linesAhead, async (box) => {
          if (isOver) return;
          const reading = general.recognise(upright, box, meter);
          readings.set(box, reading);
          await reading;
          // The code that uses the reading gets its failure.
        }).catch(() => undefined);
      },
      stop(): ReadonlyMap<Quad, Promise<RecognisedText>> {
        isOver = true;
        return readings;
      },
    };
  }

  /**
   * Both readings of each line, which two threads do at the same time: the second reading of a line waits for its first one only. Lines without
   * text are left out. `known`: first readings.
   */
  async function readLines(
    raster: Raster,
    { boxes, known }: { boxes: readonly Quad[]; known: ReadonlyMap<Quad, Promise<RecognisedText>> },
    languages: readonly ReadLanguage[],
    meter: PageMeter,
  ): Promise<TextLine[]> {
    const lines = await eachInOrder(boxes, linesAhead, async (box) => {
      const read = await (known.get(box) ?? general.recognise(raster, box, meter));
      // In a list: the next line must not wait for the second reading of this one.
      return read.text === '' ? [] : [spellLater(raster, { ...read, box }, languages, meter)];
    });
    return Promise.all(lines.flat());
  }

  async function spellLater(
    raster: Raster,
    { confidences, unnamed, ...line }: TextLine & RecognisedText,
    languages: readonly ReadLanguage[],
    meter: PageMeter,
  ): Promise<TextLine> {
    return { ...line, ...(await speller.spell(raster, { ...line, confidences, unnamed }, languages, meter)) };
  }

  const reader: NativePageReader = {
    cutPages: (jpeg) => cutPages(jpeg, detector),
    glance: (jpeg) => glanceAtPage(jpeg, detector),

    async read(jpeg, { textLayer = [], country = null, isLate = () => false } = {}) {
      const startedAt = performance.now();
      const meter = createPageMeter({ isLate });
      const page = await decodeRaster(jpeg, rasterBounds, { withLightest: true });
      const ahead = readAhead(meter);
      const startAhead = textLayer.length === 0 ? ahead.start : undefined;
      const { upright, turnDegrees, boxes, zone } = await pageFinder.find(page.raster, meter, startAhead);
      const firstReadings = ahead.stop();
      // The file's own text matches the page as it was drawn.
      const layer = turnDegrees === 0 ? textLayer.map((line) => scaleLine(line, page.scale)) : [];
      const languages = languagesOfPage(zone, country);
      const spell = (line: TextLine) => speller.spell(upright, line, languages, meter);
      const believed = await readTextLayer(upright, layer.slice(0, mostLines), general, spell, meter);
      const known = [...(zone?.rows ?? []), ...believed];
      const others = boxes.filter((box) => !isCovered(box, known));
      const widest = others.sort((a, b) => quadWidth(b) - quadWidth(a)).slice(0, mostLines);
      const toPicture = ([x, y]: Point): Point => {
        const [px, py] = turnBack([x, y], turnDegrees, page.raster);
        return [px / page.scale, py / page.scale];
      };
      // This thread searches for barcodes and measures the surface while the threads of the recognisers read the zone again and the lines.
      const [rest, seen, { barcodes, signals }] = await Promise.all([
        zone?.rest,
        readLines(upright, { boxes: inReadingOrder(widest), known: firstReadings }, languages, meter),
        (async () => {
          const barcodes = await readPageBarcodes(barcodeReader, jpeg, { page, upright, toPicture }, meter);
          return {
            barcodes,
            signals: await lookAtSurface(jpeg, page, boxes, { turnDegrees, isDrawn: believed.length > 0 }),
          };
        })(),
      ]);
      const visible = seen.map((line) => doubtFaint(upright, line));
      const lines = [...believed, ...visible].sort((a, b) => quadCentre(a.box)[1] - quadCentre(b.box)[1]);
      return {
        widthPx: page.widthPx,
        heightPx: page.heightPx,
        turnDegrees,
        lines: lines.map((line) => ({ ...line, box: mapQuad(line.box, toPicture) })),
        mrz: zone === null || rest === undefined ? null : toMrzZone({ ...zone, ...rest }, toPicture),
        otherZones: rest?.otherZones ?? 0,
        barcodes,
        signals,
        pageNumber: 1,
        source: 'picture',
        textLayer: believed.length > seen.length,
        spelledIn: [...languages],
        areMarksBelowSeen: true,
        portrait: null,
        models: meter.models(),
        totalMs: performance.now() - startedAt,
        recogniserMs: meter.recogniserMs(),
      };
    },
  };
  await reader.read(await drawBlankPage());
  await general.recognise(blankLine, wholeRaster(blankLine), createPageMeter());
  await ocrB.probabilities(blankLine, wholeRaster(blankLine), createPageMeter());
  return reader;
}

function inReadingOrder(boxes: readonly Quad[]): Quad[] {
  return [...boxes].sort((a, b) => quadCentre(a)[1] - quadCentre(b)[1]);
}

/**
 * What the pixels reveal about how the picture was made. `boxes`: the places of the text, in pixels of the upright page. `isDrawn`: the page
 * carries text, and pictures on such pages have another compression. Anyone can put text behind a picture, so everything else is
 * measured there, too.
 */
async function lookAtSurface(
  jpeg: Buffer,
  { raster }: DecodedPage,
  boxes: readonly Quad[],
  { turnDegrees, isDrawn }: { turnDegrees: TurnDegrees; isDrawn: boolean },
): Promise<PageSignals> {
  const toShare = (point: Point): Point => {
    const [x, y] = turnBack(point, turnDegrees, raster);
    return [x / raster.widthPx, y / raster.heightPx];
  };
  const chroma = await measureChroma(
    jpeg,
    boxes.map((box) => mapQuad(box, toShare)),
  );
  return {
    ...noSignals,
    screenScore: screenScoreOf(waveContrast(raster)),
    copyScore: copyScoreOf(chroma),
    recompression: isDrawn ? null : await findRecompression(jpeg),
  };
}

/** A blank line for the first run, so that the first real page does not wait for what the models set up then. */
const blankLine: Raster = { data: new Uint8Array(320 * 48).fill(255), widthPx: 320, heightPx: 48 };

function drawBlankPage(): Promise<Buffer> {
  const [widthPx, heightPx] = [640, 480];
  return encodePicture({ rgb: new Uint8Array(widthPx * heightPx * 3).fill(255), widthPx, heightPx });
}

function scaleLine(line: TextLine, scale: number): TextLine {
  return { ...line, box: mapQuad(line.box, ([x, y]) => [x * scale, y * scale]) };
}

function toMrzZone(
  { format, first, second, rows }: ReadZone & RestOfZone,
  toPicture: (point: Point) => Point,
): MrzZone {
  const top = rows[0]?.box;
  const bottom = rows.at(-1)?.box;
  if (top === undefined || bottom === undefined) throw new Error('A machine-readable zone has lines');
  const box = mapQuad([top[0], top[1], bottom[2], bottom[3]], toPicture);
  return { format, first, second, box, rows: rows.map((row) => ({ ...row, box: mapQuad(row.box, toPicture) })) };
}
