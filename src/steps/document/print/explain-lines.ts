import { cardWords, jurisdictionWords } from '../../../domain/barcodes/aamva-words.ts';
import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import { lettersOfCountry } from '../../../domain/country-words/find-countries.ts';
import { officialTitles } from '../../../domain/country-words/official-titles.ts';
import { nameLikeWords } from '../../../domain/documents/name-like-words.ts';
import { titlePhrases } from '../../../domain/documents/title-phrases.ts';
import { titleWords } from '../../../domain/documents/title-words.ts';
import type { DocumentKind, KindField } from '../../../domain/document-kinds/document-kind.ts';
import { oncePer, oncePerPair } from '../../../domain/once-per.ts';
import { isNativeWord } from '../../../domain/documents/native-scripts.ts';
import { exactNativeTitleWords, nativeTitleWords } from '../../../domain/documents/native-title-words.ts';
import { findLabels, labelsOf, resemblesLabels, type Label } from '../visual/find-labels.ts';
import { findMarks } from '../visual/find-marks.ts';
import type { PlacedLine } from '../visual/page-layout.ts';
import { editDistance, squeezeText } from '../visual/squeeze-text.ts';
import type { MachineWord } from './machine-word.ts';
import { isAddressPrinted } from './find-address.ts';
import { languagesOf, namesExactly, namesNothingElse, type WantedCountry } from './find-country.ts';
import { findMissingWords } from './find-name.ts';
import { disguisedNamesIn, fewestLettersInParts, isLongTitleWord, possibleNamesIn } from './possible-names.ts';
import { findRun, printWordsOf, type PrintWord, scriptOf } from './print-words.ts';
import { isTitleOfState } from './state-titles.ts';

/** The facts that explain a line without a label. */
export interface Explanation {
  words: readonly MachineWord[];
  kind: DocumentKind | null;
  /** ISO 3166-1 alpha-2 of the issuer. */
  country: string | null;
  areNamesCut: boolean;
}

/** In letters: a shorter label with a wrong letter, and without its number, may be a name (`BENDER` and `GENDER`). */
const fewestOfMisreadLabel = 8;

/** In letters. */
const fewestOfTitle = 20;

/** Whether a line next to the names is known to be something other than another person's name. */
export function isExplained(line: PlacedLine, explanation: Explanation): boolean {
  const { words, kind, country, areNamesCut } = explanation;
  if (saysCountryAlone(line.text, explanation) || isTitleOrLabel(line, explanation) || isNativeTitle(line, explanation))
    return true;
  if (isWholeTitle(line.text, explanation) || resemblesOfficialTitle(line, explanation)) return true;
  // Hungary prints the name at birth together with the given names.
  const given = saidOf('givenNames', words);
  if (
    country === 'HU' &&
    given !== '' &&
    findMissingWords(given, { texts: [line.text], isCut: areNamesCut }).length === 0
  )
    return true;
  if (!isCardWithBarcode(kind)) return false;
  // The forger writes the barcode and could declare the true name to be a street.
  const isAddress = /\d/.test(saidOf('street', words)) && holdsAddress(line, words);
  return (
    (isAddress && possibleNamesIn(line.text, { words, kind, values: addressIn(words) }).length === 0) ||
    (saysCardWordsAlone(line, words) && disguisedNamesIn(line.text, { words, kind }).length === 0)
  );
}

/**
 * Whether a text is a title of a document or of its issuer and nothing else, to the letter: where a title has several parts, a forger may print
 * the rest of one around a true name.
 */
export function isWholeTitle(text: string, { words, kind }: Explanation): boolean {
  const letters = squeezeText(text).text;
  if (phrases.some(({ squeezed }) => squeezed === letters)) return true;
  return words.some(({ name, meaning }) => {
    if (name !== 'issuingState' && name !== 'nationality') return false;
    const names = lettersOfCountry(meaning, languagesOf(meaning, kind));
    return isTitleOfState(letters, names);
  });
}

/** Whether a line is nearly the official title of its issuer, or one of its names that is too long for a person's. */
function resemblesOfficialTitle({ squeezed }: PlacedLine, { words, kind }: Explanation): boolean {
  const issuer = saidOf('issuingState', words);
  const titles = (officialTitles[issuer] ?? []).map((title) => squeezeText(title).text);
  const names = lettersOfCountry(issuer, languagesOf(issuer, kind)).filter((name) => name.length >= fewestOfTitle);
  return resemblesLabels(
    squeezed,
    [...titles, ...names].map((title) => ({ squeezed: title })),
  );
}

