import type { DocumentFieldName } from '../documents/document-field.ts';
import type { DocumentKind, DocumentSide } from './document-kind.ts';

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
export const usedValues: readonly DocumentFieldName[] = [...ownValues, 'dateOfExpiry', 'address'];
/** The contents of every zone and of the barcodes that the service reads. */
const ofMachines: readonly DocumentFieldName[] = [
  'familyNames',
  'givenNames',
  'fullName',
  'documentNumber',
  'dateOfBirth',
];

/** The own values on a side of the kind: its print, and what was read of its zone and barcode. */
export function ownValuesOn(
  side: DocumentSide,
  { fields, mrz, barcodes }: DocumentKind,
  read: { mrz: boolean; barcode: boolean } = { mrz: true, barcode: true },
): DocumentFieldName[] {
  const printed = fields.filter((field) => field.side === side).map(({ name }) => name);
  const isBarcoded = read.barcode && barcodes.some((barcode) => barcode.side === side && barcode.standard !== null);
  const repeated = mrz?.optionalData;
  const isZoned = read.mrz && mrz?.side === side;
  const ofZone = isZoned ? [...ofMachines, ...(repeated === undefined ? [] : [repeated])] : [];
  const encoded = isBarcoded ? ofMachines : ofZone;
  return ownValues.filter((name) => printed.includes(name) || encoded.includes(name));
}

/**
 * Whether the address is all that a verdict could use of its side, and nothing shows that this side belongs to the other one (the blue
 * Peruvian DNI). Then it may be anybody's address: the record shows it, but it is no value of the identity, and the side needs no link. An
 * expiry that the number of the other side tells is not of this side alone (the French card until 2021).
 */
export function isAddressUnlinked(kind: DocumentKind): boolean {
  const side = kind.fields.find(({ name }) => name === 'address')?.side;
  const others = kind.sides.filter((other) => other !== side);
  if (side === undefined || others.length === 0 || kind.portrait === side) return false;
  const ownOfSide = usedValues.filter(
    (name) => name !== 'address' && !(name === 'dateOfExpiry' && kind.yearsValid.length > 0),
  );
  const isAlone = kind.fields.every((field) => field.side !== side || !ownOfSide.includes(field.name));
  return isAlone && ownValuesOn(side, kind).length === 0;
}
