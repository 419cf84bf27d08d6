import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import { getNationalRule } from '../../../domain/national-numbers/index.ts';
import { usualFormOf, type KindField } from '../../../domain/document-kinds/document-kind.ts';
import { dateOf, type DocumentEvidence } from '../document-evidence.ts';
import type { FieldReading } from '../field-reading.ts';
import { listPrintedDates } from '../visual/list-printed-dates.ts';
import { agreementOf, comparePrintedName, doWordsAgree, isPartOfName, type Word } from './words-agree.ts';
import { assignPrint, type PrintAssignment } from '../print/assign-print.ts';
import { findDoubtfulPrint } from '../print/doubt-print.ts';
import { frameOfZone } from '../print/page-frame.ts';
import { printedLinesOf } from '../print/printed-lines.ts';
import type { MachineWord } from '../print/machine-word.ts';
import { isSameField, type PrintSearch } from '../print/print-search.ts';

/** The fields that tell one document from others. */
export const identifying: readonly DocumentFieldName[] = ['documentNumber', 'dateOfBirth', 'dateOfExpiry'];
/** These and the names: reported as missing for a zone or barcode that contains too little. */
export const telling: readonly DocumentFieldName[] = ['familyNames', 'givenNames', ...identifying];

/** A word of the visual zone below this confidence is too uncertain to contradict anything. */
const sureEnoughToContradict = 0.8;

/** Two printed dates at least this far apart, neither of them the holder's birth, are the dates of issue and expiry: ten months. */
const shortestValidityMs = 300 * 86_400_000;

/** A field with the values that were compared, one from each source. */
export interface Compared {
  field: DocumentFieldName;
  agrees: boolean;
  words: readonly Word[];
  /** Whether every value carries its own proof. */
  isCertain: boolean;
}

export function machineReadingOf(name: DocumentFieldName, { readings }: DocumentEvidence): FieldReading | undefined {
  return readings.find((reading) => reading.name === name && reading.source !== 'visual');
}

export function hasPrint(words: readonly Word[]): boolean {
  return words.some(({ source }) => source === 'visual');
}

/** Compares every field of which two sources have a value. Print that may have been added confirms nothing. */
export function compareAll(evidence: DocumentEvidence): Compared[] {
  const names = [...new Set(evidence.readings.map(({ name }) => name))];
  const { words, search } = printSearchOf(evidence);
  const printed = assignPrint(words, search);
  const fields = names.flatMap((name) => compareField(name, wordsOn(name, evidence), { evidence, printed }) ?? []);
  const fullName = compareWholeNames(evidence);
  const all = fullName === null ? fields : [...fields, fullName];
  const doubtful = findDoubtfulPrint(words, search);
  // A contradiction by added print stays one.
  return all.filter(
    ({ field, agrees, words: own }) =>
      !(agrees && hasPrint(own) && (doubtful.has(field) || isOnOtherSide(field, own, evidence))),
  );
}

/** Whether all print of a field is on a page that shows a side without it, labels or not: there a forger could print anything. */
function isOnOtherSide(field: DocumentFieldName, words: readonly Word[], { kind, pages }: DocumentEvidence): boolean {
  if (kind?.country == null || pages.length < 2) return false;
  // The number of a person may be on the other side, and says the birth and the sex, too.
  const says = ({ name, rule }: KindField) =>
    isSameField(field, name) || ((field === 'dateOfBirth' || field === 'sex') && rule !== null);
  const sides = kind.fields.filter(says).map(({ side }) => side);
  const printed = words.filter(({ source }) => source === 'visual');
  return sides.length > 0 && printed.every(({ side }) => side !== null && !sides.includes(side));
}

/** Every source's value, including values encoded in numbers about the holder. */
function wordsOn(name: DocumentFieldName, evidence: DocumentEvidence): Word[] {
  const read = evidence.readings
    .filter((reading) => reading.name === name)
    .map((reading): Word => ({ ...reading, meaning: reading.normalisedValue ?? reading.value }));
  return [...read, ...wordsOfNumbers(name, evidence)];
}

