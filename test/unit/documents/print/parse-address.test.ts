import { describe, expect, it } from 'vitest';
import { lacksStreet, parseAddress, repairPostalCode } from '../../../../src/steps/document/visual/parse-address.ts';

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
  for (const read of ['COF 8K5', 'C0F BK5', 'COFBK5'])
    expect(repairPostalCode(`${street} ${read}`, 'CA')).toBe(`${street} C0F${read.includes(' ') ? ' ' : ''}8K5`);
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
