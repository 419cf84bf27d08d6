import twilio from 'twilio';
import { z } from 'zod';
import type { LineType, NumberFacts, NumberLookup } from '../../../domain/ports/messages/number-lookup.ts';
import { askedOf } from './lookup-packages.ts';
import { createTwilioClient, type TwilioSettings } from './twilio-client.ts';

const lookupTimeoutMs = 3_000;
/** Other refusals are temporary: too many requests, faults of the provider, an account that the operator can fix. */
const aboutTheNumber: readonly number[] = [400, 404];

/** Lookup v2's line types in our words. Any other type, and `unknown`, answers nothing. */
const lineTypes: Readonly<Partial<Record<string, LineType>>> = {
  mobile: 'mobile',
  landline: 'landline',
  fixedVoip: 'voip',
  nonFixedVoip: 'voip',
  premium: 'premium',
  sharedCost: 'shared-cost',
  tollFree: 'toll-free',
  personal: 'unknown',
  uan: 'unknown',
  voicemail: 'unknown',
  pager: 'unknown',
};

/** The used part of the response. Each package has a separate error when it knows nothing, and then its values are null. */
const answerSchema = z.object({
  lineTypeIntelligence: z.object({ type: z.string().nullish() }).nullish(),
  // The client renames the outer fields and leaves the inner ones unchanged.
  simSwap: z.object({ lastSimSwap: z.object({ swapped_in_period: z.boolean().nullish() }).nullish() }).nullish(),
  smsPumpingRisk: z.object({ smsPumpingRiskScore: z.number().nullish() }).nullish(),
});

/** Asks Twilio Lookup v2 about a number. */
export function createTwilioNumberLookup(
  settings: TwilioSettings,
  { timeoutMs = lookupTimeoutMs }: { timeoutMs?: number } = {},
): NumberLookup {
  const client = createTwilioClient(settings, timeoutMs);
  const fields = settings.lookupFields.join(',');
  const asks = askedOf(settings.lookupFields);

  async function ask(phoneNumber: string): Promise<NumberFacts | null> {
    const fetched = await client.lookups.v2.phoneNumbers(phoneNumber).fetch({ fields });
    const answer = answerSchema.safeParse(fetched);
    if (!answer.success) return null;
    const { lineTypeIntelligence, simSwap, smsPumpingRisk } = answer.data;
    const known = {
      lineType: lineTypes[lineTypeIntelligence?.type ?? ''] ?? null,
      simSwapped: simSwap?.lastSimSwap?.swapped_in_period ?? null,
      smsPumpingRisk: smsPumpingRisk?.smsPumpingRiskScore ?? null,
    };
    return { ...known, unanswered: asks.filter((question) => known[question] === null) };
  }

  return {
    asks,

    async lookUp(phoneNumber) {
      try {
        return await ask(phoneNumber);
      } catch (error) {
        if (error instanceof twilio.RestException && aboutTheNumber.includes(error.status)) return null;
        throw error;
      }
    },
  };
}
