import { describe, expect, it } from 'vitest';
import {
  isTownLine,
  lacksStreet,
  parseAddress,
  repairPostalCode,
  withPostalCode,
} from '../../../../src/steps/document/visual/parse-address.ts';

describe('an address in parts', () => {
  it.each([
    ['DE', 'LINDENALLEE 252, 53747 GIESSEN', { street: 'LINDENALLEE 252', postalCode: '53747', city: 'GIESSEN' }],
    ['SE', 'Storgatan 5, 123 45 Umeå', { street: 'Storgatan 5', postalCode: '123 45', city: 'Umeå' }],
    ['NO', 'Fjordveien 174, 3096 Bodø', { street: 'Fjordveien 174', postalCode: '3096', city: 'Bodø' }],
    [
      'US',
      '417 MAIN STREET, COLUMBUS, CA 59164',
      { street: '417 MAIN STREET', city: 'COLUMBUS', region: 'CA', postalCode: '59164' },
    ],
    [
      'BR',
      'Rua das Palmeiras 9, Maceió - AL 57000-123',
      { street: 'Rua das Palmeiras 9', city: 'Maceió', region: 'AL', postalCode: '57000-123' },
    ],
    ['GB', '91 STATION ROAD, BELFAST PZ3 7HP', { street: '91 STATION ROAD', city: 'BELFAST', postalCode: 'PZ3 7HP' }],
    [
      'CA',
      '51 QUEEN STREET, WINNIPEG, MB R3C 1A5',
      { street: '51 QUEEN STREET', city: 'WINNIPEG', region: 'MB', postalCode: 'R3C 1A5' },
    ],
    [
      'AU',
      '111 VICTORIA STREET, BALLARAT VIC 3350',
      { street: '111 VICTORIA STREET', city: 'BALLARAT', region: 'VIC', postalCode: '3350' },
    ],
    ['IE', '9 CHURCH LANE, DUBLIN D02 AF30', { street: '9 CHURCH LANE', city: 'DUBLIN', postalCode: 'D02 AF30' }],
    [
      'MT',
      'TRIQ IL-KBIRA 20, BIRŻEBBUĠA BBG 1234',
      { street: 'TRIQ IL-KBIRA 20', city: 'BIRŻEBBUĠA', postalCode: 'BBG 1234' },
    ],
    ['NL', 'KERKSTRAAT 5, 3511 AB UTRECHT', { street: 'KERKSTRAAT 5', postalCode: '3511 AB', city: 'UTRECHT' }],
    ['RO', 'STRADA ȚĂRMULUI 9, 700123 IAȘI', { street: 'STRADA ȚĂRMULUI 9', postalCode: '700123', city: 'IAȘI' }],
    [
      'AR',
      'PASAJE DORREGO 257, X8833CPY POSADAS',
      { street: 'PASAJE DORREGO 257', postalCode: 'X8833CPY', city: 'POSADAS' },
    ],
  ])('is written as %s writes it', (country, address, parts) => {
    expect(parseAddress(address, country)).toEqual(parts);
  });

  it('lacks its street where it is a postal code and a town alone', () => {
    const cut: [address: string, country: string][] = [
      ['60140 FORLÌ', 'IT'],
      ['3843 NEUFCHÂTEAU', 'BE'],
      ['01310-100 SAO PAULO', 'BR'],
      ['048011 BRAȘOV', 'RO'],
    ];
    for (const [address, country] of cut) {
      expect([address, lacksStreet(address, country)]).toEqual([address, true]);
      expect([address, lacksStreet(`PIAZZA DELLA LIBERTÀ 270, ${address}`, country)]).toEqual([address, false]);
    }
    expect(lacksStreet('51147 KÖLN, HEIDESTRASSE 17', 'DE')).toBe(false);
    // Without a code, nothing tells that a line is missing.
    expect(lacksStreet('FORLÌ', 'IT')).toBe(false);
  });

  it('is not guessed: a house number is not a postal code, and an unknown country tells nothing', () => {
    expect(parseAddress('1234 Main Street, Springfield', 'NO')).toEqual({});
    expect(parseAddress('Fjordveien 174, 3096 Bodø', null)).toEqual({});
    // A British code in an address of a country whose codes are others, and of one whose codes are not known.
    expect(parseAddress('VICTORIA STREET 111, EX4 3YN CAERPHILLY', 'AU')).toEqual({});
    expect(parseAddress('VICTORIA STREET 111, EX4 3YN CAERPHILLY', 'JM')).toEqual({});
  });
});

it('a Canadian postal code alternates between letters and digits, and nothing else of an address is repaired', () => {
  const street = '335 QUEEN STREET, NANAIMO, BC';
  const value = `${street} C0F 8K5`;
  for (const read of ['COF 8K5', 'C0F BK5', 'COFBK5'])
    expect(repairPostalCode(`${street} ${read}`, 'CA')).toEqual({ value, isSame: false });
  expect(repairPostalCode(`${street} C0F8K5`, 'CA')).toEqual({ value, isSame: true });
  // As it should be, too many wrong characters, one of no such shape, no province, not at the end, and another country.
  const others = [
    `${street} C0F 8K5`,
    `${street} COF BKS`,
    `${street} CNF 8K5`,
    '335 QUEEN STREET COF 8K5',
    `${street} COF 8K5 X`,
  ];
  for (const address of others) expect([address, repairPostalCode(address, 'CA')]).toEqual([address, null]);
  expect(repairPostalCode(`${street} COF 8K5`, 'US')).toBeNull();
});

