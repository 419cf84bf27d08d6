import { rate, type ResultTable } from '../section.ts';
import type { DocumentScore } from './score-document.ts';

const bars = {
  mrzClean: 0.95,
  mrzDistorted: 0.85,
  visualClean: 0.95,
  visualDistorted: 0.85,
  zonesFound: 0.97,
  straight: 0.9,
};
/** An undistorted drawing. */
export const clean = 'clean';
/** An undistorted picture of a given set. */
export const asPhotographed = 'as photographed';

/** The figures that the set exists for, each against its bar. */
export function tabulateBars(scores: readonly DocumentScore[]): ResultTable {
  const isDrawn = !scores.some(({ distortion }) => distortion === asPhotographed);
  const isUndistorted = ({ distortion }: DocumentScore) => distortion === clean || distortion === asPhotographed;
  const undistorted = scores.filter(isUndistorted);
  const distorted = scores.filter((score) => !isUndistorted(score));
  const legible = undistorted.filter((score) => score.legible);
  const rows = isDrawn
    ? [
        barRow('zone exact, clean', mrzOf(undistorted), bars.mrzClean),
        barRow('zone exact, over all distortions', mrzOf(scores), bars.mrzDistorted),
        barRow('visual fields right, clean', visualOf(undistorted), bars.visualClean),
        barRow('visual fields right, distorted', visualOf(distorted), bars.visualDistorted),
      ]
    : [
        barRow('zone found, legible', zonesFoundOf(legible), bars.zonesFound),
        barRow(
          'zone exact, legible and not printed invalid',
          mrzOf(legible.filter(({ printedInvalid }) => !printedInvalid)),
          bars.mrzClean,
        ),
        barRow('straight through, honest, whole, legible and large enough', straightOf(undistorted), bars.straight),
        barRow('the same pictures, distorted', straightOf(distorted), bars.straight),
      ];
  const all = fieldsOf(scores);
  return {
    title: 'Against the bars',
    columns: ['what', 'measured', 'bar', 'met'],
    rows: [
      ...rows,
      zeroRow(
        'wrong but passed: fields that no check flags',
        all.filter((field) => field.wrongButPassed).length,
        all.length,
      ),
      zeroRow('wrong but passed: documents whose every check passed', countOf(scores, 'passedWrongly'), scores.length),
    ],
  };
}

/** One row for each value of `by`, and one for all. */
export function tabulateGroups(
  title: string,
  by: 'kind' | 'distortion',
  scores: readonly DocumentScore[],
): ResultTable {
  const groups = [...new Set(scores.map((score) => score[by]))];
  const rows = groups.map((group) =>
    groupRow(
      group,
      scores.filter((score) => score[by] === group),
    ),
  );
  return {
    title,
    columns: [
      by,
      'documents',
      'zone exact',
      'barcodes read',
      'fields right',
      'visual fields right',
      'wrong but passed',
      'all checks passed',
      'median ms',
    ],
    rows: [...rows, groupRow('all', scores)],
  };
}

/**
 * How many honest documents need no second picture and no reviewer, and what kept the others. A picture that is too small is the picture's
 * fault, so such documents are counted separately.
 */
export function tabulateStraightThrough(scores: readonly DocumentScore[]): ResultTable {
  const reasons = [...new Set(scores.flatMap(({ shortcoming }) => shortcoming ?? []))];
  const honest = scores.filter(({ shortcoming }) => shortcoming === null);
  const [small, large] = [honest.filter(({ isTooSmall }) => isTooSmall), honest.filter((score) => !score.isTooSmall)];
  const rows = [
    ['honest, whole, legible and large enough', large] as const,
    ['honest, whole and legible, fewer pixels than asked for', small] as const,
    ...reasons.map((reason) => [reason, scores.filter(({ shortcoming }) => shortcoming === reason)] as const),
    ['all', scores] as const,
  ];
  return {
    title: 'Straight through',
    columns: ['documents', 'number', 'every check passed', 'every check but the one on size', 'passed wrongly'],
    rows: rows.map(([name, group]) => [
      name,
      String(group.length),
      String(countOf(group, 'passed')),
      String(countOf(group, 'passedButForSize')),
      String(countOf(group, 'passedWrongly')),
    ]),
  };
}

/** The checks that kept honest, whole, legible documents from passing. A document may have several. */
export function tabulateReasons(scores: readonly DocumentScore[]): ResultTable {
  const honest = scores.filter(({ shortcoming }) => shortcoming === null);
  const reasons = honest.flatMap(({ checks }) => Object.entries(checks).filter(([, end]) => end !== 'passed'));
  const texts = reasons.map(([id, end]) => `${id}: ${end}`);
  const rows = [...new Set(texts)].map((text) => [text, texts.filter((other) => other === text).length] as const);
  return {
    title: 'Why honest, whole, legible documents did not pass',
    columns: ['check', `of ${honest.length} documents`],
    rows: rows.sort(([, one], [, other]) => other - one).map(([text, count]) => [text, String(count)]),
  };
}

