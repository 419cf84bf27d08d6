import { expect, test } from 'vitest';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import {
  readLanguages,
  writtenLanguagesOf,
  type ReadLanguage,
} from '../../../src/domain/documents/written-languages.ts';
import { gatherEvidence } from '../../../src/steps/document/gather-evidence.ts';
import { documentSchema } from '../../../src/steps/document/schema.ts';
import { makeUpDocument, storeDocument } from '../../support/documents/made-up-document.ts';

const config = documentSchema.config.parse({ accept: [{ type: 'driving-license' }] });
const at = new Date('2026-03-01T12:00:00.000Z');

/** The names on a licence whose lines both readers saw alike, the second one in these languages. */
function areNamesDoubtful(country: string, spelledIn: ReadLanguage[], areMarksBelowSeen?: boolean): boolean[] {
  const kind = documentKinds.find((candidate) => candidate.country === country && candidate.subtype === 'eu-model');
  if (kind === undefined) throw new Error(`no licence of ${country}`);
  const result = storeDocument(kind, makeUpDocument(kind), (reading) => ({
    ...reading,
    spelledIn,
    areMarksBelowSeen,
    lines: reading.lines.map((line) => ({ ...line, agreed: true })),
  }));
  const { readings } = gatherEvidence({ config, input: { documentType: kind.type }, result, at, earlier: [] });
  return ['familyNames', 'givenNames'].map(
    (name) => readings.find((reading) => reading.name === name)?.isDoubtful ?? true,
  );
}

test('a name is sure where the second reader knows its language', () => {
  expect(areNamesDoubtful('HU', ['hun'])).toEqual([false, false]);
  expect(areNamesDoubtful('HU', ['por', 'spa'])).toEqual([true, true]);
});

test('a name is in doubt where both readers may lose a mark below its letters', () => {
  const withMarksBelow = [['RO', 'ron'], ['LV', 'lav'], ['LT', 'lit']] as const; // prettier-ignore
  for (const [country, language] of withMarksBelow) {
    expect(areNamesDoubtful(country, [language])).toEqual([true, true]);
    expect(areNamesDoubtful(country, [language], true)).toEqual([false, false]);
    expect(areNamesDoubtful(country, ['por', 'spa'], true)).toEqual([true, true]);
  }
});

test('a name of a country of another script is sure only where the second reader knows that script', () => {
  for (const [country, language] of [
    ['BG', 'bul'],
    ['GR', 'ell'],
    ['CY', 'ell'],
  ] as const) {
    // prettier-ignore
    expect(writtenLanguagesOf(country)).toEqual([language]);
    expect(areNamesDoubtful(country, [language])).toEqual([false, false]);
    const others = readLanguages.filter((other) => other !== language);
    expect(areNamesDoubtful(country, others)).toEqual([true, true]);
  }
});
