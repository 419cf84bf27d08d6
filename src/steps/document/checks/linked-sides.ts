import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import type { DocumentKind, DocumentSide } from '../../../domain/document-kinds/document-kind.ts';
import { expiryByNumber } from '../../../domain/document-kinds/expiry-by-number.ts';
import { isAddressUnlinked, ownValuesOn, usedValues } from '../../../domain/document-kinds/side-values.ts';
import { localDays } from '../../../domain/documents/local-days.ts';
import { dateOf, isSure, valueOf, type DocumentCheck, type DocumentEvidence } from '../document-evidence.ts';
import type { FieldReading } from '../field-reading.ts';
import { findHolderPortrait } from '../holder-portrait.ts';
import { listPrintedSides } from './cross-check.ts';

type LinkedSidesCheck = Extract<DocumentCheck, { id: 'linked-sides' }>;

/** The print of the other side links a barcode to it if it repeats these, as far as the barcode has them. */
const linkingValues: readonly DocumentFieldName[] = ['documentNumber', 'familyNames', 'givenNames'];

/**
 * Do the document's values come from two sides that nothing links, because no name, number or birth date is on both? Then a forger can
 * combine their own front with another person's back, in two pictures or in one. Null for values of one side, and for sides that share a
 * value: the other checks compare it.
 */
export function checkLinkedSides(evidence: DocumentEvidence): LinkedSidesCheck | null {
  const { kind, fields } = evidence;
  if (kind === null) return null;
  const needless: readonly DocumentFieldName[] = [
    ...(isAddressUnlinked(kind) ? (['address'] as const) : []),
    ...(isExpiryBorneOut(kind, evidence) ? (['dateOfExpiry'] as const) : []),
  ];
  const names = usedValues.filter((name) => !needless.includes(name));
  const used = names.flatMap((name) => sidesOf(fields.get(name), kind));
  const hasPortrait = findHolderPortrait(evidence)?.page.reading?.portrait != null;
  if (hasPortrait && kind.portrait !== null) used.push(kind.portrait);
  const sides = kind.sides.filter((side) => used.includes(side));
  if (sides.length < 2 || areSidesLinked(kind, evidence)) return null;
  return { id: 'linked-sides', durationMs: 0, outcome: 'warning', code: 'document.sides_not_linked', data: { sides } };
}

/** A zone or barcode that was not read links nothing, and neither does a barcode that the print does not repeat. */
function areSidesLinked(kind: DocumentKind, evidence: DocumentEvidence): boolean {
  const { mrz, barcode } = evidence;
  const sharesWith = (read: { mrz: boolean; barcode: boolean }) => {
    const [front, back] = [ownValuesOn('front', kind, read), ownValuesOn('back', kind, read)];
    return front.some((name) => back.includes(name));
  };
  if (sharesWith({ mrz: mrz !== null, barcode: false })) return true;
  if (barcode === null || !sharesWith({ mrz: mrz !== null, barcode: true })) return false;
  const coded = linkingValues.filter((name) => barcode.card.fields[name] !== undefined);
  const printed = listPrintedSides(evidence);
  const ownSides = kind.barcodes.map(({ side }) => side);
  return coded.every((name) => printed.get(name)?.some((side) => !ownSides.includes(side)) === true);
}

/**
 * Whether number and birth, read without a doubt, tell the printed expiry. A forger who adds another person's back can then only choose one
 * that expires at about the same time. After the first day on which the forger's own card can have expired, the number confirms no expiry.
 */
function isExpiryBorneOut(kind: DocumentKind, evidence: DocumentEvidence): boolean {
  const number = valueOf(evidence, 'documentNumber');
  const [dateOfBirth, dateOfExpiry] = [dateOf(evidence, 'dateOfBirth'), dateOf(evidence, 'dateOfExpiry')];
  if (number === null || dateOfBirth === null || dateOfExpiry === null) return false;
  if (!isSure(evidence, 'documentNumber') || !isSure(evidence, 'dateOfBirth')) return false;
  const today = localDays(evidence.at).latest;
  const told = expiryByNumber(kind, number, { dateOfBirth, today });
  return told !== null && today <= told.first && dateOfExpiry >= told.first && dateOfExpiry <= told.last;
}

/**
 * The side where the kind has the value: one picture may show both. The print has to repeat what zone and barcode contain, so its side counts
 * where the kind prints the value.
 */
function sidesOf(reading: FieldReading | undefined, { fields, mrz, barcodes }: DocumentKind): DocumentSide[] {
  if (reading === undefined) return [];
  const printed = fields.filter(({ name }) => name === reading.name).map(({ side }) => side);
  if (printed.length > 0 || reading.source === 'visual') return printed;
  return reading.source === 'mrz' ? (mrz === null ? [] : [mrz.side]) : barcodes.map(({ side }) => side);
}
