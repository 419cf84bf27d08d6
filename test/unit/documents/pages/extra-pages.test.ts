import { describe, expect, it } from 'vitest';
import type { DocumentKind, DocumentSide } from '../../../../src/domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { DocumentFieldName } from '../../../../src/domain/documents/document-field.ts';
import { writtenLanguagesOf } from '../../../../src/domain/documents/written-languages.ts';
import type { PageReading } from '../../../../src/domain/ports/pages/page-reader.ts';
import { madeUpFace } from '../../../support/conclude.ts';
import { isPassed, judge } from '../../../support/documents/judge-document.ts';
import { makeUpDocument, storeDocument, type MadeUpDocument } from '../../../support/documents/made-up-document.ts';

const portrait = { ...madeUpFace(1).photograph(), source: 'document' as const, alternates: [], closedTo: [] };
const portraitArea = { x: 0.3, y: 0.2, width: 0.1, height: 0.12 };
const theirHolder = {
  familyNames: 'LINDQVIST',
  givenNames: 'KARIN',
  dateOfBirth: '1979-11-23',
  dateOfExpiry: '2033-03-04',
};
const names: readonly DocumentFieldName[] = ['familyNames', 'givenNames', 'fullName'];
const numbers: readonly DocumentFieldName[] = ['documentNumber', 'personalNumber'];

/** Pages of a document whose front shows this portrait. */
function pagesOf(kind: DocumentKind, document: MadeUpDocument) {
  const spelledIn = [...(writtenLanguagesOf(kind.country) ?? ['eng' as const])].slice(0, 5);
  return storeDocument(kind, document, (reading: PageReading, side: DocumentSide): PageReading => {
    const seen = { ...reading, spelledIn, areMarksBelowSeen: true };
    return side === kind.portrait ? { ...seen, portrait, portraitArea } : seen;
  });
}

/** The front with the lines that have a certain role; null: titles. */
function front(
  kind: DocumentKind,
  document: MadeUpDocument,
  keeps: (names: DocumentFieldName[] | null, isLabel: boolean) => boolean,
) {
  const { lines, roles } = document.printed;
  const kept = lines.front.filter((line) => {
    const role = roles.get(line);
    return keeps(role === undefined ? null : role.fields.map(({ name }) => name), role?.isLabel ?? false);
  });
  const printed = { ...document.printed, lines: { ...lines, front: kept } };
  const { pages } = pagesOf(kind, { ...document, printed });
  return pages.filter((page) => page.kind === 'document-front');
}

const kinds = documentKinds
  .filter(({ mrz, portrait: side }) => mrz?.side === 'back' && side === 'front')
  .map((kind) => [kindKeyOf(kind), kind] as const);

describe.each(kinds)('%s', (_key, kind) => {
  const [mine, theirs] = [makeUpDocument(kind, 1), makeUpDocument(kind, 2, theirHolder)];
  const isOneOf = (wanted: readonly DocumentFieldName[], of: DocumentFieldName[]) =>
    of.some((name) => wanted.includes(name));
  /** The own portrait and, in full view, the own name; the labels are illegible, and a scrap with the other one's number lies on the card. */
  const [ownFront] = front(kind, mine, (of, isLabel) => of === null || (!isLabel && isOneOf(names, of)));
  const scrap = theirs.printed.lines.front.filter((line) => {
    const role = theirs.printed.roles.get(line);
    return (
      role !== undefined &&
      !role.isLabel &&
      isOneOf(
        numbers,
        role.fields.map(({ name }) => name),
      )
    );
  });
  const [theirPrint] = front(kind, theirs, (of) => of !== null);
  const [wholePrint] = front(kind, theirs, () => true);
  const theirBack = pagesOf(kind, theirs).pages.filter((page) => page.kind === 'document-back');
  if (ownFront?.reading == null || theirPrint?.reading == null || wholePrint?.reading == null)
    throw new Error('no front');
  const marked = { ...ownFront, reading: { ...ownFront.reading, lines: [...ownFront.reading.lines, ...scrap] } };
  const sheetOf = (page: typeof theirPrint) => ({
    ...page,
    kind: 'document-page' as const,
    reading: page.reading && { ...page.reading, portrait: null, portraitArea: undefined },
  });

  it.each([
    ['whose side is not known', sheetOf(theirPrint), 'last'],
    ['that shows a front', sheetOf(wholePrint), 'last'],
    ['that shows a front', sheetOf(wholePrint), 'first'],
  ])(
    'an extra page, %s, never confirms another person’s zone on a card with the forger’s portrait: %s',
    (_which, sheet, place) => {
      const pages = place === 'first' ? [sheet, marked, ...theirBack] : [marked, ...theirBack, sheet];
      const stored = { ...pagesOf(kind, theirs), pages };
      const { traits } = judge(kind, stored).outcome;
      expect(isPassed(kind, stored) && traits.portrait !== undefined).toBe(false);
    },
  );

  it('is judged with such a page as without', () => {
    const whole = pagesOf(kind, mine);
    const withSheet = { ...whole, pages: [...whole.pages, sheetOf(theirPrint)] };
    expect(judge(kind, withSheet).codes).toEqual(judge(kind, whole).codes);
  });
});
