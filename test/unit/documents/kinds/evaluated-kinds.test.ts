import { describe, expect, it } from 'vitest';
import type { DocumentKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import { kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import { documentStep } from '../../../../src/steps/document/index.ts';
import { documentResultSchema } from '../../../../src/steps/document/page-result-schema.ts';
import { makeUpDocument, storeDocument } from '../../../support/documents/made-up-document.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const kindOf = (key: string): DocumentKind => {
  const kind = documentKinds.find((candidate) => kindKeyOf(candidate) === key);
  if (kind === undefined) throw new Error(`no kind ${key}`);
  return kind;
};

describe('a proof of residency', () => {
  const kind = kindOf('proof-of-residency/any/bank-statement');
  const evaluateAt = (day: string) =>
    documentStep.evaluate({
      config: { accept: [{ type: 'proof-of-residency' }], maxAgeOfProofDays: 30 },
      input: { documentType: 'proof-of-residency' },
      stored: { kind: 'done', result: documentResultSchema.parse(storeDocument(kind, makeUpDocument(kind))) },
      at: new Date(day),
      earlier: [],
    });
  const expiryAt = (day: string) => {
    const check = evaluateAt(day).outcome.checks.find(({ id }) => id === 'document-expiry');
    return check?.code ?? check?.outcome;
  };

  it('is young enough to the last day of the limit, and has no date from the future', () => {
    expect(expiryAt('2026-03-12T23:59:59Z')).toBe('passed');
    expect(expiryAt('2026-03-13T00:00:00Z')).toBe('document.proof_too_old');
    expect(expiryAt('2026-02-09T09:59:59Z')).toBe('document.issue_date_unknown');
  });

  it('of today is none from the future where the day began before it begins in Greenwich', () => {
    expect(expiryAt('2026-02-09T10:00:00Z')).toBe('passed');
  });

  it('that is too old by the hours between two time zones is doubted and not refused', () => {
    const outcomeAt = (day: string) =>
      evaluateAt(day).outcome.checks.find(({ id }) => id === 'document-expiry')?.outcome;
    expect(outcomeAt('2026-03-13T11:59:59Z')).toBe('warning');
    expect(outcomeAt('2026-03-13T12:00:00Z')).toBe('failed');
  });

  it('gives its address in parts', () => {
    const { outcome } = evaluateAt('2026-03-01T00:00:00Z');
    const { fields } = outcome.record as { fields: Record<string, { value: string; source: string }> };
    expect(fields.address).toMatchObject({ value: 'RUA DAS FLORES 123, 01310-100 SAO PAULO', source: 'visual' });
    expect(fields.postalCode).toMatchObject({ value: '01310-100', source: 'visual' });
    expect(outcome.facts.address?.source).toBe('document:visual');
  });
});

describe('the address on a British photocard', () => {
  const kind = kindOf('driving-license/GB/photocard');
  const recordedWith = (lastLine: string, street = 'RUA DAS FLORES 123') => {
    const document = makeUpDocument(kind);
    const front = document.printed.lines.front.map((line) =>
      line.text.endsWith('SAO PAULO')
        ? { ...line, text: lastLine }
        : { ...line, text: line.text.replace('RUA DAS FLORES 123', street) },
    );
    const printed = { ...document.printed, lines: { ...document.printed.lines, front } };
    const stored = storeDocument(kind, { ...document, printed }, (reading) => ({
      ...reading,
      spelledIn: ['eng', 'cym'],
    }));
    const { outcome } = documentStep.evaluate({
      config: { accept: [{ type: 'driving-license' }] },
      input: { documentType: 'driving-license', country: 'GB' },
      stored: { kind: 'done', result: documentResultSchema.parse(stored) },
      at,
      earlier: [],
    });
    return (outcome.record as { fields: Record<string, { value: string } | undefined> }).fields.address?.value;
  };

  it('is recorded with its postal code, and not at all where both readers took a digit of the code for a letter', () => {
    expect(recordedWith('LONDON FE0 0EX')).toBe('RUA DAS FLORES 123, LONDON FE0 0EX');
    expect(recordedWith('LONDON FEO OEX')).toBeUndefined();
  });

  it('is not recorded where both readers lost the space between a word and a number', () => {
    expect(recordedWith('LONDON FE0 0EX', 'RUA DAS FLORES 12 KM34')).toBe('RUA DAS FLORES 12 KM34, LONDON FE0 0EX');
    expect(recordedWith('LONDON FE0 0EX', 'RUA DAS FLORES123')).toBeUndefined();
    expect(recordedWith('LONDON FE0 0EX', '123RUA DAS FLORES')).toBe('123RUA DAS FLORES, LONDON FE0 0EX');
    expect(recordedWith('LONDON FE0 0EX', 'RUA DAS 123FLORES')).toBeUndefined();
  });
});

describe('the sides of a card', () => {
  const kind = kindOf('national-id/ES/dni');
  const stored = documentResultSchema.parse(storeDocument(kind, makeUpDocument(kind)));
  const judge = (pages: typeof stored.pages) =>
    documentStep
      .evaluate({
        config: { accept: [{ type: 'national-id' }] },
        input: { documentType: 'national-id', country: 'ES', subtype: 'dni' },
        stored: { kind: 'done', result: { ...stored, pages } },
        at,
        earlier: [],
      })
      .outcome.checks.find(({ id }) => id === 'document-type')?.code;

  it('are recognised in the wrong order, and when one is sent twice', () => {
    const [front, back] = stored.pages;
    if (front === undefined || back === undefined) throw new Error('two sides are stored');
    expect(judge([front, back])).toBeNull();
    expect(
      judge([
        { ...front, reading: back.reading },
        { ...back, reading: front.reading },
      ]),
    ).toBe('document.wrong_side');
    expect(judge([back, { ...back, kind: 'document-front' }])).toBe('document.same_picture_twice');
  });
});
