import { describe, expect, it } from 'vitest';
import {
  newKey,
  open,
  openJson,
  seal,
  sealingOverheadBytes,
  sealJson,
  startSealing,
} from '../../../src/domain/encryption/encryption.ts';

const place = { clientId: 'cli_a', object: 'verification', id: 'ver_1', field: 'metadata' };
const key = newKey();

describe('sealed values', () => {
  it('open with their key in their place', () => {
    expect(openJson(key, sealJson(key, { a: ['ä', 1, null] }, place), place)).toEqual({ a: ['ä', 1, null] });
    expect(seal(key, Buffer.from('abc'), place)).toHaveLength(3 + sealingOverheadBytes);
  });

  it.each([
    ['client', { ...place, clientId: 'cli_b' }],
    ['kind of object', { ...place, object: 'identity' }],
    ['object', { ...place, id: 'ver_2' }],
    ['field', { ...place, field: 'device' }],
  ])('do not open in place of another %s', (_what, other) => {
    expect(() => open(key, seal(key, Buffer.from('secret'), place), other)).toThrow('does not open');
  });

  it('do not open with another key', () => {
    expect(() => open(newKey(), seal(key, Buffer.from('secret'), place), place)).toThrow('does not open');
  });

  it('do not open with any single bit altered', () => {
    const sealed = seal(key, Buffer.from('secret'), place);
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const altered = Buffer.from(sealed);
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => open(key, altered, place)).toThrow('does not open');
    }
  });

  it('do not open cut short', () => {
    const sealed = seal(key, Buffer.from('secret'), place);
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => open(key, sealed.subarray(0, length), place)).toThrow('does not open');
    }
  });

  it('are never the same twice', () => {
    expect(seal(key, Buffer.from('secret'), place).equals(seal(key, Buffer.from('secret'), place))).toBe(false);
  });

  it('name their place but not their content when they do not open', () => {
    expect(() => open(newKey(), seal(key, Buffer.from('secret'), place), place)).toThrow(
      'sealed verification.metadata does not open',
    );
  });

  it('can be sealed piece by piece and opened whole', () => {
    const { header, cipher } = startSealing(key, place);
    const pieces = [header, cipher.update('one '), cipher.update('two'), cipher.final(), cipher.getAuthTag()];
    expect(open(key, Buffer.concat(pieces), place).toString()).toBe('one two');
  });
});
