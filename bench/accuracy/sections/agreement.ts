import { parseArgs } from 'node:util';
import { createModelStore } from '../../../src/adapters/native/nets/model-store.ts';
import { createPageReader } from '../../../src/adapters/native/pages/page-reader.ts';
import { readModelCatalogue } from '../../../src/adapters/model-catalogue.ts';
import type { TextLine } from '../../../src/domain/ports/pages/page-reader.ts';
import { alignValue, lettersOf } from '../lines/align-value.ts';
import { drawValueSheet, valueSorts, type SheetValue, type ValueSort } from '../lines/value-sheets.ts';
import { rate, UsageFault, type AccuracySection } from '../section.ts';

const usualSheets = 150;
const usualFirstSeed = 1;
/** A line is a value's own if at most this share of its letters is wrong. */
const mostWrong = 0.4;

interface Score {
  values: number;
  lost: number;
  /** Both readers saw the same. */
  agreed: number;
  agreedWrongly: string[];
  /** Only the first one was asked. */
  alone: number;
  aloneWrongly: string[];
}

/** Values that nothing but the print confirms: how often both readers agree on a wrong one. */
export const agreement: AccuracySection = {
  name: 'agreement',
  page: 'documents',
  usage: [
    '--seed N          the first seed',
    '--count N         sheets of some 13 values each, one distortion a sheet',
    '--minutes M       stops after that time',
  ],
  async measure(args, say) {
    const { seed, count, minutes } = readOptions(args);
    const reader = await createPageReader(createModelStore({ catalogue: readModelCatalogue() }));
    const bySort = new Map<string, Score>();
    const byCondition = new Map<string, Score>();
    const endsAt = performance.now() + minutes * 60_000;
    let read = 0;
    for (let at = seed; at < seed + count && performance.now() < endsAt; at += 1) {
      const sheet = await drawValueSheet(at);
      const { lines, heightPx } = await reader.read(sheet.jpeg, { country: sheet.country });
      read += 1;
      for (const value of sheet.values) {
        const line = findLine(value, lines, heightPx);
        const scores = [scoreOf(bySort, value.sort), scoreOf(byCondition, sheet.condition)];
        for (const score of scores) countValue(score, value, line);
        const isWrong = line !== null && !isRight(value, line);
        if (isWrong && line.agreed !== false)
          say(
            `${at} ${sheet.country} ${sheet.condition}: ${value.text} as ${line.text} (${line.confidence.toFixed(3)}, ${line.agreed === true ? 'both' : 'alone'})`,
          );
      }
    }
    const all = [...bySort.values()];
    const print = readModelCatalogue().getModel('print-line').sha256.slice(0, 12);
    return {
      title: 'Values that nothing but the print confirms',
      facts: [
        `${read} of ${count} sheets from seed ${seed}, ${all.reduce((sum, { values }) => sum + values, 0)} values over guilloche, clean and in every distortion`,
        `print-line is ${print}`,
      ],
      tables: [
        tabulate('By sort of value', bySort, valueSorts),
        tabulate('By distortion', byCondition, [...byCondition.keys()]),
      ],
      complete: read === count && seed === usualFirstSeed && count >= usualSheets,
    };
  },
};

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args: [...args], options: { seed: text, count: text, minutes: text } });
    return {
      seed: Number(values.seed ?? usualFirstSeed),
      count: Number(values.count ?? usualSheets),
      minutes: Number(values.minutes ?? Infinity),
    };
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : 'These options are not known.');
  }
}

function scoreOf(scores: Map<string, Score>, name: string): Score {
  const known = scores.get(name) ?? { values: 0, lost: 0, agreed: 0, agreedWrongly: [], alone: 0, aloneWrongly: [] };
  scores.set(name, known);
  return known;
}

/** The line nearest to the value in letters, near its row. */
function findLine({ text, row }: SheetValue, lines: readonly TextLine[], heightPx: number): TextLine | null {
  const near = lines.filter(
    ({ box }) => Math.abs((box[0][1] + box[1][1] + box[2][1] + box[3][1]) / 4 / heightPx - row) < 0.12,
  );
  const letters = lettersOf(text).length;
  // A letter or two are somewhere in most lines.
  const long = near.filter((line) => letters > 2 || lettersOf(line.text).length <= 4);
  const ranked = long.map((line) => ({ line, edits: alignValue(text, line.text).edits }));
  const [best] = ranked.sort((one, other) => one.edits - other.edits);
  return best !== undefined && best.edits <= mostWrong * letters ? best.line : null;
}

/** The same words and marks; the signs of dates may be other ones. */
function isRight({ text, sort }: SheetValue, line: TextLine): boolean {
  const isOfDigits: readonly ValueSort[] = [
    'date',
    'numbered date',
    'number of digits',
    'number of letters and digits',
    'categories',
  ];
  const same = (one: string) =>
    isOfDigits.includes(sort)
      ? one.replace(/[\s.,\-/]/g, '').toUpperCase()
      : one
          .replace(/[,.\s]+/g, ' ')
          .trim()
          .toLocaleUpperCase('en')
          .replaceAll('’', "'");
  return same(text.normalize('NFC')) === same(line.text.normalize('NFC'));
}

function countValue(score: Score, value: SheetValue, line: TextLine | null): void {
  score.values += 1;
  if (line === null) score.lost += 1;
  else if (line.agreed === true) {
    score.agreed += 1;
    if (!isRight(value, line)) score.agreedWrongly.push(`${value.text} as ${line.text}`);
  } else if (line.agreed === undefined) {
    score.alone += 1;
    if (!isRight(value, line)) score.aloneWrongly.push(`${value.text} as ${line.text}`);
  }
}

function tabulate(title: string, scores: ReadonlyMap<string, Score>, names: readonly string[]) {
  return {
    title,
    columns: [
      'values',
      'read',
      'both readers agree',
      'they agree and are wrong',
      'the first alone was asked',
      'it is wrong',
    ],
    rows: names.flatMap((name) => {
      const score = scores.get(name);
      if (score === undefined) return [];
      const { values, lost, agreed, agreedWrongly, alone, aloneWrongly } = score;
      return [
        [
          name,
          rate(values - lost, values),
          rate(agreed, values - lost),
          String(agreedWrongly.length),
          String(alone),
          String(aloneWrongly.length),
        ],
      ];
    }),
  };
}
