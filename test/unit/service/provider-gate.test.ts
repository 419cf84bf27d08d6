import { describe, expect, test } from 'vitest';
import { createProviderGate } from '../../../src/adapters/network/provider-gate.ts';
import { ProviderAway } from '../../../src/domain/ports/provider-away.ts';

class Refused extends Error {}

function gateWithClock() {
  const clock = { ms: 0 };
  const lines: string[] = [];
  const log = (_fields: unknown, text: string) => void lines.push(text);
  const gate = createProviderGate({
    provider: 'somebody',
    isAnswer: (error) => error instanceof Refused,
    log: { error: log as never, warn: log as never },
    retryEveryMs: 1_000,
    now: () => clock.ms,
  });
  let asked = 0;
  const ask = (end: () => Promise<string>) =>
    gate.ask(() => {
      asked += 1;
      return end();
    });
  return { clock, lines, ask, asked: () => asked };
}

const outage = () => Promise.reject(new Error('no answer'));
const answer = () => Promise.resolve('yes');

describe('the gate of a provider', () => {
  test('turns outages into ProviderAway, and refuses at once after the third', async () => {
    const { ask, asked, lines } = gateWithClock();
    for (let time = 0; time < 10; time += 1) await expect(ask(outage)).rejects.toThrow(ProviderAway);
    expect(asked()).toBe(3);
    expect(lines).toEqual(['a provider is down']);
  });

  test('lets one try through at a time, and opens with the first answer', async () => {
    const { ask, asked, clock, lines } = gateWithClock();
    for (let time = 0; time < 3; time += 1) await expect(ask(outage)).rejects.toThrow();
    clock.ms += 1_000;
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => ask(outage)));
    expect(tries.every(({ status }) => status === 'rejected')).toBe(true);
    expect(asked()).toBe(4);
    clock.ms += 1_000;
    expect(await ask(answer)).toBe('yes');
    expect(await Promise.all(Array.from({ length: 5 }, () => ask(answer)))).toHaveLength(5);
    expect(lines).toEqual(['a provider is down', 'a provider answers again']);
  });

  test('stays open whatever the provider answers about one recipient: nobody can close it for others', async () => {
    const { ask, asked } = gateWithClock();
    for (let time = 0; time < 20; time += 1) {
      await expect(ask(() => Promise.reject(new Refused('not this one')))).rejects.toThrow(Refused);
    }
    expect(await ask(answer)).toBe('yes');
    expect(asked()).toBe(21);
  });
});
