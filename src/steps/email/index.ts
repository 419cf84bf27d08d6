import { z } from 'zod';
import { defineStep } from '../define-step.ts';
import type { StepCheck, StepConfig } from '../define-step-schema.ts';
import { isDisposable, isRoleAddress, readEmailAddress } from './read-email-address.ts';
import { contactSeenSchema, findSharers, judgeSharing } from '../shared-contact.ts';
import { emailSchema } from './schema.ts';

/** The stored facts of the work, so that the evaluation can be replayed. */
const emailResultSchema = z.object({
  address: z.string(),
  confirmedAt: z.string(),
  sendCount: z.int(),
  wrongCodeCount: z.int(),
  receivesMail: z.boolean().nullable(),
  disposableDomain: z.boolean(),
  roleAddress: z.boolean(),
});

/** An email address that the person confirmed with a code, and its risks. */
export const emailStep = defineStep(emailSchema, emailResultSchema, {
  job: 'contact.assess',

  filesAtMost: () => ({}),

  code: { channel: 'email', readContact: readEmailAddress },

  accept: () => {},

  async work(_tools, { contact }) {
    if (contact == null) throw new Error('an email step was submitted without a confirmed address');
    const { address, sendCount, wrongCodeCount, receivesMail } = contact;
    return {
      address,
      confirmedAt: contact.confirmedAt.toISOString(),
      sendCount,
      wrongCodeCount,
      receivesMail,
      disposableDomain: await isDisposable(address.slice(address.lastIndexOf('@') + 1)),
      roleAddress: isRoleAddress(address),
    };
  },

  evaluate({ config, result }) {
    const { address, confirmedAt, sendCount, wrongCodeCount } = result;
    const ownership: StepCheck<typeof emailSchema> = {
      id: 'email-ownership',
      outcome: 'passed',
      code: null,
      data: { confirmedAt, sendCount, wrongCodeCount },
      durationMs: 0,
    };
    return {
      retakeCodes: [],
      outcome: {
        record: { address },
        checks: [ownership, ...riskChecksOf(config, result)],
        facts: { email: { value: address, source: 'email:code' } },
        traits: { email: address.toLowerCase() },
        models: [],
      },
    };
  },

  conclusion: {
    seen: contactSeenSchema,
    look: (history, { traits: { email } }) => findSharers(history, 'email', email),
    judge: ({ config, traits: { email }, seen }) =>
      email === undefined ? [] : judgeSharing(seen, config, { id: 'duplicate-email', code: 'email.shared' }),
  },
});

function riskChecksOf(
  config: StepConfig<typeof emailSchema>,
  { disposableDomain, roleAddress, receivesMail }: z.output<typeof emailResultSchema>,
): StepCheck<typeof emailSchema>[] {
  const check = { id: 'email-risk', data: { disposableDomain, roleAddress, receivesMail }, durationMs: 0 } as const;
  const findings: StepCheck<typeof emailSchema>[] = [];
  if (disposableDomain && config.disposableDomains !== 'accept') {
    findings.push({ ...check, outcome: 'warning', code: 'email_risk.disposable_domain' });
  }
  if (roleAddress) findings.push({ ...check, outcome: 'warning', code: 'email_risk.role_address' });
  return findings.length > 0 ? findings : [{ ...check, outcome: 'passed', code: null }];
}
