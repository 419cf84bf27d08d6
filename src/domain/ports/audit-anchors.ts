import type { AuditEnd } from '../encryption/audit-mac.ts';

/** The end of a client's audit log at some time, signed and stored where the database's administrator cannot change it. */
export interface AuditAnchor extends AuditEnd {
  at: Date;
  mac: Buffer;
}

/** Signed ends of audit logs, outside the database. */
export interface AuditAnchors {
  /** The client's newest anchor; null when there is none. */
  find(clientId: string): Promise<AuditAnchor | null>;
  /** Replaces the previous anchor. */
  keep(anchor: AuditAnchor): Promise<void>;
}
