import { describe, expect, it } from 'vitest';
import { idLength, idPrefixes, isId, newId, type IdKind } from '../../../src/domain/id.ts';

const kinds = Object.keys(idPrefixes) as IdKind[];

describe('typed ids', () => {
  it.each(kinds)('makes an id of kind %s that it recognises as that kind only', (kind) => {
    const id = newId(kind);
    expect(id).toHaveLength(idLength);
    expect(kinds.filter((other) => isId(other, id))).toEqual([kind]);
  });

  it('gives every kind its own prefix, of three letters', () => {
    const prefixes = Object.values(idPrefixes);
    expect(new Set(prefixes).size).toBe(prefixes.length);
    expect(prefixes.filter((prefix) => !/^[a-z]{3}$/.test(prefix))).toEqual([]);
  });

  it('makes ids that sort by their creation time', async () => {
    const earlier = newId('identity');
    await new Promise((resolve) => setTimeout(resolve, 2));
    expect(newId('identity') > earlier).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['a prefix alone', 'idn_'],
    ['upper case', 'idn_01K2M3N4P5Q6R7S8T9V0W1X2Y3'],
    ['letters that base32 leaves out', 'idn_01k2m3n4p5q6r7s8t9v0w1x2yl'],
    ['more than 128 bits', 'idn_81k2m3n4p5q6r7s8t9v0w1x2y3'],
    ['a line break at the end', 'idn_01k2m3n4p5q6r7s8t9v0w1x2y3\n'],
    ['another prefix', 'ver_01k2m3n4p5q6r7s8t9v0w1x2y3'],
  ])('refuses %s', (_what, value) => {
    expect(isId('identity', value)).toBe(false);
  });
});
