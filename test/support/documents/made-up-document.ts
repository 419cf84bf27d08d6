import countries from 'i18n-iso-countries';
import { countryOfMrzCode } from '../../../src/domain/documents/issuing-state.ts';
import type { DocumentKind, DocumentSide } from '../../../src/domain/document-kinds/document-kind.ts';
import { nationalRules } from '../../../src/domain/national-numbers/index.ts';
import type { Barcode, MrzZone, PageReading, TextLine } from '../../../src/domain/ports/pages/page-reader.ts';
import type { MediaKind } from '../../../src/domain/media/media-kind.ts';
import type { StoredDocument } from '../../../src/steps/document/page-result-schema.ts';
import { exampleId } from '../../../src/steps/value-schemas.ts';
import { withoutFingerprints } from '../../../src/domain/barcodes/parse-card.ts';
import { composeCedula } from '../../../specimens/documents/compose-cedula.ts';
import { composeMrz } from '../../../specimens/documents/compose-mrz.ts';
import { createRandom } from '../../../specimens/drawing/create-random.ts';
import { printDocument, printedLine, type PrintedDocument } from './printed-document.ts';
import { ownPaper } from './own-paper.ts';

/** Below all print, and as wide as the page. */
const box = [
  [60, 1440],
  [1940, 1440],
  [1940, 1540],
  [60, 1540],
] as const;

/** Names and birth of the holder of a made-up document, the same everywhere. */
export interface MadeUpHolder {
  familyNames: string;
  givenNames: string;
  dateOfBirth: string;
  dateOfExpiry: string;
  /** Usual for the type unless it is given. */
  dateOfIssue?: string;
  sex: 'F' | 'M';
  /** As the zone encodes them. */
  issuingState: string;
  nationality: string;
  /** A street, a place, and a state with its postal code, as on cards with a barcode. */
  address: string;
  /** Drawn from the seed unless it is given. */
  documentNumber?: string;
}

export interface MadeUpDocument {
  printed: PrintedDocument;
  zone: MrzZone | null;
  barcode: Barcode | null;
  holder: MadeUpHolder;
}

/** A document of a kind whose zones and print agree. */
export function makeUpDocument(kind: DocumentKind, seed = 1, fixed: Partial<MadeUpHolder> = {}): MadeUpDocument {
  const random = createRandom(seed);
  // Numbers that encode facts about their holder decide the holder.
  const telling = kind.fields.flatMap(({ name, rule }) => {
    if (rule === null || !('tells' in nationalRules[rule])) return [];
    return [{ name, number: nationalRules[rule].example(random), rule: nationalRules[rule] }];
  });
  const told = Object.assign(
    {},
    ...telling.map(({ number, rule }) => ('tells' in rule ? rule.tells(number) : {})),
  ) as Partial<MadeUpHolder>;
  const holder: MadeUpHolder = {
    familyNames: 'CONCEICAO MUNOZ',
    givenNames: 'JOSE ANGELO',
    dateOfBirth: '1985-04-17',
    dateOfExpiry: '2031-12-31',
    sex: 'F',
    issuingState: issuerOf(kind),
    nationality: issuerOf(kind),
    address: '789 E OAK ST, ANYTOWN, AZ 90223',
    ...told,
    ...fixed,
  };
  const isFamilyFirst = kind.nameOrder === 'family-first';
  const names = [holder.givenNames, holder.familyNames];
  const fullName = (isFamilyFirst ? names.reverse() : names).join(' ');
  const numbers = Object.fromEntries(telling.map(({ name, number }) => [name, number]));
  const familyParts = kind.fields.filter(({ name }) => name === 'familyNames').length;
  const printed = printDocument(kind, {
    seed,
    fixed: {
      ...holder,
      nationality: printedNameOf(holder.nationality),
      ...numbers,
      fullName,
      ...(familyParts === 1 ? {} : { familyNames: holder.familyNames }),
      address: hasBarcode(kind) ? holder.address.replace(', AZ', ' AZ') : undefined,
      dateOfIssue: holder.dateOfIssue ?? (kind.type === 'proof-of-residency' ? '2026-02-10' : '2021-12-31'),
    },
    familyParts: holder.familyNames.split(' '),
  });
  // Every document names its issuer; kinds for any country have no title of one.
  if (kind.country === null) printed.lines.front.unshift(printedLine(printedNameOf(holder.issuingState), 900, 10));
  return { printed, holder, zone: zoneOf(kind, holder, printed), barcode: barcodeOf(kind, holder, printed) };
}

function issuerOf({ country }: DocumentKind): string {
  const alpha3 = country === null ? 'UTO' : (countries.alpha2ToAlpha3(country) ?? 'UTO');
  return alpha3 === 'DEU' ? 'D' : alpha3;
}

/** The printed name of a zone's issuer. */
function printedNameOf(code: string): string {
  const country = countryOfMrzCode(code);
  return country === null ? 'UTOPIA' : (countries.getName(country, 'en') ?? code);
}

