import countries from 'i18n-iso-countries';
import { withoutFingerprints } from '../../src/domain/barcodes/parse-card.ts';
import type { DocumentFieldName } from '../../src/domain/documents/document-field.ts';
import type { DocumentKind, DocumentSide } from '../../src/domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../src/domain/document-kinds/find-kinds.ts';
import { composeAamva } from './compose-aamva.ts';
import { barcodeOfCedula } from './compose-cedula.ts';
import { composeMrz, specimenFormats, type SpecimenFormat } from './compose-mrz.ts';
import { composePage, drawPrintStyle } from './compose-page.ts';
import { createRandom, type Random } from '../drawing/create-random.ts';
import { drawPdf417, drawQr, drawSealedText, type DrawnBarcode } from './draw-barcode.ts';
import type { DocumentHolder, FixedHolder, PrintedValue } from './document-holder.ts';
import { drawDocumentHolder } from './draw-document-holder.ts';
import type { PageDrawing } from './page-drawing.ts';
import { renderPdf } from '../drawing/render-pdf.ts';
import { renderPicture } from '../drawing/render-picture.ts';

export interface DrawDocumentOptions {
  seed: number;
  /** Values that are fixed instead of drawn by the seed. */
  holder?: FixedHolder;
  /** A picture to print in place of the silhouette. */
  portrait?: Buffer;
  /** A forger's changes, in the print alone or in zone and barcode alone, with matching check digits. */
  forged?: { print?: ForgedValues; coded?: ForgedValues };
}

/** False values of a document: those of its holder, and its number. */
export type ForgedValues = FixedHolder & { documentNumber?: string };

export interface DrawnSide {
  side: DocumentSide;
  jpeg: Buffer;
  widthPx: number;
  heightPx: number;
}

/** What is true of a drawn document, zone by zone. */
export interface DrawnTruth {
  holder: DocumentHolder;
  printed: Partial<Record<DocumentFieldName, PrintedValue>>;
  barcodeFields: Partial<Record<DocumentFieldName, PrintedValue>>;
  /** `above`: lines that are above the zone and not part of it. */
  mrz: { format: SpecimenFormat; lines: readonly string[]; above: readonly string[] } | null;
  /** As the reader keeps them. */
  barcodes: readonly string[];
}

export interface DrawnDocument {
  kind: DocumentKind;
  sides: DrawnSide[];
  truth: DrawnTruth;
}

/** Draws every side of a made-up document of the kind, from the kind's own data. The same options give the same pictures. */
export async function drawDocument(kind: DocumentKind, options: DrawDocumentOptions): Promise<DrawnDocument> {
  const { pages, truth, random } = await composeDocument(kind, options);
  const sides: DrawnSide[] = [];
  for (const [side, page] of pages) {
    sides.push({ side, ...(await renderPicture(page, random, options.portrait)) });
  }
  return { kind, sides, truth };
}

/** The same document as a file with a text layer, one page a side. */
export async function drawDocumentPdf(
  kind: DocumentKind,
  options: DrawDocumentOptions,
): Promise<{ pdf: Buffer; truth: DrawnTruth }> {
  const { pages, truth } = await composeDocument(kind, options);
  return { pdf: await renderPdf(pages.map(([, page]) => page)), truth };
}

/** Everything about a document but its pixels: the page of each side, and what is true. */
export async function composeDocument(kind: DocumentKind, { seed, holder: fixed = {}, forged }: DrawDocumentOptions) {
  const random = createRandom(seed + seedOfKind(kind));
  const holder = drawDocumentHolder(random, kind, fixed);
  const coded = withForged(holder, forged?.coded);
  const onPrint = withForged(holder, forged?.print);
  const style = drawPrintStyle(random, kind);
  const mrz = composeZone(kind, coded, random);
  const subfile = kind.type === 'driving-license' ? 'DL' : 'ID';
  const content = kind.barcodes.some(({ standard }) => standard === 'aamva')
    ? composeAamva(coded, subfile)
    : kind.barcodes.some(({ standard }) => standard === 'co-cedula')
      ? barcodeOfCedula(coded)
      : null;
  const barcodes: (DrawnBarcode & { side: DocumentSide })[] = [];
  for (const { side, symbology, standard } of kind.barcodes) {
    const text = standard !== null && content !== null ? content.text : drawSealedText(random);
    barcodes.push({ side, ...(await (symbology === 'pdf417' ? drawPdf417(text) : drawQr(text))) });
  }
  const pages = kind.sides.map((side): [DocumentSide, PageDrawing] => {
    const zone = kind.mrz?.side === side && mrz !== null ? [...mrz.above, ...mrz.lines] : [];
    const ofSide = barcodes.filter((barcode) => barcode.side === side);
    return [side, composePage({ kind, side, holder: onPrint, zone, barcodes: ofSide, style }, random)];
  });
  const truth: DrawnTruth = {
    holder,
    printed: holder.values,
    barcodeFields: content?.fields ?? {},
    mrz,
    barcodes: barcodes.map(({ text }) => withoutFingerprints(text)),
  };
  return { pages, truth, random };
}

/** The holder as a forger presents them. Of the printed values only the number can be replaced: nothing else is a single line. */
function withForged(holder: DocumentHolder, forged: ForgedValues = {}): DocumentHolder {
  const { documentNumber, ...others } = forged;
  const own = holder.values.documentNumber;
  if (documentNumber === undefined || own === undefined) return { ...holder, ...others };
  const number = { lines: [documentNumber], normalised: documentNumber };
  return {
    ...holder,
    ...others,
    values: { ...holder.values, documentNumber: number },
    prints: holder.prints.map((print) => (print === own ? number : print)),
  };
}

/** Kinds of the same seed show other people in another print (FNV-1a of the kind's name). */
function seedOfKind(kind: DocumentKind): number {
  let hash = 0x811c9dc5;
  for (const letter of kindKeyOf(kind)) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

function composeZone(kind: DocumentKind, holder: DocumentHolder, random: Random): DrawnTruth['mrz'] {
  if (kind.mrz === null) return null;
  const [first, ...others] = kind.mrz.formats.filter(isDrawnFormat);
  if (first === undefined) return null;
  const format = others.length === 0 ? first : random.pick([first, ...others]);
  const issuer = holder.country === 'DE' ? 'D' : (countries.alpha2ToAlpha3(holder.country) ?? 'UTO');
  const { values } = holder;
  const personalNumber = values.personalNumber?.normalised ?? null;
  const roomForOptional = format === 'TD1' ? 15 : format === 'TD3' ? 14 : 7;
  const [letter = 'I'] = kind.mrz.codes;
  const lines = composeMrz(
    format,
    {
      surname: holder.surname,
      givenNames: holder.givenNames,
      dateOfBirth: holder.dateOfBirth,
      expirationDate: holder.dateOfExpiry,
      sex: holder.sex,
      issuer,
      nationality: issuer,
      documentNumber: values.documentNumber?.normalised ?? random.text('0123456789', 9),
      personalNumber: personalNumber !== null && personalNumber.length <= roomForOptional - 4 ? personalNumber : null,
    },
    letter === 'I' ? random.pick(['I', 'ID']) : letter,
  );
  const above =
    format === 'CH-DL' ? [`${random.text('ABCDEFGHJKLMNPRSTUVWXYZ', 3)}${random.text('0123456789', 3)}D<<`] : [];
  return { format, lines, above };
}

function isDrawnFormat(format: string): format is SpecimenFormat {
  return specimenFormats.some((drawn) => drawn === format);
}
