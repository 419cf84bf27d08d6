import { describe, expect, it } from 'vitest';
import type { DocumentKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { PageReading, TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import type { FinishedStep } from '../../../../src/steps/conclusion.ts';
import { documentStep } from '../../../../src/steps/document/index.ts';
import { documentResultSchema, type StoredDocument } from '../../../../src/steps/document/page-result-schema.ts';
import { concludeHolder } from '../../../../src/steps/document/checks/holder-match.ts';
import { makeUpDocument, storeDocument } from '../../../support/documents/made-up-document.ts';
import { textLine } from '../../../support/documents/printed-document.ts';
import { sampleOf } from '../../../support/sample-of.ts';

/** A date at which every document has expired, and a flow that requires everything that a flow can require. */
const at = new Date('2060-03-01T12:00:00.000Z');
const other: FinishedStep = {
  stepId: 'first',
  type: 'document',
  config: {},
  traits: { documentType: 'passport', fullName: 'PETRA SCHULZ', dateOfBirth: '1951-02-03' },
};

function judge(kind: DocumentKind, result: StoredDocument) {
  const config = { accept: [{ type: kind.type }], requireUnexpired: true, minimumAge: 120, maxAgeOfProofDays: 1 };
  const { outcome } = documentStep.evaluate({
    config,
    input: { documentType: kind.type, country: 'FO' },
    stored: { kind: 'done', result: documentResultSchema.parse(result) },
    at,
    earlier: [other],
  });
  const { type } = outcome.record as { type: string | null }; // The document step's record.
  return { isGuess: outcome.traits.isGuess === true, isKnown: type !== null, outcome };
}

type Change = (reading: PageReading, side: 'front' | 'back') => PageReading;

/** The print of a card of the kind, at the lower edge of the picture. */
function printOf(kind: DocumentKind): TextLine[] {
  const { printed } = makeUpDocument(kind, 2);
  return printed.lines.front.map((line) => {
    const [[x, y]] = line.box;
    return textLine(line.text, x, y + 3000);
  });
}

/** Pictures that are ambiguous or say too little: titles lost, another kind's print, a zone or barcode gone. */
function doubtsOf(kind: DocumentKind): Change[] {
  const titles = new Set(Object.values(kind.marks).flat());
  const isTitle = ({ text }: TextLine) => titles.has(text);
  const [firstTitle] = kind.marks.front ?? [];
  const rivals = documentKinds.filter(({ type, country }) => type !== kind.type || country !== kind.country);
  const proofless = { mrz: null, barcodes: [] };
  return [
    (reading) => ({ ...reading, lines: reading.lines.filter((line) => !isTitle(line)) }),
    (reading) => ({ ...reading, lines: reading.lines.filter((line) => !isTitle(line)), ...proofless }),
    (reading) => ({
      ...reading,
      lines: reading.lines.filter((line) => !isTitle(line) || line.text === firstTitle),
      ...proofless,
    }),
    ...[rivals[0], rivals[Math.floor(rivals.length / 2)]].flatMap((rival = kind): Change[] => [
      (reading) => ({ ...reading, lines: [...reading.lines, ...printOf(rival)], ...proofless }),
      (reading) => ({ ...reading, lines: [...reading.lines.filter((line) => !isTitle(line)), ...printOf(rival)] }),
      // A bill has few words that are known: the whole print of a card outweighs it, a part is as likely.
      ...[3, 4, 5, 6, 8].map((count): Change => {
        return (reading) => ({
          ...reading,
          lines: [...reading.lines, ...printOf(rival).slice(0, count)],
          ...proofless,
        });
      }),
    ]),
  ];
}

/** The zone or barcode of somebody else: numbers and names that contradict the print, each of them certain by itself. */
function contradictory(kind: DocumentKind): StoredDocument[] {
  const { zone, barcode } = makeUpDocument(kind, 2, { familyNames: 'OUTRO ALGUEM', dateOfBirth: '1999-09-09' });
  const document = { ...makeUpDocument(kind), zone, barcode };
  return doubtsOf(kind).map((change) => storeDocument(kind, document, change));
}

describe('a kind that is a guess', () => {
  it.each(sampleOf(documentKinds, 20).map((kind) => [kindKeyOf(kind), kind] as const))(
    'rejects nobody by its rules, however a picture of %s is doubted',
    (_key, kind) => {
      const guessed = contradictory(kind)
        .map((result) => judge(kind, result))
        .filter(({ isGuess }) => isGuess);
      const failed = guessed.flatMap(({ outcome }) =>
        outcome.checks.filter(({ id, outcome: end }) => end === 'failed' && id !== 'mrz-check-digits'),
      );
      expect(failed).toEqual([]);
      // Otherwise the test would have tried nothing.
      expect(guessed.some(({ isKnown }) => isKnown)).toBe(true);
      expect(guessed.some(({ outcome }) => outcome.checks.every((check) => check.outcome === 'passed'))).toBe(false);
      const holders = guessed.flatMap(({ outcome }) => concludeHolder({ traits: outcome.traits, others: [other] }));
      expect(holders.filter(({ outcome }) => outcome === 'failed' || outcome === 'passed')).toEqual([]);
    },
  );

  it('is no guess if nothing contradicts it, and then the rules do reject', () => {
    const lenient = sampleOf(documentKinds, 8).filter((kind) => {
      const { isGuess, outcome } = judge(kind, storeDocument(kind, makeUpDocument(kind)));
      return isGuess || outcome.checks.every(({ outcome: end }) => end !== 'failed');
    });
    expect(lenient.map(kindKeyOf)).toEqual([]);
  });
});
