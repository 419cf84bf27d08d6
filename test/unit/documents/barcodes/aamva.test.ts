import { describe, expect, it } from 'vitest';
import { parseAamva } from '../../../../src/domain/barcodes/parse-aamva.ts';
import type { DocumentKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import { writtenLanguagesOf } from '../../../../src/domain/documents/written-languages.ts';
import type { PageReading } from '../../../../src/domain/ports/pages/page-reader.ts';
import { kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import { drawPdf417 } from '../../../../specimens/documents/draw-barcode.ts';
import { composeDocument } from '../../../../specimens/documents/draw-document.ts';
import { checkAgreement } from '../../../../src/steps/document/checks/cross-check.ts';
import { gatherEvidence } from '../../../../src/steps/document/gather-evidence.ts';
import { documentSchema } from '../../../../src/steps/document/schema.ts';
import { judge } from '../../../support/documents/judge-document.ts';
import { provingKinds } from '../../../support/documents/forged-zone.ts';
import { makeUpDocument, storeDocument } from '../../../support/documents/made-up-document.ts';

/** A made-up card in the layout of a version. */
function encode(version: number, elements: readonly string[], type = 'DL', issuerNumber = '636026'): string {
  const body = `${type}${elements.join('\n')}\r`;
  const own = version < 2 ? '' : '00';
  const head = `@\n\u001e\rANSI ${issuerNumber}${String(version).padStart(2, '0')}${own}01`;
  const offset = String(head.length + 10).padStart(4, '0');
  return `${head}${type}${offset}${String(body.length).padStart(4, '0')}${body}`;
}

const version10 = encode(10, [
  'DAQD12345678', 'DCSSAMPLE', 'DDEN', 'DACJANE', 'DDFN', 'DADMARIE', 'DDGN', 'DCAD', 'DCBB', 'DCDNONE', 'DBD08242015',
  'DBB01311990', 'DBA01312035', 'DBC2', 'DAU067 in', 'DAYBRO', 'DAG789 E OAK ST', 'DAIANYTOWN', 'DAJAZ', 'DAK902230000',
  'DCF83D9BN217QO983B1', 'DCGUSA',
]); // prettier-ignore

describe('the barcode of North American cards', () => {
  it('of version 10 is read in full', () => {
    const card = parseAamva(version10);
    expect(card).toMatchObject({ version: 10, issuerNumber: '636026', card: 'driving-license', country: 'US' });
    expect(
      Object.fromEntries(Object.entries(card?.fields ?? {}).map(([name, field]) => [name, field.normalisedValue])),
    ).toEqual({
      documentNumber: 'D12345678',
      familyNames: 'SAMPLE',
      givenNames: 'JANE MARIE',
      dateOfBirth: '1990-01-31',
      dateOfExpiry: '2035-01-31',
      dateOfIssue: '2015-08-24',
      sex: 'F',
      height: '067 in',
      eyeColour: 'BRO',
      licenceCategories: 'D',
      licenceRestrictions: 'B',
      street: '789 E OAK ST',
      city: 'ANYTOWN',
      region: 'AZ',
      postalCode: '90223',
      address: '789 E OAK ST, ANYTOWN, AZ 90223',
    });
  });

  it('of version 1 has the whole name in one element and dates with the year first', () => {
    const card = parseAamva(encode(1, ['DAASMITH,JOHN,QUINCY', 'DAQ123456', 'DBB19740812', 'DBA20300101', 'DBCM']));
    expect(card?.fields).toMatchObject({
      familyNames: { value: 'SMITH' },
      givenNames: { value: 'JOHN QUINCY' },
      dateOfBirth: { value: '19740812', normalisedValue: '1974-08-12' },
      sex: { normalisedValue: 'M' },
    });
  });

  it.each([2, 3])('of version %i has all given names in one element', (version) => {
    const card = parseAamva(encode(version, ['DCSSMITH', 'DCTJOHN,QUINCY', 'DAQ1', 'DBB08121974', 'DBA01012030']));
    expect(card?.fields.givenNames?.value).toBe('JOHN QUINCY');
    expect(card?.fields.dateOfBirth?.normalisedValue).toBe('1974-08-12');
  });

  it.each([4, 5, 6, 7, 8, 9, 10, 11])('of version %i has first and middle names', (version) => {
    const card = parseAamva(encode(version, ['DCSSMITH', 'DACJOHN', 'DADQUINCY', 'DAQ1', 'DBB08121974', 'DDET']));
    expect(card?.fields.givenNames?.value).toBe('JOHN QUINCY');
    expect(card?.truncatedNames).toEqual(['familyNames']);
  });

  it('of an identity card says so', () => {
    expect(parseAamva(encode(8, ['DAQ1', 'DCSSMITH'], 'ID'))?.card).toBe('national-id');
  });

  it('of Canada has the year first and a postal code in two parts', () => {
    const elements = ['DAQ1', 'DCSROY', 'DBB19740812', 'DAKG4F4C1', 'DCGCAN'];
    const card = parseAamva(encode(8, elements, 'DL', '636012'));
    expect([card?.country, card?.fields.dateOfBirth?.normalisedValue]).toEqual(['CA', '1974-08-12']);
    // In Canada's spelling, whatever form the barcode has.
    expect(card?.fields.postalCode?.normalisedValue).toBe('G4F 4C1');
  });

  it('leaves out a date that does not exist', () => {
    expect(parseAamva(encode(8, ['DAQ1', 'DBB13451974']))?.fields.dateOfBirth).toBeUndefined();
  });

  it('is not found in any other text', () => {
    const hostile = [
      '',
      'https://example.org',
      '@\n\u001e\rANSI ',
      'ANSI 636026',
      'ANSI 63602608009' + '9DL'.repeat(5_000),
    ];
    for (const text of [...hostile, version10.replace('DAQ', 'ZZQ'), 'A'.repeat(1_000_000)]) {
      expect(parseAamva(text)).toBeNull();
    }
  });
});

const cards = provingKinds
  .filter(({ barcodes }) => barcodes.some(({ standard }) => standard === 'aamva'))
  .map((kind) => [kindKeyOf(kind), kind] as const);
const config = documentSchema.config.parse({ accept: [{ type: 'driving-license' }] });
const at = new Date('2026-03-01T12:00:00.000Z');

describe.each(cards)('the country of a card: %s', (_name, kind: DocumentKind) => {
  const [own, foreign] = kind.country === 'CA' ? (['CAN', 'USA'] as const) : (['USA', 'CAN'] as const);
  const numbers = { USA: '636026', CAN: '636012', MEX: '636056' } as const;

  /** What the step says when the barcode names another issuer. */
  function codesWith(issuerNumber: string, element: string | null) {
    const document = makeUpDocument(kind, 1);
    const { barcode } = document;
    if (barcode === null) throw new Error('the kind has no barcode');
    const text = barcode.text
      .replace(/(?<=ANSI )\d{6}/, issuerNumber)
      .replace(/\nDCG\w+/, element === null ? '' : `\nDCG${element}`);
    const spelledIn = [...(writtenLanguagesOf(kind.country) ?? ['eng'])];
    const seen = (reading: PageReading) => ({ ...reading, spelledIn, areMarksBelowSeen: true });
    return Object.values(judge(kind, storeDocument(kind, { ...document, barcode: { ...barcode, text } }, seen)).codes);
  }

  it.each([
    ['both name a Mexican state', numbers.MEX, 'MEX'],
    ['a Mexican state has no element of the country', numbers.MEX, null],
    ['the element alone is Mexican', numbers[own], 'MEX'],
    ['the number alone is Mexican', numbers.MEX, own],
    ['the element names the other country', numbers[own], foreign],
    ['the number names the other country', numbers[foreign], own],
    ['a card of the other country has no element of the country', numbers[foreign], null],
    ['nothing names a country', '999999', null],
  ])('is not this one if %s', (_which, issuerNumber, element) => {
    expect(codesWith(issuerNumber, element).every((code) => code === 'passed')).toBe(false);
  });

  it.each([
    ['both name it', numbers[own], own],
    ['the card has no element of the country, like those of version 1', numbers[own], null],
    ['the number is not listed', '999999', own],
  ])('is this one if %s', (_which, issuerNumber, element) => {
    expect(codesWith(issuerNumber, element).every((code) => code === 'passed')).toBe(true);
  });
});

describe.each(cards)('a barcode that tells of two people: %s', (_name, kind: DocumentKind) => {
  it.each(['DCSLINDQVIST', 'DACKARIN', 'DAQX9999999', 'DBB11231979', 'DBA03042033', 'DAG12 W PINE RD'])(
    'is not believed: %s',
    (other) => {
      const document = makeUpDocument(kind, 1);
      const { barcode } = document;
      if (barcode === null) throw new Error('the kind has no barcode');
      const type = kind.type === 'national-id' ? 'ID' : 'DL';
      for (const text of [barcode.text.replace('DCG', `${other}\nDCG`), `${barcode.text}${type}${other}\r`]) {
        const { codes } = judge(kind, storeDocument(kind, { ...document, barcode: { ...barcode, text } }));
        expect(Object.values(codes).every((code) => code === 'passed')).toBe(false);
      }
    },
  );

  it('is believed if it repeats one value', () => {
    const { barcode } = makeUpDocument(kind, 1);
    const text = barcode?.text ?? '';
    const [number = ''] = /DAQ.*/.exec(text) ?? [];
    for (const repeated of [number, 'ZAA1\nZAA2']) {
      expect(parseAamva(text.replace('DCG', `${repeated}\nDCG`))).toEqual(parseAamva(text));
    }
  });
});

describe.each(cards)('letters beyond ASCII: %s', (_name, kind: DocumentKind) => {
  it('are drawn as issuers encode them, without marks', async () => {
    const holder = { surname: 'O’ŁUKASIEWICZ', givenNames: 'ŐRS SØREN' };
    const [text = ''] = (await composeDocument(kind, { seed: 7077, holder })).truth.barcodes;
    expect(text).toMatch(/^\p{ASCII}+$/u);
    await expect(drawPdf417(text)).resolves.toHaveProperty('png');
    const fields = parseAamva(text)?.fields;
    expect([fields?.familyNames?.value, fields?.givenNames?.value]).toEqual(["O'LUKASIEWICZ", 'ORS SOREN']);
  });

  const withMarks = { familyNames: 'SØRENSEN GROẞ', givenNames: 'JOSÉ ŁUKASZ' };
  const bare = { familyNames: 'SORENSEN GROSS', givenNames: 'JOSE LUKASZ' };

  it.each([
    ['the barcode alone has none', withMarks, bare],
    ['the print alone has none', bare, withMarks],
    ['both have them', withMarks, withMarks],
  ])('are the same name where %s', (_which, printed, coded) => {
    const document = makeUpDocument(kind, 1, printed);
    const { barcode } = makeUpDocument(kind, 1, coded);
    const result = storeDocument(kind, { ...document, barcode });
    const evidence = gatherEvidence({ config, input: { documentType: kind.type }, result, at, earlier: [] });
    expect(checkAgreement(evidence)[0]?.outcome).toBe('passed');
  });

  it.each([
    ['turn the direction of the text', '\u202e'],
    ['are invisible', '\u200b'],
    ['are invisible and of ISO 8859-1', '\u00ad'],
    ['control a terminal', '\u001b'],
    ['are another script’s', ' \u0418\u0412\u0410\u041d'],
    ['are words of another script without spaces', '\u674e'],
    ['are marks on the letter before', '\u0336'],
    ['look like letters', '\u1d00'],
    ['are wide', '\uff2a'],
    ['are digits', ' 123'],
    ['are signs', '<'],
  ])('are not confirmed by print that does not show them: characters that %s', (_which, hidden) => {
    const document = makeUpDocument(kind, 1);
    const { barcode } = document;
    if (barcode === null) throw new Error('the kind has no barcode');
    for (const word of ['JOSE', 'MUNOZ', 'CONCEICAO']) {
      for (const text of [`${word}${hidden}`, `${hidden}${word}`, `${word.slice(0, 2)}${hidden}${word.slice(2)}`]) {
        const coded = { ...barcode, text: barcode.text.replace(word, text) };
        const { codes, outcome } = judge(kind, storeDocument(kind, { ...document, barcode: coded }));
        expect(outcome.facts.fullName?.value ?? '').not.toContain(hidden.trim());
        expect(Object.values(codes)).not.toEqual(Object.values(codes).map(() => 'passed'));
      }
    }
  });

  it.each(['\u202e', '\u200b', '\u00ad', '\u0336'])('are in no value of the barcode, addresses too: %j', (hidden) => {
    const { barcode } = makeUpDocument(kind, 1);
    const values = (text: string) => Object.values(parseAamva(text)?.fields ?? {}).map(({ value }) => value);
    const text = barcode?.text ?? '';
    expect(values(text).join(' ')).toContain('OAK');
    for (const word of ['OAK', 'ANYTOWN', 'MUNOZ', 'JOSE']) {
      expect(values(text.replace(word, `${word.slice(0, 2)}${hidden}${word.slice(2)}`)).join(' ')).not.toContain(
        hidden,
      );
    }
  });

  it('are recorded as the print has them', () => {
    const document = makeUpDocument(kind, 1, withMarks);
    const { barcode } = makeUpDocument(kind, 1, bare);
    const read = storeDocument(kind, { ...document, barcode }, (reading) => ({
      ...reading,
      spelledIn: ['eng', 'fra', 'spa'],
      lines: reading.lines.map((line) => ({ ...line, agreed: true })),
    }));
    const evidence = gatherEvidence({ config, input: { documentType: kind.type }, result: read, at, earlier: [] });
    expect(evidence.fields.get('familyNames')?.value).toBe(withMarks.familyNames);
    expect(evidence.fields.get('givenNames')?.value).toBe(withMarks.givenNames);
  });
});
