import { describe, expect, it } from 'vitest';
import { newRandomBytes } from '../../../src/domain/encryption/random-bytes.ts';

describe('random bytes', () => {
  it('are as many as requested, and are never returned twice, over many draws of the pool', () => {
    const draws = Array.from({ length: 5_000 }, () => newRandomBytes(12));
    expect(draws.every(({ length }) => length === 12)).toBe(true);
    expect(new Set(draws.map((bytes) => bytes.toString('hex'))).size).toBe(draws.length);
  });

  it('do not change while others are drawn', () => {
    const bytes = newRandomBytes(32);
    const before = bytes.toString('hex');
    for (let draw = 0; draw < 1_000; draw += 1) newRandomBytes(32);
    expect(bytes.toString('hex')).toBe(before);
  });

  it('are refused, not cut short, if more are requested than are drawn at once', () => {
    expect(newRandomBytes(4096)).toHaveLength(4096);
    expect(() => newRandomBytes(4097)).toThrow(RangeError);
  });
});
