import { describe, expect, test } from 'vitest';
import type { ModelVerdict } from '../../../src/adapters/model-catalogue.ts';
import { isComplete } from '../../../src/commands/models.ts';
import { reportModels } from '../../../workers/report-models.ts';

const verdict = (name: string, status: ModelVerdict['status']): ModelVerdict => ({
  name,
  status,
  sha256: 'a',
  path: '',
});

function reportOf(verdicts: ModelVerdict[], named: boolean) {
  const lines: unknown[] = [];
  const log = {
    warn: (fields: object) => lines.push({ level: 'warn', ...fields }),
    error: (fields: object) => lines.push({ level: 'error', ...fields }),
  };
  return { report: reportModels({ verifyModels: () => verdicts }, log, { named }), lines };
}

describe('the models that a worker cannot use', () => {
  const absent = [verdict('a', 'ok'), verdict('b', 'not_downloaded'), verdict('c', 'not_downloaded')];

  test('are one line in its log, and all states are in its report', () => {
    const { report, lines } = reportOf(absent, false);
    expect(lines).toEqual([
      {
        level: 'warn',
        models: [
          { name: 'b', status: 'not_downloaded' },
          { name: 'c', status: 'not_downloaded' },
        ],
      },
    ]);
    expect(report.map(({ status }) => status)).toEqual(['loaded', 'notDownloaded', 'notDownloaded']);
  });

  test('are no line where `npm start` has named them, but a damaged one always is', () => {
    expect(reportOf(absent, true).lines).toEqual([]);
    expect(reportOf([...absent, verdict('d', 'wrong_hash')], true).lines).toEqual([
      { level: 'error', models: [{ name: 'd', status: 'wrong_hash' }] },
    ]);
    expect(reportOf([verdict('a', 'ok')], false).lines).toEqual([]);
  });
});

test('`npm run models` fails when a model is missing that it was to download, and only then', () => {
  const some = [verdict('a', 'ok'), verdict('b', 'not_downloaded')];
  expect(isComplete(some, { download: true })).toBe(false);
  expect(isComplete(some, { download: false })).toBe(true);
  expect(isComplete([verdict('a', 'wrong_hash')], { download: false })).toBe(false);
  expect(isComplete([verdict('a', 'missing')], { download: false })).toBe(false);
  expect(isComplete([verdict('a', 'ok')], { download: true })).toBe(true);
});
