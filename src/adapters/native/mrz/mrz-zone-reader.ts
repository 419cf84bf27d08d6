import type { MrzCandidate, MrzRow, Quad } from '../../../domain/ports/pages/page-reader.ts';
import { mrzAlphabets } from '../../../domain/mrz/alphabet.ts';
import { decodeLine, type DecodedLine, type LineFrames } from '../../../domain/mrz/decode-line.ts';
import { mrzFormats, mrzShapes, type MrzFormat } from '../../../domain/mrz/format.ts';
import { bestPath } from '../nets/best-path.ts';
import type { FrameProbabilities } from '../nets/frame-probabilities.ts';
import { blockBoxes, findMrzBlocks, type MrzBlock } from './mrz-block-finder.ts';
import {
  createLikeness,
  findHiddenNeighbours,
  findMrzLines,
  widestGap,
  type LikenessOf,
  type MrzLine,
} from './mrz-line-finder.ts';
import type { MrzLineRecogniser } from './mrz-line-recogniser.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import type { Raster } from '../rasters/raster.ts';
import { across, along, quadCentre, quadDirection, quadHeight, quadWidth } from '../rasters/quad.ts';
import {
  isSure,
  otherHeights,
  readLineAgain,
  refineLine,
  type LineSight,
  type SecondRecognisers,
} from './zone-line-readings.ts';

export interface ReadZone {
  format: MrzFormat;
  first: MrzCandidate;
  /** The rectified boxes of the lines, in pixels of the raster, with the middles of their characters. */
  rows: MrzRow[];
  /** Often still to come: the page's other lines need not wait for it. */
  rest: Promise<RestOfZone>;
}

export interface RestOfZone {
  second: MrzCandidate | null;
  /** The number of other zones in the picture. */
  otherZones: number;
}

export interface MrzZoneReader {
  /**
   * Finds the machine-readable zone among the boxes of an upright page and reads it twice; null when there is none. Does not wait for the
   * second reading unless it decides whether the lines are a zone.
   */
  read(raster: Raster, boxes: readonly Quad[], meter: PageMeter): Promise<ReadZone | null>;
}

/** Margins to the left and right of the lines, as shares of their length, tried until a reading is certain throughout. */
const paddings = [0.015, 0.04, 0.1];
/** The greedy reading may miss or add this many characters of a format. Beyond that, the format is not tried. */
const lengthTolerance = 5;
/** The most likely blocks that are read; reading stops at the first clear one. */
const mostBlocks = 8;
/**
 * The widest gap in a line, in line heights. If no zone is clear, shorter lines are tried as well: in a picture of two cards, a line would
 * continue on the second card.
 */
const narrowGap = 2;
const gaps = [widestGap, narrowGap];
/** The lines of a second zone must be as likely as those of the first: other print of the same page reaches 10. */
const leastOtherLikeness = 14;
const clearMeanConfidence = 0.9;
/** A reading with a lower mean confidence is not a machine-readable zone. */
const leastMeanConfidence = 0.5;
/**
 * Any text can be decoded as a zone. A real zone has certain letters, or two readers that agree: on drawn and real documents, zones had a
 * mean confidence of 0.93 or an agreement of 0.79 and more, other print at most 0.67 and 0.51.
 */
const zoneMeanConfidence = 0.85;
const zoneAgreement = 0.65;

interface Reading {
  format: MrzFormat;
  block: MrzBlock;
  lines: DecodedLine[];
  boxes: Quad[];
  /** The mean log likelihood of a line. */
  likelihood: number;
}

