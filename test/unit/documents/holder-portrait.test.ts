import { describe, expect, test } from 'vitest';
import { builtInMatchCalibrations } from '../../../src/domain/faces/built-in-match-calibrations.ts';
import { kindKeyOf } from '../../../src/domain/document-kinds/find-kinds.ts';
import type { DocumentKind } from '../../../src/domain/document-kinds/document-kind.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import type { PageArea, PageReading, TextLine } from '../../../src/domain/ports/pages/page-reader.ts';
import type { FaceTemplate } from '../../../src/domain/traits.ts';
import { documentStep } from '../../../src/steps/document/index.ts';
import {
  documentResultSchema,
  type StoredDocument,
  type StoredPage,
} from '../../../src/steps/document/page-result-schema.ts';
import { isPortraitPlace } from '../../../src/steps/document/portrait-place.ts';
import { placeLine } from '../../../src/steps/document/visual/page-layout.ts';
import { emptyReading, makeUpDocument, storeDocument } from '../../support/documents/made-up-document.ts';
import { printedLine } from '../../support/documents/printed-document.ts';
import { sampleOf } from '../../support/sample-of.ts';

const [calibration] = builtInMatchCalibrations;

function faceOf(name: string, at: number): FaceTemplate {
  const embedding = Buffer.alloc(8);
  embedding.writeFloatLE(at, 0);
  const modelSha256 = calibration?.model.sha256 ?? '';
  return {
    embedding: embedding.toString('base64'),
    modelSha256,
    alternates: [],
    closedTo: [],
    source: 'document',
    pictureSha256: name,
    appearance: '',
  };
}
/** Two people whose faces are far apart. */
const holder = faceOf('holder', 0);
const stranger = faceOf('stranger', 9);

/** In the middle of the print. */
function middleOfPrint({ lines, widthPx, heightPx }: PageReading): PageArea {
  if (lines.length === 0) return { x: 0.4, y: 0.4, width: 0.1, height: 0.12 };
  const placed = lines.map((line) => placeLine(line, 0, 0));
  const x = (Math.min(...placed.map(({ left }) => left)) + Math.max(...placed.map(({ right }) => right))) / 2;
  const y = (Math.min(...placed.map(({ top }) => top)) + Math.max(...placed.map(({ bottom }) => bottom))) / 2;
  return { x: (x - 100) / widthPx, y: (y - 100) / heightPx, width: 200 / widthPx, height: 200 / heightPx };
}

const withFace = (
  reading: PageReading,
  portrait: FaceTemplate,
  portraitArea = middleOfPrint(reading),
): PageReading => ({
  ...reading,
  portrait,
  portraitArea,
});

function documentOf(kind: DocumentKind): StoredDocument {
  return storeDocument(kind, makeUpDocument(kind), (reading, side) =>
    side === kind.portrait ? withFace(reading, holder) : reading,
  );
}

/** A picture of somebody else, next to print that is not the document's. */
function photograph(kind: StoredPage['kind'], lines: readonly string[]): StoredPage {
  const printed = lines.map((text, row): TextLine => printedLine(text, 300, 200 + row * 60));
  const reading = withFace(emptyReading(printed), stranger);
  return { mediaId: otherPicture, kind, codes: [], fault: null, reading };
}

function evaluate(kind: DocumentKind, result: StoredDocument) {
  return documentStep.evaluate({
    config: { accept: [{ type: kind.type, ...(kind.mustBeNamed && { subtypes: [kind.subtype] }) }] },
    input: { documentType: kind.type },
    stored: { kind: 'done', result: documentResultSchema.parse(result) },
    at: new Date('2026-03-01T12:00:00.000Z'),
    earlier: [],
  }).outcome;
}

const portraitOf = (kind: DocumentKind, result: StoredDocument): string | null =>
  evaluate(kind, result).traits.portrait?.pictureSha256 ?? null;

/** `linked-sides` doubts all documents of some kinds. */
const isPassed = ({ id, outcome }: { id: string; outcome: string }) => outcome === 'passed' || id === 'linked-sides';

const otherPicture = 'med_01hzy3v9k2qj8x5w7d4m6n0pzz';

const nameFields: readonly string[] = ['familyNames', 'givenNames', 'fullName'];

