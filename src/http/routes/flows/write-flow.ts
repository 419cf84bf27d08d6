import { createFlowRoute, deleteFlowRoute, publishFlowRoute, updateFlowRoute } from '../../../contract/routes/flows.ts';
import { findFlowWarnings } from '../../../contract/flow-warnings/flow-warnings.ts';
import type { FlowState, FlowVersion } from '../../../domain/repositories/flow-repository.ts';
import { flowRecordOf } from '../../../services/flows/flow-record.ts';
import type {
  createCreateFlow,
  createDeleteFlow,
  createPublishFlow,
  createUpdateFlow,
} from '../../../services/flows/write-flow.ts';
import type { ReadInstalledParts } from '../../../services/flows/read-installed-parts.ts';
import { bindRoute, respond } from '../../bound-route.ts';
import { flowVersionRecordOf } from './read-flows.ts';

export function bindCreateFlow(createFlow: ReturnType<typeof createCreateFlow>) {
  return bindRoute(createFlowRoute, async ({ caller, input: { body }, effect }) => {
    const answerOf = (flow: FlowState) => respond(201, flowRecordOf(flow));
    return answerOf(await createFlow(caller, body, effect.answering(answerOf)));
  });
}

export function bindUpdateFlow(updateFlow: ReturnType<typeof createUpdateFlow>) {
  return bindRoute(updateFlowRoute, async ({ caller, input: { params, body } }) =>
    respond(200, flowRecordOf(await updateFlow(caller, params.flowId, body))),
  );
}

export function bindPublishFlow(
  publishFlow: ReturnType<typeof createPublishFlow>,
  readInstalledParts: ReadInstalledParts,
) {
  return bindRoute(publishFlowRoute, async ({ caller, input: { params }, effect }) => {
    const installed = await readInstalledParts();
    const answerOf = (version: FlowVersion) => {
      const record = flowVersionRecordOf(params.flowId, version);
      return respond(201, { ...record, warnings: findFlowWarnings(record.document, installed) });
    };
    return answerOf(await publishFlow(caller, params.flowId, effect.answering(answerOf)));
  });
}

export function bindDeleteFlow(deleteFlow: ReturnType<typeof createDeleteFlow>) {
  return bindRoute(deleteFlowRoute, async ({ caller, input: { params } }) => {
    await deleteFlow(caller, params.flowId);
    return respond(204);
  });
}
