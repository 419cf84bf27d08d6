import { parseArgs } from 'node:util';
import { readModelCatalogue } from '../../../src/adapters/model-catalogue.ts';
import { alignValue, lettersOf } from '../lines/align-value.ts';
import { lineReaders, openLinesReader, type LineReaderName, type LineReading } from '../lines/read-lines.ts';
import { openDrawnSet } from '../documents/drawn-set.ts';
import { openGivenSet } from '../documents/given-set.ts';
import type { DocumentSample, DocumentSet } from '../documents/sample.ts';
import { rate, UsageFault, type AccuracySection } from '../section.ts';

/**
 * A line holds a value when one of the readers has at most this share of it wrong there; values that no line holds are counted separately.
 */
const mostWrong = 0.3;
/** Shorter values (`M`, `F`) occur in every line. */
const fewestLetters = 3;

interface Score {
  values: number;
  right: number;
  letters: number;
  edits: number;
  marked: number;
  marksRight: number;
  ms: number;
}

/** How the readers of lines read the same cut lines, each alone: printed values, letter by letter. */
export const lines: AccuracySection = {
  name: 'lines',
  page: 'documents',
  usage: [
    '--set DIR         a folder with pictures and a truth.json, in place of the drawn set',
    '--kind K          only kinds whose name holds K',
    '--count N         seeds of each kind',
    '--seed N          the first seed',
    '--distortion D    only that one; clean for none',
    '--minutes M       stops after that time',
  ],
  async measure(args, say) {
    const options = readOptions(args);
    const set = options.set === undefined ? openDrawnSet(options) : openGivenSet(options.set);
    const measured = await measureSet(set, Number(options.minutes ?? Infinity) * 60_000, say);
    const { scores, read, found, lost, lineCount } = measured;
    const hash = readModelCatalogue().getModel('print-line').sha256.slice(0, 12);
    return {
      title: set.title.replace('Documents', 'Lines, each reader alone'),
      facts: [
        ...set.facts,
        `${read} of ${set.count} planned documents were read: ${lineCount} lines, of which ${found} hold a value; ${lost} values were in no line`,
        `print-line is ${hash}; every reader got the lines that PP-OCR’s detector found`,
      ],
      tables: [
        {
          title: 'Values in print',
          columns: ['reader', 'values right', 'letters right', 'letters with marks right', 'ms a line'],
          rows: lineReaders.map((name) => rowOf(name, scores[name], lineCount)),
        },
      ],
      complete: set.complete && read === set.count,
    };
  },
};

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { set: text, kind: text, count: text, seed: text, distortion: text, minutes: text },
    }).values;
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : 'These options are not known.');
  }
}

async function measureSet(set: DocumentSet, mostMs: number, say: (line: string) => void) {
  const scores = { 'pp-ocr': emptyScore(), 'print-line': emptyScore() };
  const counts = { read: 0, found: 0, lost: 0, lineCount: 0 };
  const reader = await openLinesReader();
  const endsAt = performance.now() + mostMs;
  for await (const sample of set.samples()) {
    if (performance.now() > endsAt) break;
    counts.read += 1;
    const readings: LineReading[] = [];
    for (const { contentType, bytes } of await sample.files()) {
      if (contentType === 'application/pdf') continue;
      const reading = await reader.read(bytes, sample.input.country ?? null);
      if (reading !== null) readings.push(reading);
    }
    for (const { tookMs } of readings) for (const name of lineReaders) scores[name].ms += tookMs[name];
    const all = readings.flatMap((reading) => reading.lines);
    counts.lineCount += all.length;
    for (const value of valuesOf(sample)) {
      const isFound = scoreValue(value, all, scores);
      counts[isFound ? 'found' : 'lost'] += 1;
    }
    say(`${counts.read} of ${set.count}  ${sample.label}: ${all.length} lines`);
  }
  return { scores, ...counts };
}

/** The texts printed outside the zone, each once. */
function valuesOf({ fields }: DocumentSample): string[] {
  const printed = Object.values(fields).flatMap((field) => (field.printed === null ? [] : [field.printed.value]));
  return [...new Set(printed)].filter((value) => lettersOf(value).length >= fewestLetters);
}

/** Counts a value in the line in which any reader comes nearest to it. */
function scoreValue(value: string, all: LineReading['lines'], scores: Record<LineReaderName, Score>): boolean {
  const wanted = lettersOf(value);
  const aligned = all.map((line) => lineReaders.map((name) => ({ name, ...alignValue(value, line[name]) })));
  const nearest = (line: (typeof aligned)[number]) => Math.min(...line.map(({ edits }) => edits));
  const [best] = aligned.sort((one, other) => nearest(one) - nearest(other));
  if (best === undefined || nearest(best) > mostWrong * wanted.length) return false;
  for (const { name, read, edits } of best) {
    const score = scores[name];
    score.values += 1;
    score.right += edits === 0 ? 1 : 0;
    score.letters += wanted.length;
    score.edits += Math.min(edits, wanted.length);
    for (const [at, letter] of wanted.entries()) {
      if (!/[^\p{ASCII}]/u.test(letter) || !/\p{L}/u.test(letter)) continue;
      score.marked += 1;
      score.marksRight += read[at] === letter ? 1 : 0;
    }
  }
  return true;
}

function emptyScore(): Score {
  return { values: 0, right: 0, letters: 0, edits: 0, marked: 0, marksRight: 0, ms: 0 };
}

function rowOf(name: string, score: Score, lineCount: number): string[] {
  return [
    name,
    rate(score.right, score.values),
    rate(score.letters - score.edits, score.letters),
    rate(score.marksRight, score.marked),
    (score.ms / Math.max(1, lineCount)).toFixed(1),
  ];
}
