import { describe, expect, it } from 'vitest';
import type { ReasonCode } from '../../../src/domain/faults/reason-codes.ts';
import type { Check } from '../../../src/domain/verifications/check.ts';
import { decide } from '../../../src/domain/verifications/decision.ts';
import { withConclusion } from '../../../src/services/verifications/conclude-steps.ts';
import { evaluateActiveLiveness } from '../../../src/steps/active-liveness/evaluate-active-liveness.ts';
import { activeLivenessSchema } from '../../../src/steps/active-liveness/schema.ts';
import type { WatchedVideo } from '../../../src/steps/active-liveness/watched-video-schema.ts';
import { families, film } from './fault-families.ts';

function verdictOn(checks: readonly Check[], accepted: ReadonlySet<ReasonCode>): string {
  const policy = Object.fromEntries([...accepted].map((code) => [code, 'accept' as const]));
  return decide([{ stepId: 'step', leftOut: false, checks }], policy).verdict;
}

describe('a flow that accepts everything that one fault causes', () => {
  it.each(Object.entries(families))(
    'does not accept any other fault with it: %s',
    (_name, { faults, checksOf, either }) => {
      expect(verdictOn(checksOf(new Set()), new Set())).toBe('verified');
      const hidden: string[] = [];
      for (const accepted of faults) {
        const codes = new Set(checksOf(new Set([accepted])).flatMap(({ code }) => code ?? []));
        expect(codes.size, accepted).toBeGreaterThan(0);
        for (const other of faults) {
          if (either.some((ones) => ones.includes(accepted) && ones.includes(other))) continue;
          if (verdictOn(checksOf(new Set([other])), codes) === 'verified') continue;
          if (verdictOn(checksOf(new Set([accepted, other])), codes) === 'verified')
            hidden.push(`${accepted} + ${other}`);
        }
      }
      expect(hidden).toEqual([]);
    },
  );

  it('still sees that a stalled video follows another challenge', () => {
    const stalled: WatchedVideo = {
      ...film,
      live: {
        prompts: [{ action: 'turn-right', sentMs: 1_500 }],
        chunks: [
          { receivedMs: 1_000, part: { fromMs: 0, toMs: 900 } },
          { receivedMs: 9_000, part: { fromMs: 1_000, toMs: 5_000 } },
        ],
      },
    };
    const config = activeLivenessSchema.config.parse({ light: 'off', promptCount: 1 });
    const { checks } = evaluateActiveLiveness({ config, result: stalled }).outcome;
    expect(checks.map(({ code }) => code)).toContain('active_liveness.network_stalled');
    expect(verdictOn(checks, new Set(['active_liveness.network_stalled']))).toBe('reviewNeeded');
  });

  it('still sees what the other steps say of a face or a holder that its own step doubts', () => {
    const check = { data: null, durationMs: 0 };
    const copied: Check = { ...check, id: 'facematch', outcome: 'failed', code: 'selfie.same_as_document' };
    const other: Check = { ...check, id: 'facematch', outcome: 'failed', code: 'facematch.different_person' };
    const passed: Check = { ...check, id: 'facematch', outcome: 'passed', code: null };
    expect(withConclusion([copied], [copied, other])).toEqual([copied, other]);
    expect(withConclusion([copied], [passed])).toEqual([copied]);
    const broken: Check = { ...check, id: 'facematch', outcome: 'error', code: 'check.broken' };
    expect(withConclusion([broken], [other])).toEqual([broken]);
  });
});
