import { parseCard } from '../../domain/barcodes/parse-card.ts';
import type { DocumentFieldName } from '../../domain/documents/document-field.ts';
import type { DocumentKind, DocumentSide } from '../../domain/document-kinds/document-kind.ts';
import type { Facts } from '../../domain/verifications/identity.ts';
import { usualFormOf } from '../../domain/document-kinds/document-kind.ts';
import { isAddressUnlinked } from '../../domain/document-kinds/side-values.ts';
import { countryOfMrzCode } from '../../domain/documents/issuing-state.ts';
import { hasMarksBelow, writtenLanguagesOf } from '../../domain/documents/written-languages.ts';
import type { BarcodeReading } from './barcode-reading.ts';
import { valueOf, type DocumentEvidence } from './document-evidence.ts';
import { isExtraPage, sideOfUpload } from './print/extra-pages.ts';
import type { FieldReading } from './field-reading.ts';
import { addressParts, chooseReadings, listFieldReadings } from './field-readings.ts';
import { readMrz, type MrzFieldReading, type MrzReading } from './mrz-reading.ts';
import { compareFullNames } from './names-agree.ts';
import { neededFieldsOf } from './needed-fields.ts';
import { hasNamesWithZone, partFaces } from './part-faces.ts';
import { heedSignatures, isSigned, isSignedByIssuer } from './checks/signed-by-issuer.ts';
import { isZoneByPortrait } from './portrait-place.ts';
import { assignPrint } from './print/assign-print.ts';
import { isNumberPrinted } from './print/find-number.ts';
import type { PrintSearch } from './print/print-search.ts';
import { linesWithFillersOf, printedLinesOf } from './print/printed-lines.ts';
import { recogniseKind } from './recognise-kind.ts';
import { findByZone } from './visual/find-by-zone.ts';
import { partGluedLines } from './visual/part-glued-lines.ts';
import { layOutPage } from './visual/page-layout.ts';
import { readVisualFields } from './visual/read-visual-fields.ts';

type Given = Pick<DocumentEvidence, 'config' | 'input' | 'result' | 'at' | 'earlier'>;

/**
 * Interprets the stored pages: zone, barcode, kind, and the value of each source for each field. Pure. What a signature vouches for depends
 * on the document, so the pages are first read as if none did.
 */
export function gatherEvidence(given: Given): DocumentEvidence {
  const unsigned = gatherParted({ ...given, result: heedSignatures(given.result, null) });
  const result = heedSignatures(given.result, unsigned);
  const signed = result.pages.flatMap(({ reading }) => (reading === null || !isSigned(reading) ? [] : [reading]));
  const isSignedByOther = given.result.pages.some(
    (page, index) =>
      page.reading !== null && isSigned(page.reading) && result.pages[index]?.reading?.signals.signature == null,
  );
  if (signed.length === 0) return { ...unsigned, isSignedByOther };
  const vouchedFor = gatherParted({ ...given, result });
  // Signed text is read with more certainty. If it makes the document another one, no issuer vouches for it.
  const isVouchedFor = signed.every((reading) => isSignedByIssuer(reading, vouchedFor));
  return isVouchedFor ? { ...vouchedFor, isSignedByOther } : { ...unsigned, isSignedByOther: true };
}

function gatherParted(given: Given): DocumentEvidence {
  const result = partFaces(given.result);
  const evidence = gatherFrom({ ...given, result });
  return result !== given.result && hasNamesWithZone(evidence.kind) ? gatherFrom(given) : evidence;
}