export function createMrzZoneReader(recognisers: SecondRecognisers & { ocrB: MrzLineRecogniser }): MrzZoneReader {
  const { ocrB } = recognisers;

  async function readBlock(raster: Raster, block: MrzBlock, meter: PageMeter): Promise<Reading | null> {
    let best: Reading | null = null;
    for (const padding of paddings) {
      const boxes = blockBoxes(block, padding);
      const frames: FrameProbabilities[] = [];
      for (const box of boxes) frames.push(await ocrB.probabilities(raster, box, meter));
      const reading = decodeFormats(frames, boxes, block);
      if (reading !== null && (best === null || reading.likelihood > best.likelihood)) best = reading;
      // Wider margins cannot correct a wrong number of characters.
      if (best === null || isSure(best.lines)) break;
    }
    return best;
  }

  async function readLikeliest(
    raster: Raster,
    boxes: readonly Quad[],
    likenessOf: LikenessOf,
    meter: PageMeter,
  ): Promise<Reading | null> {
    let best: Reading | null = null;
    let before: MrzLine[] = [];
    for (const gap of gaps) {
      const lines = await findMrzLines(boxes, likenessOf, gap);
      if (lines.every((line) => before.some((known) => isSameLine(known, line)))) break;
      for (const block of findMrzBlocks(lines).slice(0, mostBlocks)) {
        const reading = await readBlock(raster, block, meter);
        if (reading !== null && (best === null || reading.likelihood > best.likelihood)) best = reading;
        if (best !== null && meanConfidence(best.lines) >= clearMeanConfidence) return best;
      }
      before = lines;
    }
    return (await readHidden(raster, before, likenessOf, meter)) ?? best;
  }

  /** A zone of which only one line was found, completed with what is printed where its neighbours must be; null when that is not clear. */
  async function readHidden(
    raster: Raster,
    lines: readonly MrzLine[],
    likenessOf: LikenessOf,
    meter: PageMeter,
  ): Promise<Reading | null> {
    for (const line of lines.filter(({ likeness }) => likeness >= leastOtherLikeness)) {
      const neighbours = await findHiddenNeighbours(line, likenessOf);
      for (const block of findMrzBlocks([line, ...neighbours])) {
        const reading = await readBlock(raster, block, meter);
        if (reading !== null && meanConfidence(reading.lines) >= zoneMeanConfidence) return reading;
      }
    }
    return null;
  }

  /** Zones of other documents: two or three lines that share none with the zone and are as clear as a zone. */
  async function countOthers(
    raster: Raster,
    boxes: readonly Quad[],
    { boxes: known }: Reading,
    likenessOf: LikenessOf,
    meter: PageMeter,
  ): Promise<number> {
    const elsewhere = boxes.filter((box) => !known.some((line) => overlaps(line, box)));
    const lines = await findMrzLines(elsewhere, likenessOf, narrowGap);
    const [likeliest] = findMrzBlocks(lines.filter(({ likeness }) => likeness >= leastOtherLikeness));
    if (likeliest === undefined) return 0;
    const reading = await readBlock(raster, likeliest, meter);
    return reading !== null && meanConfidence(reading.lines) >= clearMeanConfidence ? 1 : 0;
  }

  async function refineFirst(
    raster: Raster,
    { format, lines, boxes }: Reading,
    meter: PageMeter,
  ): Promise<DecodedLine[]> {
    const refined: DecodedLine[] = [];
    for (const [i, line] of lines.entries()) {
      const box = boxes[i];
      const alphabet = mrzAlphabets[format][i] ?? [];
      const see = (at: Quad) => ocrB.probabilities(raster, at, meter);
      const sight: LineSight = { alphabet, see, isEnough: (read) => isSure([read]) };
      const better = box === undefined ? line : await refineLine(line, otherHeights, box, sight);
      refined.push(better ?? line);
    }
    return refined;
  }

  /** The second reading of the zone. `first`: the refined lines of the OCR-B reader. */
  async function readAgain(
    raster: Raster,
    { format, boxes }: Reading,
    first: readonly DecodedLine[],
    meter: PageMeter,
  ): Promise<MrzCandidate | null> {
    const read = await Promise.all(
      boxes.map((box, i) => {
        return readLineAgain(
          raster,
          { box, alphabet: mrzAlphabets[format][i] ?? [], first: first[i] },
          recognisers,
          meter,
        );
      }),
    );
    const lines = read.filter((line) => line !== null);
    if (lines.length < boxes.length) return null;
    return meanConfidence(lines) < leastMeanConfidence ? null : toCandidate(lines);
  }

  return {
    async read(raster, boxes, meter) {
      // What was found out about a box holds for the search for other zones, too.
      const likenessOf = createLikeness(raster, ocrB, meter);
      const best = await readLikeliest(raster, boxes, likenessOf, meter);
      if (best === null || meanConfidence(best.lines) < leastMeanConfidence) return null;
      const lines = await refineFirst(raster, best, meter);
      const first = toCandidate(lines);
      // The second readers have their own threads, so this one looks for other zones meanwhile.
      const rest = Promise.all([
        readAgain(raster, best, lines, meter),
        countOthers(raster, boxes, best, likenessOf, meter),
      ]).then(([second, otherZones]): RestOfZone => ({ second, otherZones }));
      // The caller that awaits it gets the failure. Until then, another part of the page may fail first.
      rest.catch(() => undefined);
      if (!isClear(first) && !isBackedUp(first, (await rest).second)) return null;
      const rows = best.boxes.map((box, index) => ({ box, middles: lines[index]?.middles ?? [] }));
      return { format: best.format, first, rows, rest };
    },
  };
}

