import { hasAamvaHeader, parseAamva, type AamvaCard } from './parse-aamva.ts';
import { endOfCedulaFields, hasCedulaMarker, parseCedula, type CedulaCard } from './parse-cedula.ts';

/** The layouts of barcodes that the service reads. */
export const barcodeStandards = ['aamva', 'co-cedula'] as const;
export type BarcodeStandard = (typeof barcodeStandards)[number];

/** The contents of a card's PDF417. */
export type CodedCard = AamvaCard | CedulaCard;

/** Whether a barcode is a card's, even if its contents cannot be read or contradict each other. */
export function isOfCard(text: string): boolean {
  return hasAamvaHeader(text) || hasCedulaMarker(text);
}

/** Parses the text of a PDF417. Null: it follows no layout that the service reads. Never throws. */
export function parseCard(text: string): CodedCard | null {
  return parseAamva(text) ?? parseCedula(text);
}

/**
 * The text of a PDF417 without the fingerprints that Colombian cards have behind their fields. Only these records have characters of the value
 * zero. Spaces replace them, because databases refuse them in texts.
 */
export function withoutFingerprints(text: string): string {
  return text.includes('\0') ? text.slice(0, endOfCedulaFields).replaceAll('\0', ' ') : text;
}
