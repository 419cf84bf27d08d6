import { describe, expect, it } from 'vitest';
import type { DocumentKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { PageSignals } from '../../../../src/domain/ports/pages/page-reader.ts';
import { judge } from '../../../support/documents/judge-document.ts';
import { makeUpDocument, storeDocument } from '../../../support/documents/made-up-document.ts';
import { ownPaper } from '../../../support/documents/own-paper.ts';
import { sampleOf } from '../../../support/sample-of.ts';

type Signed = NonNullable<PageSignals['signature']>;
/** The signature of an issuer of such documents. */
const signedBy = (...issues: NonNullable<Signed['issues']>): Signed => ({
  score: 0,
  area: null,
  evidence: 'An issuer signed the whole file.',
  issues,
});
const badlySigned: Signed = { score: 1, area: null, evidence: 'The file is not what was signed.' };

/** The answer of the check on a PDF whose pages have these signals: its code, its outcome, or undefined when there is no check. */
function answerOn(
  kind: DocumentKind,
  found: Partial<PageSignals>,
  check: 'screen-or-copy' | 'document-origin' = 'screen-or-copy',
): string | undefined {
  return codesOn(kind, found, check)[0];
}

/** The codes of all its findings; without one, its outcome. */
function codesOn(
  kind: DocumentKind,
  found: Partial<PageSignals>,
  check: 'screen-or-copy' | 'document-origin',
): string[] {
  const signals = { ...ownPaper, ...found };
  const { pages, ...rest } = storeDocument(kind, makeUpDocument(kind, 1), (reading) => ({
    ...reading,
    source: 'pdf',
    signals,
  }));
  const inPdf = pages.map((page) => ({ ...page, kind: 'document-page' as const }));
  const { outcome } = judge(kind, { ...rest, pages: inPdf }, { allowPdf: true });
  return outcome.checks.filter(({ id }) => id === check).map(({ code, outcome: answer }) => code ?? answer);
}

const named = (kinds: readonly DocumentKind[]) => sampleOf(kinds, 14).map((kind) => [kindKeyOf(kind), kind] as const);
const isLetter = ({ type }: DocumentKind) => type === 'proof-of-residency';

describe.each(named(documentKinds.filter((kind) => !isLetter(kind))))('%s in a PDF', (_key, kind) => {
  const ownIssuer = signedBy({ type: kind.type, countries: null });

  it('is doubted as a grey copy or a screen, as a picture of it is', () => {
    expect(answerOn(kind, { copyScore: 0.99 })).toBe('document.black_and_white_copy');
    expect(answerOn(kind, { screenScore: 0.99 })).toBe('document.picture_of_screen');
    expect(answerOn(kind, { screenScore: 0.99, signature: badlySigned })).toBe('document.picture_of_screen');
    expect(answerOn(kind, {})).toBe('passed');
  });

  it('does not pass if its surface was not measured', () => {
    expect(answerOn(kind, { screenScore: null })).toBe('check.input_missing');
    expect(answerOn(kind, { copyScore: null })).toBe('check.input_missing');
    expect(answerOn(kind, { screenScore: null, copyScore: 0.99 })).toBe('document.black_and_white_copy');
  });

  it('goes to review, unless its issuer signed the file: nothing tells how and when it was photographed', () => {
    expect(answerOn(kind, {}, 'document-origin')).toBe('document.in_pdf');
    expect(answerOn(kind, { signature: badlySigned }, 'document-origin')).toBe('document.in_pdf');
    expect(answerOn(kind, { signature: ownIssuer }, 'document-origin')).toBeUndefined();
  });

  it.each<[string, Signed]>([
    ['letters', signedBy({ type: 'proof-of-residency', countries: null })],
    ['such documents of another country', signedBy({ type: kind.type, countries: ['AQ'] })],
    ['nothing that the operator names', signedBy()],
    ['what the result of an older version does not say', { ...signedBy(), issues: undefined }],
  ])('is judged as any other PDF if the issuer that signed it issues %s', (_what, signature) => {
    expect(codesOn(kind, { signature }, 'document-origin')).toEqual(['document.in_pdf', 'document.signed_by_other']);
    expect(answerOn(kind, { signature, copyScore: 0.99 })).toBe('document.black_and_white_copy');
  });

  it('is not examined for that if its issuer signed the file', () => {
    expect(answerOn(kind, { copyScore: 0.99, screenScore: 0.99, signature: ownIssuer })).toBeUndefined();
  });
});

it.each(named(documentKinds.filter(isLetter)))('%s arrives as a file: a PDF of it is no copy', (_key, kind) => {
  expect(answerOn(kind, { copyScore: 0.99, screenScore: 0.99 })).toBeUndefined();
  expect(answerOn(kind, {}, 'document-origin')).toBeUndefined();
  expect(codesOn(kind, { signature: signedBy({ type: kind.type, countries: null }) }, 'document-origin')).toEqual([]);
  expect(codesOn(kind, { signature: signedBy({ type: 'passport', countries: null }) }, 'document-origin')).toEqual([
    'document.signed_by_other',
  ]);
});
