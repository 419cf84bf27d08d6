import { parseArgs } from 'node:util';
import { documentStep } from '../../../src/steps/document/index.ts';
import { documentResultSchema } from '../../../src/steps/document/page-result-schema.ts';
import {
  isRepaint,
  listAttacks,
  showsTrueNameAsOther,
  withAddedLabels,
  type AddedLabels,
} from '../../../test/support/documents/added-labels.ts';
import { provingPapers, type ProvingPaper } from '../../../test/support/documents/forged-zone.ts';
import { rate, UsageFault, type AccuracySection } from '../section.ts';

const judgedAt = new Date('2026-03-01T12:00:00.000Z');
/** A twelfth of all combinations; another twelfth for each paper. */
const usualStep = 12;
const usualSeed = 1;

interface Result {
  paper: string;
  attack: AddedLabels;
  isVerified: boolean;
}

/** Labels and words that a forger adds to a page whose true labels he spoiled: how often is a paper verified under his words? */
export const addedLabels: AccuracySection = {
  name: 'added-labels',
  page: 'tampering',
  usage: [
    `--every N         each Nth combination, in place of ${usualStep}`,
    '--seed N          other sizes of the forger’s words',
  ],
  measure(args, say) {
    const { step, seed } = readOptions(args);
    const attacks = listAttacks(seed);
    const results = provingPapers.flatMap((paper, index) => {
      const judged = attacks
        .filter((_, at) => (at + index * 7) % step === 0)
        .flatMap((attack) => judge(paper, attack) ?? []);
      say(`${paper.name}: ${judged.length}`);
      return judged;
    });
    return Promise.resolve(report(results, step, seed));
  },
};

function readOptions(args: readonly string[]): { step: number; seed: number } {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...args], options: { every: text, seed: text } });
  const [step, seed] = [Number(values.every ?? usualStep), Number(values.seed ?? usualSeed)];
  if (!Number.isInteger(step) || step < 1) throw new UsageFault('--every takes a whole number, 1 or more.');
  if (!Number.isInteger(seed)) throw new UsageFault('--seed takes a whole number.');
  return { step, seed };
}

function judge(paper: ProvingPaper, attack: AddedLabels): Result | null {
  const stored = withAddedLabels(paper, attack);
  if (stored === null) return null;
  const { type, mustBeNamed, subtype } = paper.kind;
  const { outcome } = documentStep.evaluate({
    config: { accept: [{ type, ...(mustBeNamed && { subtypes: [subtype] }) }] },
    input: { documentType: type },
    stored: { kind: 'done', result: documentResultSchema.parse(stored) },
    at: judgedAt,
    earlier: [],
  });
  return { paper: paper.name, attack, isVerified: outcome.checks.every((check) => check.outcome === 'passed') };
}

const classes = {
  'everything else: must be 0': (attack: AddedLabels) => !isRepaint(attack) && !showsTrueNameAsOther(attack),
  'true values illegible, false ones in their place': isRepaint,
  'true name in view, relabelled as another field, next to the false one': showsTrueNameAsOther,
} as const;

function report(results: readonly Result[], step: number, seed: number) {
  const must = results.filter(({ attack }) => classes['everything else: must be 0'](attack));
  const groupBy = (title: string, keyOf: (result: Result) => string) => ({
    title,
    columns: [title, 'verified under a false value'],
    rows: [...new Set(must.map(keyOf))]
      .sort()
      .map((key) => [key, count(must.filter((result) => keyOf(result) === key))]),
  });
  return {
    title: 'Labels that were added to the page',
    facts: [
      'True labels removed, blurred or replaced; true values in view, blurred or removed; labels and words of the forger added in seven places, 0.4 to 4 times as large as the page’s own, and zone or barcode have the forger’s words',
      `Sizes are drawn with seed ${seed}`,
      `${provingPapers.length} papers, each ${step}th of ${listAttacks().length} combinations, another part for each paper: ${results.length} forgeries`,
      'Readings are made up, line by line: they prove that the rule holds, not how readers read such pages',
    ],
    tables: [
      {
        title: 'By class',
        columns: ['class', 'verified under a false value', 'papers with one'],
        rows: Object.entries(classes).map(([name, isOf]) => {
          const own = results.filter(({ attack }) => isOf(attack));
          const papers = new Set(own.filter(({ isVerified }) => isVerified).map(({ paper }) => paper));
          return [name, count(own), `${papers.size} of ${provingPapers.length}`];
        }),
      },
      groupBy('forged', ({ attack }) => attack.forged),
      groupBy('true labels', ({ attack }) => attack.labels),
      groupBy('true values', ({ attack }) => attack.values),
      groupBy('place', ({ attack }) => attack.place),
      groupBy('size of the forger’s values', ({ attack }) => sizeOf(attack.valueSize)),
      groupBy('size of the forger’s labels', ({ attack }) => sizeOf(attack.labelSize)),
    ],
    complete: step <= usualStep,
  };
}

function sizeOf(size: number): string {
  if (size === 1) return 'as the page’s own';
  const bounds = [0.4, 0.63, 1, 1.6, 2.5, 4];
  const end = bounds.findIndex((bound) => size <= bound);
  return `${bounds[end - 1] ?? bounds[0]} to ${bounds[end] ?? bounds.at(-1)} times`;
}

function count(results: readonly Result[]): string {
  const verified = results.filter(({ isVerified }) => isVerified).length;
  return `${verified}, ${rate(verified, results.length)}`;
}
