import type { PublicStep, SessionStep } from '../api/contract.ts';
import type { Fault } from './fault.ts';
import type { Ending, FlowState } from './flow-state.ts';

export type Screen =
  | { name: 'loading' }
  | { name: 'start' }
  | { name: 'step'; step: PublicStep; progress: SessionStep }
  | { name: 'processing' }
  | { name: 'watching' }
  | { name: 'fault'; fault: Fault }
  | { name: 'ended'; ending: Ending };

/** The one screen that belongs to a state. Steps in progress are skipped: the person continues meanwhile. */
export function screenOf(state: FlowState): Screen {
  if (state.ending !== null) return { name: 'ended', ending: state.ending };
  if (state.watching && state.fault === null) return { name: 'watching' };
  if (state.fault !== null) return { name: 'fault', fault: state.fault };
  if (state.session === null || state.steps.length === 0) return { name: 'loading' };
  if (!state.begun || (state.session.consent.required && !state.consentGiven)) return { name: 'start' };
  for (const step of state.session.steps) {
    const progress = state.steps.find(({ id }) => id === step.id);
    if (progress?.status === 'waiting') return { name: 'step', step, progress };
  }
  return { name: 'processing' };
}

/** How much of the flow is done, from 0 to 1. Every picture and every code that was sent moves it within a step. */
export function shareDone({ steps }: Pick<FlowState, 'steps'>): number {
  return steps.length === 0 ? 0 : steps.reduce((sum, step) => sum + shareOfStep(step), 0) / steps.length;
}

function shareOfStep({ status, files, code }: SessionStep): number {
  if (status !== 'waiting') return 1;
  return code === null ? files.length / (files.length + 1) : 0.5;
}
