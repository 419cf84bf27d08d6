import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import type { DocumentKind, DocumentSide } from '../../../domain/document-kinds/document-kind.ts';
import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';
import { placeOf } from '../field-place.ts';
import { compareAll, hasPrint, identifying, machineReadingOf, telling, type Compared } from './source-comparison.ts';
import type { Word } from './words-agree.ts';

type CrossCheck = Extract<DocumentCheck, { id: 'cross-check' }>;
type Comparison = NonNullable<CrossCheck['data']>['comparisons'][number];

/**
 * Fields that a zone or barcode and the print both contain. A pass needs each of them in print where the kind prints it, whatever the
 * quality of the picture. Names have no check digit, and anyone can compute those of numbers and dates.
 */
const repeatedInPrint: readonly DocumentFieldName[] = [
  'familyNames',
  'givenNames',
  'documentNumber',
  'dateOfBirth',
  'dateOfExpiry',
  'issuingState',
  'nationality',
  'sex',
  'address',
];
/** Every document names its holder and its issuer, whether or not the data of its kind lists them. */
const onEveryDocument: readonly DocumentFieldName[] = ['familyNames', 'givenNames', 'issuingState'];
/** A zone or barcode with fewer identifying fields contains too little to compare. */
const fewestIdentifying = 2;

/**
 * Do zone, barcode and print agree, field by field? Absence is not agreement: a value of the zone that no printed line repeats is a doubt,
 * and small, blurred or missing print excludes nothing from the comparison. Only one reader sees the print, so a contradiction there is a
 * doubt, too. Zone and barcode carry their own proof, so where these two differ, one of them is forged. No check for a kind with one source.
 */
export function checkAgreement(evidence: DocumentEvidence): CrossCheck[] {
  const { kind, mrz } = evidence;
  if (kind === null && mrz === null) return [];
  const hasOneSource = kind !== null && kind.mrz === null && kind.barcodes.every(({ standard }) => standard === null);
  const comparisons = compareAll(evidence);
  if (hasOneSource && comparisons.length === 0) return [];
  const notFound = hasOneSource ? [] : notFoundOf(comparisons, evidence);
  const notPrinted = repeatedInPrint.filter(
    (name) => saysOf(name, evidence) && kind !== null && !printsField(kind, name),
  );
  const data = { comparisons: comparisons.map((compared) => shown(compared, evidence)), notFound, notPrinted };
  const check = { id: 'cross-check' as const, durationMs: 0, data };
  const disagreeing = comparisons.filter(({ agrees }) => !agrees);
  const isProven = disagreeing.some(({ isCertain }) => isCertain);
  const findings: CrossCheck[] = [];
  if (disagreeing.length > 0) {
    findings.push({ ...check, outcome: isProven ? 'failed' : 'warning', code: 'document.fields_disagree' });
  }
  if (notFound.length > 0) findings.push({ ...check, outcome: 'warning', code: 'document.not_found_in_print' });
  return findings.length > 0 ? findings : [{ ...check, outcome: 'passed', code: null }];
}

/** The sides on which labelled print repeats a field of the zone or barcode. */
export function listPrintedSides(evidence: DocumentEvidence): Map<DocumentFieldName, DocumentSide[]> {
  const agreeing = compareAll(evidence).filter(({ agrees }) => agrees);
  const sidesOf = (words: readonly Word[]) =>
    words.flatMap(({ source, side }) => (source === 'visual' && side !== null ? [side] : []));
  return new Map(agreeing.map(({ field, words }) => [field, sidesOf(words)]));
}

/** Fields whose value in the zone or barcode was not found in print; all of them when zone and barcode contain too little. */
function notFoundOf(comparisons: readonly Compared[], evidence: DocumentEvidence): DocumentFieldName[] {
  const repeated = repeatedFieldsOf(evidence);
  const said = repeated.filter((name) => saysOf(name, evidence));
  const identified = identifying.filter((name) => machineReadingOf(name, evidence) !== undefined);
  const isNamed = said.includes('familyNames') || said.includes('givenNames');
  const tells = isNamed && identified.length >= fewestIdentifying;
  const inPrint = new Set(comparisons.filter(({ words }) => hasPrint(words)).map(({ field }) => field));
  return repeated.filter((name) => (said.includes(name) || (!tells && telling.includes(name))) && !inPrint.has(name));
}

/** On some cards the zone repeats another printed number, and some print the zone's number nowhere. */
function repeatedFieldsOf({ kind }: DocumentEvidence): DocumentFieldName[] {
  const other = kind?.mrz?.optionalData;
  const repeated = repeatedInPrint.filter((name) => kind === null || printsField(kind, name));
  return other === undefined ? repeated : [...repeated, other];
}

/** A kind for any country may print fields that its data does not list. Names are on every document. */
function printsField({ country, fields }: DocumentKind, name: DocumentFieldName): boolean {
  return country === null || onEveryDocument.includes(name) || fields.some((field) => field.name === name);
}

/** Whether a zone or barcode contains a value that the print could repeat: an unspecified sex is not printed. */
function saysOf(name: DocumentFieldName, evidence: DocumentEvidence): boolean {
  const reading = machineReadingOf(name, evidence);
  return reading !== undefined && !(name === 'sex' && reading.normalisedValue === 'X');
}

function shown({ field, agrees, words }: Compared, { result }: DocumentEvidence): Comparison {
  const readings = words.slice(0, 10).map(({ side, source, value, from }) => {
    const place = placeOf(from, result.pages);
    return { side, source, value: value.slice(0, 1000), ...(place !== null && { place }) };
  });
  return { field, agrees, readings };
}
