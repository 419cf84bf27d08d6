import type { StepType } from '../../domain/step-type.ts';

const seenLiveness: readonly StepType[] = ['passive-liveness', 'active-liveness', 'enhanced-liveness'];

/**
 * Whether a voice is all by which a flow tells that a person is there. A voice that reads digits can come from a synthesiser: whoever
 * publishes such a flow should hear so.
 */
export function reliesOnVoiceAlone(steps: readonly { type: StepType }[]): boolean {
  const has = (types: readonly StepType[]) => steps.some(({ type }) => types.includes(type));
  return has(['voice-liveness']) && !has(seenLiveness);
}
