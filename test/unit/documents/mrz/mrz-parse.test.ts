import { describe, expect, test } from 'vitest';
import { parseMrz, type ParsedMrz } from '../../../../src/domain/mrz/parse-mrz.ts';

const today = new Date('2026-06-15T12:00:00Z');
const passport = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];

const values = ({ fields }: ParsedMrz) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value]));
const withLower = (lower: string) => parseMrz('TD3', [passport[0] ?? '', lower], today);

describe('parseMrz', () => {
  test('splits a passport into its fields', () => {
    expect(values(parseMrz('TD3', passport, today))).toEqual({
      documentCode: 'P',
      issuer: 'UTO',
      documentNumber: 'L898902C3',
      nationality: 'UTO',
      dateOfBirth: '1974-08-12',
      sex: 'F',
      expirationDate: '2012-04-15',
      surname: 'ERIKSSON',
      givenNames: 'ANNA MARIA',
      personalNumber: 'ZE184226B',
    });
  });

  test('gives the position of each field, so that its text can be found again', () => {
    const parsed = parseMrz('TD3', passport, today);
    for (const field of Object.values(parsed.fields)) {
      const text = field.spans.map(({ line, start, end }) => passport[line]?.slice(start, end)).join('');
      expect(text).toBe(field.raw);
    }
  });

  test('reads a small card with a document number that continues in the optional data', () => {
    const lines = [
      'I<UTOD23145890<7349<<<<<<<<<<<',
      '7408122F1204159UTO<<<<<<<<<<<6',
      'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    ];
    const { fields } = parseMrz('TD1', lines, today);
    expect(fields.documentNumber).toMatchObject({
      value: 'D23145890734',
      spans: [
        { line: 0, start: 5, end: 14 },
        { line: 0, start: 15, end: 18 },
      ],
    });
    expect(fields.optionalData?.value).toBeNull();
    expect(fields.surname?.value).toBe('ERIKSSON');
  });

  test('reads the French card until 2021, whose layout is not that of ICAO 9303, and verifies its three digits', () => {
    const card = ['IDFRALOISEAU<<<<<<<<<<<<<<<<<<<<<<<<', '970675K002774HERVE<<DJAMEL<7303216M4'];
    const parsed = parseMrz('FR-ID', card, today);
    expect(values(parsed)).toEqual({
      documentCode: 'ID',
      issuer: 'FRA',
      documentNumber: '970675K00277',
      dateOfBirth: '1973-03-21',
      sex: 'M',
      surname: 'LOISEAU',
      givenNames: 'HERVE DJAMEL',
      optionalData: null,
    });
    expect(parsed.checkDigits.map(({ name, valid }) => [name, valid])).toEqual([
      ['documentNumber', true],
      ['dateOfBirth', true],
      ['composite', true],
    ]);
    const changed = parseMrz('FR-ID', [card[0]?.replace('LOISEAU', 'LOISEAN') ?? '', card[1] ?? ''], today);
    expect(changed.checkDigits.filter(({ valid }) => !valid).map(({ name }) => name)).toEqual(['composite']);
  });

  test('reads the Swiss driving licence, which has no check digit', () => {
    const parsed = parseMrz('CH-DL', ['FACHE305142128097<<800126<<<<<', 'MARCHAND<<FABIENNE<<<<<<<<<<<<'], today);
    expect(values(parsed)).toEqual({
      documentCode: 'FA',
      issuer: 'CHE',
      documentNumber: '305142128097',
      dateOfBirth: '1980-01-26',
      surname: 'MARCHAND',
      givenNames: 'FABIENNE',
    });
    expect(parsed.checkDigits).toEqual([]);
  });

  test('keeps a one-letter issuer without its fillers', () => {
    const lines = ['P<D<<MUSTERMANN<<ERIKA<<<<<<<<<<<<<<<<<<<<<<', 'C01X00T478D<<6408125F2702283<<<<<<<<<<<<<<<4'];
    expect(values(parseMrz('TD3', lines, today))).toMatchObject({ issuer: 'D', nationality: 'D' });
  });

  test('puts a birth date into the past and an expiration date near today', () => {
    expect(withLower('L898902C36UTO2606157F2612159ZE184226B<<<<<10').fields).toMatchObject({
      dateOfBirth: { value: '2026-06-15' },
      expirationDate: { value: '2026-12-15' },
    });
    expect(withLower('L898902C36UTO2606167F9801048ZE184226B<<<<<10').fields).toMatchObject({
      dateOfBirth: { value: '1926-06-16' },
      expirationDate: { value: '1998-01-04' },
    });
  });

  test('gives no date if it is incomplete or does not exist', () => {
    expect(withLower('L898902C36UTO74<<<<2F1302299ZE184226B<<<<<10').fields).toMatchObject({
      dateOfBirth: { raw: '74<<<<', value: null },
      expirationDate: { raw: '130229', value: null },
    });
  });

  test('gives no given names where there are none, and X for an unspecified sex', () => {
    const lines = ['P<UTOARKFREITH<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122<1204159ZE184226B<<<<<10'];
    expect(values(parseMrz('TD3', lines, today))).toMatchObject({ surname: 'ARKFREITH', givenNames: null, sex: 'X' });
  });

  test('warns when the names fill their field to the end', () => {
    const full = 'P<UTONILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K';
    expect(parseMrz('TD3', [full, passport[1] ?? ''], today).namesFillField).toBe(true);
    expect(parseMrz('TD3', passport, today).namesFillField).toBe(false);
  });

  test('refuses lines of another shape', () => {
    expect(() => parseMrz('TD2', passport, today)).toThrow('TD2');
    expect(() => parseMrz('TD3', [passport[0] ?? '', 'l898902c36UTO7408122F1204159ZE184226B<<<<<10'], today)).toThrow();
  });
});
