import type { FlowDocument } from '../../contract/flows/flow-document.ts';
import type { FlowState } from '../../domain/repositories/flow-repository.ts';
import { readStoredFlow } from './read-stored-flow.ts';

/** A flow in a list. */
export function flowSummaryOf({ id, name, disabled, latestVersion, draft, createdAt, updatedAt }: FlowState) {
  return {
    id,
    name,
    state: disabled ? ('disabled' as const) : latestVersion === null ? ('draft' as const) : ('published' as const),
    latestVersion,
    hasUnpublishedChanges: draft !== null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** A flow with the document of its next version. */
export function flowRecordOf(flow: FlowState) {
  return { ...flowSummaryOf(flow), draft: draftOf(flow) };
}

/** The draft, or the latest version when there are no changes since. */
export function draftOf({ draft, published }: Pick<FlowState, 'draft' | 'published'>): FlowDocument {
  return readStoredFlow(draft ?? published);
}