/** Visual fields by name. */
export function tabulateVisualFields(scores: readonly DocumentScore[]): ResultTable {
  const all = scores.flatMap(({ visual }) => visual);
  const names = [...new Set(all.map(({ name }) => name))].sort();
  const rows = names.map((name) => {
    const ofName = all.filter((field) => field.name === name);
    const unread = ofName.filter(({ got }) => got === null).length;
    const byZone = ofName.filter((field) => field.right && field.byZone).length;
    return [name, rate(ofName.filter(({ right }) => right).length, ofName.length), String(byZone), String(unread)];
  });
  const columns = ['field', 'right', 'of these, without a legible label: by the zone’s word', 'not found'];
  return { title: 'Visual fields, diacritics counted', columns, rows };
}

/** Time and memory of the reading process. */
export function tabulateCost(scores: readonly DocumentScore[]): ResultTable {
  const pages = scores.flatMap((score) => score.pages);
  const times = pages.map(({ totalMs }) => totalMs);
  const overheads = pages.map(({ totalMs, recogniserMs }) => totalMs / recogniserMs);
  const peak = Math.max(...scores.map(({ memory }) => memory.peakMb ?? memory.residentMb));
  return {
    title: 'Time and memory',
    columns: ['what', 'median', '95 %', 'samples'],
    rows: [
      ['page, ms', quantile(times, 0.5).toFixed(0), quantile(times, 0.95).toFixed(0), `${pages.length} pages`],
      [
        'page against its recognisers’ own time',
        `${quantile(overheads, 0.5).toFixed(2)} ×`,
        `${quantile(overheads, 0.95).toFixed(2)} ×`,
        `${pages.length} pages`,
      ],
      [
        'document with its checks, ms',
        ...[0.5, 0.95].map((q) =>
          quantile(
            scores.map(({ totalMs }) => totalMs),
            q,
          ).toFixed(0),
        ),
        `${scores.length} documents`,
      ],
      [
        'resident memory of the reading process, MB',
        quantile(
          scores.map(({ memory }) => memory.residentMb),
          0.5,
        ).toFixed(0),
        `peak ${peak.toFixed(0)}`,
        `${scores.length} looks`,
      ],
    ],
  };
}

function groupRow(name: string, scores: readonly DocumentScore[]): string[] {
  const [mrz, visual, fields] = [mrzOf(scores), visualOf(scores), fieldsOf(scores)];
  const barcoded = scores.filter(({ barcodesRead }) => barcodesRead !== null);
  return [
    name,
    String(scores.length),
    rate(mrz.right, mrz.whole),
    rate(barcoded.filter(({ barcodesRead }) => barcodesRead === true).length, barcoded.length),
    rate(fields.filter(({ right }) => right).length, fields.length),
    rate(visual.right, visual.whole),
    `${fields.filter((field) => field.wrongButPassed).length} fields, ${countOf(scores, 'passedWrongly')} documents`,
    rate(countOf(scores, 'passed'), scores.length),
    quantile(
      scores.map(({ totalMs }) => totalMs),
      0.5,
    ).toFixed(0),
  ];
}

interface Share {
  right: number;
  whole: number;
}

function barRow(what: string, { right, whole }: Share, bar: number): string[] {
  const met = whole > 0 && right >= bar * whole;
  return [what, rate(right, whole), `≥ ${(100 * bar).toFixed(0)} %`, whole === 0 ? '–' : met ? 'yes' : '**no**'];
}

function zeroRow(what: string, count: number, whole: number): string[] {
  return [what, `${count} (of ${whole})`, '0', count === 0 ? 'yes' : '**no**'];
}

function mrzOf(scores: readonly DocumentScore[]): Share {
  const withZone = scores.filter(({ mrzExact }) => mrzExact !== null);
  return { right: withZone.filter(({ mrzExact }) => mrzExact === true).length, whole: withZone.length };
}

function zonesFoundOf(scores: readonly DocumentScore[]): Share {
  const withZone = scores.filter(({ mrzExact }) => mrzExact !== null);
  return { right: withZone.filter(({ mrzGot }) => mrzGot !== null).length, whole: withZone.length };
}

function straightOf(scores: readonly DocumentScore[]): Share {
  const fit = scores.filter(({ shortcoming, isTooSmall }) => shortcoming === null && !isTooSmall);
  return { right: countOf(fit, 'passed'), whole: fit.length };
}

function visualOf(scores: readonly DocumentScore[]): Share {
  const fields = scores.flatMap(({ visual }) => visual);
  return { right: fields.filter(({ right }) => right).length, whole: fields.length };
}

function fieldsOf(scores: readonly DocumentScore[]) {
  return scores.flatMap(({ fields }) => fields);
}

function countOf(scores: readonly DocumentScore[], what: 'passed' | 'passedWrongly' | 'passedButForSize'): number {
  return scores.filter((score) => score[what]).length;
}

function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}
