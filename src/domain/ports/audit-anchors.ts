import type { AuditEnd } from '../encryption/audit-mac.ts';

/** How far a client's audit log had come at a time, signed, kept where the database's administrator cannot change it. */
export interface AuditAnchor extends AuditEnd {
  at: Date;
  mac: Buffer;
}

/** Signed ends of audit logs outside the database. */
export interface AuditAnchors {
  /** The newest of the client; null when there is none. */
  find(clientId: string): Promise<AuditAnchor | null>;
  /** Takes the place of the one before. */
  keep(anchor: AuditAnchor): Promise<void>;
}