const printsNamesByPortrait = ({ fields, portrait }: DocumentKind) =>
  fields.some(({ name, side }) => nameFields.includes(name) && side === portrait);

/** The licences of the European Union are one kind for each member state: one of them stands for all. */
const allWithPortrait = documentKinds.filter(
  ({ portrait, subtype, country }) => portrait !== null && (subtype !== 'eu-model' || country === 'PT'),
);
/** A second picture of a document with one side is always one too many. */
const withPortrait = [
  ...sampleOf(
    allWithPortrait.filter(({ sides }) => sides.length > 1),
    11,
  ),
  ...sampleOf(
    allWithPortrait.filter(({ sides }) => sides.length === 1),
    4,
  ),
];
const words = [
  ['OBSERVATIONS', 'SIGNATURE OF BEARER', 'PAGE 2'],
  ['PASSPORT', 'IDENTITY CARD', 'DRIVING LICENCE', 'SURNAME', 'GIVEN NAMES'],
];
const places = ['document-front', 'document-back', 'document-page'] as const;

describe.each(withPortrait.map((kind) => [kindKeyOf(kind), kind] as const))('%s', (_name, kind) => {
  test('has its own portrait', () => {
    expect(portraitOf(kind, documentOf(kind))).toBe('holder');
  });

  test('does not get the face of another picture of the attempt, in any order and next to any print', () => {
    const own = documentOf(kind);
    const found = places.flatMap((place) =>
      words.map((lines, index) => {
        const pages = [...own.pages];
        pages.splice(index === 0 ? 0 : own.pages.length, 0, photograph(place, lines));
        return portraitOf(kind, { ...own, pages });
      }),
    );
    expect(found).toHaveLength(6);
    expect(found).not.toContain('stranger');
  });

  test('does not get the face of another picture when its own portrait cannot be seen', () => {
    const own = storeDocument(kind, makeUpDocument(kind));
    const found = words.map((lines) =>
      portraitOf(kind, { ...own, pages: [photograph('document-front', lines), ...own.pages] }),
    );
    expect(found).toEqual([null, null]);
  });
});

const byZone = withPortrait.filter(({ mrz, portrait }) => mrz !== null && mrz.side === portrait);

test.each(byZone.map((kind) => [kindKeyOf(kind), kind] as const))(
  '%s does not get a face next to its page, nor one that is larger than a portrait',
  (_name, kind) => {
    const widthPx = 4000;
    const faces: PageArea[] = [
      { x: 0.8, y: 0.4, width: 0.1, height: 0.2 },
      { x: 0.62, y: 0.1, width: 0.3, height: 0.8 },
      { x: 0.05, y: 0.05, width: 0.4, height: 0.9 },
    ];
    const found = faces.map((area) =>
      portraitOf(
        kind,
        storeDocument(kind, makeUpDocument(kind), (reading) => withFace({ ...reading, widthPx }, stranger, area)),
      ),
    );
    expect(found).toEqual([null, null, null]);
  },
);

test.each(byZone.map((kind) => [kindKeyOf(kind), kind] as const))(
  '%s does not pass when the print that repeats its zone is on another picture',
  (_name, kind) => {
    const whole = storeDocument(kind, makeUpDocument(kind));
    const zonePage = whole.pages.find(({ reading }) => reading?.mrz != null);
    if (zonePage?.reading == null) throw new Error('the zone is missing');
    const { reading } = zonePage;
    const passes = (pages: StoredPage[]) => evaluate(kind, { ...whole, pages }).checks.every(isPassed);
    expect(passes(whole.pages)).toBe(true);
    const others = whole.pages.filter((page) => page !== zonePage);
    const bare = [[], reading.lines.slice(0, 2)].map((lines) => ({ ...zonePage, reading: { ...reading, lines } }));
    const found = bare.flatMap((typed) =>
      places.map((place) => {
        const print = { ...zonePage, mediaId: otherPicture, kind: place, reading: { ...reading, mrz: null } };
        return passes([typed, print, ...others]) || passes([print, typed, ...others]);
      }),
    );
    expect(found).toEqual([false, false, false, false, false, false]);
  },
);

