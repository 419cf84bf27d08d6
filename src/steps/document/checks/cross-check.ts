import type { DocumentFieldName } from '../../../domain/document-field.ts';
import { getNationalRule } from '../../../domain/national-numbers/index.ts';
import { usualFormOf } from '../../../domain/document-kinds/document-kind.ts';
import { dateOf, type DocumentCheck, type DocumentEvidence } from '../document-evidence.ts';
import type { FieldReading } from '../field-reading.ts';
import { compareFullNames, isTransliteration } from '../names-agree.ts';
import { listPrintedDates } from '../visual/list-printed-dates.ts';

type CrossCheck = Extract<DocumentCheck, { id: 'cross-check' }>;
type Comparison = NonNullable<CrossCheck['data']>['comparisons'][number];

/** What one source says of a field, for comparing. */
type Word = Pick<FieldReading, 'source' | 'side' | 'value' | 'isDoubtful'> & {
  meaning: string;
  confidence: number | null;
};

/** What identifies the holder and the document: so many of these must have been compared for a pass. */
const telling: readonly DocumentFieldName[] = [
  'fullName',
  'familyNames',
  'dateOfBirth',
  'documentNumber',
  'personalNumber',
  'taxNumber',
  'dateOfExpiry',
];
const fewestTelling = 2;

/** A word of the visual zone below this is too unsure to contradict anything. */
const sureEnoughToContradict = 0.8;
/** Two printed dates so far apart, neither of them the holder's birth, are those of issue and expiry: ten months. */
const shortestValidityMs = 300 * 86_400_000;

/**
 * Do zone, barcode and visual zone say the same, field by field? One reader alone sees the visual zone, so that its contradiction
 * is a doubt; zone and barcode prove themselves, and where they differ one of them was made up. Null for a kind with one source.
 */
export function checkAgreement(evidence: DocumentEvidence): CrossCheck | null {
  const { kind, mrz } = evidence;
  if (kind === null && mrz === null) return null;
  const hasOneSource = kind !== null && kind.mrz === null && kind.barcodes.every(({ standard }) => standard === null);
  const comparisons = compareAll(evidence);
  if (hasOneSource && comparisons.length === 0) return null;
  const check = { id: 'cross-check' as const, durationMs: 0, data: { comparisons: comparisons.map(shown) } };
  const disagreeing = comparisons.filter(({ agrees }) => !agrees);
  if (disagreeing.length > 0) {
    const isProven = disagreeing.some(({ isCertain }) => isCertain);
    return { ...check, outcome: isProven ? 'failed' : 'warning', code: 'document.fields_disagree' };
  }
  const compared = comparisons.filter(({ field }) => telling.includes(field)).length;
  if (!hasOneSource && compared < fewestTelling) return { ...check, outcome: 'skipped', code: 'check.input_missing' };
  return { ...check, outcome: 'passed', code: null };
}

interface Compared {
  field: DocumentFieldName;
  agrees: boolean;
  words: readonly Word[];
  /** Whether every word is one that proves itself. */
  isCertain: boolean;
}

function shown({ field, agrees, words }: Compared): Comparison {
  return {
    field,
    agrees,
    readings: words.slice(0, 10).map(({ side, source, value }) => ({ side, source, value: value.slice(0, 1000) })),
  };
}

function compareAll(evidence: DocumentEvidence): Compared[] {
  const names = [...new Set(evidence.readings.map(({ name }) => name))];
  const fields = names.flatMap((name) => compareField(name, wordsOn(name, evidence), evidence) ?? []);
  const fullName = compareWholeNames(evidence);
  return fullName === null ? fields : [...fields, fullName];
}

/** Every source's word, and those of numbers that tell of their holder. */
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

function compareField(field: DocumentFieldName, words: readonly Word[], evidence: DocumentEvidence): Compared | null {
  const [first, ...others] = words;
  if (first === undefined) return null;
  if (others.length === 0) return comparePrinted(field, first, evidence);
  const judged = others.map((other) => ({ other, agrees: doWordsAgree(field, first, other, evidence) }));
  // What is too unsure to contradict, and what has no common notation, says nothing either way.
  const told = judged.filter(({ other, agrees }) => agrees === true || (agrees === false && canContradict(other)));
  if (told.length === 0) return comparePrinted(field, first, evidence);
  return {
    field,
    agrees: told.every(({ agrees }) => agrees === true),
    words: [first, ...told.map(({ other }) => other)],
    isCertain: [first, ...told.map(({ other }) => other)].every(
      ({ source, isDoubtful }) => source !== 'visual' && !isDoubtful,
    ),
  };
}

function canContradict({ source, confidence }: Word): boolean {
  return source !== 'visual' || (confidence ?? 0) >= sureEnoughToContradict;
}

