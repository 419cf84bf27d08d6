import type { StepType } from '../../domain/verifications/step-type.ts';

const seenLiveness: readonly StepType[] = ['passive-liveness', 'active-liveness', 'enhanced-liveness'];

/**
 * Whether a voice is all by which a flow tells that a person is there. A synthesiser can read
 * the digits, so a flow's publication warns of it.
 */
export function reliesOnVoiceAlone(steps: readonly { type: StepType }[]): boolean {
  const has = (types: readonly StepType[]) => steps.some(({ type }) => types.includes(type));
  return has(['voice-liveness']) && !has(seenLiveness);
}
