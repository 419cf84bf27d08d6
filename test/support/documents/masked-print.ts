import type { DocumentKind } from '../../../src/domain/document-kinds/document-kind.ts';
import type { DocumentFieldName } from '../../../src/domain/documents/document-field.ts';
import type { TextLine } from '../../../src/domain/ports/pages/page-reader.ts';
import type { StoredDocument } from '../../../src/steps/document/page-result-schema.ts';
import type { ProvingPaper } from './forged-zone.ts';
import { makeUpDocument, printedValue, storeDocument, type MadeUpHolder } from './made-up-document.ts';
import { printedLine } from './printed-document.ts';

/** What a forger prints next to a true value, so that the reader takes both for one line. */
export const masks: Readonly<Record<string, (value: string, paper: ProvingPaper) => string>> = {
  'a digit behind it': (value) => `${value} 1`,
  'a digit before it': (value) => `1. ${value}`,
  'a digit glued to it': (value) => `${value}7`,
  'a small letter behind it': (value) => `${value} a`,
  'a small letter glued to it': (value) => `${value}a`,
  'a small word before it': (value) => `der ${value}`,
  'a percent sign behind it': (value) => `${value} %`,
  'a filler of a zone behind it': (value) => `${value} <`,
  'a date behind it': (value) => `${value} 12.03.2001`,
  'a day and a year around it': (value) => `12 ${value} 2001`,
  'the birth behind it': (value, paper) => `${value} ${printedOn(paper, 'dateOfBirth')}`,
  'the expiry before it': (value, paper) => `${printedOn(paper, 'dateOfExpiry')} ${value}`,
  'the sex behind it': (value) => `${value} F`,
  'the number behind it': (value, paper) => `${value} ${printedOn(paper, 'documentNumber')}`,
  'another number behind it': (value) => `${value} X1234567`,
  'a label behind a slash': (value) => `${value}/Surname`,
  'the label of another field before it': (value) => `Authority ${value}`,
  'the country behind it': (value, { kind }) => `${value} ${countryOn(kind)}`,
  'the country’s code behind it': (value, { kind }) => `${value} ${kind.country ?? 'UTO'}`,
  'a title behind it': (value, { kind }) => `${value} ${titleOn(kind)}`,
  'a title before it': (value) => `PASSPORT ${value}`,
};

/** The false values of a forgery. */
export const falseFields = {
  names: { familyNames: 'OUTRO ALGUEM', givenNames: 'BEATRIX' },
  documentNumber: { documentNumber: '31926819' },
  dateOfBirth: { dateOfBirth: '1991-05-06' },
  dateOfExpiry: { dateOfExpiry: '2033-06-13' },
} satisfies Record<string, Partial<MadeUpHolder>>;

/** In pixels: false values are printed this far below the true ones. */
const lower = 40;

/**
 * A document whose zone or barcode says false values, with the false print under its labels, and with the true values in view behind a mask,
 * without labels. Null: neither zone nor barcode of the kind has that field.
 */
export function withMask(paper: ProvingPaper, mask: string, forged: keyof typeof falseFields): StoredDocument | null {
  const { kind, holder } = paper;
  const mine = makeUpDocument(kind, 1, holder);
  const theirs = makeUpDocument(kind, 1, { ...holder, ...falseFields[forged] });
  if (JSON.stringify([mine.zone, mine.barcode]) === JSON.stringify([theirs.zone, theirs.barcode])) return null;
  const names = Object.keys(falseFields[forged]);
  const isForged = ({ printed }: typeof mine, line: TextLine) =>
    printed.roles.get(line)?.fields.some(({ name }) => names.includes(name)) === true;
  const left = (line: TextLine): TextLine[] => {
    if (!isForged(mine, line)) return [line];
    if (mine.printed.roles.get(line)?.isLabel === true) return [];
    const [[x, y]] = line.box;
    return [printedLine(masks[mask]?.(line.text, paper) ?? line.text, x, y)];
  };
  const added = (line: TextLine): TextLine[] => {
    if (!isForged(theirs, line)) return [];
    const [[x, y]] = line.box;
    return [printedLine(line.text, x, y + lower)];
  };
  return storeDocument(kind, { ...mine, zone: theirs.zone, barcode: theirs.barcode }, (reading, side) => ({
    ...reading,
    lines: [...mine.printed.lines[side].flatMap(left), ...theirs.printed.lines[side].flatMap(added)],
  }));
}

function printedOn({ kind, holder }: ProvingPaper, name: DocumentFieldName): string {
  return printedValue(makeUpDocument(kind, 1, holder).printed, name) ?? '1';
}

function countryOn({ country }: DocumentKind): string {
  const name = country === null ? undefined : new Intl.DisplayNames(['en'], { type: 'region' }).of(country);
  return (name ?? 'Utopia').toUpperCase();
}

function titleOn({ marks }: DocumentKind): string {
  return (Object.values(marks).flat()[0] ?? 'Passport').toUpperCase();
}

/** Where a forger prints the false name on the true one's line. */
export const additions: Readonly<Record<string, (name: string, added: string) => string>> = {
  'before it': (name, added) => `${added} ${name}`,
  'behind it': (name, added) => `${name} ${added}`,
  'before it, in brackets': (name, added) => `${added} (${name})`,
  'before it and a slash': (name, added) => `${added} / ${name}`,
};

/** A document whose zone or barcode says false names, with these added to the lines of the true ones, which keep their labels or not. */
export function withAddedName(
  { kind, holder }: ProvingPaper,
  addition: string,
  { names, areLabelsLeft }: { names: readonly (keyof typeof falseFields.names)[]; areLabelsLeft: boolean },
): StoredDocument {
  const mine = makeUpDocument(kind, 1, holder);
  const forged = Object.fromEntries(names.map((name) => [name, falseFields.names[name]]));
  const theirs = makeUpDocument(kind, 1, { ...holder, ...forged });
  const change = (line: TextLine): TextLine[] => {
    const role = mine.printed.roles.get(line);
    const added = role?.fields.flatMap(({ name }) => forged[name] ?? [])[0];
    if (role === undefined || added === undefined) return [line];
    if (role.isLabel) return areLabelsLeft ? [line] : [];
    const [[x, y]] = line.box;
    return [printedLine(additions[addition]?.(line.text, added) ?? line.text, x, y)];
  };
  return storeDocument(kind, { ...mine, zone: theirs.zone, barcode: theirs.barcode }, (reading, side) => ({
    ...reading,
    lines: mine.printed.lines[side].flatMap(change),
  }));
}
