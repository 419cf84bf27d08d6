import { flowDocumentSchema } from '../../../contract/flows/flow-document.ts';
import {
  checkFlowRoute,
  compareFlowVersionsRoute,
  getFlowRoute,
  getFlowVersionRoute,
  listFlowsRoute,
  listFlowVersionsRoute,
} from '../../../contract/routes/flows.ts';
import type { FaultCode } from '../../../domain/faults/fault-codes.ts';
import type { FlowVersion } from '../../../domain/repositories/flow-repository.ts';
import { flowRecordOf, flowSummaryOf } from '../../../services/flows/flow-record.ts';
import type {
  createCheckFlow,
  createCompareFlowVersions,
  createListFlows,
  createListFlowVersions,
  createReadFlow,
  createReadFlowVersion,
} from '../../../services/flows/read-flows.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindListFlows(listFlows: ReturnType<typeof createListFlows>) {
  return bindRoute(listFlowsRoute, async ({ caller, input: { query } }) => {
    const { data, nextCursor } = await listFlows(caller, query);
    return respond(200, { data: data.map(flowSummaryOf), nextCursor });
  });
}

export function bindGetFlow(readFlow: ReturnType<typeof createReadFlow>) {
  return bindRoute(getFlowRoute, async ({ caller, input: { params } }) =>
    respond(200, flowRecordOf(await readFlow(caller, params.flowId))),
  );
}

export function bindCheckFlow(checkFlow: ReturnType<typeof createCheckFlow>) {
  return bindRoute(checkFlowRoute, async ({ input: { body } }) => {
    const found = await checkFlow(body);
    // Codes come from the same table.
    const errors = found.errors.map((fault) => ({ ...fault, code: fault.code as FaultCode }));
    return respond(200, { valid: errors.length === 0, errors, warnings: found.warnings });
  });
}

export function bindListFlowVersions(listFlowVersions: ReturnType<typeof createListFlowVersions>) {
  return bindRoute(listFlowVersionsRoute, async ({ caller, input: { params, query } }) => {
    const { data, nextCursor } = await listFlowVersions(caller, params.flowId, query);
    return respond(200, { data: data.map(versionSummaryOf), nextCursor });
  });
}

export function bindGetFlowVersion(readFlowVersion: ReturnType<typeof createReadFlowVersion>) {
  return bindRoute(getFlowVersionRoute, async ({ caller, input: { params } }) =>
    respond(200, flowVersionRecordOf(params.flowId, await readFlowVersion(caller, params.flowId, params.version))),
  );
}

export function bindCompareFlowVersions(compareFlowVersions: ReturnType<typeof createCompareFlowVersions>) {
  return bindRoute(compareFlowVersionsRoute, async ({ caller, input: { params, query } }) =>
    respond(200, { ...query, changes: await compareFlowVersions(caller, params.flowId, query) }),
  );
}

export function flowVersionRecordOf(flowId: string, version: FlowVersion) {
  return { flowId, ...versionSummaryOf(version), document: flowDocumentSchema.parse(version.document) };
}

function versionSummaryOf({ version, publishedAt, publishedBy }: FlowVersion) {
  return { version, publishedAt: publishedAt.toISOString(), publishedBy };
}
