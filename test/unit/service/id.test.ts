import { afterEach, describe, expect, it, vi } from 'vitest';
import { firstIdAt, idLength, idPrefixes, isId, newId, timeOfId, type IdKind } from '../../../src/domain/id.ts';

const kinds = Object.keys(idPrefixes) as IdKind[];

/** The 130 bits of the 26 letters. */
function bitsOf(id: string): string {
  const letterBits = (letter: string) =>
    '0123456789abcdefghjkmnpqrstvwxyz'.indexOf(letter).toString(2).padStart(5, '0');
  return Array.from(id.slice(4), letterBits).join('');
}

describe('typed ids', () => {
  afterEach(() => vi.restoreAllMocks());

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

  it('are version 7 of RFC 9562: 48 bits of time, the version, the variant, and bits that vary', () => {
    const [ids, from] = [Array.from({ length: 20_000 }, () => newId('identity')), Date.now()];
    const all = ids.map(bitsOf);
    expect(all.filter((bits) => !/^00[01]{48}0111[01]{12}10[01]{62}$/.test(bits))).toEqual([]);
    const times = ids.map((id) => timeOfId(id)?.getTime() ?? 0);
    expect(Math.max(...times)).toBeLessThanOrEqual(from);
    expect(Math.min(...times)).toBeGreaterThan(from - 60_000);
    expect(ids.map((id) => id >= firstIdAt('identity', timeOfId(id) ?? new Date(0)))).not.toContain(false);
    // The last 42 bits are random: each is set in half of the ids, give or take seven standard deviations.
    for (let bit = 130 - 42; bit < 130; bit += 1) {
      const set = all.filter((bits) => bits[bit] === '1').length;
      expect(Math.abs(set - 10_000)).toBeLessThan(500);
    }
    expect(new Set(all.map((bits) => bits.slice(-42))).size).toBe(ids.length);
  });

  it('sort by their creation and differ within a millisecond, and when the clock goes back', () => {
    const clock = vi.spyOn(Date, 'now');
    const made: string[] = [];
    const start = Date.now() + 1_000;
    for (const ms of [start, start, start - 500, start - 3_600_000, start + 1, start + 1]) {
      clock.mockReturnValue(ms);
      for (let left = 2_000; left > 0; left -= 1) made.push(newId('event'));
    }
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(12_000);
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
