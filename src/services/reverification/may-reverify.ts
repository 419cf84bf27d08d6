import type { Flow } from '../flows/load-flow.ts';
import { isAtLeastAsStrict } from './at-least-as-strict.ts';

type ComparedFlow = Pick<Flow, 'flowId' | 'document'>;

/**
 * Whether `flow` may verify again what `other` has verified. A flow may always do so for itself, and for the flows that it names or, when
 * it names none, those that it is at least as strict as.
 */
export function mayReverify(flow: ComparedFlow, other: ComparedFlow): boolean {
  if (flow.flowId === other.flowId) return true;
  const { flows } = flow.document.reverification;
  return flows === null ? isAtLeastAsStrict(flow.document, other.document) : flows.includes(other.flowId);
}
