import { describe, expect, it } from 'vitest';
import type { DocumentKind, DocumentSide } from '../../../src/domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import { writtenLanguagesOf } from '../../../src/domain/documents/written-languages.ts';
import type { PageReading, Point, TextLine } from '../../../src/domain/ports/pages/page-reader.ts';
import type { StoredDocument } from '../../../src/steps/document/page-result-schema.ts';
import { judge } from '../../support/documents/judge-document.ts';
import { makeUpDocument, storeDocument, type MadeUpHolder } from '../../support/documents/made-up-document.ts';
import { madeUpFace } from '../../support/conclude.ts';

const stranger: Partial<MadeUpHolder> = {
  familyNames: 'LINDQVIST',
  givenNames: 'KARIN',
  dateOfBirth: '1979-11-23',
  dateOfExpiry: '2033-03-04',
  sex: 'M',
  address: '12 W PINE RD, OTHERVILLE, AZ 85004',
};
const portrait = { ...madeUpFace(1).photograph(), source: 'document' as const, alternates: [], closedTo: [] };

function documentOf(kind: DocumentKind, seed: number, holder: Partial<MadeUpHolder> = {}): StoredDocument {
  const spelledIn = [...(writtenLanguagesOf(kind.country) ?? ['eng'])];
  return storeDocument(kind, makeUpDocument(kind, seed, holder), (reading, side): PageReading => {
    const seen = { ...reading, spelledIn, areMarksBelowSeen: true };
    const portraitArea = { x: 0.3, y: 0.2, width: 0.1, height: 0.12 };
    return side === kind.portrait ? { ...seen, portrait, portraitArea } : seen;
  });
}

/** The front of one person's document and the back of another's. */
function mixed(kind: DocumentKind): StoredDocument {
  const pageOf = (document: StoredDocument, side: DocumentSide) =>
    document.pages.filter((page) => page.kind === `document-${side}`);
  const [own, other] = [documentOf(kind, 1), documentOf(kind, 77, stranger)];
  return { ...own, pages: [...pageOf(own, 'front'), ...pageOf(other, 'back')] };
}

/** Both sides in one picture, one below the other, which no cutter separated. */
function inOnePicture({ pages: [front, back], ...rest }: StoredDocument): StoredDocument {
  if (front?.reading == null || back?.reading == null) throw new Error('a document with one side');
  const below = front.reading.heightPx;
  const lowered = back.reading.lines.map(({ box: [a, b, c, d], ...line }) => {
    const [one, two, three, four] = ([a, b, c, d] as const).map(([x, y]) => [x, y + below] as const);
    if (!one || !two || !three || !four) throw new Error('a box has four corners');
    return { ...line, box: [one, two, three, four] as const };
  });
  const reading = { ...front.reading, heightPx: 2 * below, lines: [...front.reading.lines, ...lowered] };
  return { ...rest, pages: [{ ...front, reading }] };
}

const twoSided = documentKinds.filter(({ sides }) => sides.length > 1);
/** Kinds whose back has no value on which a verdict depends. */
const bareBacks = ['driving-license/AU', 'driving-license/GB/photocard', 'national-id/PE/dni-blue'];
const unlinked = ['national-id/BR/rg', 'national-id/FR/cni-1995'];

describe.each(twoSided.map((kind) => [kindKeyOf(kind), kind] as const))('%s', (key, kind) => {
  it('does not pass with the back of somebody else’s document', () => {
    const { codes, outcome } = judge(kind, mixed(kind));
    const isBare = bareBacks.includes(key) || kind.subtype === 'eu-model';
    const isDoubted = Object.values(codes).some((code) => code !== 'passed');
    expect([codes, isDoubted]).toEqual([codes, !isBare]);
    // Then everything comes from the front.
    if (isBare) expect(outcome.facts).toEqual(judge(kind, documentOf(kind, 1)).outcome.facts);
  });

  it('is doubted only if nothing links its sides', () => {
    const { codes } = judge(kind, documentOf(kind, 1));
    const expected = unlinked.includes(key) ? 'document.sides_not_linked' : 'passed';
    expect(codes['linked-sides'] ?? 'passed').toBe(expected);
  });
});

