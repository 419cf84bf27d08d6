import { isOfCard, parseCard, type CodedCard } from '../../domain/barcodes/parse-card.ts';
import type { DocumentKind, DocumentSide } from '../../domain/document-kinds/document-kind.ts';
import type { MrzZone, PageReading } from '../../domain/ports/pages/page-reader.ts';
import { countryOfMrzCode } from '../../domain/documents/issuing-state.ts';
import { isLike, recogniseKind } from './recognise-kind.ts';
import type { StoredDocument } from './page-result-schema.ts';
import { likeLargeFaces } from './portrait-place.ts';
import { parseMrz } from '../../domain/mrz/parse-mrz.ts';
import { printedLinesOf } from './print/printed-lines.ts';
import { layOutPage } from './visual/page-layout.ts';
import type { StepSubmit } from '../define-step-schema.ts';
import type { documentSchema } from './schema.ts';

type Claim = StepSubmit<typeof documentSchema>;

/**
 * Whether the pictures show two documents: a second machine-readable zone in one of them, zones or barcodes that differ, wherever they are,
 * or cut-out pages that cannot belong together, such as two fronts. Front and back of one card may be in one picture.
 */
export function showsSeveral({ pages }: StoredDocument, claim: Claim, at: Date): boolean {
  const readings = pages.flatMap(({ mediaId, reading }) => (reading === null ? [] : [{ mediaId, reading }]));
  if (readings.some(({ reading }) => (reading.otherZones ?? 0) > 0)) return true;
  if (saysSeveral(readings.map(({ reading }) => reading))) return true;
  const pictures = new Map<string, PageReading[]>();
  for (const { mediaId, reading } of readings) {
    if (reading.cut !== undefined) pictures.set(mediaId, [...(pictures.get(mediaId) ?? []), reading]);
  }
  return [...pictures.values()].some((cut) => cut.length > 1 && areSeveral(cut, claim, at));
}

/**
 * The other checks look at the first zone and the first barcode alone. A forger could put a false one on the front, in front of the true one
 * on the back, which contradicts it.
 */
function saysSeveral(readings: readonly PageReading[]): boolean {
  const [zone, ...otherZones] = readings.flatMap(({ mrz }) => mrz ?? []);
  if (zone !== undefined && otherZones.some((other) => !isSameZone(zone, other))) return true;
  const texts = readings.flatMap(({ barcodes }) => barcodes.map(({ text }) => text).filter(isOfCard));
  const [card, ...otherCards] = [...new Set(texts)].map(parseCard);
  return card !== undefined && otherCards.some((other) => !isSameCard(card, other));
}

/** One of the readers read the same letters in both. */
function isSameZone(one: MrzZone, other: MrzZone): boolean {
  const textsOf = ({ first, second }: MrzZone) =>
    [first, ...(second === null ? [] : [second])].map(({ lines }) => lines.join('\n'));
  const texts = textsOf(other);
  return textsOf(one).some((text) => texts.includes(text));
}

/** Error correction leaves no misread letters in a barcode. What cannot be read may be another card's. */
function isSameCard(one: CodedCard | null, other: CodedCard | null): boolean {
  if (one === null || other === null) return false;
  const valuesOf = ({ card, country, fields }: CodedCard) => [
    `${card} ${country}`,
    ...Object.entries(fields)
      .map(([name, { normalisedValue }]) => `${name} ${normalisedValue}`)
      .sort(),
  ];
  return valuesOf(one).join('\n') === valuesOf(other).join('\n');
}

function areSeveral(cut: readonly PageReading[], claim: Claim, at: Date): boolean {
  if (cut.filter(({ mrz }) => mrz !== null).length > 1) return true;
  const cards = cut.flatMap(({ barcodes }) => barcodes.filter(({ text }) => isOfCard(text)));
  if (cards.length > 1) return true;
  const faces = cut.flatMap(({ portraitArea }) => portraitArea?.width ?? []).sort((one, other) => other - one);
  const [largest, second] = faces;
  if (largest !== undefined && second !== undefined && second >= likeLargeFaces * largest) return true;
  const seen = cut.flatMap((reading) => certainSideOf(reading, claim, at) ?? []);
  return seen.some(({ kind, side }, index) =>
    seen.slice(index + 1).some((other) => !isLike(kind, other.kind) || (side !== null && side === other.side)),
  );
}

/** Null: the page does not tell what it is. */
function certainSideOf(
  reading: PageReading,
  claim: Claim,
  at: Date,
): { kind: DocumentKind; side: DocumentSide | null } | null {
  const zone = reading.mrz && parseMrz(reading.mrz.format, reading.mrz.first.lines, at);
  const issuer = zone?.fields.issuer?.value ?? null;
  const { kind, isCertain, sides } = recogniseKind(
    {
      pages: [layOutPage({ lines: printedLinesOf(reading) })],
      zone: zone && {
        format: zone.format,
        code: zone.fields.documentCode?.value ?? '',
        country: issuer === null ? null : countryOfMrzCode(issuer),
        page: 0,
      },
      barcode: null,
    },
    claim,
  );
  return isCertain && kind !== null ? { kind, side: sides[0] ?? null } : null;
}
