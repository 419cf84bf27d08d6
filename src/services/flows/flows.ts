import { isDeepStrictEqual } from 'node:util';
import type { FlowWarning } from '../../contract/flow-warnings/flow-warning.ts';
import { findFlowWarnings } from '../../contract/flow-warnings/flow-warnings.ts';
import { flowDocumentSchema, type FlowDocument } from '../../contract/flows/flow-document.ts';
import { findFaults } from '../../contract/problems/faults.ts';
import { Problem, type Fault } from '../../domain/faults/errors.ts';
import { newId } from '../../domain/id.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
import type { FlowState, FlowVersion } from '../../domain/repositories/flow-repository.ts';
import { MoveRefused, type Database } from '../../domain/repositories/repositories.ts';
import { pageOfQuery, toPage } from '../lists/page-cursor.ts';
import { compareJson, type Difference } from './compare-json.ts';
import { requireProvidersToPublish, type StepProviders } from './missing-providers.ts';
import type { ReadInstalledParts } from './read-installed-parts.ts';
import { requireKeyOfFlow } from './require-key-of-flow.ts';

type FlowDatabase = Pick<Database, 'flows'>;

const cursorOf = (version: number) => Buffer.from(`version ${version}`, 'utf8').toString('base64url');

export type FlowUseCases = ReturnType<typeof createFlowUseCases>;

