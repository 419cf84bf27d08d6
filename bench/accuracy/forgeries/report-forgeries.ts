import { rate, type ResultTable } from '../section.ts';
import { judgedSignals, type JudgedSample } from './judge-sample.ts';

const columns = [
  'what',
  'saved as',
  'doubted',
  'portrait’s compression',
  'the net',
  'a line’s',
  'a copied line',
  'portrait’s edges',
  'second grid',
];

/** Doubts by kind of forgery and by the last save, separately for each set of pages. */
export function tabulateForgeries(samples: readonly JudgedSample[]): ResultTable[] {
  const tables: ResultTable[] = [];
  for (const isDrawn of [false, true]) {
    for (const isForSetting of [false, true]) {
      const part = samples.filter((sample) => sample.isDrawn === isDrawn && sample.isForSetting === isForSetting);
      if (part.length === 0) continue;
      const pages = new Set(part.map(({ label }) => label)).size;
      const title = `${isDrawn ? 'Drawn' : 'Real'} pages, ${isForSetting ? 'limits were set on these' : 'held out'} (${pages})`;
      tables.push({ title, columns, rows: rowsOf(part) });
    }
  }
  return tables;
}

function rowsOf(samples: readonly JudgedSample[]): string[][] {
  const rows: string[][] = [];
  for (const of of ['honest', 'face', 'text'] as const) {
    const ofKind = samples.filter(({ forgery }) => (forgery?.of ?? 'honest') === of);
    for (const save of new Set(ofKind.map((sample) => sample.save))) {
      rows.push(
        rowOf(
          of,
          save,
          ofKind.filter((sample) => sample.save === save),
        ),
      );
    }
    for (const manner of new Set(ofKind.map(({ forgery }) => forgery?.manner ?? ''))) {
      if (manner !== '')
        rows.push(
          rowOf(
            `${of}: ${manner}`,
            'all',
            ofKind.filter(({ forgery }) => forgery?.manner === manner),
          ),
        );
    }
    rows.push(rowOf(of, '**all**', ofKind));
  }
  return rows;
}

function rowOf(what: string, save: string, samples: readonly JudgedSample[]): string[] {
  const doubted = samples.filter(({ doubts }) => judgedSignals.some((signal) => doubts[signal] === true)).length;
  const bySignal = judgedSignals.map((signal) => {
    const told = samples.filter(({ doubts }) => doubts[signal] !== null);
    return `${told.filter(({ doubts }) => doubts[signal] === true).length} of ${told.length} told`;
  });
  return [what, save, rate(doubted, samples.length), ...bySignal];
}
