import { describe, expect, it } from 'vitest';
import { isProvenBy, nationalRules, type NationalRuleName } from '../../../src/domain/national-numbers/index.ts';
import { compactNumber, type ToldByNumber } from '../../../src/domain/national-numbers/national-rule.ts';
import { createRandom } from '../../../specimens/drawing/create-random.ts';

interface Examples {
  valid: readonly string[];
  invalid: readonly string[];
  tells?: readonly [string, ToldByNumber][];
}

/** Published examples; the invalid ones are the valid ones with a typo. */
const examples: Readonly<Record<NationalRuleName, Examples>> = {
  'ar-cuil': { valid: ['20-05536168-2'], invalid: ['20-05536168-3', '99-05536168-2', '20-5536168-2'] },
  'br-cnh-registro': { valid: ['62472927637', '02650306461'], invalid: ['62472927638', '02650306416', '11111111111'] },
  'br-cpf': {
    valid: ['529.982.247-25', '111.444.777-35'],
    invalid: ['529.982.247-24', '111.111.111-11', '5299822472'],
  },
  'cl-run': { valid: ['12.345.678-5', '11.111.111-1', '1.000.005-K'], invalid: ['12.345.678-K', '12.345.679-5'] },
  'de-id-card': { valid: ['T22000129', 'T220001293', 'L01X00T471'], invalid: ['T220001294', 'A22000129', 'T2200012'] },
  'es-dni-nie': { valid: ['12345678-Z', 'X1234567L', 'Z8327649K'], invalid: ['12345678-A', 'X1234567Z', '1234567Z'] },
  'gb-driver-number': {
    valid: ['MORGA657054SM9IJ'],
    invalid: ['MORGA627054SM9IJ', 'MORGA657994SM9IJ', 'MORGA65705'],
    tells: [['MORGA657054SM9IJ', { sex: 'F' }]],
  },
  'it-codice-fiscale': {
    valid: ['RCCMNL83S18D969H', 'RSSMRA85T10A562S'],
    invalid: ['RCCMNL83S18D967H', 'RCCMNL83S99D969H'],
    tells: [['RCCMNL83S18D969H', { sex: 'M' }]],
  },
  'mx-curp': {
    valid: ['BOXW310820HNERXN09', 'HEGG560427MVZRRL04'],
    invalid: ['BOXW310820HNERXN08', 'BOXW311320HNERXN09', 'BOXW310820HNERXN'],
    tells: [
      ['BOXW310820HNERXN09', { dateOfBirth: '1931-08-20', sex: 'M' }],
      ['HEGG560427MVZRRL04', { dateOfBirth: '1956-04-27', sex: 'F' }],
    ],
  },
  'pe-dni': { valid: ['10117410', '10117410-2', '10117410-G'], invalid: ['10117410-3', '1011741'] },
  'pl-id-card': { valid: ['ABA 300000'], invalid: ['ABA 300001', 'ABA 400000', 'AB3000000'] },
  'pl-pesel': {
    valid: ['44051401359', '02070803628'],
    invalid: ['44051401358', '44053201359', '4405140135'],
    tells: [['44051401359', { dateOfBirth: '1944-05-14', sex: 'M' }]],
  },
  'pt-cc': { valid: ['00000000 0 ZZ4'], invalid: ['00000000 0 ZZ3', '00000001 0 ZZ4'] },
  'pt-nif': { valid: ['501 964 843'], invalid: ['501 964 842', '001 964 843'] },
  'th-id': { valid: ['1-2345-45678-78-1'], invalid: ['1-2345-45678-78-9', '0-2345-45678-78-1'] },
  'tr-tckn': { valid: ['10000000146'], invalid: ['10000000147', '00000000146', '1000000014'] },
};

describe.each(Object.entries(nationalRules))('the rule %s', (name, rule) => {
  const { valid, invalid } = examples[name as NationalRuleName]; // Object.entries widens to string.

  it('accepts published numbers and refuses them with a typo', () => {
    expect(valid.filter((number) => !rule.isValid(compactNumber(number)))).toEqual([]);
    expect(invalid.filter((number) => rule.isValid(compactNumber(number)))).toEqual([]);
  });

  it('notices most misread characters, or says that a number has no check digit', () => {
    const random = createRandom(11);
    const drawn = Array.from({ length: 300 }, () => rule.example(random));
    const misread = drawn.map((number) => {
      const at = random.integer(0, number.length - 1);
      const others = (/\d/.test(number.charAt(at)) ? '0123456789' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ').replace(
        number.charAt(at),
        '',
      );
      return number.slice(0, at) + others.charAt(random.integer(0, others.length - 1)) + number.slice(at + 1);
    });
    const passing = misread.filter((number) => isProvenBy(rule, number));
    // The digit of a CURP notices 85 %, most others more.
    expect(passing.length).toBeLessThan(0.2 * misread.length);
  });

  it('refuses hostile text without a throw', () => {
    for (const text of [
      '',
      ' ',
      '<<<<<<<<<',
      'Ñ'.repeat(20),
      '9'.repeat(10_000),
      'A'.repeat(10_000),
      '１２３４５６７８９０１',
    ]) {
      expect(rule.isValid(text)).toBe(false);
    }
  });

  it('makes up numbers that it accepts itself, the same for the same seed', () => {
    const random = createRandom(7);
    const drawn = Array.from({ length: 500 }, () => rule.example(random));
    expect(drawn.filter((number) => !rule.isValid(number))).toEqual([]);
    expect(new Set(drawn).size).toBeGreaterThan(450);
    expect(rule.example(createRandom(7))).toBe(drawn[0]);
  });
});

it('numbers that say something about their holder are read that way, and every such rule has an example', () => {
  for (const [name, rule] of Object.entries(nationalRules)) {
    const { tells = [] } = examples[name as NationalRuleName]; // Object.entries widens to string.
    expect([name, tells.length > 0]).toEqual([name, 'tells' in rule]);
    for (const [number, told] of tells) expect('tells' in rule ? rule.tells(number) : null).toEqual(told);
  }
});