/** Whether a line has nothing but titles, or begins with a label and has nothing but labels. */
function isTitleOrLabel(line: PlacedLine, explanation: Explanation): boolean {
  const { kind } = explanation;
  if (kind === null) return false;
  if (hasTitleWordsAlone(line)) return true;
  if (resemblesWords(line, kind)) return true;
  const found = findLabels(line.squeezed, labelsOf(kind));
  // A label in an unknown language may be in front of the slash, and so may a true name.
  const isLabelFrom = (start: number) =>
    possibleNamesIn(line.text.slice(0, line.squeezed.at[start] ?? 0), explanation, scriptOf(line, explanation.words))
      .length === 0;
  return (
    found.some(({ start, followsOtherName }) => start < 3 || (followsOtherName && isLabelFrom(start))) &&
    found.every(
      ({ start, end, errors }) =>
        errors === 0 || end - start >= fewestOfMisreadLabel || /\d/.test(line.squeezed.text.charAt(start)),
    ) &&
    found.every(({ rest }) => rest === '')
  );
}

/** Whether a line is nothing but labels and titles, with few wrong letters. */
const resemblesWords = oncePerPair((line: PlacedLine, kind: DocumentKind): boolean =>
  resemblesLabels(line.squeezed, labelsAndTitlesOf(kind)),
);

/** The stroke between the labels of one field in two languages is often lost: `NAZWISKOSURNAME`. */
const labelsAndTitlesOf = oncePer((kind: DocumentKind): readonly Pick<Label, 'squeezed'>[] => {
  const labels = labelsOf(kind);
  const joined = labels.flatMap((one) =>
    labels
      .filter((other) => other !== one && other.fields.some((field) => one.fields.includes(field)))
      .map((other) => ({ squeezed: one.squeezed + other.squeezed })),
  );
  const titles = Object.values(kind.marks).flatMap((marks) =>
    marks.map((mark) => ({ squeezed: squeezeText(mark).text })),
  );
  return [...labels, ...joined, ...phrases, ...titles];
});

/** Whether a line has a title of the kind. */
export const isTitle = oncePerPair(
  (line: PlacedLine, { marks }: DocumentKind): boolean => findMarks(Object.values(marks).flat(), [line]).length > 0,
);

/** Whether a line has a title that is not a label as well. */
export function isTitleAlone(line: PlacedLine, kind: DocumentKind): boolean {
  return isTitle(line, kind) && findLabels(line.squeezed, labelsOf(kind)).length === 0;
}

/** Whether a line begins with exactly a field's label: `Visado` is not `Visa No.`. */
export function isLabelOf(field: KindField, { squeezed }: PlacedLine, kind: DocumentKind): boolean {
  return findLabels(squeezed, labelsOf(kind)).some(
    ({ start, errors, fields }) => start < 3 && errors === 0 && fields.includes(field),
  );
}

function hasTitleWordsAlone({ text }: PlacedLine): boolean {
  const words = printWordsOf(text);
  const areTitles = words.every(({ spellings }) => spellings.some((spelling) => titleWords.has(spelling)));
  return words.length > 0 && areTitles && isNoNameAlone(words);
}

/** Whether no word could be a name, or a long word of titles tells that it is a part of its title. */
function isNoNameAlone(words: readonly PrintWord[]): boolean {
  const spellings = words.flatMap((word) => word.spellings);
  return !spellings.some((spelling) => nameLikeWords.has(spelling)) || spellings.some(isLongTitleWord);
}

/**
 * Whether the second reader reads nothing but a title in the script of the country, or that and a Latin one (`ПАСПОРТ PASSPORT`,
 * `УКРАЇНАUKRAINE`). A person's name may resemble a word of a title, so of most titles only the whole one counts.
 */
