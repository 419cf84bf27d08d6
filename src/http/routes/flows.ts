import { findFlowWarnings } from '../../contract/flow-warnings/flow-warnings.ts';
import { readStoredFlow } from '../../services/flows/read-stored-flow.ts';
import {
  checkFlowRoute,
  compareFlowVersionsRoute,
  createFlowRoute,
  deleteFlowRoute,
  getFlowRoute,
  getFlowVersionRoute,
  listFlowVersionsRoute,
  listFlowsRoute,
  publishFlowRoute,
  updateFlowRoute,
} from '../../contract/routes/flows.ts';
import type { FaultCode } from '../../domain/faults/fault-codes.ts';
import type { FlowState, FlowVersion } from '../../domain/repositories/flow-repository.ts';
import { flowRecordOf, flowSummaryOf } from '../../services/flows/flow-record.ts';
import type { FlowUseCases } from '../../services/flows/flows.ts';
import type { ReadInstalledParts } from '../../services/flows/read-installed-parts.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';

export interface FlowRouteUseCases extends FlowUseCases {
  readInstalledParts: ReadInstalledParts;
}

/** Flows and their versions. */
export function flowRoutes(flows: FlowRouteUseCases): BoundRoute[] {
  return [
    bindRoute(listFlowsRoute, async ({ caller, input: { query } }) => {
      const { data, nextCursor } = await flows.listFlows(caller, query);
      return respond(200, { data: data.map(flowSummaryOf), nextCursor });
    }),

    bindRoute(getFlowRoute, async ({ caller, input: { params } }) =>
      respond(200, flowRecordOf(await flows.readFlow(caller, params.flowId))),
    ),

    bindRoute(checkFlowRoute, async ({ input: { body } }) => {
      const found = await flows.checkFlow(body);
      // Codes come from the same table.
      const errors = found.errors.map((fault) => ({ ...fault, code: fault.code as FaultCode }));
      return respond(200, { valid: errors.length === 0, errors, warnings: found.warnings });
    }),

    bindRoute(listFlowVersionsRoute, async ({ caller, input: { params, query } }) => {
      const { data, nextCursor } = await flows.listFlowVersions(caller, params.flowId, query);
      return respond(200, { data: data.map(versionSummaryOf), nextCursor });
    }),

    bindRoute(getFlowVersionRoute, async ({ caller, input: { params } }) =>
      respond(
        200,
        flowVersionRecordOf(params.flowId, await flows.readFlowVersion(caller, params.flowId, params.version)),
      ),
    ),

    bindRoute(compareFlowVersionsRoute, async ({ caller, input: { params, query } }) =>
      respond(200, { ...query, changes: await flows.compareFlowVersions(caller, params.flowId, query) }),
    ),

    bindRoute(createFlowRoute, async ({ caller, input: { body }, effect }) => {
      const responseOf = (flow: FlowState) => respond(201, flowRecordOf(flow));
      return responseOf(await flows.createFlow(caller, body, effect.storing(responseOf)));
    }),

    bindRoute(updateFlowRoute, async ({ caller, input: { params, body } }) =>
      respond(200, flowRecordOf(await flows.updateFlow(caller, params.flowId, body))),
    ),

    bindRoute(publishFlowRoute, async ({ caller, input: { params, query }, effect }) => {
      const installed = await flows.readInstalledParts();
      const responseOf = (version: FlowVersion) => {
        const record = flowVersionRecordOf(params.flowId, version);
        return respond(201, { ...record, warnings: findFlowWarnings(record.document, installed) });
      };
      return responseOf(await flows.publishFlow(caller, params.flowId, query, effect.storing(responseOf)));
    }),

    bindRoute(deleteFlowRoute, async ({ caller, input: { params } }) => {
      await flows.deleteFlow(caller, params.flowId);
      return respond(204);
    }),
  ];
}

function flowVersionRecordOf(flowId: string, version: FlowVersion) {
  return { flowId, ...versionSummaryOf(version), document: readStoredFlow(version.document) };
}

function versionSummaryOf({ version, publishedAt, publishedBy }: FlowVersion) {
  return { version, publishedAt: publishedAt.toISOString(), publishedBy };
}
