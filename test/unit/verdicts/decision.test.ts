import { describe, expect, it } from 'vitest';
import { checkOutcomes } from '../../../src/domain/verifications/check.ts';
import { decide, policyActions, type DecidedStep, type Policy } from '../../../src/domain/verifications/decision.ts';

const step = (checks: DecidedStep['checks'], leftOut = false): DecidedStep => ({ stepId: 'document', leftOut, checks });
const passed = { id: 'document-reading', outcome: 'passed', code: null } as const;

describe('decide', () => {
  it('verifies when every check has passed', () => {
    expect(decide([step([passed, { ...passed, id: 'document-expiry' }])], {})).toEqual({
      verdict: 'verified',
      reasons: [],
    });
  });

  it('rejects for a failed check, whatever else has passed', () => {
    const failed = { id: 'document-expiry', outcome: 'failed', code: 'document.expired' } as const;
    const { verdict, reasons } = decide([step([passed, failed])], {});
    expect(verdict).toBe('rejected');
    expect(reasons).toEqual([
      { stepId: 'document', checkId: 'document-expiry', outcome: 'failed', code: 'document.expired', action: 'reject' },
    ]);
  });

  it('sends a warning to review', () => {
    const warning = { id: 'document-reading', outcome: 'warning', code: 'document.field_doubtful' } as const;
    expect(decide([step([warning])], {}).verdict).toBe('reviewNeeded');
  });

  it('lets the policy of a flow decide on warnings and failures both ways', () => {
    const warning = { id: 'document-reading', outcome: 'warning', code: 'document.field_doubtful' } as const;
    expect(decide([step([warning])], { 'document.field_doubtful': 'accept' }).verdict).toBe('verified');
    expect(decide([step([warning])], { 'document.field_doubtful': 'reject' }).verdict).toBe('rejected');
  });

  it('never verifies an error, whatever the policy says', () => {
    const error = { id: 'document-reading', outcome: 'error', code: 'check.broken' } as const;
    for (const action of policyActions) {
      expect(decide([step([passed, error])], { 'check.broken': action }).verdict).not.toBe('verified');
    }
  });

  it('sends a skipped check to review unless the person left its step out', () => {
    const skipped = { id: 'phone-ownership', outcome: 'skipped', code: 'check.step_skipped' } as const;
    expect(decide([step([skipped])], {}).verdict).toBe('reviewNeeded');
    expect(decide([step([skipped], true)], {}).verdict).toBe('verified');
  });

  it('never verifies a step that answered nothing, nor a verification without steps', () => {
    expect(decide([step([passed]), step([])], {}).verdict).toBe('reviewNeeded');
    expect(decide([], {}).verdict).toBe('reviewNeeded');
  });

  it('takes no policy from inherited property names', () => {
    const policy = JSON.parse('{"__proto__": "accept"}') as Policy;
    const failed = { id: 'document-expiry', outcome: 'failed', code: 'document.expired' } as const;
    expect(decide([step([failed])], policy).verdict).toBe('rejected');
  });

  it('never verifies an outcome or an action of another version', () => {
    const warning = { id: 'document-reading', outcome: 'warning', code: 'document.field_doubtful' } as const;
    const unknown = [
      [{ ...warning, outcome: 'unsure' }, {}],
      [{ ...warning, outcome: undefined }, {}],
      [warning, { 'document.field_doubtful': 'ignore' }],
      [warning, { 'document.field_doubtful': null }],
    ] as unknown as [typeof warning, Policy][];
    for (const [check, policy] of unknown) expect(decide([step([passed, check])], policy).verdict).toBe('reviewNeeded');
  });

  it('gives a verdict for every outcome', () => {
    for (const outcome of checkOutcomes) {
      const code = outcome === 'passed' ? null : 'check.input_missing';
      expect(decide([step([{ id: 'age', outcome, code }])], {}).verdict).toMatch(/^(verified|reviewNeeded|rejected)$/);
    }
  });
});
