import { describe, expect, it } from 'vitest';
import type { DocumentKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import type { TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import type { StoredDocument } from '../../../../src/steps/document/page-result-schema.ts';
import { provingPapers, type ProvingPaper } from '../../../support/documents/forged-zone.ts';
import { isPassed } from '../../../support/documents/judge-document.ts';
import {
  makeUpDocument,
  printedValue,
  storeDocument,
  type MadeUpHolder,
} from '../../../support/documents/made-up-document.ts';
import { printedLine } from '../../../support/documents/printed-document.ts';
import { sampleOf } from '../../../support/sample-of.ts';

/**
 * A forger types the zone or barcode again, prints the false names under labels, and leaves the true names in view. He prints something next to
 * a true name, so that the reader takes both for one line.
 */
const masks: Readonly<Record<string, (name: string, paper: ProvingPaper) => string>> = {
  'a digit behind it': (name) => `${name} 1`,
  'a digit before it': (name) => `1. ${name}`,
  'a digit glued to it': (name) => `${name}7`,
  'a small letter behind it': (name) => `${name} a`,
  'a small letter glued to it': (name) => `${name}a`,
  'a small word before it': (name) => `der ${name}`,
  'a date behind it': (name) => `${name} 12.03.2001`,
  'a month behind it': (name) => `12 ${name} 2001`,
  'a number behind it': (name) => `${name} X1234567`,
  'a label behind a slash': (name) => `${name}/Surname`,
  'a label before it, of another field': (name) => `Authority ${name}`,
  'the country behind it': (name, { kind, holder }) => `${name} ${countryOn(kind.country, holder)}`,
  'the country’s code behind it': (name, { kind, holder }) => `${name} ${codeOn(kind.country, holder)}`,
  'a title behind it': (name, { kind }) =>
    `${name} ${(Object.values(kind.marks).flat()[0] ?? 'PASSPORT').toUpperCase()}`,
  'a title before it': (name) => `PASSPORT ${name}`,
  'the birth behind it': (name, { kind, holder }) => `${name} ${valueOf(kind, holder, 'dateOfBirth')}`,
  'the expiry before it': (name, { kind, holder }) => `${valueOf(kind, holder, 'dateOfExpiry')} ${name}`,
  'the sex behind it': (name) => `${name} F`,
  'its number behind it': (name, { kind, holder }) => `${name} ${valueOf(kind, holder, 'documentNumber')}`,
  'a percent sign': (name) => `${name} %`,
};

function valueOf(kind: DocumentKind, holder: Partial<MadeUpHolder>, name: string): string {
  return printedValue(makeUpDocument(kind, 1, holder).printed, name) ?? '1';
}

function countryOn(country: string | null, _holder: unknown): string {
  return country === null
    ? 'UTOPIA'
    : (new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? '').toUpperCase();
}
function codeOn(country: string | null, _holder: unknown): string {
  return country ?? 'UTO';
}

function withMask(paper: ProvingPaper, mask: string): StoredDocument {
  const { kind, holder } = paper;
  const mine = makeUpDocument(kind, 1, holder);
  const forged = makeUpDocument(kind, 1, { ...holder, familyNames: 'OUTRO ALGUEM', givenNames: 'BEATRIX' });
  const cover = (line: TextLine): TextLine[] => {
    const role = mine.printed.roles.get(line);
    if (role === undefined || !role.fields.some(({ form }) => form === 'name')) return [line];
    if (role.isLabel) return [];
    const [[x, y]] = line.box;
    return [printedLine(masks[mask]?.(line.text, paper) ?? line.text, x, y)];
  };
  const names = forged.printed.lines.front.filter((line) =>
    forged.printed.roles.get(line)?.fields.some(({ form }) => form === 'name'),
  );
  return storeDocument(kind, { ...mine, zone: forged.zone, barcode: forged.barcode }, (reading, side) =>
    side === 'front'
      ? {
          ...reading,
          lines: [
            ...mine.printed.lines.front.flatMap(cover),
            ...names.map((line) => ({ ...line, box: line.box.map(([x, y]) => [x, y + 40]) as never })),
          ],
        }
      : reading,
  );
}

describe.each(sampleOf(provingPapers, 40).map((paper) => [paper.name, paper] as const))('%s', (_name, paper) => {
  it('a true name in view is seen, whatever is printed next to it', () => {
    expect(Object.keys(masks).filter((mask) => isPassed(paper.kind, withMask(paper, mask)))).toEqual([]);
  });
});