test.each(withPortrait.filter(printsNamesByPortrait).map((kind) => [kindKeyOf(kind), kind] as const))(
  '%s does not get a face from a picture of the right side on which its names are not printed',
  (_name, kind) => {
    const made = makeUpDocument(kind);
    const own = storeDocument(kind, made);
    const page = own.pages[kind.sides.indexOf(kind.portrait ?? 'front')];
    if (page?.reading == null) throw new Error('the side is missing');
    const lines = page.reading.lines.filter((line) => made.printed.roles.get(line)?.isLabel !== false);
    const face = { ...page, mediaId: otherPicture, reading: withFace({ ...page.reading, lines, mrz: null }, stranger) };
    expect(portraitOf(kind, { ...own, pages: [face, ...own.pages] })).toBeNull();
  },
);

test.each(
  withPortrait
    .filter((kind) => printsNamesByPortrait(kind) && !byZone.includes(kind))
    .map((kind) => [kindKeyOf(kind), kind] as const),
)('%s does not get the face of the person who holds it, however little of its print is legible', (_name, kind) => {
  const made = makeUpDocument(kind);
  const named = made.printed.roles;
  const found = [0, 1, 2, 3, 4, 5].map((more) => {
    let left = more;
    const result = storeDocument(kind, made, (reading, side) => {
      if (side !== kind.portrait) return reading;
      const lines = reading.lines.filter((line) => {
        const isName = named.get(line)?.fields.some((field) => nameFields.includes(field.name)) === true;
        return (isName && named.get(line)?.isLabel === false) || left-- > 0;
      });
      const far: PageArea = { x: 0.7, y: 0.02, width: 0.28, height: 0.3 };
      return withFace({ ...reading, lines, widthPx: 6000, heightPx: 6000 }, stranger, far);
    });
    return portraitOf(kind, result);
  });
  expect(found).toEqual([null, null, null, null, null, null]);
});

describe('on a card without a zone', () => {
  const rows = Array.from({ length: 8 }, (_, row) => printedLine(`LINE ${row} OF THE PRINT`, 1000, 900 + row * 60));
  const portraitAt: PageArea = { x: 0.36, y: 0.62, width: 0.08, height: 0.12 };
  const holderOfCard: PageArea = { x: 0.3, y: 0.05, width: 0.3, height: 0.4 };
  const isOn = (area: PageArea, lines: TextLine[]) => isPortraitPlace(area, emptyReading(lines));

  test('the portrait is next to the print, and the person who holds the card is not', () => {
    expect([isOn(portraitAt, rows), isOn(holderOfCard, rows)]).toEqual([true, false]);
  });

  test('a front with little print may have its portrait anywhere', () => {
    expect(isOn(holderOfCard, rows.slice(0, 3))).toBe(true);
  });
});

test('two pages of one document with two people show no portrait', () => {
  const kind = documentKinds.find(({ subtype }) => subtype === 'id-card-td1');
  if (kind === undefined) throw new Error('the kind is missing');
  const own = documentOf(kind);
  const [front] = own.pages;
  if (front?.reading == null) throw new Error('the front is missing');
  const forged = { ...front, reading: withFace(front.reading, stranger) };
  const page = { ...forged, mediaId: otherPicture, kind: 'document-page' as const };
  expect(portraitOf(kind, { ...own, pages: [page, ...own.pages] })).toBeNull();
});

describe('one page with two faces', () => {
  const kind = documentKinds.find(({ subtype }) => subtype === 'id-card-td1');
  if (kind === undefined) throw new Error('the kind is missing');
  const portraitBeside = (rivalPortraits: PageReading['rivalPortraits']) =>
    portraitOf(
      kind,
      storeDocument(kind, makeUpDocument(kind), (reading, side) =>
        side === kind.portrait ? { ...withFace(reading, holder), rivalPortraits } : reading,
      ),
    );

  test('shows no portrait if they are two people: one may be a photograph that was laid on the page', () => {
    expect(portraitBeside([stranger])).toBeNull();
    expect(portraitBeside([faceOf('ghost image', 0.01), stranger])).toBeNull();
  });

  test('nor if nobody can say whether they are one person', () => {
    expect(portraitBeside([null])).toBeNull();
    expect(portraitBeside([{ ...holder, modelSha256: 'f'.repeat(64) }])).toBeNull();
  });

  test('shows the portrait if the other face is the same person', () => {
    expect(portraitBeside([faceOf('ghost image', 0.01)])).toBe('holder');
    expect(portraitBeside(undefined)).toBe('holder');
  });
});
