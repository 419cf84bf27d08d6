import countries from 'i18n-iso-countries';
import { describe, expect, it } from 'vitest';
import type { DocumentKind } from '../../../src/domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import type { StoredDocument } from '../../../src/steps/document/page-result-schema.ts';
import { degrade } from '../../support/documents/forged-zone.ts';
import { isPassed, judge } from '../../support/documents/judge-document.ts';
import { makeUpDocument, storeDocument, type MadeUpHolder } from '../../support/documents/made-up-document.ts';
import { printedLine } from '../../support/documents/printed-document.ts';
import { sampleOf } from '../../support/sample-of.ts';

const unlisted = documentKinds.filter(({ country, mrz }) => country === null && mrz !== null);
const iranian = { issuingState: 'IRN', nationality: 'IRN' };
const named = (kinds: readonly DocumentKind[]) => kinds.map((kind) => [kindKeyOf(kind), kind] as const);

/** The document with lines added to its front, right above its lower edge. */
function withLines(document: StoredDocument, texts: readonly string[]): StoredDocument {
  const added = texts.map((text, row) => printedLine(text, 1200, 1000 + 60 * row));
  const pages = document.pages.map((page, index) =>
    index > 0 || page.reading === null
      ? page
      : { ...page, reading: { ...page.reading, lines: [...page.reading.lines, ...added] } },
  );
  return { ...document, pages };
}

describe.each(named(unlisted))('%s', (key, kind) => {
  const degradations = ['left as it is', 'labels too small to be found', 'labels of a language that no kind knows'];
  const forged = (words: Partial<MadeUpHolder>, degradation: string) => {
    const mine = makeUpDocument(kind, 1, iranian);
    const { zone } = makeUpDocument(kind, 1, { ...iranian, ...words });
    return withLines(degrade(kind, { ...mine, zone }, degradation, 1), ['FRANCE', 'FRANCAISE']);
  };

  it.each(degradations)('does not get another issuer by a word that is added to the page: labels %s', (degradation) => {
    for (const words of [{ issuingState: 'FRA' }, { issuingState: 'FRA', nationality: 'FRA' }]) {
      expect([words, isPassed(kind, forged(words, degradation))]).toEqual([words, false]);
    }
  });

  // Residence permits print the nationality on the back, where the issuer may be named as well.
  it.skipIf(key === 'national-id/any/residence-permit').each(degradations)(
    'does not get another nationality by a word that is added to the page: labels %s',
    (degradation) => {
      expect(isPassed(kind, forged({ nationality: 'FRA' }, degradation))).toBe(false);
    },
  );
});

describe('a passport', () => {
  const kind = unlisted.find((each) => kindKeyOf(each) === 'passport/any');
  if (kind === undefined) throw new Error('no such kind');
  const alpha3 = Object.keys(countries.getAlpha3Codes());
  const doubtedWith = (code: string, titles: readonly string[] = []) => {
    const document = makeUpDocument(kind, 1, { issuingState: code, nationality: code });
    document.printed.lines.front.unshift(...titles.map((text, row) => printedLine(text, 1200, 10 + 42 * row)));
    const { outcome } = judge(kind, storeDocument(kind, document));
    const found = JSON.stringify(outcome.checks.find(({ id }) => id === 'cross-check')?.data);
    const { notFound = [] } = JSON.parse(found) as { notFound?: string[] };
    return notFound.filter((field) => field === 'issuingState' || field === 'nationality');
  };

  it('of any country is not in doubt for its own name in three languages', () => {
    const tried = sampleOf(alpha3, 50);
    const found = tried.filter((code) => doubtedWith(code).length === 0);
    const doubted = found.filter((code) => {
      const names = ['en', 'fr', 'es'].map((language) => countries.getName(code, language) ?? '');
      return doubtedWith(code, names).length > 0;
    });
    expect(doubted).toEqual([]);
    expect(tried.length - found.length).toBeLessThan(alpha3.length - 240);
  });

  it('of a territory may name the state to which it belongs, and a British one has a title of two lines', () => {
    expect(doubtedWith('CHN', ['HONG KONG SPECIAL ADMINISTRATIVE REGION'])).toEqual([]);
    expect(doubtedWith('GBR', ['UNITED KINGDOM OF GREAT BRITAIN', 'AND NORTHERN IRELAND'])).toEqual([]);
    expect(doubtedWith('FRA', ['UNION EUROPEENNE', 'REPUBLIQUE FRANCAISE'])).toEqual([]);
    expect(doubtedWith('FRA', ['REPUBLIC OF IRAN', 'REPUBLIQUE FRANCAISE'])).toEqual(['issuingState']);
  });

  it('of a person who was born in another country is not in doubt for the place of birth', () => {
    const born = makeUpDocument(kind, 1, { issuingState: 'FRA', nationality: 'FRA' });
    const place = born.printed.values.find(({ field }) => field.name === 'placeOfBirth')?.expected ?? '';
    for (const line of born.printed.lines.front) if (line.text === place) line.text = 'IRAN';
    expect(judge(kind, storeDocument(kind, born)).codes['cross-check']).toBe('passed');
  });
});
