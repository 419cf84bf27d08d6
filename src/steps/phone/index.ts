import { z } from 'zod';
import { lineTypes, numberQuestions } from '../../domain/ports/messages/number-lookup.ts';
import { askOrForgo } from '../../domain/ports/provider-away.ts';
import { defineStep } from '../define-step.ts';
import type { StepCheck } from '../define-step-schema.ts';
import { phoneConclusion } from './conclude-phone.ts';
import { insightsOfNumber } from './phone-risk.ts';
import { lineTypeOf, readPhoneNumber } from './read-phone-number.ts';
import { phoneSchema } from './schema.ts';

/** The stored facts of the work, so that the evaluation can be replayed. */
const phoneResultSchema = z.object({
  number: z.string(),
  country: z.string().nullable(),
  confirmedAt: z.string(),
  sendCount: z.int(),
  wrongCodeCount: z.int(),
  recentSends: z.int(),
  /** The numbering plan's data. */
  lineType: z.enum(lineTypes),
  /** Whether a provider was asked, and its answer; null when it did not answer. */
  asked: z.boolean(),
  /** What the service asked no provider. Missing in results that an older version stored. */
  notAsked: z.array(z.enum(numberQuestions)).max(numberQuestions.length).default([]),
  facts: z
    .object({
      lineType: z.enum(lineTypes).nullable(),
      simSwapped: z.boolean().nullable(),
      smsPumpingRisk: z.number().nullable(),
      /** Missing in results stored before it was noted. */
      unanswered: z.array(z.enum(numberQuestions)).max(numberQuestions.length).default([]),
    })
    .nullable(),
  durationMs: z.number(),
});

const unanswered = { asked: true, notAsked: [], facts: null };

/** A phone number that the person confirmed with a code, and its risks. */
export const phoneStep = defineStep(phoneSchema, phoneResultSchema, {
  job: 'contact.assess',

  filesAtMost: () => ({}),

  code: {
    channel: 'sms',
    readContact: ({ config, body }) => Promise.resolve().then(() => readPhoneNumber(config, body)),
  },

  accept: () => {},

  async work(tools, { config, contact, verificationId, mayWait }) {
    if (contact == null) throw new Error('a phone step was submitted without a confirmed number');
    const startedAt = performance.now();
    const { address: number, country, sendCount, wrongCodeCount, recentSends } = contact;
    const looked = config.riskCheck
      ? ((await askOrForgo(mayWait, () => tools.lookUpNumber({ phoneNumber: number, verificationId }))) ?? unanswered)
      : { asked: false, notAsked: [], facts: null };
    return {
      number,
      country,
      confirmedAt: contact.confirmedAt.toISOString(),
      sendCount,
      wrongCodeCount,
      recentSends,
      lineType: lineTypeOf(number),
      ...looked,
      durationMs: performance.now() - startedAt,
    };
  },

  evaluate({ result }) {
    const { number, country, confirmedAt, sendCount, wrongCodeCount, recentSends } = result;
    const { asked, notAsked, facts, durationMs } = result;
    const lineType = facts?.lineType ?? result.lineType;
    const ownership: StepCheck<typeof phoneSchema> = {
      id: 'phone-ownership',
      outcome: 'passed',
      code: null,
      data: { confirmedAt, sendCount, wrongCodeCount },
      durationMs: Math.round(durationMs),
    };
    return {
      retakeCodes: [],
      outcome: {
        record: { number, country, lineType },
        checks: [ownership],
        facts: { phone: { value: number, source: 'phone:code' } },
        traits: {
          phoneNumber: number,
          ...(country !== null && { phoneCountry: country }),
          phoneInsights: asked && facts === null ? null : insightsOfNumber({ lineType, facts, recentSends }),
          ...(facts !== null && facts.unanswered.length > 0 && { phoneUnanswered: facts.unanswered }),
          ...(notAsked.length > 0 && { phoneNotAsked: notAsked }),
        },
        models: [],
      },
    };
  },

  conclusion: phoneConclusion,
});
