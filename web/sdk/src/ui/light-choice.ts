import type { StepOf } from '../api/contract.ts';

/**
 * Whether the screen shows colours after the prompts: `shown` unless the person says otherwise; `offered` where the person asked their
 * device for less motion; `impossible` on a screen that shows no colours although the flow asks for them; `none` where it has none.
 */
export type LightChoice = 'shown' | 'offered' | 'impossible' | 'none';

export function lightChoiceOf(step: StepOf<'active-liveness'> | StepOf<'voice-liveness'>): LightChoice {
  const light = step.type === 'active-liveness' ? step.config.light : 'off';
  if (light === 'off') return 'none';
  const is = (query: string) => matchMedia(query).matches;
  if (!is('(color)') || is('(forced-colors: active)')) return light === 'required' ? 'impossible' : 'none';
  return is('(prefers-reduced-motion: reduce)') ? 'offered' : 'shown';
}