function wordsOfNumbers(name: DocumentFieldName, { kind, fields }: DocumentEvidence): Word[] {
  if (name !== 'dateOfBirth' && name !== 'sex') return [];
  return (kind?.fields ?? []).flatMap((field): Word[] => {
    const reading = fields.get(field.name);
    if (field.rule === null || reading === undefined || reading.isDoubtful) return [];
    const rule = getNationalRule(field.rule);
    const number = reading.normalisedValue ?? '';
    const told = rule.isValid(number) ? rule.tells?.(number)[name] : undefined;
    return told === undefined ? [] : [{ ...reading, value: number, meaning: told }];
  });
}

function compareField(
  field: DocumentFieldName,
  words: readonly Word[],
  { evidence, printed }: { evidence: DocumentEvidence; printed: PrintAssignment },
): Compared | null {
  const otherCentury = field === 'dateOfBirth' ? birthOfOtherCentury(words, evidence) : null;
  if (otherCentury !== null) return otherCentury;
  const isElsewhere = ({ isFoundByZone, meaning }: Word) =>
    field === 'dateOfExpiry' && isFoundByZone === true && printsOtherExpiry(meaning, evidence);
  const [first, ...others] = words.filter((word) => !isElsewhere(word));
  if (first === undefined) return null;
  const judged = others.map((other) => ({ other, agrees: doWordsAgree(field, first, other, evidence) }));
  // Values that are too uncertain, or that have no common notation, neither confirm nor contradict.
  const told = judged.filter(({ other, agrees }) => agrees === true || (agrees === false && canContradict(other)));
  if (first.source !== 'visual' && told.length > 0 && isPrintedOtherwise(field, evidence)) {
    return { field, agrees: false, words, isCertain: false };
  }
  const compared = [first, ...told.map(({ other }) => other)];
  const unlabelled =
    hasPrint(compared) || isDenied(field, first, others, evidence) ? null : wordInPrint(field, evidence, printed);
  const all = unlabelled === null ? compared : [...compared, unlabelled];
  if (all.length < 2) return field === 'dateOfExpiry' ? contradictExpiry(first, evidence) : null;
  return {
    field,
    agrees: told.every(({ agrees }) => agrees === true),
    words: all,
    isCertain: all.every(({ source, isDoubtful }) => source !== 'visual' && !isDoubtful),
  };
}

/**
 * A zone's birth of which the print says that it was a century earlier than ICAO 9303 says. There are people of more than a hundred years,
 * but a child's forger would only have to print other digits of the year: a person has to look.
 */
function birthOfOtherCentury(words: readonly Word[], { mrz }: DocumentEvidence): Compared | null {
  const told = mrz?.parsed.fields.dateOfBirth?.value ?? null;
  const word = words.find(({ source }) => source === 'mrz');
  if (told === null || word === undefined || word.meaning === told) return null;
  const printed = { ...word, source: 'visual' as const, side: null, value: word.meaning, from: undefined };
  return { field: 'dateOfBirth', agrees: false, words: [{ ...word, meaning: told }, printed], isCertain: false };
}

/**
 * Whether the print has two values for a field that every document prints once: then another document is in the picture, and the zone may
 * repeat that one's print.
 */
function isPrintedOtherwise(name: DocumentFieldName, { visual }: DocumentEvidence): boolean {
  return (
    telling.includes(name) &&
    visual.some(
      (value) => value.field.name === name && value.isPrintedOtherwise === true && !value.field.isOneOfSeveral,
    )
  );
}

function canContradict({ source, confidence }: Word): boolean {
  return source !== 'visual' || (confidence ?? 0) >= sureEnoughToContradict;
}

/** Dates of issue and expiry can be distinguished without labels, so a zone's expiry date that is neither of them is contradicted. */
function contradictExpiry(word: Word, evidence: DocumentEvidence): Compared | null {
  const { pages, kind, at } = evidence;
  if (word.source === 'visual' || kind === null) return null;
  const dates = [...new Set(pages.flatMap(({ lines }) => listPrintedDates(lines, kind, at)))].sort();
  const [first, ...others] = dates.filter((date) => date !== dateOf(evidence, 'dateOfBirth'));
  const last = others.at(-1);
  if (first === undefined || last === undefined) return null;
  if (Date.parse(last) - Date.parse(first) < shortestValidityMs) return null;
  const printed = { ...word, source: 'visual' as const, side: null, value: last, meaning: last, from: undefined };
  return { field: 'dateOfExpiry', agrees: false, words: [word, printed], isCertain: false };
}

