/**
 * How several anti-spoofing models are heard together. `all`: each of them has to find the face alive. `majority`: more than half
 * of them. In both, a model that cannot be used leaves the check without an answer.
 */
export const spoofRules = ['all', 'majority'] as const;
export type SpoofRule = (typeof spoofRules)[number];

/** Which models of the catalogue judge life, and how they are heard together. */
export interface AntiSpoofing {
  models: readonly string[];
  rule: SpoofRule;
}

/** Two families with different training sets and crops: what deceives one of them seldom deceives the other. */
export const defaultAntiSpoofing: AntiSpoofing = { models: ['minifas-128-9780', 'minifasnet-v1se-80'], rule: 'all' };
