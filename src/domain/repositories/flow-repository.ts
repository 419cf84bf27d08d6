/** One immutable version of a flow, with the flow's own name and state. `document` is as stored and must be parsed. */
export interface StoredFlow {
  flowId: string;
  clientId: string;
  name: string;
  disabled: boolean;
  versionId: string;
  version: number;
  document: unknown;
}

/** A flow as its editors see it. Documents are as stored. */
export interface FlowState {
  id: string;
  name: string;
  disabled: boolean;
  /** Null before the first version is published. */
  latestVersion: number | null;
  /** Of the latest version. */
  published: unknown;
  /** The next version's document; null when it would equal the latest version. */
  draft: unknown;
  createdAt: Date;
  updatedAt: Date;
}

export interface FlowVersion {
  version: number;
  document: unknown;
  publishedAt: Date;
  /** Id of the operator or API token. */
  publishedBy: string | null;
}

export interface FlowRepository {
  getVersion(flowVersionId: string): Promise<StoredFlow>;
  /** Ids of the client's enabled flows with a published version, and that version's document. */
  listPublished(clientId: string): Promise<StoredFlow[]>;
  /** Creates the flow and its first published version. */
  create(flow: { flowId: string; clientId: string; name: string; versionId: string; document: unknown }): Promise<void>;
  /** Creates the flow with a draft and no version. */
  createDraft(flow: { flowId: string; clientId: string; name: string; draft: unknown }): Promise<void>;
  find(clientId: string, flowId: string): Promise<FlowState | null>;
  /** Locks the flow's row until the end of the transaction. Every change starts with this. */
  lock(clientId: string, flowId: string): Promise<FlowState | null>;
  list(clientId: string, page: { limit: number; before: string | null }): Promise<FlowState[]>;
  /** `draft`: null when it equals the latest version. */
  update(
    flowId: string,
    changes: { name?: string | undefined; draft?: unknown; disabled?: boolean | undefined },
  ): Promise<void>;
  /** Deletes the draft, which has become this version. */
  publish(version: {
    versionId: string;
    flowId: string;
    version: number;
    document: unknown;
    publishedBy: string;
  }): Promise<FlowVersion>;
  /** False when verifications refer to it. @throws MoveRefused when one started at this moment */
  delete(flowId: string): Promise<boolean>;
  /** Newest first, below `before`. */
  listVersions(flowId: string, page: { limit: number; before: number | null }): Promise<FlowVersion[]>;
  findVersion(flowId: string, version: number): Promise<FlowVersion | null>;
}