it('a code of digits from which the space to its town was lost gets it back, in the countries that print it there', () => {
  expect(repairPostalCode('AVENIDA DE ESPAÑA 157, 83025A CORUÑA', 'ES')).toEqual({
    value: 'AVENIDA DE ESPAÑA 157, 83025 A CORUÑA',
    isSame: true,
  });
  expect(repairPostalCode('Storgatan 5, 123 45Umeå', 'SE')?.value).toBe('Storgatan 5, 123 45 Umeå');
  // As it should be, a house number, too few digits for the country, a code behind the town, and no known country.
  const others = [
    ['AVENIDA DE ESPAÑA 157, 83025 A CORUÑA', 'ES'],
    ['AVENIDA DE ESPAÑA 157A', 'ES'],
    ['AVENIDA DE ESPAÑA 157, 8302A CORUÑA', 'ES'],
    ['417 MAIN STREET, COLUMBUS, CA 59164', 'US'],
    ['LINDENALLEE 252, 53747GIESSEN', null],
  ] as const;
  for (const [address, country] of others)
    expect([address, repairPostalCode(address, country)]).toEqual([address, null]);
});

it('an Irish code has seven characters, the second and third of them digits, and ends the address', () => {
  const repair = (end: string) => repairPostalCode(`101 MAIN STREET, ${end}`, 'IE');
  const value = '101 MAIN STREET, ATHLONE N37 SL65';
  expect(repair('ATHLONE N37 SL65')).toBeNull();
  expect(repair('ATHLONE N37SL65')).toEqual({ value, isSame: true });
  // A lost space may have been anywhere, and a letter may be a digit: both stay in doubt.
  expect(repair('ATHLONEN37SL65')).toEqual({ value, isSame: false });
  expect(repair('ATHLONEN37 SL65')).toEqual({ value, isSame: false });
  for (const end of ['ATHLONES0OSL65', 'ATHLONE SOO SL65', 'ATHLONESOOSL65'])
    expect(repair(end)).toEqual({ value: '101 MAIN STREET, ATHLONE S00 SL65', isSame: false });
  // No digit, other letters in their places, no town, more behind it, and a code with W.
  for (const end of ['CO. LIMERICK', 'ATHLONE NBB SL65', 'N37SL65', 'ATHLONE N37 SL65 X', 'DUBLIN D6W XY00'])
    expect([end, repair(end)]).toEqual([end, null]);
});

it('an Argentine code that lost a letter and its space tells where the street ends, and not where the town begins', () => {
  expect(parseAddress('AVENIDA BELGRANO 115, H1782PJCORDOBA', 'AR')).toEqual({ street: 'AVENIDA BELGRANO 115' });
  expect(parseAddress('AVENIDA BELGRANO 115, CORDOBA', 'AR')).toEqual({});
  expect(parseAddress('AVENIDA BELGRANO 115, H1782PJCORDOBA', 'UY')).toEqual({});
});

it('of two readings of a line that differ in look-alikes or a space, the one with a postal code counts', () => {
  const choose = (text: string, readOtherwise?: string) => withPostalCode({ text, readOtherwise }, 'GB');
  expect(choose('ABERDEENHS9OVW', 'ABERDEEN HS9 0VW')).toBe('ABERDEEN HS9 0VW');
  expect(choose('ABERDEEN HS9 0VW', 'ABERDEEN HS9 OVW')).toBe('ABERDEEN HS9 0VW');
  expect(choose('ABERDEENHS9OVW')).toBe('ABERDEENHS9OVW');
  expect(choose('ABERDEENHS9OVW', '8. ABERDEEN HS9 0VW')).toBe('ABERDEENHS9OVW');
  expect(choose('ABERDEEN', 'ABERDE3N')).toBe('ABERDEEN');
});

it('a line is a town only with its postal code and nothing else', () => {
  for (const [text, country] of [
    ['102219 BRAȘOV', 'RO'], ['69374 SEINÄJOKI', 'FI'], ['7419-918 ÉVORA', 'PT'], ['SACRAMENTO, NY 70356', 'US'], ['364 58 MALMÖ', 'SE'],
  ] as const) expect([text, isTownLine(text, country)]).toEqual([text, true]); // prettier-ignore
  for (const [text, country] of [
    ['102219', 'RO'], ['BRAȘOV', 'RO'], ['69374 SEINÄJOKI 4', 'FI'], ['MÄKITIE 417', 'FI'], ['25.07.1986 JYVÄSKYLÄ', 'FI'], ['SACRAMENTO, NY', 'US'],
  ] as const) expect([text, isTownLine(text, country)]).toEqual([text, false]); // prettier-ignore
});
