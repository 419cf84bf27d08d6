import { describe, expect, it } from 'vitest';
import type { DocumentKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { DocumentFieldName } from '../../../../src/domain/documents/document-field.ts';
import { writtenLanguagesOf } from '../../../../src/domain/documents/written-languages.ts';
import type { PageReading, TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import type { StoredDocument } from '../../../../src/steps/document/page-result-schema.ts';
import { judge } from '../../../support/documents/judge-document.ts';
import { makeUpDocument, storeDocument, type MadeUpDocument } from '../../../support/documents/made-up-document.ts';

const stranger = {
  familyNames: 'LINDQVIST',
  givenNames: 'KARIN',
  dateOfBirth: '1979-11-23',
  dateOfExpiry: '2033-03-04',
  address: '12 W PINE RD, OTHERVILLE, AZ 85004',
};
const own = { address: '7 E OAK ST, ANYTOWN, AZ 90223' };

/** The lines of the front; of a made-up document, every line has the role of some fields. */
function frontOf({ printed }: MadeUpDocument, keeps: (names: readonly DocumentFieldName[]) => boolean): TextLine[] {
  return printed.lines.front.filter((line) => keeps(printed.roles.get(line)?.fields.map(({ name }) => name) ?? []));
}

/** These sheets, each a picture that says nothing of its side. */
function sheetsOf(kind: DocumentKind, document: MadeUpDocument, sheets: readonly (readonly TextLine[])[]) {
  const stored = storeDocument(kind, document, (reading): PageReading => ({
    ...reading,
    spelledIn: [...(writtenLanguagesOf(kind.country ?? 'US') ?? ['eng'])].slice(0, 5),
    areMarksBelowSeen: true,
  }));
  const [front, ...others] = stored.pages;
  if (front?.reading == null) throw new Error('a document without a front');
  const { reading } = front;
  const pages = sheets.map((lines) => ({
    ...front,
    kind: 'document-page' as const,
    reading: { ...reading, lines: lines.map((line) => ({ ...line, agreed: true })) },
  }));
  return { ...stored, pages: [...pages, ...others] } satisfies StoredDocument;
}

/** The front, and its back with these lines below its own. */
function onBack({ pages, ...rest }: StoredDocument, added: readonly TextLine[]): StoredDocument {
  const low = (line: TextLine): TextLine => {
    const [a, b, c, d] = line.box.map(([x, y]) => [x, y + 3000] as const);
    if (!a || !b || !c || !d) throw new Error('a box has four corners');
    return { ...line, agreed: true, box: [a, b, c, d] };
  };
  return {
    ...rest,
    pages: pages.map((page) => {
      if (page.kind !== 'document-back' || page.reading === null) return { ...page, kind: 'document-front' as const };
      return { ...page, reading: { ...page.reading, lines: [...page.reading.lines, ...added.map(low)] } };
    }),
  };
}

const hasNoZone = ({ mrz, barcodes }: DocumentKind) =>
  mrz === null && barcodes.every(({ standard }) => standard === null);
const readingOf = (kind: DocumentKind, stored: StoredDocument) =>
  judge(kind, stored, {}, kind.country === null ? { country: 'US' } : {}).codes['document-reading'];

const kinds = documentKinds.filter(hasNoZone).map((kind) => [kindKeyOf(kind), kind] as const);
const onFront = ({ fields }: DocumentKind, wanted: readonly DocumentFieldName[]) =>
  fields.filter(({ name, required, side }) => required && side === 'front' && wanted.includes(name));

describe.each(kinds)('%s', (_key, kind) => {
  const [mine, theirs] = [makeUpDocument(kind, 1, own), makeUpDocument(kind, 1, stranger)];
  const whole = frontOf(mine, () => true);

  it('is read from one sheet, and from two that both have everything', () => {
    const one = readingOf(kind, sheetsOf(kind, mine, [whole]));
    expect(readingOf(kind, sheetsOf(kind, mine, [whole, whole]))).toBe(one);
  });

  it.each(['dateOfBirth', 'dateOfIssue', 'dateOfExpiry', 'address'] as const)(
    'has no %s from another person’s sheet',
    (field) => {
      if (onFront(kind, [field]).length === 0) return;
      const ownRest = frontOf(mine, (names) => !names.includes(field));
      const theirValue = frontOf(theirs, (names) => names.length === 0 || names.includes(field));
      expect(readingOf(kind, sheetsOf(kind, mine, [ownRest, theirValue]))).not.toBe('passed');
      if (!kind.sides.includes('back')) return;
      const scrap = frontOf(theirs, (names) => names.includes(field));
      expect(readingOf(kind, onBack(sheetsOf(kind, mine, [ownRest]), scrap))).not.toBe('passed');
    },
  );
});
