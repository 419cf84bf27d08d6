import { isDeepStrictEqual } from 'node:util';
import { flowDocumentSchema, type FlowDocument } from '../../contract/flows/flow-document.ts';
import { findFaults } from '../../contract/problems/faults.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { newId } from '../../domain/id.ts';
import type { FlowState, FlowVersion } from '../../domain/repositories/flow-repository.ts';
import { MoveRefused, type Database } from '../../domain/repositories/repositories.ts';

/** Draws up a flow. Names are for people: two flows may have the same one. */
export function createCreateFlow({ db }: { db: Pick<Database, 'transaction'> }) {
  return async function createFlow(
    { clientId, actorId }: ApiCaller,
    { name, document }: { name: string; document: FlowDocument },
    effect: Effect<FlowState> = unrecorded,
  ): Promise<FlowState> {
    const flowId = newId('flow');
    return db.transaction(async (tx) => {
      await tx.flows.createDraft({ flowId, clientId, name, draft: document });
      const flow = required(await tx.flows.find(clientId, flowId));
      await effect.record(tx, flow);
      await tx.audit.append([{ clientId, actorId, action: 'flow.created', subjectId: flowId }]);
      return flow;
    });
  };
}

/** Changes what is named. A draft that says what the latest version says is none. @throws Problem `flow.not_found` */
export function createUpdateFlow({ db }: { db: Pick<Database, 'transaction'> }) {
  return async function updateFlow(
    { clientId, actorId }: ApiCaller,
    flowId: string,
    changes: { name?: string | undefined; document?: FlowDocument | undefined; disabled?: boolean | undefined },
  ): Promise<FlowState> {
    const { name, document, disabled } = changes;
    return db.transaction(async (tx) => {
      const flow = required(await tx.flows.lock(clientId, flowId));
      const draft = document !== undefined && isSame(document, flow.published) ? null : document;
      await tx.flows.update(flowId, { name, draft, disabled });
      const updated = required(await tx.flows.find(clientId, flowId));
      await tx.audit.append([{ clientId, actorId, action: 'flow.updated', subjectId: flowId }]);
      return updated;
    });
  };
}

/**
 * Makes the draft the next version, which new sessions get from then on; verifications stay on theirs.
 * @throws Problem `flow.not_found`, `flow.no_draft`; `request.invalid` when a newer service no longer takes the draft
 */
export function createPublishFlow({ db }: { db: Pick<Database, 'transaction'> }) {
  return async function publishFlow(
    { clientId, actorId }: ApiCaller,
    flowId: string,
    effect: Effect<FlowVersion> = unrecorded,
  ): Promise<FlowVersion> {
    return db.transaction(async (tx) => {
      const flow = required(await tx.flows.lock(clientId, flowId));
      if (flow.draft === null) throw new Problem('flow.no_draft');
      const document = flowDocumentSchema.safeParse(flow.draft);
      if (!document.success) throw new Problem('request.invalid', { errors: findFaults(document.error) });
      const published = await tx.flows.publish({
        versionId: newId('flowVersion'),
        flowId,
        version: (flow.latestVersion ?? 0) + 1,
        document: document.data,
        publishedBy: actorId,
      });
      await effect.record(tx, published);
      await tx.audit.append([{ clientId, actorId, action: 'flow.published', subjectId: flowId }]);
      return published;
    });
  };
}

/** @throws Problem `flow.not_found`, `flow.in_use` */
export function createDeleteFlow({ db }: { db: Pick<Database, 'transaction'> }) {
  return async function deleteFlow({ clientId, actorId }: ApiCaller, flowId: string): Promise<void> {
    const work = db.transaction(async (tx) => {
      required(await tx.flows.lock(clientId, flowId));
      if (!(await tx.flows.delete(flowId))) throw new Problem('flow.in_use');
      await tx.audit.append([{ clientId, actorId, action: 'flow.deleted', subjectId: flowId }]);
    });
    await work.catch((error: unknown) => {
      throw error instanceof MoveRefused ? new Problem('flow.in_use') : error;
    });
  };
}

function required(flow: FlowState | null): FlowState {
  if (flow === null) throw new Problem('flow.not_found');
  return flow;
}

/** As JSON: what is stored has lost its `undefined`. */
function isSame(document: FlowDocument, stored: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(document)), stored);
}