function hasBarcode({ barcodes }: DocumentKind): boolean {
  return barcodes.some(({ standard }) => standard === 'aamva');
}

/** The expected value of a printed field. */
export function printedValue({ values }: PrintedDocument, name: string): string | undefined {
  return values.find(({ field }) => field.name === name)?.expected;
}

function zoneOf({ mrz }: DocumentKind, holder: MadeUpHolder, printed: PrintedDocument): MrzZone | null {
  const format = mrz?.formats[0];
  if (mrz === null || format === undefined) return null;
  const number = (printedValue(printed, 'documentNumber') ?? 'AB1234567').replace(/[^A-Z0-9]/g, '');
  const optional = mrz.optionalData === undefined ? undefined : printedValue(printed, mrz.optionalData);
  const lines = composeMrz(
    format,
    {
      surname: holder.familyNames,
      givenNames: holder.givenNames,
      dateOfBirth: holder.dateOfBirth,
      expirationDate: holder.dateOfExpiry,
      sex: holder.sex,
      issuer: holder.issuingState,
      nationality: holder.nationality,
      documentNumber: number,
      personalNumber: optional ?? null,
    },
    mrz.codes[0],
  );
  const candidate = { lines, confidences: lines.map((line) => Array.from(line, () => 0.97)) };
  return { format, first: candidate, second: candidate, box };
}

function barcodeOf(kind: DocumentKind, holder: MadeUpHolder, printed: PrintedDocument): Barcode | null {
  if (kind.barcodes.some(({ standard }) => standard === 'co-cedula')) return cedulaBarcodeOf(holder, printed);
  if (!hasBarcode(kind)) return null;
  const [street = '', city = '', state = ''] = holder.address.split(', ');
  const [region = '', postalCode = ''] = state.split(' ');
  const date = (iso: string) => `${iso.slice(5, 7)}${iso.slice(8)}${iso.slice(0, 4)}`;
  const type = kind.type === 'national-id' ? 'ID' : 'DL';
  const elements = [
    `DAQ${printedValue(printed, 'documentNumber') ?? ''}`,
    `DCS${holder.familyNames}`,
    `DAC${holder.givenNames}`,
    `DBB${date(holder.dateOfBirth)}`,
    `DBA${date(holder.dateOfExpiry)}`,
    `DBC${holder.sex === 'M' ? '1' : '2'}`,
    `DAG${street}`,
    `DAI${city}`,
    `DAJ${region}`,
    `DAK${postalCode}0000`,
    `DCG${kind.country === 'CA' ? 'CAN' : 'USA'}`,
  ];
  const issuerNumber = kind.country === 'CA' ? '636012' : '636026';
  return {
    symbology: 'pdf417',
    text: `@\n\u001e\rANSI ${issuerNumber}080001${type}00310200${type}${elements.join('\n')}\r`,
    box,
  };
}

/** As it is stored: without fingerprints. */
function cedulaBarcodeOf(
  { familyNames, givenNames, sex, dateOfBirth }: MadeUpHolder,
  printed: PrintedDocument,
): Barcode {
  const text = composeCedula({
    surname: familyNames,
    givenNames,
    sex,
    dateOfBirth,
    number: printedValue(printed, 'documentNumber') ?? '',
    bloodType: 'AB+',
  });
  return { symbology: 'pdf417', text: withoutFingerprints(text), box };
}

/** The ids of the pictures of the two sides. */
export const pictureIds: Readonly<Record<DocumentSide, string>> = {
  front: exampleId('media'),
  back: exampleId('media').replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
};

/** What the readers would have stored of a document. `change` alters any page before it is stored. */
export function storeDocument(
  kind: DocumentKind,
  { printed, zone, barcode }: MadeUpDocument,
  change: (reading: PageReading, side: DocumentSide) => PageReading = (reading) => reading,
): StoredDocument {
  const kindOfFile: Readonly<Record<DocumentSide, MediaKind>> = { front: 'document-front', back: 'document-back' };
  const pages = kind.sides.map((side) => ({
    mediaId: pictureIds[side],
    kind: kindOfFile[side],
    codes: [],
    fault: null,
    reading: change(
      {
        ...emptyReading(printed.lines[side]),
        mrz: kind.mrz?.side === side ? zone : null,
        barcodes: barcode !== null && kind.barcodes.some((code) => code.side === side) ? [barcode] : [],
      },
      side,
    ),
  }));
  return { pages, unreadPages: 0, origins: [], durationMs: 900 };
}

export function emptyReading(lines: TextLine[]): PageReading {
  return {
    widthPx: 2000,
    heightPx: 1600,
    turnDegrees: 0,
    lines,
    mrz: null,
    barcodes: [],
    signals: ownPaper,
    pageNumber: 1,
    source: 'picture',
    textLayer: false,
    spelledIn: ['por', 'spa'],
    portrait: null,
    models: [],
    totalMs: 900,
    recogniserMs: 800,
  };
}
