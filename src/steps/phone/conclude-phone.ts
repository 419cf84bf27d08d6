import { z } from 'zod';
import type { Conclusion, ConcludedStep } from '../conclusion.ts';
import type { StepCheck, StepConfig } from '../define-step-schema.ts';
import { isSameCountry } from '../sovereign-country.ts';
import {
  insightWeights,
  isAtLeast,
  isPhoneInsight,
  manyIdentities,
  riskLevelOf,
  riskScoreOf,
  type PhoneInsight,
} from './phone-risk.ts';
import type { phoneSchema } from './schema.ts';

type Config = StepConfig<typeof phoneSchema>;
type RiskCheck = Extract<StepCheck<typeof phoneSchema>, { id: 'phone-risk' }>;

/** The client's other identities that have confirmed the same number. */
export const phoneSeenSchema = z.object({ otherIdentities: z.int().min(0) });

export const phoneConclusion: { seen: typeof phoneSeenSchema } & Conclusion<Config, z.output<typeof phoneSeenSchema>> =
  {
    seen: phoneSeenSchema,

    async look(history, { traits: { phoneNumber } }) {
      if (phoneNumber === undefined) return { otherIdentities: 0 };
      const others = await history.listIdentitiesWith('phoneNumber', phoneNumber, manyIdentities);
      return { otherIdentities: others.length };
    },

    judge({ config, traits, others, seen }) {
      if (!config.riskCheck || traits.phoneNumber === undefined) return [];
      const own = traits.phoneInsights;
      // The provider did not answer: no score, and never a pass.
      if (own == null) return [riskCheck({ outcome: 'error', code: 'check.timed_out', data: null })];
      const insights = [
        ...own.filter(isPhoneInsight),
        ...countryInsights(traits.phoneCountry, others),
        ...(seen.otherIdentities >= manyIdentities ? (['many-identities'] as const) : []),
      ].sort((a, b) => insightWeights[b] - insightWeights[a]);
      const score = riskScoreOf(insights);
      const level = riskLevelOf(score);
      const data = { level, score, insights };
      if (isAtLeast(level, config.failFromRisk))
        return [riskCheck({ outcome: 'failed', code: 'phone_risk.too_high', data })];
      if (isAtLeast(level, config.warnFromRisk))
        return [riskCheck({ outcome: 'warning', code: 'phone_risk.elevated', data })];
      return [riskCheck({ outcome: 'passed', code: null, data })];
    },
  };

type Answer<C> = C extends unknown ? Omit<C, 'id' | 'durationMs'> : never;

function riskCheck(answer: Answer<RiskCheck>): RiskCheck {
  return { id: 'phone-risk', durationMs: 0, ...answer };
}

/**
 * The places in which the number's country is not the country of the document, the network or the coordinates. Unknown places are ignored.
 */
function countryInsights(country: string | undefined, others: ConcludedStep<Config>['others']): PhoneInsight[] {
  if (country === undefined) return [];
  const differs = (candidates: readonly (string | undefined)[]) => {
    const known = candidates.filter((candidate) => candidate !== undefined);
    return known.length > 0 && !known.some((candidate) => isSameCountry(candidate, country));
  };
  const traits = others.map((other) => other.traits);
  return [
    ...(differs(traits.map(({ documentCountry }) => documentCountry)) ? (['country-not-of-document'] as const) : []),
    ...(differs(traits.map(({ networkCountry }) => networkCountry)) ? (['country-not-of-network'] as const) : []),
    ...(differs(traits.map(({ gpsCountry }) => gpsCountry)) ? (['country-not-of-location'] as const) : []),
  ];
}
