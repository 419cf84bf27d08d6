import { describe, expect, it } from 'vitest';
import type { DocumentKind } from '../../../src/domain/document-kinds/document-kind.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import { kindKeyOf } from '../../../src/domain/document-kinds/find-kinds.ts';
import type { History } from '../../../src/domain/ports/history.ts';
import type { Traits } from '../../../src/domain/traits.ts';
import type { FinishedStep } from '../../../src/steps/conclusion.ts';
import { judgeReHolder } from '../../../src/steps/document/checks/re-holder-match.ts';
import { documentStep } from '../../../src/steps/document/index.ts';
import { documentResultSchema } from '../../../src/steps/document/page-result-schema.ts';
import { makeUpDocument, storeDocument } from '../../support/documents/made-up-document.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const kindOf = (key: string): DocumentKind => {
  const kind = documentKinds.find((candidate) => kindKeyOf(candidate) === key);
  if (kind === undefined) throw new Error(`no kind ${key}`);
  return kind;
};

const passportTraits: Traits = {
  documentType: 'passport',
  documentCountry: 'PT',
  documentNumber: 'AB123456',
  fullName: 'JOSE ANGELO CONCEICAO MUNOZ',
  dateOfBirth: '1985-04-17',
};
const finished = (traits: Traits): FinishedStep => ({ stepId: 'id', type: 'document', config: {}, traits });
/** The client's other identities that used the same document, face or contact. */
const historyOf = (shown: Record<string, string[]>, { lost }: { lost: boolean }): History => ({
  listIdentitiesWith: (trait, value) => Promise.resolve(shown[`${trait}:${value}`] ?? []),
  findLastPlaces: () => Promise.resolve([]),
  knownHolder: () => Promise.resolve({}),
  isHolderEncrypted: () => Promise.resolve(false),
  areDocumentsLost: () => Promise.resolve(lost),
  reverifies: false,
  enrolledFace: () => Promise.resolve(null),
  hasVerifiedFace: () => Promise.resolve(false),
  isSealed: () => Promise.resolve(false),
  findShownBefore: () => Promise.resolve('notShown'),
  matchCalibrations: () => Promise.resolve([]),
  nearestFaces: () => Promise.resolve(null),
});

async function conclude(
  traits: Traits,
  others: FinishedStep[] = [],
  shown: Record<string, string[]> = {},
  { lost = false } = {},
) {
  const found = await concludeAll(traits, others, shown, { lost });
  return Object.fromEntries(found);
}

async function concludeAll(
  traits: Traits,
  others: FinishedStep[],
  shown: Record<string, string[]>,
  { lost }: { lost: boolean },
) {
  const { conclusion } = documentStep;
  if (conclusion === null) throw new Error('the step concludes nothing');
  const request = { stepId: 'bill', config: { accept: [{ type: 'passport' }] }, traits, others };
  const seen = await conclusion.look(historyOf(shown, { lost }), request);
  const checks = conclusion.judge({ ...request, seen, at });
  // A replay judges the stored results, without the history.
  expect(conclusion.judge({ ...request, seen: JSON.parse(JSON.stringify(seen)) as unknown, at })).toEqual(checks);
  return checks.map(({ id, code, outcome }) => [id, code ?? outcome] as const);
}

