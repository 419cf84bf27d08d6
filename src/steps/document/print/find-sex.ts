import { monthOfWord } from '../../../domain/printed-dates/month-names.ts';
import type { DocumentKind } from '../../../domain/document-kinds/document-kind.ts';
import { documentLanguages } from '../../../domain/document-kinds/index.ts';

type Sex = 'F' | 'M';
type Words = Readonly<Record<Sex, readonly string[]>>;

/** On every document with a zone (ICAO 9303). */
const international: Words = { F: ['F', 'FEMALE'], M: ['M', 'MALE'] };
/** What else documents print, by the language of the document. */
const wordsOfLanguage: Readonly<Partial<Record<string, Words>>> = {
  cs: { F: ['Z', 'ZENA'], M: ['MUZ'] },
  da: { F: ['K', 'KVINDE'], M: ['MAND'] },
  de: { F: ['W', 'WEIBLICH'], M: ['MANNLICH', 'MAENNLICH'] },
  el: { F: ['Θ'], M: ['Α'] },
  es: { F: ['MUJER', 'FEMENINO'], M: ['H', 'HOMBRE', 'MASCULINO'] },
  fi: { F: ['N', 'NAINEN'], M: ['MIES'] },
  fr: { F: ['FEMME', 'FEMININ'], M: ['H', 'HOMME', 'MASCULIN'] },
  hr: { F: ['Z'], M: [] },
  hu: { F: ['N', 'NO'], M: ['FFI', 'FERFI'] },
  it: { F: ['DONNA', 'FEMMINILE'], M: ['UOMO', 'MASCHILE'] },
  lv: { F: ['S'], M: ['V'] },
  nl: { F: ['V', 'VROUW'], M: ['MAN'] },
  no: { F: ['K', 'KVINNE'], M: ['MANN'] },
  pl: { F: ['K', 'KOBIETA'], M: ['MEZCZYZNA'] },
  pt: { F: ['MULHER', 'FEMININO'], M: ['HOMEM', 'MASCULINO'] },
  ru: { F: ['Ж'], M: ['М'] },
  sk: { F: ['Z', 'ZENA'], M: ['MUZ'] },
  sl: { F: ['Z'], M: [] },
  sr: { F: ['Z', 'Ж'], M: ['М'] },
  sv: { F: ['K', 'KVINNA'], M: ['MAN'] },
  th: { F: ['หญิง'], M: ['ชาย'] },
  tr: { F: ['K', 'KADIN'], M: ['E', 'ERKEK'] },
  uk: { F: ['Ж'], M: ['Ч'] },
  zh: { F: ['女'], M: ['男'] },
};

/** How a document prints the sex. */
export interface SexSearch {
  /** The kind's own words, which come first: `M` is female where `H` is male. */
  kind: Pick<DocumentKind, 'sexes'> | null;
  /** ISO 639-1. */
  languages: readonly string[];
}

/**
 * What the print says about the holder's sex where its label was not read: lines that say nothing else come first, then the first word of a
 * line. Null: nothing, or both.
 */
export function findSex(lines: readonly string[], search: SexSearch): Sex | null {
  const texts = lines.map(wordsOf).filter((words) => words.length > 0);
  const alone = texts.filter((words) => words.every((word) => sexesOf(word, search).length > 0));
  return (
    agreed(alone.map((words) => sexOf(words, search))) ?? agreed(texts.map(([word = '']) => sexOf([word], search)))
  );
}

/** Null: the lines name neither, or name both. */
function agreed(told: readonly (Sex | null)[]): Sex | null {
  const sexes = new Set(told.filter((sex) => sex !== null));
  const [sex = null] = sexes;
  return sexes.size === 1 ? sex : null;
}

/** What adjoining words say: one may be in the document's own language, the other one international. */
function sexOf(words: readonly string[], search: SexSearch): Sex | null {
  const own = words.flatMap((word) => ownSexesOf(word, search));
  const common = words.flatMap((word) => sexesIn(international, word));
  return agreed(own) ?? agreed(common) ?? agreed(words.flatMap((word) => sexesOf(word, search)));
}

function sexesOf(word: string, search: SexSearch): Sex[] {
  const own = ownSexesOf(word, search);
  if (own.length > 0) return own;
  const known = [international, ...search.languages.map((language) => wordsOfLanguage[language])];
  return known.flatMap((words) => (words === undefined ? [] : sexesIn(words, word)));
}

function sexesIn(words: Words, word: string): Sex[] {
  return (['F', 'M'] as const).filter((sex) => words[sex].includes(word));
}

/** The sexes for which a kind prints this word. */
function ownSexesOf(word: string, { kind }: SexSearch): Sex[] {
  return kind === null ? [] : (['F', 'M'] as const).filter((sex) => wordsOf(kind.sexes[sex]).includes(word));
}

/** Words without digits, marks and month names, which belong to a date on the same line. */
function wordsOf(text: string): string[] {
  return text
    .toUpperCase()
    .normalize('NFD')
    .replace(/(?![\u0e31-\u0e4e])\p{M}/gu, '')
    .split(/[^\p{L}\p{M}\d]+/u)
    .filter((word) => word !== '' && !/\d/.test(word) && !isMonth(word));
}

function isMonth(word: string): boolean {
  return word.length >= 3 && documentLanguages.some((language) => monthOfWord(word, [language]) !== null);
}
