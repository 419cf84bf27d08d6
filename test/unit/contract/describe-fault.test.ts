import { describe, expect, test } from 'vitest';
import { describeFault } from '../../../src/domain/faults/describe-fault.ts';
import { placesOf } from '../../../src/domain/faults/places-of.ts';

const coded = (message: string, code: string) => Object.assign(new Error(message), { code });

describe('what the log says about a failure', () => {
  test('is its class, its code and its message', () => {
    expect(describeFault(coded('connect ECONNREFUSED 127.0.0.1', 'ECONNREFUSED'))).toBe(
      'Error ECONNREFUSED: connect ECONNREFUSED …',
    );
    expect(describeFault(coded('canceling statement due to lock timeout', '55P03'))).toContain('due to lock timeout');
    expect(describeFault('text')).toBe('unknown');
  });

  test.each([
    ['duplicate key: Key (email)=(maria.silva@example.org) already exists', 'maria'],
    [`Unexpected token 'M', "Maria Silva" is not valid JSON`, 'Maria'],
    ['invalid input syntax for type integer: "Maria Silva', 'Maria'],
    ['550 5.1.1 <maria@example.org>: Recipient address rejected', 'maria'],
    ['The number +49 151 2345678 is not valid', '2345'],
    ['document 123.456.789-09 is unknown', '456'],
    ['no such person: José', 'Jos'],
    ['Invalid invocation {"name":"Maria"}', 'Maria'],
    ['Invalid `create()` invocation\n{ name: Maria }', 'Maria'],
    ['expected [Maria, Silva] to be sorted', 'Maria'],
    ['expected “Maria”', 'Maria'],
  ])('leaves out the values that the message quotes: %s', (message, secret) => {
    expect(describeFault(new Error(message))).not.toContain(secret);
  });

  test('names places in the code, and takes no line of a message for one', () => {
    const message = 'no such person:\n    at Maria (Silva)\n    at Rua Augusta, São Paulo:12:3';
    const error = new Error(message);
    const later = new Error('short');
    later.message = message;
    const hidden = new Error(message);
    expect(hidden.stack).toContain('Maria');
    hidden.message = 'hidden';
    for (const one of [error, later, hidden]) {
      const places = placesOf(one);
      expect(places[0]).toMatch(/^at .*describe-fault\.test\.ts:\d+:\d+\)?$/);
      expect(places.join('\n')).not.toMatch(/Maria|Augusta/);
    }
    expect(placesOf(Object.assign(new Error('x'), { stack: undefined }))).toEqual([]);
  });

  test('is short, whatever the message', () => {
    expect(describeFault(new Error('a '.repeat(5_000))).length).toBeLessThanOrEqual(300);
  });
});
