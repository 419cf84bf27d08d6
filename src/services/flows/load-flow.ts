import type { FlowDocument } from '../../contract/flows/flow-document.ts';
import type { Database, Repositories, StoredFlow } from '../../domain/repositories/repositories.ts';
import { FlowTooNew, readStoredFlow } from './read-stored-flow.ts';
import type { StartContext } from '../../domain/repositories/start-repository.ts';

/**
 * A flow version with its parsed document. For a cached version, name and `disabled` may be outdated; `findPublished` and `open` always
 * return current ones.
 */
export type Flow = Omit<StoredFlow, 'document'> & { document: FlowDocument };

const rememberedVersions = 1_000;
/** How long a newly published or disabled flow may take to show in an identity's `reverifiableBy`. */
const trustedMs = 900;

/**
 * Reads flows. Throws `FlowTooNew` for a flow that this process does not fully understand. A published version never changes, so a process
 * reads and parses each once.
 */
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

  /** Only the flows that this process understands: one that is too new must not hide the others. */
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
      const context = await db.starts.findStartContext(clientId, flowId);
      return context?.flow ? this.open(clientId, context.flow) : null;
    },

    /** The published flow for a new session. Its document is read only when this process has not cached the version. */
    async open(clientId: string, published: NonNullable<StartContext['flow']>): Promise<Flow> {
      const { document } = versions.get(published.versionId) ?? (await this.getVersion(published.versionId));
      return { ...published, clientId, document };
    },

    /** `repositories`: those of the caller's transaction, if it has one. */
    async getVersion(flowVersionId: string, repositories: Pick<Repositories, 'flows'> = db): Promise<Flow> {
      return versions.get(flowVersionId) ?? withDocument(await repositories.flows.getVersion(flowVersionId));
    },

    /** At most a moment old, for responses that clients request all the time. */
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
