import type { FlowRepository, StoredFlow } from '../domain/repositories/repositories.ts';
import type { Connection } from './connection.ts';
import type { FlowModel, FlowVersionModel } from './generated/models.ts';
import type { Prisma } from './generated/client.ts';

export function createFlowRepository(connection: Connection): FlowRepository {
  return {
    async getVersion(flowVersionId) {
      const version = await connection.flowVersion.findUniqueOrThrow({
        where: { id: flowVersionId },
        include: { flow: true },
      });
      return storedFlow(version.flow, version);
    },

    async listPublished(clientId) {
      const flows = await connection.flow.findMany({
        where: { clientId, disabledAt: null, version: { not: null } },
        include: { versions: { orderBy: { version: 'desc' }, take: 1 } },
        orderBy: { id: 'asc' },
        take: 500,
      });
      return flows.flatMap((flow) => flow.versions.map((version) => storedFlow(flow, version)));
    },

    async create(flow) {
      await connection.flow.create({ data: { id: flow.flowId, clientId: flow.clientId, name: flow.name, version: 1 } });
      await connection.flowVersion.create({
        data: { id: flow.versionId, flowId: flow.flowId, version: 1, document: flow.document as Prisma.InputJsonValue },
      });
    },
  };
}

function storedFlow(flow: FlowModel, version: FlowVersionModel): StoredFlow {
  return {
    flowId: flow.id,
    clientId: flow.clientId,
    name: flow.name,
    disabled: flow.disabledAt !== null,
    versionId: version.id,
    version: version.version,
    document: version.document,
  };
}
