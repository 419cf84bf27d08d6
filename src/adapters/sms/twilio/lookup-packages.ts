import type { NumberQuestion } from '../../../domain/ports/messages/number-lookup.ts';

/** The packages of Lookup v2 that the service reads, and the question that each answers. */
export const lookupPackages: Readonly<Partial<Record<string, NumberQuestion>>> = {
  line_type_intelligence: 'lineType',
  sim_swap: 'simSwapped',
  sms_pumping_risk: 'smsPumpingRisk',
};
