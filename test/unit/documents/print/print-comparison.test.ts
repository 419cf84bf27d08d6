import { describe, expect, it } from 'vitest';
import type { DocumentFieldName } from '../../../../src/domain/documents/document-field.ts';
import { kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import type { TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import { createRandom } from '../../../../specimens/drawing/create-random.ts';
import { checkAgreement } from '../../../../src/steps/document/checks/cross-check.ts';
import type { DocumentEvidence } from '../../../../src/steps/document/document-evidence.ts';
import { gatherEvidence } from '../../../../src/steps/document/gather-evidence.ts';
import { assignPrint } from '../../../../src/steps/document/print/assign-print.ts';
import { isAddressPrinted } from '../../../../src/steps/document/print/find-address.ts';
import { printedLinesOf } from '../../../../src/steps/document/print/printed-lines.ts';
import { documentSchema } from '../../../../src/steps/document/schema.ts';
import { layOutPage } from '../../../../src/steps/document/visual/page-layout.ts';
import {
  degradations,
  degrade,
  isShownBy,
  provingKinds,
  provingPapers,
} from '../../../support/documents/forged-zone.ts';
import { isFullSuite, sampleOf } from '../../../support/sample-of.ts';
import { makeUpDocument, emptyReading } from '../../../support/documents/made-up-document.ts';

const config = documentSchema.config.parse({ accept: [{ type: 'passport' }] });
const at = new Date('2026-03-01T12:00:00.000Z');

/** The evidence with another value of the zone or barcode in one field, because a forger can write anything there. */
function withMachineWord(evidence: DocumentEvidence, name: DocumentFieldName, value: string): DocumentEvidence {
  const readings = evidence.readings
    .filter((reading) => !(reading.name === name && reading.isFoundByZone === true))
    .map((reading) =>
      reading.name === name && reading.source !== 'visual' ? { ...reading, value, normalisedValue: value } : reading,
    )
    .map((reading) =>
      // The parts of an address are repeated separately.
      name === 'address' && reading.name === 'street' && reading.source === 'barcode'
        ? { ...reading, value, normalisedValue: value.split(',')[0] ?? '' }
        : reading,
    );
  return { ...evidence, readings };
}

const random = createRandom(21);
const letters = () =>
  Array.from({ length: random.integer(2, 9) }, () => 'ABCDEFGHIKLMNOPRSTUVZ'.charAt(random.integer(0, 20))).join('');
/** Values that no drawn document has: names without its words, and years that do not occur on it. */
const falseWords: Readonly<Partial<Record<DocumentFieldName, () => string>>> = {
  familyNames: () => `Q${letters()}`,
  givenNames: () => `Q${letters()} Q${letters()}`,
  documentNumber: () => `Q${random.integer(10_000_000, 99_999_999)}`,
  dateOfBirth: () => `19${random.integer(50, 69)}-0${random.integer(1, 9)}-1${random.integer(0, 9)}`,
  dateOfExpiry: () => `204${random.integer(0, 9)}-0${random.integer(1, 9)}-1${random.integer(0, 9)}`,
  nationality: () => random.pick(['FO', 'KI', 'BT', 'XXA', 'TV']),
  issuingState: () => random.pick(['FO', 'KI', 'BT', 'XPO', 'TV']),
  address: () => `${random.integer(10, 99)} Q${letters()} AVE, ANYTOWN, AZ 90223`,
};
/** False values for each field and forgery, drawn from one seed, so that no two documents get the same. */
const tries = isFullSuite ? 4 : 1;

describe.each(provingPapers.map((paper, index) => [paper.name, paper, index] as const))(
  '%s',
  (_name, { kind, holder }, index) => {
    it('agrees with itself when it is honest', () => {
      const result = degrade(kind, makeUpDocument(kind, 1, holder), 'left as it is', 1);
      const evidence = gatherEvidence({ config, input: { documentType: kind.type }, result, at, earlier: [] });
      expect(checkAgreement(evidence)[0]?.outcome).toBe('passed');
    });

    it('never agrees on a value that only its zone or barcode says, whatever a forger does to its print', () => {
      const document = makeUpDocument(kind, 1, holder);
      // The quick suite tries every fourth one, and the others with the next documents.
      const chosen = Object.keys(degradations).filter((_, at) => isFullSuite || at % 4 === index % 4);
      const passed = chosen.flatMap((degradation) => {
        const result = degrade(kind, document, degradation, 1);
        const evidence = gatherEvidence({ config, input: { documentType: kind.type }, result, at, earlier: [] });
        const said = Object.entries(falseWords).filter(
          ([name]) =>
            evidence.readings.some((reading) => reading.name === name && reading.source !== 'visual') &&
            isShownBy(kind, name as DocumentFieldName), // Object.entries widens the keys of a partial record.
        );
        return said.flatMap(([key, make]) =>
          Array.from({ length: tries }, make).flatMap((value) => {
            const name = key as DocumentFieldName; // Object.entries widens the keys of a partial record.
            const outcome = checkAgreement(withMachineWord(evidence, name, value))[0]?.outcome;
            return outcome === 'passed' ? [`${degradation}: ${name} ${value}`] : [];
          }),
        );
      });
      expect(passed).toEqual([]);
    });
  },
);

describe('a word that is printed as something else', () => {
  const others: readonly DocumentFieldName[] = ['placeOfBirth', 'placeOfIssue', 'issuingAuthority', 'nationality'];
  const cases = provingKinds.flatMap((kind) => {
    const document = makeUpDocument(kind);
    return others.flatMap((name) => {
      const value = document.printed.values.find(({ field }) => field.name === name)?.expected ?? '';
      const letters = value
        .toUpperCase()
        .normalize('NFD')
        .replace(/[^A-Z ]/g, '');
      return letters.length < 3 ? [] : [[`${kindKeyOf(kind)}: ${name}`, kind, document, letters] as const];
    });
  });

  it.each(sampleOf(cases, 28))(
    'is no name of the holder where its label is gone: %s',
    (_name, kind, document, value) => {
      const passed = (['familyNames', 'givenNames'] as const).flatMap((name) =>
        ['labels too small to be found', 'left as it is'].filter((degradation) => {
          const { zone, barcode } = makeUpDocument(kind, 1, { ...document.holder, [name]: value });
          const result = degrade(kind, { ...document, zone, barcode }, degradation, 1);
          const evidence = gatherEvidence({ config, input: { documentType: kind.type }, result, at, earlier: [] });
          return checkAgreement(evidence)[0]?.outcome === 'passed';
        }),
      );
      expect(passed).toEqual([]);
    },
  );
});

const box = [
  [0, 0],
  [100, 0],
  [100, 20],
  [0, 20],
] as const;
const lineOf = (text: string): TextLine => ({ text, confidence: 0.98, box });
const placed = (...texts: string[]) => texts.flatMap((text) => layOutPage({ lines: [lineOf(text)] }));

describe('what is printed once confirms one field', () => {
  const passport = provingKinds.find(({ type, subtype }) => type === 'passport' && subtype === null) ?? null;
  const assign = (said: Readonly<Partial<Record<DocumentFieldName, string>>>, ...texts: string[]) => {
    const words = Object.entries(said).map(([name, value]) => ({
      name: name as DocumentFieldName,
      value,
      meaning: value,
    })); // Object.entries widens.
    const search = { visual: [], kind: passport, country: 'PL', isToldByPrint: false, at, areNamesCut: false };
    const lines = placed(...texts);
    return Object.fromEntries(assignPrint(words, { ...search, lines, pages: [{ lines, side: null }] }));
  };

  it('of two names that are the same word, one is missing unless both are printed', () => {
    const found = assign({ familyNames: 'JOSE', givenNames: 'JOSE ANGELO' }, 'MUNOZ', 'JOSÉ ÂNGELO');
    expect(Object.keys(found)).toHaveLength(1);
    expect(assign({ familyNames: 'JOSE', givenNames: 'JOSE' }, 'JOSE', 'JOSE')).toEqual({
      familyNames: 'JOSE',
      givenNames: 'JOSE',
    });
  });

  it('a title is of the issuer, and of no nationality', () => {
    const said = { issuingState: 'PL', nationality: 'PL' };
    expect(assign(said, 'RZECZPOSPOLITA POLSKA')).toEqual({ issuingState: 'PL' });
    expect(assign(said, 'RZECZPOSPOLITA POLSKA', 'POLSKIE / POLISH')).toEqual(said);
    expect(assign({ issuingState: 'FR', nationality: 'MA' }, 'RÉPUBLIQUE FRANÇAISE', 'FRANÇAISE')).toEqual({
      issuingState: 'FR',
    });
  });

  it('a name is no nationality, even if it is called like a country', () => {
    const said = { familyNames: 'JORDAN', givenNames: 'GEORGE', nationality: 'GE' };
    expect(assign(said, 'JORDAN', 'GEORGE')).not.toHaveProperty('nationality');
    expect(assign({ ...said, nationality: 'JO' }, 'JORDAN, GEORGE')).not.toHaveProperty('nationality');
    expect(assign(said, 'JORDAN', 'GEORGE  GEORGIAN')).toEqual(said);
    expect(assign(said, 'JORDAN GEORGE', 'GEORGIA')).toEqual(said);
  });

  it.each([
    ['NE', 'NIGERIAN'],
    ['AU', 'AUSTRIAN'],
    ['CN', 'REPUBLIC OF CHINA'],
    ['KR', "DEMOCRATIC PEOPLE'S REPUBLIC OF KOREA"],
    ['GN', 'GUINEA-BISSAU'],
    ['IE', 'UNITED KINGDOM OF GREAT BRITAIN AND NORTHERN IRELAND'],
    ['ER', 'ERIKSSON'],
    ['FO', 'ForOnamIs'],
  ])('%s is not said by %s', (country, text) => {
    expect(assign({ nationality: country }, text)).toEqual({});
  });

  it.each([
    ['NE', 'Nigérienne'],
    ['AU', 'AUSTRALIAN'],
    ['PE', 'PERUANA'],
    ['MT', 'MALTESE'],
    ['PT', 'PORTUGUESE'],
    ['GB', 'BRITISH CITIZEN'],
    ['HR', 'HRVATSKO/CROATIAN'],
    ['BR', 'BRASILEIRO(A)'],
    ['XXA', 'Apatride / Stateless'],
    ['CZ', 'ČESKÁ REPUBLIKA/CZECH REPUBLIC'],
    ['MA', 'P MAR AB1234567'],
  ])('%s is said by %s', (country, text) => {
    expect(assign({ nationality: country }, text)).toEqual({ nationality: country });
  });

  it('the day of issue is no birth, and one printed day is not both birth and expiry', () => {
    const issued = '2021-12-31';
    expect(assign({ dateOfBirth: issued }, '17 APR 1985', '31 DEC 2021', '31 DEC 2031')).toEqual({});
    expect(assign({ dateOfBirth: '1931-12-31', dateOfExpiry: '2031-12-31' }, '31 DEC 31')).toEqual({
      dateOfBirth: '1931-12-31',
    });
  });

  it.each([
    ['F', 'K/F'],
    ['F', 'F 12 AUG/AOUT 74'],
    ['M', 'M/M'],
    ['F', 'F'],
  ])('the sex %s is said by %s, and the other is not', (sex, text) => {
    expect(assign({ sex }, text, 'ANNA M. ERIKSSON')).toEqual({ sex });
    expect(assign({ sex: sex === 'F' ? 'M' : 'F' }, text)).toEqual({});
  });

  it('a page that says both sexes says none', () => {
    expect(assign({ sex: 'F' }, 'F', 'M')).toEqual({});
  });
});

describe('the address of a barcode', () => {
  const parts = { street: '789 E OAK ST, APT 4', city: 'ANYTOWN', region: 'AZ', postalCode: '90223-0001' };

  it('is in print with every part, in any lines and without the end of its postal code', () => {
    expect(isAddressPrinted(parts, ['8 789 E OAK ST', 'APT 4', 'ANYTOWN, AZ 90223'])).toBe(true);
    expect(isAddressPrinted(parts, ['789EOAKST APT4', 'ANYTOWN AZ 90223-0001'])).toBe(true);
  });

  it.each([
    ['another number', ['798 E OAK ST', 'APT 4', 'ANYTOWN, AZ 90223']],
    ['another street', ['789 E ELM ST', 'APT 4', 'ANYTOWN, AZ 90223']],
    ['no flat', ['789 E OAK ST', 'ANYTOWN, AZ 90223']],
    ['another place', ['789 E OAK ST', 'APT 4', 'ANYVILLE, AZ 90223']],
    ['another state', ['789 E OAK ST', 'APT 4', 'ANYTOWN, NV 90223']],
    ['another postal code', ['789 E OAK ST', 'APT 4', 'ANYTOWN, AZ 90224']],
  ])('is not, with %s', (_part, lines) => {
    expect(isAddressPrinted(parts, lines)).toBe(false);
  });
});

it('does not let a line of the zone confirm the zone', () => {
  const mrz = {
    format: 'TD3' as const,
    first: { lines: [], confidences: [] },
    second: null,
    box: [
      [0, 800],
      [1250, 800],
      [1250, 880],
      [0, 880],
    ] as const,
  };
  const within = { ...lineOf('FALSO IMPOSTOR'), box: [[10, 810], [500, 810], [500, 835], [10, 835]] as const }; // prettier-ignore
  const second = lineOf('P<UTOFALSO<<IMPOSTOR');
  const print = lineOf('ERIKSSON');
  expect(printedLinesOf({ ...emptyReading([within, second, print]), mrz })).toEqual([print]);
});

it('keeps the print next to a zone that is aslant', () => {
  const box = [
    [443, 803],
    [1305, 475],
    [1344, 581],
    [476, 893],
  ] as const;
  const mrz = { format: 'TD3' as const, first: { lines: [], confidences: [] }, second: null, box };
  const print = { ...lineOf('01 MAR'), box: [[692, 575], [818, 533], [831, 569], [705, 611]] as const }; // prettier-ignore
  const within = { ...lineOf('CITIZEN'), box: [[800, 680], [900, 645], [905, 660], [805, 695]] as const }; // prettier-ignore
  expect(printedLinesOf({ ...emptyReading([print, within]), mrz })).toEqual([print]);
});