function isNativeTitle({ native }: PlacedLine, explanation: Explanation): boolean {
  if (native === undefined || /\d/.test(native)) return false;
  // The net takes these two for the Latin letters of their shape.
  const text = native.replace(besideCyrillic, (letter) => (letter === 'V' ? 'У' : 'Ь'));
  const runs = text.match(/\p{Script=Latin}+|[^\P{L}\p{Script=Latin}]+/gu) ?? [];
  const own = squeezeText(runs.filter(isNativeWord).join(' '));
  const latin = runs.filter((run) => !isNativeWord(run));
  const isTitleWord = nativeTitles.some((title) => editDistance(title, own.text, 1) <= 1);
  const isOwnTitle = isTitleWord || exactNativeTitles.includes(own.text) || resemblesLabels(own, phrases);
  return isOwnTitle && (latin.every((word) => titleWords.has(word)) || saysCountryAlone(latin.join(' '), explanation));
}

const besideCyrillic = /(?<=\p{Script=Cyrillic})[Vb]|[Vb](?=\p{Script=Cyrillic})/gu;
const nativeTitles = nativeTitleWords.map((word) => squeezeText(word).text);
const exactNativeTitles = exactNativeTitleWords.map((word) => squeezeText(word).text);

const phrases: readonly Pick<Label, 'squeezed'>[] = titlePhrases.map((phrase) => ({
  squeezed: squeezeText(phrase).text,
}));

/** A card whose barcode repeats what is printed (AAMVA). It prints names, address and birth in any order. */
export function isCardWithBarcode(kind: DocumentKind | null): boolean {
  return kind?.barcodes.some(({ standard }) => standard === 'aamva') === true;
}

/** The address in the barcode, whose words say nothing on other lines. Short parts of a postal code may be read as letters: `V0J` as `VOJ`. */
function addressIn(words: readonly MachineWord[]): string[] {
  const codes = saidOf('postalCode', words).match(/\b[A-Z0-9]{3}\b/g) ?? [];
  return [
    ...(['street', 'city', 'region'] as const).map((name) => saidOf(name, words)),
    ...codes.map((code) => code.replaceAll('0', 'O').replaceAll('1', 'I')),
  ];
}

/** Whether a line contains the address in the barcode: its street, or its city and postal code. */
export function holdsAddress({ text }: PlacedLine, words: readonly MachineWord[]): boolean {
  const none = { city: null, region: null, postalCode: null };
  const holds = (part: string) => part !== '' && isAddressPrinted({ street: part, ...none }, [text]);
  const code = saidOf('postalCode', words).slice(0, 5);
  return (
    holds(saidOf('street', words)) || holds(code) || (holds(saidOf('city', words)) && holds(saidOf('region', words)))
  );
}

/** Whether a text names the issuer or the nationality, to the letter, and says nothing else. */
function saysCountryAlone(text: string, explanation: Explanation): boolean {
  return wantedCountries(explanation).some((country) => namesExactly(text, country));
}

/** Whether a text is nothing but a word that begins like the issuer or the nationality: an adjective, or a name (`FRANCIS`). */
export function resemblesCountry(text: string, explanation: Explanation): boolean {
  return wantedCountries(explanation).some((country) => namesNothingElse(text, country));
}

function wantedCountries({ words, kind }: Explanation): WantedCountry[] {
  return words
    .filter(({ name }) => name === 'issuingState' || name === 'nationality')
    .map(({ meaning, value }) => ({ country: meaning, code: value, languages: languagesOf(meaning, kind) }));
}

/** Titles, labels and remarks of cards, and the name of the state in the barcode's address, which the print has to repeat as well. */
function saysCardWordsAlone({ text }: PlacedLine, words: readonly MachineWord[]): boolean {
  const own = jurisdictionWords(saidOf('region', words));
  const printed = printWordsOf(text);
  const isOwn = own.length > 0 && findRun(printed, own.join('')) !== null;
  // Letters that are apart may be a name.
  if (printed.filter((word) => word.text.length < 2).length >= fewestLettersInParts) return false;
  return (
    isNoNameAlone(printed.filter(({ spellings }) => !isOwn || !spellings.some((spelling) => own.includes(spelling)))) &&
    printed.every(({ spellings }) =>
      spellings.some((spelling) => spelling.length < 2 || cardWords.has(spelling) || (isOwn && own.includes(spelling))),
    )
  );
}

function saidOf(name: DocumentFieldName, words: readonly MachineWord[]): string {
  return words.find((word) => word.name === name)?.meaning ?? '';
}