function gatherFrom(given: Given): DocumentEvidence {
  const { input, result, at } = given;
  const zonePage = result.pages.findIndex(({ reading }) => reading?.mrz != null);
  const zone = result.pages[zonePage]?.reading?.mrz ?? null;
  // A card's zone is on one side and the printed name on the other, so all pages form its visual zone.
  const prints = result.pages.map(({ reading }) => (reading === null ? [] : printedLinesOf(reading)));
  const ofZone = zone === null ? null : readMrz(zone, at);
  const issuer = ofZone?.parsed.fields.issuer?.value ?? null;
  const zoneCountry = issuer === null ? null : countryOfMrzCode(issuer);
  const barcode = findBarcode(given);
  const placed = prints.map((lines, page) => layOutPage({ lines }, page));
  const recognised = recogniseKind(
    {
      pages: placed,
      zone: ofZone && {
        format: ofZone.parsed.format,
        code: ofZone.parsed.fields.documentCode?.value ?? '',
        country: zoneCountry,
        page: zonePage,
      },
      barcode,
    },
    input,
  );
  const { kind, sides } = recognised;
  const country = kind?.country ?? zoneCountry;
  const showing = result.pages.map(({ mediaId }, index) => ({ mediaId, side: sides[index] ?? null }));
  const extra = result.pages.map((_, page) => isExtraPage(page, { kind, pages: result.pages, sides }));
  const own = placed.map((lines, page) =>
    extra[page] !== true && isOfDocument(page, { zone: ofZone, zonePage, kind, sides }) ? lines : [],
  );
  const parted = kind === null ? own : own.map((lines) => partGluedLines(lines, kind, at));
  const pages = result.pages.map((page, index) => ({
    page,
    lines: parted[index] ?? [],
    withFillers: page.reading === null ? [] : layOutPage({ lines: linesWithFillersOf(page.reading) }, index),
    claimedSide: claimedSideOf(page, sides[index] ?? null, showing),
    shownSide: sides[index] ?? null,
    isExtra: extra[index] === true,
  }));
  const visualPages = pages.map(({ lines, shownSide, claimedSide }) => ({ lines, side: shownSide ?? claimedSide }));
  const labelled = kind === null ? [] : readVisualFields(kind, visualPages, at);
  const lines = parted.flat();
  const search = {
    lines,
    pages: visualPages,
    visual: labelled,
    kind,
    country,
    isToldByPrint: recognised.isToldByPrint,
    at,
  };
  const mrz = ofZone && confirmByPrint(ofZone, search);
  const areNamesCut = mrz?.parsed.namesFillField ?? false;
  const repeated = (mrz?.fields ?? []).filter(({ confirmedByVisualZone }) => confirmedByVisualZone);
  const ofWords = kind && findByZone(repeated, kind, { pages: visualPages, found: labelled, areNamesCut }, at);
  const visual = [
    ...labelled.filter(({ field }) => !ofWords?.some((word) => word.field === field)),
    ...(ofWords ?? []),
  ];
  const writtenIn = country ?? input.country ?? null;
  const readings = listFieldReadings({
    mrz,
    zonePage,
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
    isToldByPrint: recognised.isToldByPrint,
    isZoneMisplaced: recognised.isZoneMisplaced,
    isSignedByOther: false,
    type: kind?.type ?? null,
    country,
    visual,
    readings,
    fields,
    facts: factsOf({ fields, kind }),
  };
}

/**
 * Whether the print of a page can confirm the zone. Where the zone, the print and the portrait share a side, a page without the zone is no
 * part of that side: otherwise the print of somebody else's document would confirm a zone that was typed under another portrait.
 */
function isOfDocument(
  page: number,
  {
    zone,
    zonePage,
    kind,
    sides,
  }: {
    zone: MrzReading | null;
    zonePage: number;
    kind: DocumentKind | null;
    sides: readonly (DocumentSide | null)[];
  },
): boolean {
  if (zone === null || page === zonePage || !isZoneByPortrait(zone.parsed.format, kind)) return true;
  const side = sides[page] ?? null;
  return side !== null && side !== kind?.mrz?.side;
}

/** A value that the print repeats is confirmed. The zone has two digits for a year; if the print contains the century, that is the date. */
function confirmByPrint(mrz: MrzReading, search: Omit<PrintSearch, 'areNamesCut'>): MrzReading {
  const words = mrz.fields.map(({ name, value, normalisedValue }) => ({ name, value, meaning: normalisedValue }));
  const printed = assignPrint(words, { ...search, areNamesCut: mrz.parsed.namesFillField });
  const texts = search.lines.map(({ text }) => text);
  const fields = mrz.fields.map((field) => {
    const found = printed.get(field.name);
    if (found !== undefined && usualFormOf(field.name) === 'date') return withPrintedCentury(field, found, search.kind);
    const isOptional = field.name === 'optionalData' || field.name === 'optionalDataSecond';
    const isPrinted = found !== undefined || (isOptional && isNumberPrinted(field.normalisedValue, texts, search.kind));
    return { ...field, confirmedByVisualZone: isPrinted };
  });
  return { ...mrz, fields };
}

/** Spanish identity cards of people over 70 expire on this day, which looks like 1999 in the zone. */
const endless = { country: 'ES', type: 'national-id', day: '9999-01-01' };

/**
 * The zone has two digits for a year, and ICAO 9303 says of which century they are. Print with another century does not confirm them: a
 * forger would only have to change a printed digit of a document that has expired. A birth is the printed one, because people of more than a
 * hundred years exist and must not be taken for children; the check of agreement has its doubts about it.
 */
function withPrintedCentury(field: MrzFieldReading, printed: string, kind: DocumentKind | null): MrzFieldReading {
  const isEndless = printed === endless.day && kind?.country === endless.country && kind.type === endless.type;
  const isOwn = printed === field.normalisedValue || isEndless;
  if (isOwn || field.name === 'dateOfBirth') {
    return { ...field, normalisedValue: printed, confirmedByVisualZone: isOwn };
  }
  return { ...field, confirmedByVisualZone: false };
}

function areMarksRead({ pages }: Given['result'], country: string | null): boolean {
  // English has no marks to lose.
  const languages = writtenLanguagesOf(country)?.filter((language) => language !== 'eng');
  const read = pages.flatMap(({ reading }) => (reading === null ? [] : [reading]));
  return (
    languages !== undefined &&
    read.every(
      ({ spelledIn, areMarksBelowSeen }) =>
        languages.every((language) => spelledIn.includes(language)) &&
        (areMarksBelowSeen === true || !languages.some(hasMarksBelow)),
    )
  );
}

/**
 * An optional field is reported when it is certain: no check requires it, so none would report it as doubtful. Fields of the zone stay,
 * because every doubt about them is reported.
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

/** One picture may contain front and back next to each other: then each upload is the side that it was requested for, plus another. */
function claimedSideOf(
  { mediaId, kind, reading }: Given['result']['pages'][number],
  shown: DocumentSide | null,
  showing: readonly { mediaId: string; side: DocumentSide | null }[],
): DocumentSide | null {
  const claimed = sideOfUpload[kind] ?? null;
  if (reading?.cut === undefined || reading.cut.count === 1 || shown === claimed) return claimed;
  return showing.some((page) => page.mediaId === mediaId && page.side === claimed) ? null : claimed;
}

function findBarcode({ result }: Given): BarcodeReading | null {
  for (const [page, { reading }] of result.pages.entries()) {
    for (const barcode of reading?.barcodes ?? []) {
      const card = barcode.symbology === 'pdf417' ? parseCard(barcode.text) : null;
      if (card !== null) return { barcode, card, page };
    }
  }
  return null;
}

/**
 * The field with the number of the document. Some documents have no number except the person's, and some print no other: nothing confirms
 * the zone's own.
 */
export function numberFieldOf({ fields, kind }: Pick<DocumentEvidence, 'fields' | 'kind'>): DocumentFieldName {
  const isOwnPrinted = kind?.country == null || kind.fields.some(({ name }) => name === 'documentNumber');
  const hasOwn = fields.has('documentNumber') && (isOwnPrinted || !fields.has('personalNumber'));
  return hasOwn ? 'documentNumber' : 'personalNumber';
}

function factsOf(evidence: Pick<DocumentEvidence, 'fields' | 'kind'>): Facts {
  const { fields, kind } = evidence;
  const facts: Facts = {};
  for (const [fact, name] of [
    ['dateOfBirth', 'dateOfBirth'],
    ['documentNumber', numberFieldOf(evidence)],
    ['nationality', 'nationality'],
    ['address', 'address'],
  ] as const) {
    const value = valueOf(evidence, name);
    const source = fields.get(name)?.source;
    if (name === 'address' && kind !== null && isAddressUnlinked(kind)) continue;
    if (value !== null && source !== undefined) facts[fact] = { value, source: `document:${source}` };
  }
  const fullName = fullNameOf(evidence);
  return fullName === null ? facts : { fullName, ...facts };
}

/** Given names first. A name that is printed on one line is used as it is, if the name in parts does not contradict it. */
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
