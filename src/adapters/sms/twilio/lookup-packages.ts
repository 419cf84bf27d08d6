import { numberQuestions, type NumberQuestion } from '../../../domain/ports/messages/number-lookup.ts';

/** The packages of Lookup v2 that the service reads, and the question that each answers. */
export const lookupPackages: Readonly<Partial<Record<string, NumberQuestion>>> = {
  line_type_intelligence: 'lineType',
  sim_swap: 'simSwapped',
  sms_pumping_risk: 'smsPumpingRisk',
};

/** What these packages answer. */
export function askedOf(packages: readonly string[]): NumberQuestion[] {
  return numberQuestions.filter((question) => packages.some((name) => lookupPackages[name] === question));
}
