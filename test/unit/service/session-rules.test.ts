import { describe, expect, it } from 'vitest';
import { backoffMs } from '../../../src/domain/jobs/job.ts';
import { isAddressAdmitted } from '../../../src/services/starts/address-rules.ts';
import { chooseLanguage } from '../../../src/services/starts/choose-language.ts';

describe('an address', () => {
  it('is admitted if there are no rules', () => {
    expect(isAddressAdmitted('203.0.113.7', { allow: [], deny: [] })).toBe(true);
    expect(isAddressAdmitted('unknown', { allow: [], deny: [] })).toBe(true);
  });

  it('is refused if denied, even if it is allowed, too', () => {
    const rules = { allow: ['203.0.113.0/24'], deny: ['203.0.113.7/32'] };
    expect(isAddressAdmitted('203.0.113.7', rules)).toBe(false);
    expect(isAddressAdmitted('203.0.113.8', rules)).toBe(true);
    expect(isAddressAdmitted('198.51.100.1', rules)).toBe(false);
  });

  it('is the same in its IPv4-mapped spelling', () => {
    expect(isAddressAdmitted('::ffff:203.0.113.7', { allow: [], deny: ['203.0.113.0/24'] })).toBe(false);
  });

  it('of the other family is not covered by a rule', () => {
    expect(isAddressAdmitted('2001:db8::1', { allow: ['203.0.113.0/24'], deny: [] })).toBe(false);
    expect(isAddressAdmitted('2001:db8::1', { allow: [], deny: ['203.0.113.0/24'] })).toBe(true);
    expect(isAddressAdmitted('2001:db8::1', { allow: [], deny: ['2001:db8::/32'] })).toBe(false);
  });

  it('that cannot be read is refused if there are any rules', () => {
    expect(isAddressAdmitted('unknown', { allow: [], deny: ['203.0.113.0/24'] })).toBe(false);
  });
});

describe('the language', () => {
  it('is the fixed one, else the first of the device that we speak, else English', () => {
    expect(chooseLanguage('de', ['pt-BR'])).toBe('de');
    expect(chooseLanguage(null, ['xx', 'pt-BR', 'de'])).toBe('pt');
    expect(chooseLanguage(undefined, ['ja', 'ko'])).toBe('en');
    expect(chooseLanguage(null, [])).toBe('en');
  });
});

it('a failed job waits longer each time, at most a minute, and never in step with others', () => {
  expect([1, 2, 3, 4, 20].map((attempt) => backoffMs(attempt, 0))).toEqual([1_000, 2_000, 4_000, 8_000, 60_000]);
  expect(backoffMs(3, 1)).toBe(2_000);
});
