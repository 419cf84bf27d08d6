import { expect, it } from 'vitest';
import { enhancedLivenessStep } from '../../../src/steps/enhanced-liveness/index.ts';

/** The check of a provider's answer, by a flow with this threshold. */
function judged(score: number | null, threshold?: number) {
  const { outcome } = enhancedLivenessStep.evaluate({
    config: {
      provider: { name: 'aws-rekognition', region: 'eu-west-1', ...(threshold !== undefined && { threshold }) },
    },
    input: {},
    stored: {
      kind: 'done',
      result: {
        reference: 'nonce',
        answer: 'finished',
        live: true,
        score,
        fetchedAt: '2026-03-01T12:00:00.000Z',
        template: null,
        models: [],
        durationMs: 1,
      },
    },
    at: new Date('2026-03-01T12:00:00.000Z'),
    earlier: [],
  });
  return outcome.checks.map((check) => `${check.outcome} ${check.code ?? ''}`.trim());
}

it('an answer without a score does not meet a threshold that the flow sets', () => {
  expect(judged(0.95, 0.95)).toEqual(['passed']);
  for (const threshold of [0.95, 0.5]) {
    expect(judged(null, threshold)).toEqual(['warning enhanced_liveness.no_score']);
  }
  // A flow that sets none takes a provider without scores at its word.
  expect(judged(null)).toEqual(['passed']);
  expect(judged(null, 0)).toEqual(['passed']);
});
