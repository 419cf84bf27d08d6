import { describe, expect, it } from 'vitest';
import type { TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import { documentStep } from '../../../../src/steps/document/index.ts';
import { documentSchema } from '../../../../src/steps/document/schema.ts';
import { emptyReading } from '../../../support/documents/made-up-document.ts';

const today = new Date('2026-03-01T12:00:00.000Z');

describe('a document whose kind is a guess', () => {
  it('is not rejected by a rule of that kind: a title that many countries share does not decide the country', () => {
    const reading = emptyReading(
      ['PERMIS DE CONDUIRE', '1. MARTIN', '2. PAUL', '3. 14.07.1981', '4a. 01.01.2013', '5. 13AA00002'].map(
        (text, row): TextLine => ({
          text,
          confidence: 0.98,
          box: [
            [100, 100 + 40 * row],
            [500, 100 + 40 * row],
            [500, 125 + 40 * row],
            [100, 125 + 40 * row],
          ],
        }),
      ),
    );
    const { outcome } = documentStep.evaluate({
      config: { accept: [{ type: 'driving-license', countries: ['FR'] }] },
      input: { documentType: 'driving-license', country: 'FR' },
      stored: {
        kind: 'done',
        result: {
          pages: [{ mediaId: 'med_1', kind: 'document-front', codes: [], fault: null, reading }],
          durationMs: 900,
        },
      },
      at: today,
      earlier: [],
    });
    expect(outcome.checks.filter((check) => check.outcome === 'failed')).toEqual([]);
    expect(outcome.checks.some((check) => check.outcome !== 'passed')).toBe(true);
  });
});

it('a picture with hardly any text is not a document', () => {
  const result = {
    pages: [
      {
        mediaId: 'med_1',
        kind: 'document-front',
        codes: ['document.blurry_text'],
        fault: null,
        reading: emptyReading([]),
      },
    ],
    durationMs: 1,
  };
  const { retakeCodes } = documentStep.evaluate({
    config: { accept: [{ type: 'passport' }] },
    input: { documentType: 'passport' },
    stored: { kind: 'done', result },
    at: today,
    earlier: [],
  });
  // The quick look at the picture comes first: it explains why there is nothing to read.
  expect(retakeCodes[0]).toBe('document.blurry_text');
  expect(retakeCodes).toContain('document.no_document');
});

it('if the work could not be done, every check of the step is an error', () => {
  const { outcome, retakeCodes } = documentStep.evaluate({
    config: { accept: [{ type: 'passport' }] },
    input: { documentType: 'passport' },
    stored: { kind: 'broken', code: 'check.model_missing' },
    at: today,
    earlier: [],
  });
  expect(retakeCodes).toEqual([]);
  expect(outcome.checks.map(({ id }) => id)).toEqual(Object.keys(documentSchema.checks));
  expect(new Set(outcome.checks.map(({ outcome: answer, code }) => `${answer} ${String(code)}`))).toEqual(
    new Set(['error check.model_missing']),
  );
});
