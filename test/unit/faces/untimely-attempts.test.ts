import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../specimens/drawing/create-random.ts';
import { drawPrompts } from '../../../specimens/faces/draw-prompts.ts';
import {
  honestOver,
  timelyAttacks,
  untimelyAttempts,
  type MakeAttempt,
} from '../../../specimens/faces/make-attempt.ts';
import { evaluateActiveLiveness } from '../../../src/steps/active-liveness/evaluate-active-liveness.ts';
import { activeLivenessSchema } from '../../../src/steps/active-liveness/schema.ts';

const config = activeLivenessSchema.config.parse({});
/** Ten kinds together are more than the 200 attempts of which none may pass. */
const attemptsOfKind = 25;

function acceptedOf(make: MakeAttempt, count: number): number {
  const attempts = Array.from({ length: count }, (_, index) => make(config, createRandom(index + 1)));
  return attempts.filter((result) =>
    evaluateActiveLiveness({ config, result }).outcome.checks.every(({ outcome }) => outcome === 'passed'),
  ).length;
}

describe('a film whose face is beyond doubt', () => {
  test.each(Object.entries(untimelyAttempts))('is never accepted: %s', (_, make) => {
    expect(acceptedOf(make, attemptsOfKind)).toBe(0);
  });

  test('of guessed prompts passes at most as often as three guesses are right', () => {
    const [guess] = Object.values(timelyAttacks);
    if (guess === undefined) throw new Error('no guesses');
    expect(acceptedOf(guess, 800)).toBeLessThanOrEqual(800 / 80);
  });

  test.each([
    { bitsPerSecond: 10_000_000, latencyMs: 40 },
    { bitsPerSecond: 400_000, latencyMs: 400 },
  ])('that a person makes while the prompts come is accepted (%o)', (network) => {
    expect(acceptedOf(honestOver(network), 60)).toBe(60);
  });
});

test('a challenge has as many prompts as its settings say, with or without a light in them', () => {
  for (const promptCount of [1, 2, 3, 4, 5, 6]) {
    const settings = activeLivenessSchema.config.parse({ promptCount });
    const random = createRandom(promptCount);
    expect(drawPrompts((below) => random.integer(0, below - 1), settings)).toHaveLength(promptCount);
  }
});
