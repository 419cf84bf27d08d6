import { describe, expect, test } from 'vitest';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import { findUnaccepted } from '../../../src/steps/document/find-unaccepted.ts';

const anyPassport = [{ type: 'passport' as const, countries: null, subtypes: null }];

describe('what a person says of a document', () => {
  test('is accepted for every kind of the catalogue by a flow that accepts just that kind', () => {
    for (const { type, country, subtype } of documentKinds) {
      const accept = [
        { type, countries: country === null ? null : [country], subtypes: subtype === null ? null : [subtype] },
      ];
      const said = {
        documentType: type,
        ...(country !== null && { country }),
        ...(subtype !== null && { subtype }),
      };
      expect([said, findUnaccepted(accept, said)]).toEqual([said, null]);
      expect(findUnaccepted(accept, { documentType: type })).toBeNull();
    }
  });

  test('is refused when no kind has the subtype, or when the subtype is of a country that the flow does not accept', () => {
    expect(findUnaccepted(anyPassport, { documentType: 'passport', subtype: 'no-such' })?.pointer).toBe('/subtype');
    for (const { type, country, subtype, mustBeNamed } of documentKinds) {
      if (subtype === null || country === null) continue;
      const elsewhere = [{ type, countries: [country === 'BR' ? 'PT' : 'BR'], subtypes: null }];
      expect(findUnaccepted(elsewhere, { documentType: type, subtype })?.pointer).toBe('/subtype');
      const open = findUnaccepted([{ type, countries: null, subtypes: null }], { documentType: type, subtype });
      expect(open?.pointer ?? null).toBe(mustBeNamed ? '/subtype' : null);
    }
  });

  test('is judged by the entries of its type: a country of another type’s entry does not help', () => {
    const accept = [
      { type: 'passport' as const, countries: ['PT'], subtypes: null },
      { type: 'national-id' as const, countries: ['FR'], subtypes: null },
    ];
    expect(findUnaccepted(accept, { documentType: 'passport', country: 'FR' })?.pointer).toBe('/country');
    expect(findUnaccepted(accept, { documentType: 'passport', country: 'PT' })).toBeNull();
    expect(findUnaccepted(accept, { documentType: 'driving-license' })?.pointer).toBe('/documentType');
  });
});
