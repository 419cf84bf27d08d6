import { createContext } from 'preact';
import { useContext, useLayoutEffect, useReducer } from 'preact/hooks';
import type { Flow } from '../session/create-flow.ts';
import type { FlowState } from '../flow/flow-state.ts';
import type { PersonTexts } from '../i18n/person-texts.ts';
import type { Translate } from '../i18n/translate.ts';

export interface Surroundings {
  flow: Flow;
  t: Translate;
  texts: PersonTexts;
  /** Closes the flow without a question. */
  dismiss(): void;
  /** Asks whether to stop. */
  askToCancel(): void;
}

export const FlowContext = createContext<Surroundings | null>(null);

export function useSurroundings(): Surroundings {
  const surroundings = useContext(FlowContext);
  if (surroundings === null) throw new Error('a screen outside of the flow');
  return surroundings;
}

/** The state, drawn again after each change. */
export function useFlowState(flow: Flow): FlowState {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // With the drawing and not after it: a state that comes in between, as after a reload, would never be drawn.
  useLayoutEffect(() => flow.subscribe(() => redraw(undefined)), [flow]);
  return flow.getState();
}
