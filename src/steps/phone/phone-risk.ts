import type { NumberFacts, LineType } from '../../domain/ports/messages/number-lookup.ts';
import type { CheckData } from '../define-step-schema.ts';
import { riskLevels, type phoneSchema } from './schema.ts';

export type PhoneInsight = CheckData<typeof phoneSchema, 'phone-risk'>['insights'][number];
export type RiskLevel = (typeof riskLevels)[number];

/** The probability of fraud that each insight alone indicates. Judgement, not measurement. */
export const insightWeights: Readonly<Record<PhoneInsight, number>> = {
  'line-voip': 0.4,
  'line-premium': 0.9,
  'line-shared-cost': 0.7,
  'line-unknown': 0.25,
  'country-not-of-document': 0.3,
  'country-not-of-network': 0.3,
  'country-not-of-location': 0.3,
  'many-identities': 0.6,
  velocity: 0.4,
  'sim-swapped': 0.7,
  'sms-pumping': 0.9,
};

/** Lower bounds of the levels above the first. */
const levelBounds = [0.2, 0.4, 0.65, 0.85] as const;

/** With this many other identities of the client, a number has too many: families and one change of account have fewer. */
export const manyIdentities = 3;
/** More codes a day for one number than a person who mistypes would request and confirm. */
const hastySends = 6;
/** Twilio calls a score from here on high risk. */
const pumpingRisk = 75;

const insightByLine: Readonly<Partial<Record<LineType, PhoneInsight>>> = {
  voip: 'line-voip',
  premium: 'line-premium',
  'shared-cost': 'line-shared-cost',
  unknown: 'line-unknown',
};

/** The risks of the number itself. */
export function insightsOfNumber({
  lineType,
  facts,
  recentSends,
}: {
  lineType: LineType;
  facts: Pick<NumberFacts, 'simSwapped' | 'smsPumpingRisk'> | null;
  recentSends: number;
}): PhoneInsight[] {
  const line = insightByLine[lineType];
  return [
    ...(line === undefined ? [] : [line]),
    ...(recentSends >= hastySends ? (['velocity'] as const) : []),
    ...(facts?.simSwapped === true ? (['sim-swapped'] as const) : []),
    ...((facts?.smsPumpingRisk ?? 0) >= pumpingRisk ? (['sms-pumping'] as const) : []),
  ];
}

/** The probability that at least one of several independent reasons holds: 1 - Π(1 - weight). */
export function riskScoreOf(insights: readonly PhoneInsight[]): number {
  const score = 1 - insights.reduce((safe, insight) => safe * (1 - insightWeights[insight]), 1);
  return Math.round(score * 1000) / 1000;
}

export function riskLevelOf(score: number): RiskLevel {
  const reached = levelBounds.filter((bound) => score >= bound).length;
  return riskLevels[reached] ?? 'very-high';
}

export function isAtLeast(level: RiskLevel, bound: RiskLevel): boolean {
  return riskLevels.indexOf(level) >= riskLevels.indexOf(bound);
}

export function isPhoneInsight(value: string): value is PhoneInsight {
  return Object.hasOwn(insightWeights, value);
}
