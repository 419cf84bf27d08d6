import type { TextLine } from '../../../src/domain/ports/pages/page-reader.ts';
import { isPassed } from './judge-document.ts';
import type { ProvingPaper } from './forged-zone.ts';
import { makeUpDocument, storeDocument } from './made-up-document.ts';
import { printedLine } from './printed-document.ts';

/** The lines that a forger leaves of a true name at a place; none where the kind has no such label. */
export type Print = (paper: ProvingPaper, x: number, y: number) => TextLine[];

/** Below the label of a field of this form. */
export const labelled =
  (field: string, value: string): Print =>
  ({ kind }, x, y) => {
    const label = kind.fields.find(({ form, place }) => form === field && place !== 'anywhere')?.labels[0];
    return label === undefined ? [] : [printedLine(label, x, y - 40), printedLine(value, x, y)];
  };
/** Behind it, on the same line. */
export const inline =
  (field: string, value: string): Print =>
  ({ kind }, x, y) => {
    const label = kind.fields.find(({ form, place }) => form === field && place !== 'anywhere')?.labels[0];
    return label === undefined ? [] : [printedLine(`${label} ${value}`, x, y)];
  };
export const alone =
  (text: string): Print =>
  (_paper, x, y) => [printedLine(text, x, y)];

/** Both readers read Latin letters alike, also on a document of another script. */
const readByBoth = (line: TextLine): TextLine => ({ ...line, agreed: true });

/**
 * The document under false names, with this left of the true family name; null where the kind has no such label. `lower`: how far below the
 * true names the false ones are, in pixels. `reprint`: how the forger prints these.
 */
export function isHidden(
  paper: ProvingPaper,
  print: Print,
  familyNames = 'OTIENO',
  { lower = 40, reprint = printedLine }: { lower?: number; reprint?: typeof printedLine } = {},
): boolean | null {
  const { kind, holder } = paper;
  const mine = makeUpDocument(kind, 1, { ...holder, familyNames, givenNames: 'ANGELA' });
  const theirs = makeUpDocument(kind, 1, { ...holder, familyNames: 'OUTRO', givenNames: 'ANGELA' });
  const isName = ({ printed }: typeof mine, line: TextLine) =>
    printed.roles.get(line)?.fields.some(({ name }) => name === 'familyNames' || name === 'fullName') === true;
  const kept: TextLine[] = [];
  const left = (line: TextLine): TextLine[] => {
    if (!isName(mine, line)) return [line];
    const [[x, y]] = line.box;
    if (mine.printed.roles.get(line)?.isLabel === true || !line.text.includes(familyNames)) return [];
    const lines = print(paper, x, y).map(readByBoth);
    kept.push(...lines);
    return lines;
  };
  const added = (line: TextLine): TextLine[] => {
    const [[x, y]] = line.box;
    return isName(theirs, line) ? [readByBoth(reprint(line.text, x, y + lower))] : [];
  };
  const stored = storeDocument(kind, { ...mine, zone: theirs.zone, barcode: theirs.barcode }, (reading, side) => ({
    ...reading,
    lines: [...mine.printed.lines[side].flatMap(left), ...theirs.printed.lines[side].flatMap(added)],
  }));
  return kept.length > 0 ? isPassed(kind, stored) : null;
}