describe('a document that another identity has shown', () => {
  it('may be one whose hash is lost: the search does not pass', async () => {
    expect(await conclude(passportTraits, [], {}, { lost: true })).toEqual({
      'duplicate-document': 'document.not_all_searched',
    });
  });

  it('hides neither an incomplete search nor a doubtful number from a policy that accepts it', async () => {
    const shown = { 'issuedDocument:passport/PT/AB123456': ['idn_1'] };
    expect(await concludeAll({ ...passportTraits, isNumberDoubtful: true }, [], shown, { lost: true })).toEqual([
      ['duplicate-document', 'document.duplicate'],
      ['duplicate-document', 'document.not_all_searched'],
      ['duplicate-document', 'check.input_missing'],
    ]);
  });

  it('is found by its number and issuer', async () => {
    const shown = { 'issuedDocument:passport/PT/AB123456': ['idn_1', 'idn_2'] };
    expect(await conclude(passportTraits, [], shown)).toEqual({ 'duplicate-document': 'document.duplicate' });
    expect(await conclude({ ...passportTraits, documentNumber: 'AB123457' }, [], shown)).toEqual({
      'duplicate-document': 'passed',
    });
  });

  it('is found only by its number if the issuer is not a country', async () => {
    const { documentCountry: _country, ...traits } = passportTraits;
    expect(await conclude(traits, [], { 'documentNumber:AB123456': ['idn_1'] })).toEqual({
      'duplicate-document': 'document.duplicate',
    });
  });

  it('cannot be told without a number, and the check does not pass', async () => {
    const { documentNumber: _number, ...traits } = passportTraits;
    expect(await conclude(traits)).toEqual({ 'duplicate-document': 'check.input_missing' });
  });

  it('cannot be told by a number that was not read for certain, even if another identity has that number', async () => {
    const traits = { ...passportTraits, isNumberDoubtful: true };
    expect(await conclude(traits)).toEqual({ 'duplicate-document': 'check.input_missing' });
    const shown = { 'issuedDocument:passport/PT/AB123456': ['idn_1'] };
    expect(await concludeAll(traits, [], shown, { lost: false })).toEqual([
      ['duplicate-document', 'document.duplicate'],
      ['duplicate-document', 'check.input_missing'],
    ]);
  });
});

describe('a document that two steps show', () => {
  const own = { 'duplicate-document': 'passed', 'holder-match': 'passed' };
  const letter: Traits = {
    documentType: 'proof-of-residency',
    fullName: passportTraits.fullName ?? '',
    letter: 'utility-bill 2026-02-10',
  };

  it('is found, however its number is written', async () => {
    for (const documentNumber of ['AB123456', 'ab 123456', 'ABI23456']) {
      expect(await conclude({ ...passportTraits, documentNumber }, [finished(passportTraits)])).toEqual({
        ...own,
        'distinct-documents': 'document.shown_twice',
      });
    }
  });

  it('is another one with another number, country or type', async () => {
    const judged = async (traits: Traits) => (await conclude(traits, [finished(passportTraits)]))['distinct-documents'];
    expect(await judged({ ...passportTraits, documentNumber: 'AB123457' })).toBe('passed');
    expect(await judged({ ...passportTraits, documentCountry: 'ES' })).toBe('passed');
    expect(await judged({ ...passportTraits, documentType: 'national-id' })).toBeUndefined();
  });

  it('is no other one because its type was not recognised', async () => {
    const { documentType: _type, ...unknown } = passportTraits;
    const judged = async (one: Traits, other: Traits) => (await conclude(one, [finished(other)]))['distinct-documents'];
    expect(await judged(unknown, unknown)).toBe('document.shown_twice');
    expect(await judged(unknown, passportTraits)).toBe('document.shown_twice');
    expect(await judged(passportTraits, unknown)).toBe('document.shown_twice');
    expect(await judged(unknown, { ...passportTraits, documentNumber: 'AB123457' })).toBe('passed');
    expect(await judged(unknown, letter)).toBeUndefined();
  });

  it('cannot be told without a number, and the check does not pass', async () => {
    const { documentNumber: _number, ...traits } = passportTraits;
    const judged = await conclude(traits, [finished(passportTraits)]);
    expect(judged['distinct-documents']).toBe('check.input_missing');
  });

  it('is no other one because its number could not be read for certain', async () => {
    const other = { ...passportTraits, documentNumber: 'AB123457' };
    for (const [one, two] of [
      [{ ...other, isNumberDoubtful: true }, passportTraits],
      [other, { ...passportTraits, isNumberDoubtful: true }],
    ] as const) {
      const judged = await conclude(one, [finished(two)]);
      expect(judged['distinct-documents']).toBe('check.input_missing');
    }
    const same = await conclude({ ...passportTraits, isNumberDoubtful: true }, [finished(passportTraits)]);
    expect(same['distinct-documents']).toBe('document.shown_twice');
  });

  it('is found among letters by kind and day', async () => {
    const judged = async (other: Traits) => (await conclude(letter, [finished(other)]))['distinct-documents'];
    expect(await judged(letter)).toBe('document.shown_twice');
    expect(await judged({ ...letter, letter: 'bank-statement 2026-02-10' })).toBe('passed');
    const { letter: _letter, ...undated } = letter;
    expect(await judged(undated)).toBe('check.input_missing');
  });
});

