import type { FlowWarning } from '../../contract/flow-warnings/flow-warning.ts';
import { findFlowWarnings } from '../../contract/flow-warnings/flow-warnings.ts';
import type { ReadInstalledParts } from './read-installed-parts.ts';
import { flowDocumentSchema } from '../../contract/flows/flow-document.ts';
import { findFaults } from '../../contract/problems/faults.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
import { Problem, type Fault } from '../../domain/faults/errors.ts';
import type { FlowState, FlowVersion } from '../../domain/repositories/flow-repository.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { pageOfQuery, toPage } from '../lists/page-cursor.ts';
import { compareJson, type Difference } from './compare-json.ts';

type FlowDatabase = Pick<Database, 'flows'>;

/** Newest first. */
export function createListFlows({ db }: { db: FlowDatabase }) {
  return async function listFlows({ clientId }: ApiCaller, query: { limit: number; after?: string | undefined }) {
    const page = pageOfQuery('flow', query);
    return toPage(await db.flows.list(clientId, { ...page, limit: page.limit + 1 }), page.limit);
  };
}

/** @throws Problem `flow.not_found` */
export function createReadFlow({ db }: { db: FlowDatabase }) {
  return async function readFlow({ clientId }: ApiCaller, flowId: string): Promise<FlowState> {
    return requireFlow(db, clientId, flowId);
  };
}

/** What is wrong with something that is meant to be a flow document. */
export function createCheckFlow({ readInstalledParts }: { readInstalledParts: ReadInstalledParts }) {
  return async function checkFlow(document: unknown): Promise<{ errors: Fault[]; warnings: FlowWarning[] }> {
    const parsed = flowDocumentSchema.safeParse(document);
    if (!parsed.success) return { errors: findFaults(parsed.error).slice(0, 100), warnings: [] };
    return { errors: [], warnings: findFlowWarnings(parsed.data, await readInstalledParts()) };
  };
}

/** Newest first. @throws Problem `flow.not_found` */
export function createListFlowVersions({ db }: { db: FlowDatabase }) {
  return async function listFlowVersions(
    { clientId }: ApiCaller,
    flowId: string,
    { limit, after }: { limit: number; after?: string | undefined },
  ): Promise<{ data: FlowVersion[]; nextCursor: string | null }> {
    await requireFlow(db, clientId, flowId);
    const rows = await db.flows.listVersions(flowId, { limit: limit + 1, before: versionOf(after) });
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    return { data, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last.version) : null };
  };
}

const cursorOf = (version: number) => Buffer.from(`version ${version}`, 'utf8').toString('base64url');

function versionOf(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const version = /^version (\d{1,7})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'))?.[1];
  if (version !== undefined) return Number(version);
  const fault = { pointer: 'query:/after', code: 'value.not_valid', detail: 'is not a cursor of this list' };
  throw new Problem('request.invalid', { errors: [fault] });
}

/** @throws Problem `flow.not_found`, `flow.version_not_found` */
export function createReadFlowVersion({ db }: { db: FlowDatabase }) {
  return async function readFlowVersion(
    { clientId }: ApiCaller,
    flowId: string,
    version: number,
  ): Promise<FlowVersion> {
    await requireFlow(db, clientId, flowId);
    return requireVersion(db, flowId, version);
  };
}

/** What changed from one version to the other. @throws Problem `flow.not_found`, `flow.version_not_found` */
export function createCompareFlowVersions({ db }: { db: FlowDatabase }) {
  return async function compareFlowVersions(
    { clientId }: ApiCaller,
    flowId: string,
    { from, to }: { from: number; to: number },
  ): Promise<Difference[]> {
    await requireFlow(db, clientId, flowId);
    const [before, after] = [await requireVersion(db, flowId, from), await requireVersion(db, flowId, to)];
    return compareJson(before.document, after.document);
  };
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