/** The format whose most likely text explains the frames best. Does not use the check digits. */
function decodeFormats(frames: readonly FrameProbabilities[], boxes: Quad[], block: MrzBlock): Reading | null {
  const lengths = frames.map((line) => bestPath(line).classes.length);
  const plausible = mrzFormats.filter((format) => {
    const { lines, characters } = mrzShapes[format];
    return lines === frames.length && lengths.some((length) => Math.abs(length - characters) <= lengthTolerance);
  });
  let best: Reading | null = null;
  for (const format of plausible) {
    const lines = decodeAll(frames, format);
    if (lines === null) continue;
    const likelihood = lines.reduce((sum, line) => sum + line.logLikelihood, 0) / lines.length;
    if (best === null || likelihood > best.likelihood) best = { format, block, lines, boxes, likelihood };
  }
  return best;
}

/** Every line, decoded with the alphabet of its format; null when one has too few frames. */
function decodeAll(frames: readonly LineFrames[], format: MrzFormat): DecodedLine[] | null {
  const lines: DecodedLine[] = [];
  for (const [i, line] of frames.entries()) {
    const decoded = decodeLine(line, mrzAlphabets[format][i] ?? []);
    if (decoded === null) return null;
    lines.push(decoded);
  }
  return lines;
}

function isSameLine(one: MrzLine, other: MrzLine): boolean {
  return one.origin.join() === other.origin.join() && one.start === other.start && one.end === other.end;
}

/** Whether a box is on a line of the zone, at least in part. */
function overlaps(line: Quad, box: Quad): boolean {
  const direction = quadDirection(line);
  const [centre, other] = [quadCentre(line), quadCentre(box)];
  const isBeside = Math.abs(along(other, centre, direction)) < (quadWidth(line) + quadWidth(box)) / 2;
  return isBeside && Math.abs(across(other, centre, direction)) < quadHeight(line);
}

function meanConfidence(lines: readonly DecodedLine[]): number {
  const all = lines.flatMap((line) => line.confidences);
  return all.reduce((sum, confidence) => sum + confidence, 0) / Math.max(1, all.length);
}

function isClear({ confidences }: MrzCandidate): boolean {
  const all = confidences.flat();
  return all.reduce((sum, confidence) => sum + confidence, 0) / Math.max(1, all.length) >= zoneMeanConfidence;
}

function isBackedUp(first: MrzCandidate, second: MrzCandidate | null): boolean {
  const [ones, others] = [first.lines.join(''), second?.lines.join('') ?? ''];
  const alike = Array.from(ones).filter((symbol, index) => symbol === others.charAt(index)).length;
  return alike >= zoneAgreement * ones.length;
}

function toCandidate(lines: readonly DecodedLine[]): MrzCandidate {
  return { lines: lines.map((line) => line.text), confidences: lines.map((line) => line.confidences) };
}
