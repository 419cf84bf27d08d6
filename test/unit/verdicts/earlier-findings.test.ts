import { describe, expect, it } from 'vitest';
import { isLastingCode, reasonCodes, type ReasonCode } from '../../../src/domain/faults/reason-codes.ts';
import type { Check } from '../../../src/domain/verifications/check.ts';
import type { StepOutcome } from '../../../src/domain/verifications/step-run.ts';
import { decide } from '../../../src/domain/verifications/decision.ts';
import { withEarlierFindings } from '../../../src/services/verifications/earlier-findings.ts';
import { withConclusion } from '../../../src/services/verifications/conclude-steps.ts';

const outcomeOf = (checks: Check[]): StepOutcome => ({ record: null, checks, facts: {}, traits: {}, models: [] });
const passed: Check = { id: 'check', outcome: 'passed', code: null, data: null, durationMs: 0 };
const found = (code: ReasonCode, outcome: Check['outcome'] = 'failed'): Check => ({ ...passed, outcome, code });

/** The step's outcome after these attempts, of which the last one ended it. */
async function after(...attempts: Check[][]): Promise<StepOutcome> {
  const last = attempts.at(-1) ?? [];
  const stepRuns = {
    getAttempt: (_id: string, attempt: number) => Promise.resolve({ input: {}, result: attempts[attempt - 1] }),
  };
  return withEarlierFindings({ stepRuns } as unknown as Parameters<typeof withEarlierFindings>[0], outcomeOf(last), {
    run: { id: 'run', attempt: attempts.length },
    step: {
      // The stored result of an attempt is its checks.
      evaluate: ({ stored }) => ({ retakeCodes: [], outcome: outcomeOf(stored as unknown as Check[]) }),
    },
    config: {},
    at: new Date(0),
    earlier: [],
  });
}

const verdictOn = ({ checks }: StepOutcome) => decide([{ stepId: 'step', leftOut: false, checks }], {}).verdict;

describe('a finding of an attempt that is followed by another', () => {
  it.each(reasonCodes.filter(isLastingCode))('stays as a warning: %s', async (code) => {
    const outcome = await after([found(code)], [passed]);
    expect(outcome.checks).toEqual([passed, { ...found(code, 'warning'), attempt: 1 }]);
    expect(verdictOn(outcome)).toBe('reviewNeeded');
  });

  it.each(reasonCodes.filter((code) => !isLastingCode(code)))('is cleared by the next one: %s', async (code) => {
    for (const outcome of ['failed', 'warning', 'error'] as const) {
      expect((await after([found(code, outcome)], [passed])).checks).toEqual([passed]);
    }
  });

  it('is listed once, with the last of its attempts, and not again if the last attempt of the step has it, too', async () => {
    const twice = await after([found('document.copied_line')], [found('document.copied_line')], [passed]);
    expect(twice.checks.map(({ attempt }) => attempt)).toEqual([undefined, 2]);
    const again = await after([found('document.copied_line')], [found('document.copied_line')]);
    expect(again.checks).toEqual([found('document.copied_line')]);
    const both = await after([found('document.copied_line')], [found('document.portrait_inserted', 'warning')]);
    expect(both.checks.map(({ code }) => code)).toEqual(['document.portrait_inserted', 'document.copied_line']);
  });

  it('takes no place of a check that compares steps', async () => {
    const { checks } = await after([{ ...found('selfie.same_as_document'), id: 'facematch' }], [passed]);
    const compared = { ...passed, id: 'facematch' };
    expect(withConclusion(checks, [compared])).toEqual([passed, compared, { ...checks[1], attempt: 1 }]);
  });
});

/** By the words of their codes: a new code for a sign of deceit has to last. Lasting false alarms send honest people to a reviewer. */
describe('signs of deceit', () => {
  const parts =
    /recompressed|portrait_|copied_line|metadata|fresh_file|signature|origin|tilt_flat|too_early|same_|too_alike|different_person|not_live|screen_or_print|light_(not|flat|late)|face_changed|cut_found|camera_doubtful|voices|mouth_still|other_identity|duplicate$/;
  it('last', () => {
    const signs = reasonCodes.filter((code) => parts.test(code) && code !== 'document.same_picture_twice');
    expect(signs.length).toBeGreaterThan(35);
    expect(signs.filter((code) => !isLastingCode(code))).toEqual([]);
  });
});
