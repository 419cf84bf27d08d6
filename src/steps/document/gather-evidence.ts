import { parseAamva } from '../../domain/aamva/parse-aamva.ts';
import type { DocumentFieldName } from '../../domain/documents/document-field.ts';
import type { DocumentSide } from '../../domain/document-kinds/document-kind.ts';
import type { Facts } from '../../domain/verifications/identity.ts';
import { usualFormOf } from '../../domain/document-kinds/document-kind.ts';
import { countryOfMrzCode } from '../../domain/documents/issuing-state.ts';
import { writtenLanguagesOf } from '../../domain/documents/written-languages.ts';
import type { AamvaReading } from './aamva-reading.ts';
import { valueOf, type DocumentEvidence } from './document-evidence.ts';
import type { FieldReading } from './field-reading.ts';
import { addressParts, chooseReadings, listFieldReadings } from './field-readings.ts';
import { readMrz, type MrzReading } from './mrz-reading.ts';
import { compareFullNames } from './names-agree.ts';
import { neededFieldsOf } from './needed-fields.ts';
import { findDate, type DateSearch } from './print/find-date.ts';
import { isNumberPrinted } from './print/find-number.ts';
import { dateSearchOf } from './print/find-in-print.ts';
import { printedLinesOf } from './print/printed-lines.ts';
import { recogniseKind } from './recognise-kind.ts';
import { findByZone } from './visual/find-by-zone.ts';
import { layOutPage, type PlacedLine } from './visual/page-layout.ts';
import { readVisualFields } from './visual/read-visual-fields.ts';

type Given = Pick<DocumentEvidence, 'config' | 'input' | 'result' | 'at' | 'earlier'>;

/** Makes sense of the stored pages: zone, barcode, kind, and what each of them says field by field. Pure. */
export function gatherEvidence(given: Given): DocumentEvidence {
  const { input, result, at } = given;
  const zonePage = result.pages.findIndex(({ reading }) => reading?.mrz != null);
  const zone = result.pages[zonePage]?.reading?.mrz ?? null;
  // The zone is on one side of a card and the printed name on the other, so that all pages are its visual zone.
  const prints = result.pages.map(({ reading }) => (reading === null ? [] : printedLinesOf(reading)));
  const ofZone = zone === null ? null : readMrz(zone, prints.flat(), at);
  const issuer = ofZone?.parsed.fields.issuer?.value ?? null;
  const zoneCountry = issuer === null ? null : countryOfMrzCode(issuer);
  const { barcode, page: barcodePage } = findBarcode(given);
  const placed = prints.map((lines) => layOutPage({ lines }));
  const recognised = recogniseKind(
    {
      pages: placed,
      zone: ofZone && {
        format: ofZone.parsed.format,
        code: ofZone.parsed.fields.documentCode?.value ?? '',
        country: zoneCountry,
        page: zonePage,
      },
      barcode: barcode && { card: barcode.card, page: barcodePage },
    },
    input,
  );
  const { kind, sides } = recognised;
  const country = kind?.country ?? zoneCountry;
  const showing = result.pages.map(({ mediaId }, index) => ({ mediaId, side: sides[index] ?? null }));
  const pages = result.pages.map((page, index) => ({
    page,
    lines: placed[index] ?? [],
    claimedSide: claimedSideOf(page, sides[index] ?? null, showing),
    shownSide: sides[index] ?? null,
  }));
  const visualPages = pages.map(({ lines, shownSide, claimedSide }) => ({ lines, side: shownSide ?? claimedSide }));
  const ofPrint = ofZone && (recognised.isToldByPrint ? withIssuerOfPrint(ofZone, kind?.country ?? null) : ofZone);
  const mrz = ofPrint && confirmByPrint(ofPrint, placed.flat(), dateSearchOf({ kind, country }));
  const areNamesCut = mrz?.parsed.namesFillField ?? false;
  const labelled = kind === null ? [] : readVisualFields(kind, visualPages, at);
  const ofWords = kind && findByZone(mrz?.fields ?? [], kind, { pages: visualPages, found: labelled, areNamesCut }, at);
  const visual = [
    ...labelled.filter(({ field }) => !ofWords?.some((word) => word.field === field)),
    ...(ofWords ?? []),
  ];
  const writtenIn = country ?? input.country ?? null;
  const readings = listFieldReadings({
    mrz,
    barcode,
    visual,
    kind,
    areMarksRead: areMarksRead(result, writtenIn),
    country: writtenIn,
  });
  const chosen = chooseReadings(readings, areNamesCut);
  const fields = withoutUnsureExtras(chosen, neededFieldsOf({ mrz, kind }));
  return {
    ...given,
    pages,
    mrz,
    barcode,
    kind,
    isKindCertain: recognised.isCertain,
    type: kind?.type ?? null,
    country,
    visual,
    readings,
    fields,
    facts: factsOf({ fields, kind }),
  };
}

/** Titles and labels of one country's card print its issuer, in words and not in the zone's three letters. */
function withIssuerOfPrint(mrz: MrzReading, country: string | null): MrzReading {
  const fields = mrz.fields.map((field) =>
    field.name === 'issuingState' && field.normalisedValue === country
      ? { ...field, confirmedByVisualZone: true }
      : field,
  );
  return { ...mrz, fields };
}

