import type { Client } from '../operators/client.ts';
import type { QueuedJob } from '../ports/job-queue.ts';
import type { EventType } from '../webhooks/event-type.ts';
import type { AuditNote } from '../privacy/audit.ts';
import type { StepType } from '../verifications/step-type.ts';
import type { Device, Metadata, StartedBy } from '../verifications/verification.ts';

/** What stands before a session: the client, and its flow as new sessions get it. */
export interface Entrance {
  client: Client;
  /** Null when the client has no such flow, or none that was published. */
  flow: { flowId: string; name: string; disabled: boolean; versionId: string; version: number } | null;
  /** Enabled webhook endpoints that subscribe to starts. */
  endpointIds: readonly string[];
  /** The database's clock, from which the new attempt's times count. */
  at: Date;
}

/** A new identity with its first verification: all rows of a start. The ids are the caller's. */
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
  /** The answer of the identity lookup, ready to send. */
  recordJson: string;
  /** The first event of the verification, number 1. */
  event: { id: string; type: EventType; body: unknown; endpointIds: readonly string[] };
}

/** A new identity with a first verification that waits for its person: all rows of what a backend prepares. The ids are the caller's. */
export interface NewPreparation {
  clientId: string;
  identityId: string;
  verificationId: string;
  flowVersionId: string;
  language: string;
  metadata: Metadata;
  startedAt: Date;
  /** Of the attempt and of its client token. */
  expiresAt: Date;
  /** In the flow's order. */
  stepRuns: readonly { id: string; stepId: string; type: StepType }[];
  clientTokenHash: Buffer;
  /** The answer of the identity lookup, ready to send. */
  recordJson: string;
  /** Of the verification, for the audit log. */
  note: Pick<AuditNote, 'actorId' | 'action'> & { at: Date };
}

export interface StartRepository {
  /** Null when there is no such client. */
  findEntrance(clientId: string, flowId: string): Promise<Entrance | null>;
  /**
   * Writes a start in one statement: all of it or nothing. Outside a transaction, starts that come together share the
   * statement. Endpoints that went away meanwhile get no delivery; the work of the others is due in the outbox.
   * Answers it with that of the endpoints that went away, which a worker does not find.
   */
  create(start: NewStart): Promise<QueuedJob[]>;
  /** Writes a preparation in one statement, as `create` does. */
  prepare(preparation: NewPreparation): Promise<void>;
}