/** Everything that zone or barcode say, and the print in which it is looked for. */
function printSearchOf(evidence: DocumentEvidence): { words: MachineWord[]; search: PrintSearch } {
  const { mrz, readings } = evidence;
  const pages = evidence.pages.map(({ lines, withFillers, shownSide, claimedSide, page: { reading } }) => ({
    lines,
    withFillers,
    side: shownSide ?? claimedSide,
    frame: reading?.mrz == null ? null : frameOfZone(reading.mrz, printedLinesOf(reading)),
  }));
  const words = readings
    .filter(({ source }) => source !== 'visual')
    .map(({ name, value, normalisedValue }) => ({ name, value, meaning: normalisedValue ?? value }));
  const lines = pages.flatMap((page) => page.lines);
  return { words, search: { ...evidence, pages, lines, areNamesCut: mrz?.parsed.namesFillField ?? false } };
}

/** Where no label was found, the value of the zone or barcode may still be printed somewhere. */
function wordInPrint(field: DocumentFieldName, evidence: DocumentEvidence, printed: PrintAssignment): Word | null {
  const reading = machineReadingOf(field, evidence);
  const value = printed.get(field);
  if (reading === undefined || value === undefined) return null;
  if (field === 'dateOfExpiry' && printsOtherExpiry(value, evidence)) return null;
  // The same day of another century is not the same date.
  if (usualFormOf(field) === 'date' && value !== (reading.normalisedValue ?? reading.value)) return null;
  return { source: 'visual', side: null, value, meaning: value, confidence: null, isDoubtful: false };
}

/** Whether another future date is printed without a label that assigns it to a field: a document expires once. */
function printsOtherExpiry(expiry: string, { pages, kind, visual, at }: DocumentEvidence): boolean {
  if (kind === null) return false;
  const isLabelled = (date: string) =>
    visual.some(({ field, normalisedValue }) => normalisedValue === date && field.name !== 'dateOfExpiry');
  return pages.some(({ lines }) =>
    listPrintedDates(lines, kind, at).some((date) => date !== expiry && new Date(date) > at && !isLabelled(date)),
  );
}

/**
 * Whether the field's own label has another value, however uncertain its reading: then a match elsewhere on the page is no agreement. A
 * forger can add a line as easily as blur one.
 */
function isDenied(field: DocumentFieldName, first: Word, others: readonly Word[], evidence: DocumentEvidence): boolean {
  if (!telling.includes(field) || first.source === 'visual') return false;
  const labelled = others.filter(({ source }) => source === 'visual');
  if (!isPartOfName(field)) return labelled.some((word) => doWordsAgree(field, first, word, evidence) === false);
  const whole = evidence.readings.filter(({ name, source }) => name === 'fullName' && source === 'visual');
  const texts = [...labelled.map(({ meaning }) => meaning), ...whole.map(({ value }) => value)];
  return texts.some((text) => ['mixed', 'different'].includes(comparePrintedName(first.meaning, text, evidence)));
}

/** A name that is printed on one line, compared with the names in parts. */
function compareWholeNames(evidence: DocumentEvidence): Compared | null {
  const { readings } = evidence;
  const whole = readings.find(({ name, source }) => name === 'fullName' && source === 'visual');
  const source = readings.find(({ name, source: from }) => name === 'familyNames' && from !== 'visual')?.source;
  if (whole === undefined || source === undefined) return null;
  const part = (wanted: DocumentFieldName) =>
    readings.find(({ name, source: from }) => name === wanted && from === source)?.value ?? '';
  const value = `${part('givenNames')} ${part('familyNames')}`.trim();
  const agrees = agreementOf[comparePrintedName(value, whole.value, evidence)];
  const isTold = agrees === true || (agrees === false && (whole.confidence ?? 0) >= sureEnoughToContradict);
  if (!isTold) return null;
  const inParts = { source, side: null, value, meaning: value, confidence: null, isDoubtful: false };
  return { field: 'fullName', agrees, words: [inParts, { ...whole, meaning: whole.value }], isCertain: false };
}