/**
 * Numbers and dates of the zone that are in print, too, are confirmed. The zone has two digits for a year; where the print says which
 * century it means, that is the date.
 */
function confirmByPrint(mrz: MrzReading, print: readonly PlacedLine[], search: DateSearch): MrzReading {
  const texts = print.map(({ text }) => text);
  const fields = mrz.fields.map((field) => {
    const form = usualFormOf(field.name);
    if (form === 'number') {
      const isPrinted = isNumberPrinted(field.normalisedValue, texts);
      return { ...field, confirmedByVisualZone: field.confirmedByVisualZone || isPrinted };
    }
    const found = form === 'date' ? findDate(field.normalisedValue, print, search) : null;
    return found === null ? field : { ...field, normalisedValue: found.iso, confirmedByVisualZone: true };
  });
  return { ...mrz, fields };
}

function areMarksRead({ pages }: Given['result'], country: string | null): boolean {
  // English has no marks that could be lost.
  const languages = writtenLanguagesOf(country)?.filter((language) => language !== 'eng');
  const read = pages.flatMap(({ reading }) => (reading === null ? [] : [reading.spelledIn]));
  return (
    languages !== undefined && read.every((spelledIn) => languages.every((language) => spelledIn.includes(language)))
  );
}

/**
 * A field that a document need not have is told when it is sure: nothing asks for it, so no check would name it as doubtful.
 * Fields of the zone stay, since every doubt about them is named.
 */
function withoutUnsureExtras(
  fields: ReadonlyMap<DocumentFieldName, FieldReading>,
  needed: readonly DocumentFieldName[],
): Map<DocumentFieldName, FieldReading> {
  const asked = new Set<DocumentFieldName>(needed.includes('address') ? [...needed, ...addressParts] : needed);
  return new Map(
    [...fields].filter(([name, reading]) => reading.source === 'mrz' || !reading.isDoubtful || asked.has(name)),
  );
}

const sideOfUpload: Readonly<Partial<Record<string, DocumentSide>>> = {
  'document-front': 'front',
  'document-back': 'back',
};

/** Front and back may lie side by side in one picture: then each upload is the side that it was asked for, and one more. */
function claimedSideOf(
  { mediaId, kind, reading }: Given['result']['pages'][number],
  shown: DocumentSide | null,
  showing: readonly { mediaId: string; side: DocumentSide | null }[],
): DocumentSide | null {
  const claimed = sideOfUpload[kind] ?? null;
  if (reading?.cut === undefined || reading.cut.count === 1 || shown === claimed) return claimed;
  return showing.some((page) => page.mediaId === mediaId && page.side === claimed) ? null : claimed;
}

function findBarcode({ result }: Given): { barcode: AamvaReading | null; page: number } {
  for (const [page, { reading }] of result.pages.entries()) {
    for (const barcode of reading?.barcodes ?? []) {
      const card = barcode.symbology === 'pdf417' ? parseAamva(barcode.text) : null;
      if (card !== null) return { barcode: { barcode, card }, page };
    }
  }
  return { barcode: null, page: -1 };
}

function factsOf(evidence: Pick<DocumentEvidence, 'fields' | 'kind'>): Facts {
  const { fields, kind } = evidence;
  // Some documents have no number but that of the person, and some print no other: nothing confirms the zone's own.
  const isOwnPrinted = kind?.country == null || kind.fields.some(({ name }) => name === 'documentNumber');
  const hasOwn = fields.has('documentNumber') && (isOwnPrinted || !fields.has('personalNumber'));
  const number = hasOwn ? 'documentNumber' : 'personalNumber';
  const facts: Facts = {};
  for (const [fact, name] of [
    ['dateOfBirth', 'dateOfBirth'],
    ['documentNumber', number],
    ['nationality', 'nationality'],
    ['address', 'address'],
  ] as const) {
    const value = valueOf(evidence, name);
    const source = fields.get(name)?.source;
    if (value !== null && source !== undefined) facts[fact] = { value, source: `document:${source}` };
  }
  const fullName = fullNameOf(evidence);
  return fullName === null ? facts : { fullName, ...facts };
}

/** Given names first. A name that is printed as one line is taken as it stands, if the names in parts do not contradict it. */
function fullNameOf({ fields }: Pick<DocumentEvidence, 'fields'>): { value: string; source: string } | null {
  const whole = fields.get('fullName');
  const family = fields.get('familyNames');
  const given = fields.get('givenNames');
  const parts = [given, family].filter((part) => part !== undefined);
  const joined = parts.map(({ value }) => value).join(' ');
  const [first] = parts;
  const isSame = whole !== undefined && !whole.isDoubtful && compareFullNames(joined, whole.value) === 'same';
  if (whole !== undefined && (first === undefined || isSame)) {
    return { value: whole.value, source: `document:${whole.source}` };
  }
  return first === undefined ? null : { value: joined, source: `document:${first.source}` };
}
