import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readModelCatalogue } from '../../../src/adapters/model-catalogue.ts';
import { keepReadings, readSample } from '../documents/kept-readings.ts';
import { openDrawnSet } from '../documents/drawn-set.ts';
import { chooseGivenConditions, openGivenSet } from '../documents/given-set.ts';
import { openStatesSet, openTwoScriptsSet, openUnreadScriptsSet } from '../documents/passport-sets.ts';
import { openDocumentReader } from '../documents/open-document-reader.ts';
import {
  tabulateBars,
  tabulateCost,
  tabulateGroups,
  tabulateReasons,
  tabulateStraightThrough,
  tabulateVisualFields,
} from '../documents/report-documents.ts';
import type { DocumentSet } from '../documents/sample.ts';
import { scoreDocument, type DocumentScore } from '../documents/score-document.ts';
import { UsageFault, type AccuracySection } from '../section.ts';

/** The day on which the documents are judged, so that a set gives the same answers next year. */
const judgedAt = new Date('2026-01-01T00:00:00.000Z');

/** The page reader and the document step's checks, without HTTP, on drawn documents or on a folder with a truth file. */
export const documents: AccuracySection = {
  name: 'documents',
  page: 'documents',
  usage: [
    '--set DIR         a folder with pictures and a truth.json, in place of the drawn set',
    '--two-scripts     passports with names in Cyrillic and in Latin letters, honest and forged, in place of the drawn set',
    '--unread-scripts  honest passports in scripts that no reader knows; needs the fonts of fonts-noto-core and fonts-noto-cjk',
    '--states          honest passports of 176 states in Latin letters',
    '--kind K          only kinds whose name holds K, such as cnh or passport',
    '--count N         seeds of each kind',
    '--seed N          the first seed, in place of 501: documents that nobody has looked at',
    '--minutes M       stops after that time: a sample over all kinds and distortions',
    '--distortion D    only that one; clean for none, or “as photographed” for a set',
    '--readings DIR    keeps what was read there; a second run only judges, which takes seconds',
    '--misses FILE     every document that is not fully right, or honest and not passed, as lines of JSON',
  ],
  async measure(args, say) {
    const options = readOptions(args);
    const set = openSet(options);
    const { scores, isFresh } = await scoreSet(set, options, say);
    if (options.misses !== undefined) writeMisses(options.misses, scores);
    const models = readModelCatalogue().entries.map(({ name, sha256 }) => `${name} ${sha256.slice(0, 12)}`);
    return {
      title: set.title,
      facts: [
        ...set.facts,
        `${scores.length} of ${set.count} planned documents were read`,
        `Judged as of ${judgedAt.toISOString().slice(0, 10)}`,
        `Models: ${models.join(', ')}`,
      ],
      tables: [
        tabulateBars(scores),
        ...(options.set === undefined && !setsOfPassports.some((name) => options[name] === true)
          ? []
          : [tabulateStraightThrough(scores), tabulateReasons(scores)]),
        tabulateGroups('By distortion', 'distortion', scores),
        tabulateGroups('By kind', 'kind', scores),
        tabulateVisualFields(scores),
        tabulateCost(scores),
      ],
      // Times and memory of kept readings belong to another run, and a run whose time was up is incomplete.
      complete: set.complete && isFresh && scores.length === set.count,
    };
  },
};

const setsOfPassports = ['two-scripts', 'unread-scripts', 'states'] as const;

type Options = ReturnType<typeof readOptions>;

function openSet(options: Options): DocumentSet {
  if (options['two-scripts'] === true) return openTwoScriptsSet(options);
  if (options['unread-scripts'] === true) return openUnreadScriptsSet(options);
  if (options.states === true) return openStatesSet(options);
  if (options.set === undefined) return openDrawnSet(options);
  return openGivenSet(options.set, chooseGivenConditions(options.distortion));
}

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        set: text,
        'two-scripts': { type: 'boolean' },
        'unread-scripts': { type: 'boolean' },
        states: { type: 'boolean' },
        kind: text,
        count: text,
        seed: text,
        distortion: text,
        misses: text,
        readings: text,
        minutes: text,
      },
    });
    return values;
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : 'These options are not known.');
  }
}

async function scoreSet(
  set: DocumentSet,
  { readings, minutes }: Options,
  say: (line: string) => void,
): Promise<{ scores: DocumentScore[]; isFresh: boolean }> {
  say(`${set.title}: ${set.count} documents`);
  const reader = await openDocumentReader();
  const keeper = readings === undefined ? null : keepReadings(reader, readings);
  const scores: DocumentScore[] = [];
  const endsAt = minutes === undefined ? Infinity : performance.now() + Number(minutes) * 60_000;
  try {
    for await (const sample of set.samples()) {
      if (performance.now() > endsAt) break;
      const answer = await (keeper === null ? readSample(reader, sample) : keeper.read(sample));
      const score = scoreDocument(sample, answer, judgedAt);
      scores.push(score);
      say(`${String(scores.length).padStart(4)} of ${set.count}  ${sample.label}: ${describe(score)}`);
    }
  } finally {
    await reader.close();
  }
  return { scores, isFresh: keeper === null || keeper.reused() === 0 };
}

function describe({ mrzExact, fields, passedWrongly, totalMs }: DocumentScore): string {
  const zone = mrzExact === null ? '' : mrzExact ? 'zone exact, ' : 'zone NOT exact, ';
  const wrong = fields.filter(({ wrongButPassed }) => wrongButPassed);
  const alarm =
    wrong.length > 0 || passedWrongly ? `, WRONG BUT PASSED ${wrong.map(({ name }) => name).join(' ')}` : '';
  const right = fields.filter((field) => field.right).length;
  return `${zone}${right} of ${fields.length} fields, ${totalMs.toFixed(0)} ms${alarm}`;
}

function writeMisses(file: string, scores: readonly DocumentScore[]): void {
  const lines = scores.flatMap((score) => {
    const fields = score.fields.filter(({ right }) => !right);
    const visual = score.visual.filter(({ right }) => !right);
    const isRight = score.mrzExact !== false && fields.length + visual.length === 0 && !score.passedWrongly;
    const isMissed = score.shortcoming === null && !score.passed;
    if (isRight && !isMissed) return [];
    const { label, shortcoming, mrzExact, mrzGot, checks, passedWrongly } = score;
    return [JSON.stringify({ label, shortcoming, mrzExact, mrzGot, checks, passedWrongly, fields, visual })];
  });
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
}
