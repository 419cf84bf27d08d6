import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../../src/steps/document/visual/parse-address.ts';

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
      'AR',
      'PASAJE DORREGO 257, X8833CPY POSADAS',
      { street: 'PASAJE DORREGO 257', postalCode: 'X8833CPY', city: 'POSADAS' },
    ],
  ])('is written as %s writes it', (country, address, parts) => {
    expect(parseAddress(address, country)).toEqual(parts);
  });

  it('is not guessed: a house number is no postal code, and a country that is not known tells nothing', () => {
    expect(parseAddress('1234 Main Street, Springfield', 'NO')).toEqual({});
    expect(parseAddress('Fjordveien 174, 3096 Bodø', null)).toEqual({});
  });
});
