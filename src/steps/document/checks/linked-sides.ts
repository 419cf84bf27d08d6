import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import type { DocumentKind, DocumentSide } from '../../../domain/document-kinds/document-kind.ts';
import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';
import type { FieldReading } from '../field-reading.ts';
import { findHolderPortrait } from '../holder-portrait.ts';

type LinkedSidesCheck = Extract<DocumentCheck, { id: 'linked-sides' }>;

/** Values of one person or one document. Where both sides have one of them, it shows that they belong together. */
const ownValues: readonly DocumentFieldName[] = [
  'familyNames',
  'givenNames',
  'fullName',
  'documentNumber',
  'personalNumber',
  'taxNumber',
  'dateOfBirth',
];
/** Values on which a verdict depends, or which become values of the identity. */
const usedValues: readonly DocumentFieldName[] = [...ownValues, 'dateOfExpiry', 'address'];
/** The contents of every zone and of the barcodes that the service reads. */
const ofMachines: readonly DocumentFieldName[] = [
  'familyNames',
  'givenNames',
  'fullName',
  'documentNumber',
  'dateOfBirth',
];

/**
 * Do the document's values come from two sides that nothing links, because no name, number or birth date is on both? Then a forger can
 * combine their own front with another person's back, in two pictures or in one. Null for values of one side, and for a kind whose sides share
 * a value: the other checks compare it.
 */
export function checkLinkedSides(evidence: DocumentEvidence): LinkedSidesCheck | null {
  const { kind, fields } = evidence;
  if (kind === null || areSidesLinked(kind)) return null;
  const used = usedValues.flatMap((name) => sidesOf(fields.get(name), kind));
  const hasPortrait = findHolderPortrait(evidence)?.page.reading?.portrait != null;
  if (hasPortrait && kind.portrait !== null) used.push(kind.portrait);
  const sides = kind.sides.filter((side) => used.includes(side));
  if (sides.length < 2) return null;
  return { id: 'linked-sides', durationMs: 0, outcome: 'warning', code: 'document.sides_not_linked', data: { sides } };
}

function areSidesLinked(kind: DocumentKind): boolean {
  const [front, back] = [ownValuesOn('front', kind), ownValuesOn('back', kind)];
  return front.some((name) => back.includes(name));
}

function ownValuesOn(side: DocumentSide, { fields, mrz, barcodes }: DocumentKind): DocumentFieldName[] {
  const printed = fields.filter((field) => field.side === side).map(({ name }) => name);
  const isBarcoded = barcodes.some((barcode) => barcode.side === side && barcode.standard !== null);
  const repeated = mrz?.optionalData;
  const ofZone = mrz?.side === side ? [...ofMachines, ...(repeated === undefined ? [] : [repeated])] : [];
  const encoded = isBarcoded ? ofMachines : ofZone;
  return ownValues.filter((name) => printed.includes(name) || encoded.includes(name));
}

/** The side where the kind has the value: one picture may show both. */
function sidesOf(reading: FieldReading | undefined, { fields, mrz, barcodes }: DocumentKind): DocumentSide[] {
  if (reading === undefined) return [];
  if (reading.source === 'mrz') return mrz === null ? [] : [mrz.side];
  if (reading.source === 'barcode') return barcodes.map(({ side }) => side);
  return fields.filter(({ name }) => name === reading.name).map(({ side }) => side);
}