/** Flows, with their drafts and published versions. */
export function createFlowUseCases({
  db,
  readInstalledParts,
  providers,
}: {
  db: Pick<Database, 'clients' | 'flows' | 'transaction'>;
  readInstalledParts: ReadInstalledParts;
  providers: StepProviders;
}) {
  return {
    /** Newest first. */
    async listFlows({ clientId }: ApiCaller, query: { limit: number; after?: string | undefined }) {
      const page = pageOfQuery('flow', query);
      return toPage(await db.flows.list(clientId, { ...page, limit: page.limit + 1 }), page.limit);
    },

    /** @throws Problem `flow.not_found` */
    async readFlow({ clientId }: ApiCaller, flowId: string): Promise<FlowState> {
      return requireFlow(db, clientId, flowId);
    },

    /** Validates a flow document and returns its faults and warnings. */
    async checkFlow(document: unknown): Promise<{ errors: Fault[]; warnings: FlowWarning[] }> {
      const parsed = flowDocumentSchema.safeParse(document);
      if (!parsed.success) return { errors: findFaults(parsed.error).slice(0, 100), warnings: [] };
      return { errors: [], warnings: findFlowWarnings(parsed.data, await readInstalledParts()) };
    },

    /** Newest first. @throws Problem `flow.not_found` */
    async listFlowVersions(
      { clientId }: ApiCaller,
      flowId: string,
      { limit, after }: { limit: number; after?: string | undefined },
    ): Promise<{ data: FlowVersion[]; nextCursor: string | null }> {
      await requireFlow(db, clientId, flowId);
      const rows = await db.flows.listVersions(flowId, { limit: limit + 1, before: versionOf(after) });
      const data = rows.slice(0, limit);
      const last = data.at(-1);
      return { data, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last.version) : null };
    },

    /** @throws Problem `flow.not_found`, `flow.version_not_found` */
    async readFlowVersion({ clientId }: ApiCaller, flowId: string, version: number): Promise<FlowVersion> {
      await requireFlow(db, clientId, flowId);
      return requireVersion(db, flowId, version);
    },

    /** The differences between two versions. @throws Problem `flow.not_found`, `flow.version_not_found` */
    async compareFlowVersions(
      { clientId }: ApiCaller,
      flowId: string,
      { from, to }: { from: number; to: number },
    ): Promise<Difference[]> {
      await requireFlow(db, clientId, flowId);
      const [before, after] = [await requireVersion(db, flowId, from), await requireVersion(db, flowId, to)];
      return compareJson(before.document, after.document);
    },

    /** Creates a flow. Names are for people: two flows may share one. */
    async createFlow(
      { clientId, actorId }: ApiCaller,
      { name, document }: { name: string; document: FlowDocument },
      effect: Effect<FlowState> = unrecorded,
    ): Promise<FlowState> {
      const flowId = newId('flow');
      return db.transaction(async (tx) => {
        await requireKeyOfFlow(tx, clientId, document);
        await tx.flows.createDraft({ flowId, clientId, name, draft: document });
        const flow = required(await tx.flows.find(clientId, flowId));
        await effect.record(tx, flow);
        await tx.audit.append([{ clientId, actorId, action: 'flow.created', subjectId: flowId }]);
        return flow;
      });
    },

    /**
     * Changes the given fields. A draft that equals the latest version is discarded. Enabling a flow offers it to everybody, as publishing
     * does, and needs the same right.
     * @throws Problem `flow.not_found`, `auth.role_missing`
     */
    async updateFlow(
      { clientId, actorId, administers }: ApiCaller,
      flowId: string,
      changes: { name?: string | undefined; document?: FlowDocument | undefined; disabled?: boolean | undefined },
    ): Promise<FlowState> {
      const { name, document, disabled } = changes;
      return db.transaction(async (tx) => {
        const flow = required(await tx.flows.lock(clientId, flowId));
        const enables = disabled === false && flow.disabled && flow.latestVersion !== null;
        if (enables && !administers) throw new Problem('auth.role_missing');
        if (document !== undefined) await requireKeyOfFlow(tx, clientId, document);
        const draft = document !== undefined && isSame(document, flow.published) ? null : document;
        await tx.flows.update(flowId, { name, draft, disabled });
        const updated = required(await tx.flows.find(clientId, flowId));
        await tx.audit.append([{ clientId, actorId, action: 'flow.updated', subjectId: flowId }]);
        return updated;
      });
    },

    /**
     * Publishes the draft as the next version. New sessions use it; existing verifications keep theirs. `seenUpdatedAt`: the flow's last
     * change that the publisher has seen. More people may change a draft than may publish it.
     * @throws Problem `flow.not_found`, `flow.no_draft`, `flow.changed_meanwhile`, `flow.provider_missing`; `request.invalid` when a newer
     * version of the service no longer accepts the draft
     */
    async publishFlow(
      { clientId, actorId }: ApiCaller,
      flowId: string,
      { seenUpdatedAt }: { seenUpdatedAt?: string | undefined },
      effect: Effect<FlowVersion> = unrecorded,
    ): Promise<FlowVersion> {
      const client = await db.clients.find(clientId);
      if (client === null) throw new Problem('client.not_found');
      return db.transaction(async (tx) => {
        const flow = required(await tx.flows.lock(clientId, flowId));
        if (flow.draft === null) throw new Problem('flow.no_draft');
        if (seenUpdatedAt !== undefined && new Date(seenUpdatedAt).getTime() !== flow.updatedAt.getTime()) {
          throw new Problem('flow.changed_meanwhile');
        }
        const document = flowDocumentSchema.safeParse(flow.draft);
        if (!document.success) throw new Problem('request.invalid', { errors: findFaults(document.error) });
        await requireKeyOfFlow(tx, clientId, document.data);
        requireProvidersToPublish(client, document.data, providers);
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
    },

    /** @throws Problem `flow.not_found`, `flow.in_use` */
    async deleteFlow({ clientId, actorId }: ApiCaller, flowId: string): Promise<void> {
      const work = db.transaction(async (tx) => {
        required(await tx.flows.lock(clientId, flowId));
        if (!(await tx.flows.delete(flowId))) throw new Problem('flow.in_use');
        await tx.audit.append([{ clientId, actorId, action: 'flow.deleted', subjectId: flowId }]);
      });
      await work.catch((error: unknown) => {
        throw error instanceof MoveRefused ? new Problem('flow.in_use') : error;
      });
    },
  };
}

function versionOf(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const version = /^version (\d{1,7})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'))?.[1];
  if (version !== undefined) return Number(version);
  const fault = { pointer: 'query:/after', code: 'value.not_valid', detail: 'is not a cursor of this list' };
  throw new Problem('request.invalid', { errors: [fault] });
}

async function requireFlow(db: FlowDatabase, clientId: string, flowId: string): Promise<FlowState> {
  const flow = await db.flows.find(clientId, flowId);
  if (flow === null) throw new Problem('flow.not_found');
  return flow;
}

async function requireVersion(db: FlowDatabase, flowId: string, version: number): Promise<FlowVersion> {
  const found = await db.flows.findVersion(flowId, version);
  if (found === null) throw new Problem('flow.version_not_found');
  return found;
}

function required(flow: FlowState | null): FlowState {
  if (flow === null) throw new Problem('flow.not_found');
  return flow;
}

/** Compared as JSON: a stored document has no `undefined`. */
function isSame(document: FlowDocument, stored: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(document)), stored);
}