it.each(twoSided.filter((kind) => unlinked.includes(kindKeyOf(kind))).map((kind) => [kindKeyOf(kind), kind] as const))(
  '%s is doubted in one picture of both sides, too',
  (_key, kind) => {
    const { codes } = judge(kind, inOnePicture(mixed(kind)));
    expect(Object.values(codes).every((code) => code === 'passed')).toBe(false);
    expect(codes['linked-sides']).toBe('document.sides_not_linked');
  },
);

/**
 * The lines of the front are printed on the back, where names and dates could be, and the front has its title alone and the lines that stay.
 */
function emptied(
  kind: DocumentKind,
  below: number,
  stays: (line: Pick<TextLine, 'text'>) => boolean = () => false,
): StoredDocument {
  const { printed } = makeUpDocument(kind, 1);
  const titles = (kind.marks.front ?? []).slice(0, 3).length;
  const isMoved = (line: TextLine, index: number) => index >= titles && !stays(line);
  const moved = printed.lines.front.filter(isMoved).map(({ box: [a, b, c, d], ...line }) => {
    const down = ([x, y]: Point): Point => [x, y + below];
    return { ...line, box: [down(a), down(b), down(c), down(d)] as const };
  });
  const document = documentOf(kind, 1);
  const pages = document.pages.map((page) => {
    if (page.reading === null) return page;
    const { lines } = page.reading;
    const isFront = page.kind === 'document-front';
    return {
      ...page,
      reading: {
        ...page.reading,
        lines: isFront ? lines.filter((line, index) => !isMoved(line, index)) : [...lines, ...moved],
      },
    };
  });
  return { ...document, pages };
}

const zonedBacks = twoSided.filter(({ mrz }) => mrz?.side === 'back');
it.each(zonedBacks.map((kind) => [kindKeyOf(kind), kind] as const))(
  '%s does not pass if its front is empty and a forger prints the values next to the zone of the back',
  (_key, kind) => {
    for (const below of [0, 250, 500, 1200]) {
      const { codes } = judge(kind, emptied(kind, below));
      expect([below, Object.values(codes).every((code) => code === 'passed')]).toEqual([below, false]);
    }
  },
);

const unlistedCards = zonedBacks.filter(({ country }) => country === null);
it.each(unlistedCards.map((kind) => [kindKeyOf(kind), kind] as const))(
  '%s does not pass with a front that has nothing of it but the names',
  (_key, kind) => {
    const { values } = makeUpDocument(kind, 1).printed;
    const names = values.filter(({ field }) => field.name.endsWith('Names')).map(({ expected }) => expected);
    for (const below of [0, 250, 500]) {
      const document = emptied(kind, below, ({ text }) => names.includes(text));
      expect(document.pages[0]?.reading?.lines.map(({ text }) => text)).toEqual(expect.arrayContaining(names));
      const { codes } = judge(kind, document);
      expect([below, Object.values(codes).every((code) => code === 'passed')]).toEqual([below, false]);
    }
  },
);

it('a card whose front says nothing of its back is doubted for what is used of it: without a portrait, the back is all', () => {
  const rg = documentKinds.find((kind) => kindKeyOf(kind) === 'national-id/BR/rg');
  if (rg === undefined) throw new Error('no such kind');
  const faceless = documentOf(rg, 1);
  const pages = faceless.pages.map((page) => ({
    ...page,
    reading: page.reading && { ...page.reading, portrait: null },
  }));
  expect(judge(rg, { ...faceless, pages }).codes['linked-sides']).toBeUndefined();
});

