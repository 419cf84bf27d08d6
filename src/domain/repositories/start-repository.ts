import type { Client } from '../operators/client.ts';
import type { QueuedJob } from '../ports/job-queue.ts';
import type { EventType } from '../webhooks/event-type.ts';
import type { AuditNote } from '../privacy/audit.ts';
import type { StepType } from '../verifications/step-type.ts';
import type { Device, Metadata, StartedBy } from '../verifications/verification.ts';

/** The state before a session: the client, and its flow as new sessions get it. */
export interface StartContext {
  client: Client;
  /** Null when the client has no such flow, or none that was published. */
  flow: { flowId: string; name: string; disabled: boolean; versionId: string; version: number } | null;
  /** Enabled webhook endpoints that subscribe to starts. */
  endpointIds: readonly string[];
  /** The database's time, from which the new attempt's times count. */
  at: Date;
}

/** All rows of a start: a new identity with its first verification. The caller generates the ids. */
export interface NewStart {
  clientId: string;
  identityId: string;
  verificationId: string;
  flowVersionId: string;
  startedBy: Exclude<StartedBy, 'backend'>;
  language: string;
  deviceMetadata: Metadata;
  device: Device;
  startedAt: Date;
  expiresAt: Date;
  /** In the flow's order. */
  stepRuns: readonly { id: string; stepId: string; type: StepType }[];
  session: { id: string; tokenHash: Buffer; endsAt: Date };
  /** The response of the identity lookup, ready to send. */
  recordJson: string;
  /** The first event of the verification, number 1. */
  event: { id: string; type: EventType; body: unknown; endpointIds: readonly string[] };
}

/** All rows that a backend prepares: a new identity with a first verification that waits for its person. The caller generates the ids. */
export interface NewPreparation {
  clientId: string;
  identityId: string;
  verificationId: string;
  flowVersionId: string;
  language: string;
  metadata: Metadata;
  startedAt: Date;
  /** Of the attempt and its client token. */
  expiresAt: Date;
  /** In the flow's order. */
  stepRuns: readonly { id: string; stepId: string; type: StepType }[];
  clientTokenHash: Buffer;
  /** The response of the identity lookup, ready to send. */
  recordJson: string;
  /** Tags of the verification, for the audit log. */
  note: Pick<AuditNote, 'actorId' | 'action'> & { at: Date };
}

export interface StartRepository {
  /** Null when the client does not exist. */
  findStartContext(clientId: string, flowId: string): Promise<StartContext | null>;
  /**
   * Writes a start in one statement, all or nothing. Outside a transaction, simultaneous starts share the statement. Endpoints that were
   * deleted meanwhile get no delivery; the jobs of the others are due in the outbox. The returned jobs include those of deleted endpoints,
   * which a worker will not find.
   */
  create(start: NewStart): Promise<QueuedJob[]>;
  /** Writes a preparation in one statement, as `create` does. */
  prepare(preparation: NewPreparation): Promise<void>;
}
