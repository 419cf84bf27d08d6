/** One immutable version of a flow, with the flow's own name and state. `document` is as stored: parse it. */
export interface StoredFlow {
  flowId: string;
  clientId: string;
  name: string;
  disabled: boolean;
  versionId: string;
  version: number;
  document: unknown;
}

/** A flow as those see it who draw it up. Documents are as stored. */
export interface FlowState {
  id: string;
  name: string;
  disabled: boolean;
  /** Null before the first publish. */
  latestVersion: number | null;
  /** Of the latest version. */
  published: unknown;
  /** What the next version will be; null while it would be the same as the latest. */
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
  /** Ids of the client's enabled flows that have a published version, with that version's document. */
  listPublished(clientId: string): Promise<StoredFlow[]>;
  /** Creates the flow and its first published version. */
  create(flow: { flowId: string; clientId: string; name: string; versionId: string; document: unknown }): Promise<void>;
  /** Creates the flow with a draft and no version. */
  createDraft(flow: { flowId: string; clientId: string; name: string; draft: unknown }): Promise<void>;
  find(clientId: string, flowId: string): Promise<FlowState | null>;
  /** Holds the flow's row until the end of the transaction: every change begins with this. */
  lock(clientId: string, flowId: string): Promise<FlowState | null>;
  list(clientId: string, page: { limit: number; before: string | null }): Promise<FlowState[]>;
  /** `draft`: null when it is the same as the latest version. */
  update(
    flowId: string,
    changes: { name?: string | undefined; draft?: unknown; disabled?: boolean | undefined },
  ): Promise<void>;
  /** The draft is gone: it is this version now. */
  publish(version: {
    versionId: string;
    flowId: string;
    version: number;
    document: unknown;
    publishedBy: string;
  }): Promise<FlowVersion>;
  /** False when verifications refer to it. @throws MoveRefused when one began to at this moment */
  delete(flowId: string): Promise<boolean>;
  /** Newest first, below `before`. */
  listVersions(flowId: string, page: { limit: number; before: number | null }): Promise<FlowVersion[]>;
  findVersion(flowId: string, version: number): Promise<FlowVersion | null>;
}