describe('the French card until 2021, whose number tells its expiry', () => {
  const kind = documentKinds.find((candidate) => kindKeyOf(candidate) === 'national-id/FR/cni-1995');
  if (kind === undefined) throw new Error('no such kind');
  /** Judged on 1 March 2026. */
  const cardOf = (dates: Partial<MadeUpHolder>) => documentOf(kind, 1, dates);
  const withBackOf = (front: StoredDocument, back: StoredDocument): StoredDocument => ({
    ...front,
    pages: [
      ...front.pages.filter((page) => page.kind === 'document-front'),
      ...back.pages.filter((page) => page.kind === 'document-back'),
    ],
  });
  const isVerified = (document: StoredDocument) =>
    Object.values(judge(kind, document).codes).every((code) => code === 'passed');
  const adult = { dateOfIssue: '2016-10-06', dateOfExpiry: '2031-10-05' };

  it.each([
    ['of an adult, for fifteen years', adult],
    ['of an adult, issued in the month after its number', { ...adult, documentNumber: '160975100123' }],
    ['of a minor, for ten years', { dateOfBirth: '2004-05-02', dateOfIssue: '2018-06-12', dateOfExpiry: '2028-06-11' }],
  ])('passes %s', (_title, dates) => {
    expect(judge(kind, cardOf(dates)).codes).not.toHaveProperty('linked-sides');
    expect(isVerified(cardOf(dates))).toBe(true);
  });

  it.each([
    ['of an adult that would be valid for ten years', { dateOfIssue: '2018-06-12', dateOfExpiry: '2028-06-11' }],
    ['of a minor that would be valid for fifteen', { ...adult, dateOfBirth: '2004-05-02' }],
    ['from before 2014 that would be valid for fifteen', { dateOfIssue: '2013-12-20', dateOfExpiry: '2028-12-19' }],
    ['without a month in its number', { ...adult, documentNumber: '169975100123' }],
    [
      'that can expire in the days of the judgement',
      { dateOfIssue: '2016-02-20', dateOfExpiry: '2026-03-19', dateOfBirth: '2004-05-02' },
    ],
  ])('doubts a card %s', (_title, dates) => {
    expect(judge(kind, cardOf(dates)).codes['linked-sides']).toBe('document.sides_not_linked');
  });

  it('gains nothing from the back of another person: no longer validity, no other value', () => {
    const own = cardOf(adult);
    const sameMonth = cardOf({ ...stranger, dateOfIssue: '2016-10-28', dateOfExpiry: '2031-10-27' });
    expect(judge(kind, withBackOf(own, sameMonth)).outcome.facts).toEqual(judge(kind, own).outcome.facts);
    expect(judge(kind, own).outcome.facts).not.toHaveProperty('address');
    const ownIssues = [2006, 2010, 2013].flatMap((year) => [`${year}-02-11`, `${year}-10-06`]);
    for (const dateOfIssue of ownIssues) {
      const expired = cardOf({
        dateOfIssue,
        dateOfExpiry: `${Number(dateOfIssue.slice(0, 4)) + 10}${dateOfIssue.slice(4)}`,
      });
      for (const issuedIn of ['2006', '2010', '2013', '2014', '2016', '2021'])
        for (const years of [10, 15]) {
          const back = cardOf({
            ...stranger,
            dateOfIssue: `${issuedIn}${dateOfIssue.slice(4)}`,
            dateOfExpiry: `${Number(issuedIn) + years}-10-05`,
          });
          expect([dateOfIssue, issuedIn, years, isVerified(withBackOf(expired, back))]).toEqual([
            dateOfIssue,
            issuedIn,
            years,
            false,
          ]);
        }
    }
  });

  it('needs number and birth to be read without a doubt', () => {
    const unsure = cardOf(adult);
    const pages = unsure.pages.map((page) => ({ ...page, reading: page.reading && { ...page.reading, mrz: null } }));
    expect(isVerified({ ...unsure, pages })).toBe(false);
  });
});
