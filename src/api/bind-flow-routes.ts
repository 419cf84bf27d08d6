import type { Container } from '../container.ts';
import type { BoundRoute } from '../http/bound-route.ts';
import {
  bindCompareFlowVersions,
  bindGetFlow,
  bindGetFlowVersion,
  bindListFlows,
  bindListFlowVersions,
  boundCheckFlow,
} from '../http/routes/flows/read-flows.ts';
import { bindCreateFlow, bindDeleteFlow, bindPublishFlow, bindUpdateFlow } from '../http/routes/flows/write-flow.ts';
import {
  createCompareFlowVersions,
  createListFlows,
  createListFlowVersions,
  createReadFlow,
  createReadFlowVersion,
} from '../services/flows/read-flows.ts';
import {
  createCreateFlow,
  createDeleteFlow,
  createPublishFlow,
  createUpdateFlow,
} from '../services/flows/write-flow.ts';

export function bindFlowRoutes(container: Container): BoundRoute[] {
  return [
    bindListFlows(createListFlows(container)),
    bindGetFlow(createReadFlow(container)),
    boundCheckFlow,
    bindCreateFlow(createCreateFlow(container)),
    bindUpdateFlow(createUpdateFlow(container)),
    bindPublishFlow(createPublishFlow(container)),
    bindDeleteFlow(createDeleteFlow(container)),
    bindListFlowVersions(createListFlowVersions(container)),
    bindGetFlowVersion(createReadFlowVersion(container)),
    bindCompareFlowVersions(createCompareFlowVersions(container)),
  ];
}
