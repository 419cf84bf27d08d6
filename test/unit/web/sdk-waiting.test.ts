import { expect, it } from 'vitest';
import type { Session, SessionState, SessionStep } from '../../../web/sdk/src/api/contract.ts';
import { changed, firstState } from '../../../web/sdk/src/flow/flow-state.ts';
import { patienceOf, waitTextOf } from '../../../web/sdk/src/flow/wait-text.ts';
import { createTranslate } from '../../../web/sdk/src/i18n/translate.ts';
import english from '../../../web/sdk/src/i18n/texts/en.json' with { type: 'json' };
import polish from '../../../web/sdk/src/i18n/texts/pl.json' with { type: 'json' };

const step = { id: 'a', type: 'document', status: 'processing' } as unknown as SessionStep;
const session = { steps: [step] } as unknown as Session;
const read = (estimatedSeconds: number | null) =>
  ({ type: 'read', state: { status: 'pending', lastSequence: 0, steps: [{ ...step, files: [] }], estimatedSeconds } as unknown as SessionState }) as const; // prettier-ignore

it('a person sees seconds below a minute, and from then on whole minutes, rounded up', () => {
  const t = createTranslate('en', english);
  const textOf = (seconds: number) => {
    const { key, count } = waitTextOf(seconds);
    return t(key, { count });
  };
  expect(textOf(45)).toBe('About 45 seconds to go. Please keep this page open.');
  expect(textOf(60)).toMatch(/^About 1 minute to go\. /);
  expect(textOf(90)).toMatch(/^About 2 minutes to go\. /);
  const { key, count } = waitTextOf(240);
  expect(createTranslate('pl', polish)(key, { count })).toMatch(/^Jeszcze około 4 minut\. /);
});

it('the newest read gives the waiting time, and a later submit makes it unknown', () => {
  const started = changed(firstState, { type: 'started', session });
  const waiting = changed(started, read(90));
  expect(waiting.estimatedSeconds).toBe(90);
  expect(changed(waiting, read(null)).estimatedSeconds).toBeNull();
  expect(changed(waiting, { type: 'stepChanged', step }).estimatedSeconds).toBeNull();
});

it('the screen says that it takes too long no sooner than after twice the estimate', () => {
  expect(patienceOf(null)).toBe(120_000);
  expect(patienceOf(10)).toBe(120_000);
  expect(patienceOf(600)).toBe(1_200_000);
});
