import { numberQuestions } from '../../domain/ports/messages/number-lookup.ts';
import type { Conclusion, ConcludedStep } from '../conclusion.ts';
import type { StepCheck, StepConfig } from '../define-step-schema.ts';
import { contactSeenSchema, findSharers, judgeSharing, type ContactSeen } from '../shared-contact.ts';
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

export const phoneConclusion: { seen: typeof contactSeenSchema } & Conclusion<Config, ContactSeen> = {
  seen: contactSeenSchema,

  look: (history, { traits: { phoneNumber } }) => findSharers(history, 'phoneNumber', phoneNumber),

  judge(request) {
    const { config, traits, seen } = request;
    if (traits.phoneNumber === undefined) return [];
    const sharing = judgeSharing(seen, config, { id: 'duplicate-phone', code: 'phone.shared' });
    return [...(config.riskCheck ? judgeRisk(request) : []), ...sharing];
  },
};

function judgeRisk({ config, traits, others, seen }: ConcludedStep<Config> & { seen: ContactSeen }): RiskCheck[] {
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
  const unanswered = numberQuestions.filter((question) => traits.phoneUnanswered?.includes(question));
  const notAsked = numberQuestions.filter((question) => traits.phoneNotAsked?.includes(question));
  const data = { level, score, insights, unanswered, notAsked };
  const findings: RiskCheck[] = [];
  if (isAtLeast(level, config.failFromRisk)) {
    findings.push(riskCheck({ outcome: 'failed', code: 'phone_risk.too_high', data }));
  } else if (isAtLeast(level, config.warnFromRisk)) {
    findings.push(riskCheck({ outcome: 'warning', code: 'phone_risk.elevated', data }));
  }
  // What the provider does not know is no low risk.
  if (unanswered.length > 0) findings.push(riskCheck({ outcome: 'warning', code: 'phone_risk.incomplete', data }));
  return findings.length > 0 ? findings : [riskCheck({ outcome: 'passed', code: null, data })];
}

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