/**
 * Where no label was found, the zone's word may still stand somewhere in the visual zone; that it does not says nothing, save for
 * a date of expiry where others are printed that can only be those of issue and expiry.
 */
function comparePrinted(field: DocumentFieldName, word: Word, evidence: DocumentEvidence): Compared | null {
  const { mrz, pages, kind, at } = evidence;
  if (word.source !== 'mrz' || kind === null) return null;
  const found = (agrees: boolean, value: string): Compared => ({
    field,
    agrees,
    words: [word, { ...word, source: 'visual', side: null, value }],
    isCertain: false,
  });
  if (usualFormOf(field) !== 'date') {
    const isPrinted = mrz?.fields.some((reading) => reading.name === field && reading.confirmedByVisualZone) === true;
    return isPrinted ? found(true, word.value) : null;
  }
  const dates = [...new Set(pages.flatMap(({ lines }) => listPrintedDates(lines, kind, at)))].sort();
  if (dates.includes(word.meaning)) return found(true, word.meaning);
  const others = dates.filter((date) => date !== dateOf(evidence, 'dateOfBirth'));
  const [first, last] = [others[0], others.at(-1)];
  if (field !== 'dateOfExpiry' || first === undefined || last === undefined) return null;
  return Date.parse(last) - Date.parse(first) >= shortestValidityMs ? found(false, last) : null;
}

/** Null: the two have no notation in common. */
function doWordsAgree(field: DocumentFieldName, one: Word, other: Word, { mrz }: DocumentEvidence): boolean | null {
  switch (usualFormOf(field)) {
    case 'date':
    case 'sex':
      return one.meaning === other.meaning;
    case 'number':
      return doNumbersAgree(one.meaning, other.meaning);
    case 'name': {
      const isCut = mrz?.parsed.namesFillField === true;
      return one.source === 'mrz'
        ? isTransliteration(one.meaning, other.meaning, isCut)
        : compareFullNames(one.meaning, other.meaning) === 'same';
    }
    case 'country':
      return /^[A-Z]{2}$/.test(one.meaning) && /^[A-Z]{2}$/.test(other.meaning) ? one.meaning === other.meaning : null;
    case 'text':
    case 'address':
    case 'categories':
    case 'year-range':
      return null;
  }
}

/**
 * The visual zone knows no alphabet: O and 0, I and 1 are one there. Some cards print a check character that the zone leaves
 * out.
 */
function doNumbersAgree(one: string, other: string): boolean {
  const [a, b] = [one, other].map((number) =>
    number
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
      .replaceAll('O', '0')
      .replaceAll('I', '1'),
  );
  if (a === undefined || b === undefined || a === '' || b === '') return false;
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  return a === b || (shorter.length >= 8 && longer.length === shorter.length + 1 && longer.startsWith(shorter));
}

/** A name that is printed as one line against the names in parts. */
function compareWholeNames({ readings, mrz }: DocumentEvidence): Compared | null {
  const whole = readings.find(({ name, source }) => name === 'fullName' && source === 'visual');
  const source = readings.find(({ name, source: from }) => name === 'familyNames' && from !== 'visual')?.source;
  if (whole === undefined || source === undefined) return null;
  const part = (wanted: DocumentFieldName) =>
    readings.find(({ name, source: from }) => name === wanted && from === source)?.value ?? '';
  const [family, given] = [part('familyNames'), part('givenNames')];
  const isCut = source === 'mrz' && mrz?.parsed.namesFillField === true;
  const agrees =
    [`${given} ${family}`, `${family} ${given}`].some((name) => isTransliteration(name, whole.value, false)) ||
    compareFullNames(`${given} ${family}`, whole.value) === 'same' ||
    (isCut && isCutName(family, given, whole.value));
  if (!agrees && (whole.confidence ?? 0) < sureEnoughToContradict) return null;
  const inParts = {
    source,
    side: null,
    value: `${given} ${family}`,
    meaning: `${given} ${family}`,
    confidence: null,
    isDoubtful: false,
  };
  return { field: 'fullName', agrees, words: [inParts, { ...whole, meaning: whole.value }], isCertain: false };
}

/** Names that fill their field in the zone are those of the print up to where they were cut: the given names are the last there. */
function isCutName(family: string, given: string, printed: string): boolean {
  if (isTransliteration(`${family}${given}`, printed, true)) return true;
  // Printed with the given names first, the cut is in the middle.
  const words = printed.split(' ');
  return words.some((_, split) => {
    const [first, last] = [words.slice(0, split).join(' '), words.slice(split).join(' ')];
    return isTransliteration(family, last, false) && isTransliteration(given, first, true);
  });
}
