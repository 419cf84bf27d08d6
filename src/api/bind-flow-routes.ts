import type { Container } from '../container.ts';
import type { BoundRoute } from '../http/bound-route.ts';
import {
  bindCompareFlowVersions,
  bindGetFlow,
  bindGetFlowVersion,
  bindListFlows,
  bindListFlowVersions,
  bindCheckFlow,
} from '../http/routes/flows/read-flows.ts';
import { bindCreateFlow, bindDeleteFlow, bindPublishFlow, bindUpdateFlow } from '../http/routes/flows/write-flow.ts';
import { createReadInstalledParts } from '../services/flows/read-installed-parts.ts';
import {
  createCheckFlow,
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
  const { url, whisper } = container.config.speech;
  const readInstalledParts = createReadInstalledParts({
    workers: container.workers,
    antiSpoofingModels: container.config.models.antiSpoofing.models,
    speech: url !== null || whisper !== null,
  });
  return [
    bindListFlows(createListFlows(container)),
    bindGetFlow(createReadFlow(container)),
    bindCheckFlow(createCheckFlow({ readInstalledParts })),
    bindCreateFlow(createCreateFlow(container)),
    bindUpdateFlow(createUpdateFlow(container)),
    bindPublishFlow(createPublishFlow(container), readInstalledParts),
    bindDeleteFlow(createDeleteFlow(container)),
    bindListFlowVersions(createListFlowVersions(container)),
    bindGetFlowVersion(createReadFlowVersion(container)),
    bindCompareFlowVersions(createCompareFlowVersions(container)),
  ];
}
