import type { FlowDocument } from '../../contract/flows/flow-document.ts';
import type { Database, Repositories, StoredFlow } from '../../domain/repositories/repositories.ts';
import { FlowTooNew, readStoredFlow } from './read-stored-flow.ts';
import type { Entrance } from '../../domain/repositories/start-repository.ts';

/**
 * A flow version with its document in the shape that the contract gives it. Of a version that was read before, name and
 * `disabled` may be those of that time; only `findPublished` and `open` answer those of now.
 */
export type Flow = Omit<StoredFlow, 'document'> & { document: FlowDocument };

const rememberedVersions = 1_000;
/** A flow that is published or disabled shows in an identity's `reverifiableBy` within this time. */
const trustedMs = 900;

/** Reads flows, and throws `FlowTooNew` for one that it cannot act on. A version never changes once published, so each is read and parsed once a process. */
export function createFlows({ db }: { db: Pick<Database, 'flows' | 'starts'> }) {
  const versions = new Map<string, Flow>();
  const published = new Map<string, { until: number; flows: Promise<Flow[]> }>();

  function withDocument(stored: StoredFlow): Flow {
    const document = versions.get(stored.versionId)?.document ?? readStoredFlow(stored.document);
    const flow = { ...stored, document };
    if (versions.size >= rememberedVersions) versions.clear();
    versions.set(stored.versionId, flow);
    return flow;
  }

  /** Those that this process can act on: one that is too new for it must not hide the others. */
  function withDocuments(stored: readonly StoredFlow[]): Flow[] {
    return stored.flatMap((one) => {
      try {
        return [withDocument(one)];
      } catch (error) {
        if (error instanceof FlowTooNew) return [];
        throw error;
      }
    });
  }

  return {
    async findPublished(clientId: string, flowId: string): Promise<Flow | null> {
      const entrance = await db.starts.findEntrance(clientId, flowId);
      return entrance?.flow ? this.open(clientId, entrance.flow) : null;
    },

    /** The published flow of an entrance: its document is read when this process has not seen the version yet. */
    async open(clientId: string, published: NonNullable<Entrance['flow']>): Promise<Flow> {
      const { document } = versions.get(published.versionId) ?? (await this.getVersion(published.versionId));
      return { ...published, clientId, document };
    },

    /** `repositories`: those of the transaction that the caller is in, if any. */
    async getVersion(flowVersionId: string, repositories: Pick<Repositories, 'flows'> = db): Promise<Flow> {
      return versions.get(flowVersionId) ?? withDocument(await repositories.flows.getVersion(flowVersionId));
    },

    /** Of a moment ago at most: for answers that are asked for all the time. */
    listRecentlyPublished(clientId: string): Promise<Flow[]> {
      const known = published.get(clientId);
      if (known !== undefined && known.until > performance.now()) return known.flows;
      if (published.size >= rememberedVersions) published.clear();
      const flows = db.flows.listPublished(clientId).then(withDocuments);
      published.set(clientId, { until: performance.now() + trustedMs, flows });
      flows.catch(() => published.delete(clientId));
      return flows;
    },

    async listPublished(clientId: string, repositories: Pick<Repositories, 'flows'> = db): Promise<Flow[]> {
      return withDocuments(await repositories.flows.listPublished(clientId));
    },
  };
}

export type Flows = ReturnType<typeof createFlows>;