describe('two documents of one verification', () => {
  const bill: Traits = { documentType: 'proof-of-residency', fullName: 'José Ângelo Conceição Muñoz' };

  it('agree when they name one holder, marks and order aside', async () => {
    expect(await conclude(bill, [finished(passportTraits)])).toEqual({ 'holder-match': 'passed' });
    expect(await conclude({ ...bill, fullName: 'CONCEICAO MUNOZ JOSE ANGELO' }, [finished(passportTraits)])).toEqual({
      'holder-match': 'passed',
    });
  });

  it('are doubtful if only a part of the name is the same', async () => {
    expect(await conclude({ ...bill, fullName: 'MARIA MUNOZ' }, [finished(passportTraits)])).toEqual({
      'holder-match': 'document.documents_disagree',
    });
  });

  it('disagree when they name other people or another day of birth', async () => {
    expect(await conclude({ ...bill, fullName: 'PETRA SCHULZ' }, [finished(passportTraits)])).toEqual({
      'holder-match': 'document.documents_disagree',
    });
    const born = { ...bill, dateOfBirth: '1990-01-01' };
    expect(await conclude(born, [finished(passportTraits)])).toEqual({ 'holder-match': 'document.documents_disagree' });
  });

  it('do not pass if one of them names nobody', async () => {
    expect(await conclude({ documentType: 'proof-of-residency' }, [finished(passportTraits)])).toEqual({
      'holder-match': 'check.input_missing',
    });
  });

  it('let the person bring the right one when the second names somebody else', () => {
    const kind = kindOf('proof-of-residency/any/utility-bill');
    const evaluate = (earlier: FinishedStep[]) =>
      documentStep.evaluate({
        config: { accept: [{ type: 'proof-of-residency' }] },
        input: { documentType: 'proof-of-residency' },
        stored: { kind: 'done', result: documentResultSchema.parse(storeDocument(kind, makeUpDocument(kind))) },
        at,
        earlier,
      });
    expect(evaluate([finished({ ...passportTraits, fullName: 'PETRA SCHULZ' })]).retakeCodes).toEqual([
      'document.holder_differs',
    ]);
    expect(evaluate([finished(passportTraits)]).retakeCodes).toEqual([]);
  });
});

describe('a document that an identity shows again', () => {
  const known = { fullName: 'ANNA MARIA ERIKSSON', dateOfBirth: '1974-08-12', encrypted: false };
  const codeOf = (traits: Traits, holder: Parameters<typeof judgeReHolder>[1]) => {
    const found = judgeReHolder(traits, holder).map(({ outcome, code }) => `${outcome} ${code ?? ''}`.trim());
    return found.length === 0 ? 'none' : found.join(', ');
  };

  it('passes with the known name, and is not compared without one, even if the date of birth agrees', () => {
    expect(codeOf({ fullName: known.fullName, dateOfBirth: known.dateOfBirth }, known)).toBe('passed');
    expect(codeOf({ dateOfBirth: known.dateOfBirth }, known)).toBe('skipped check.input_missing');
    expect(codeOf({}, known)).toBe('skipped check.input_missing');
    expect(codeOf({ fullName: 'KARIN LINDQVIST' }, known)).toBe('warning document.identity_differs');
    const nameless = 'warning document.identity_differs, skipped check.input_missing';
    expect(codeOf({ dateOfBirth: '1980-01-01' }, known)).toBe(nameless);
  });

  it('is a doubt if only the client’s key tells whom the earlier documents named', () => {
    expect(codeOf({ fullName: known.fullName }, { encrypted: true })).toBe('warning encryption.sealed');
    expect(codeOf({ fullName: known.fullName }, { encrypted: false })).toBe('none');
  });
});
