import type { PublicStep } from '../api/contract.ts';
import { memoryKey, openSessionMemory } from '../device/session-memory.ts';
import { createListeners } from '../flow/create-listeners.ts';
import { changed, firstState, type FlowChange, type FlowState } from '../flow/flow-state.ts';
import type { Presentation } from '../presentation.ts';

export type FlowStore = ReturnType<typeof createFlowStore>;

/** What screens show, and what this tab remembers of it. */
export function createFlowStore(
  options: Presentation,
  { onWatching, onEnded }: { onWatching: () => void; onEnded: () => void },
) {
  const memory = openSessionMemory(memoryKey(options));
  const { add: subscribe, notify } = createListeners();
  let state: FlowState = firstState;
  let connected = true;
  let undisturbed = false;
  let drafts: Record<string, unknown> = {};

  /**
   * Whether nothing may be resumed. A page of the service shows a complete session again after a reload. A host's page already knows the
   * result, and the next person in the same tab may be another one.
   */
  function isOver(): boolean {
    return state.ending !== null && (state.ending !== 'inputsCompleted' || options.hosted !== true);
  }

  function keep(): void {
    const { session, begun, watchToken } = state;
    if (session !== null && !isOver()) memory.keep({ session, drafts, begun, watchToken });
  }

  return {
    recall: memory.recall,
    forget: memory.forget,
    keep,
    subscribe,
    getState: () => state,

    change(next: FlowChange): void {
      const before = state;
      state = changed(state, next);
      if (next.type === 'begun' || next.type === 'started' || next.type === 'handOverOffered') keep();
      if (!before.watching && state.watching) onWatching();
      if (before.ending === null && state.ending !== null) onEnded();
      if (isOver()) memory.forget();
      notify();
    },
    /** Changes of which screens learn with the next `change`: none of them is shown alone. */
    prepare(...changes: readonly FlowChange[]): void {
      for (const next of changes) state = changed(state, next);
    },
    /** For a new verification: nothing of the old one stays. */
    reset(): void {
      memory.forget();
      drafts = {};
      state = firstState;
      notify();
    },

    isConnected: () => connected,
    setConnected(next: boolean): void {
      if (next === connected) return;
      connected = next;
      notify();
    },
    isUndisturbed: () => undisturbed,
    setUndisturbed(next: boolean): void {
      undisturbed = next;
      notify();
    },

    draftOf: (step: Pick<PublicStep, 'id'>): unknown => drafts[step.id],
    keepDraft(step: Pick<PublicStep, 'id'>, draft: unknown): void {
      drafts = { ...drafts, [step.id]: draft };
      keep();
    },
    setDrafts(all: Record<string, unknown>): void {
      drafts = all;
    },
  };
}
