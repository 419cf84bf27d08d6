import type { FlowRepository, FlowState, FlowVersion, StoredFlow } from '../../domain/repositories/flow-repository.ts';
import { MoveRefused } from '../../domain/repositories/repositories.ts';
import type { Connection } from '../connection/connection.ts';
import type { FlowModel, FlowVersionModel } from '../generated/models.ts';
import { Prisma } from '../generated/client.ts';

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

    async createDraft({ flowId, clientId, name, draft }) {
      await connection.flow.create({ data: { id: flowId, clientId, name, draft: draft as Prisma.InputJsonValue } });
    },

    async find(clientId, flowId) {
      const row = await connection.flow.findUnique({ where: { id: flowId, clientId }, include: withLatest });
      return row && toState(row);
    },

    async lock(clientId, flowId) {
      await connection.$queryRaw`select id from flows where id = ${flowId} and client_id = ${clientId} for update`;
      return this.find(clientId, flowId);
    },

    async list(clientId, { limit, before }) {
      const rows = await connection.flow.findMany({
        where: { clientId, ...(before !== null && { id: { lt: before } }) },
        include: withLatest,
        orderBy: { id: 'desc' },
        take: limit,
      });
      return rows.map(toState);
    },

    async update(flowId, { name, draft, disabled }) {
      await connection.flow.update({
        where: { id: flowId },
        data: {
          ...(name !== undefined && { name }),
          ...(draft !== undefined && { draft: draft === null ? Prisma.DbNull : (draft as Prisma.InputJsonValue) }),
          ...(disabled !== undefined && { disabledAt: disabled ? new Date() : null }),
        },
      });
    },

    async publish({ versionId, flowId, version, document, publishedBy }) {
      const row = await connection.flowVersion.create({
        data: { id: versionId, flowId, version, document: document as Prisma.InputJsonValue, publishedBy },
      });
      await connection.flow.update({ where: { id: flowId }, data: { version, draft: Prisma.DbNull } });
      return toVersion(row);
    },

    async delete(flowId) {
      try {
        const deleted = await connection.$executeRaw`
          delete from flows f where f.id = ${flowId} and not exists (
            select 1 from verifications v join flow_versions fv on fv.id = v.flow_version_id where fv.flow_id = f.id)`;
        return deleted === 1;
      } catch (error) {
        // A start that was running during the check has the version now: its reference prevents the deletion.
        if (isForeignKeyFault(error)) throw new MoveRefused('flow');
        throw error;
      }
    },

    async listVersions(flowId, { limit, before }) {
      const rows = await connection.flowVersion.findMany({
        where: { flowId, ...(before !== null && { version: { lt: before } }) },
        orderBy: { version: 'desc' },
        take: limit,
      });
      return rows.map(toVersion);
    },

    async findVersion(flowId, version) {
      const row = await connection.flowVersion.findUnique({ where: { flowId_version: { flowId, version } } });
      return row && toVersion(row);
    },
  };
}

const withLatest = { versions: { orderBy: { version: 'desc' }, take: 1 } } as const;

function toState(row: FlowModel & { versions: FlowVersionModel[] }): FlowState {
  return {
    id: row.id,
    name: row.name,
    disabled: row.disabledAt !== null,
    latestVersion: row.version,
    published: row.versions[0]?.document ?? null,
    draft: row.draft,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function toVersion({ version, document, publishedAt, publishedBy }: FlowVersionModel): FlowVersion {
  return { version, document, publishedAt, publishedBy };
}

/** SQLSTATE 23503, wherever Prisma puts it. */
function isForeignKeyFault(error: unknown): boolean {
  return error instanceof Error && /23503|P2003|ForeignKeyConstraint/.test(`${error.message} ${JSON.stringify(error)}`);
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
