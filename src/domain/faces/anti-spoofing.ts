/**
 * How the results of several anti-spoofing models are combined. `all`: each must find the face live. `majority`: more than half of them. In
 * both cases, a model that is unavailable leaves the check without a result.
 */
export const spoofRules = ['all', 'majority'] as const;
export type SpoofRule = (typeof spoofRules)[number];

/** The models of the catalogue that judge liveness, and how they are combined. */
export interface AntiSpoofing {
  models: readonly string[];
  rule: SpoofRule;
}

/** Two families with different training sets and crops: what deceives one rarely deceives the other. */
export const defaultAntiSpoofing: AntiSpoofing = { models: ['minifas-128-9780', 'minifasnet-v1se-80'], rule: 'all' };
