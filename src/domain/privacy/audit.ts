import { createHash } from 'node:crypto';

/**
 * What the audit log tells of: every change to an account, and every reading of personal data. Written `noun.verb`, the verb in
 * the past. A new action is a line here.
 */
export const auditActions = [
  'admin.command_run',
  'api_token.created',
  'api_token.revoked',
  'api_token.rotated',
  'audit.restored',
  'client.created',
  'client.key_rotated',
  'encryption_configuration.created',
  'encryption_configuration.deleted',
  'flow.created',
  'flow.deleted',
  'flow.published',
  'flow.updated',
  'identity.erased',
  'identity.exported',
  'identity.listed',
  'identity.read',
  'identity.tagged',
  'invitation.created',
  'invitation.withdrawn',
  'ip_rules.updated',
  'media.linked',
  'media.read',
  'operator.created',
  'operator.linked',
  'operator.locked_out',
  'operator.passkey_added',
  'operator.passkey_removed',
  'operator.password_changed',
  'operator.recovery_code_used',
  'operator.recovery_codes_replaced',
  'operator.refused',
  'operator.removed',
  'operator.session_ended',
  'operator.signed_in',
  'operator.signed_out',
  'operator.totp_disabled',
  'operator.totp_enabled',
  'operator.updated',
  'retention.purged',
  'settings.updated',
  'test_clock.advanced',
  'test_inbox.read',
  'verification.erased',
  'verification.listed',
  'verification.read',
  'verification.report_read',
  'verification.reviewed',
  'verification.sealed',
  'verification.simulated',
  'verification.started',
  'verification.tagged',
  'webhook_delivery.listed',
  'webhook_delivery.redelivered',
  'webhook_endpoint.created',
  'webhook_endpoint.deleted',
  'webhook_endpoint.rotated',
  'webhook_endpoint.tested',
  'webhook_endpoint.updated',
  'webhook_event.listed',
  'webhook_event.read',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Nobody in particular: a scheduled worker, or a command on the server. */
export const systemActor = 'system';

/** One line to be written. It holds ids alone, never personal data. */
export interface AuditNote {
  clientId: string;
  /** Id of the operator or API token, or `systemActor`. */
  actorId: string;
  action: AuditAction;
  /** Id of what it was done to; the client's own when it concerns the account as a whole. */
  subjectId: string;
  /** When it happened, if that was not just now: readings are written a little later. */
  at?: Date | undefined;
}

/** One line as it stands in the log. */
export interface AuditEntry extends AuditNote {
  id: string;
  /** Counts the entries of one client from 1 without gaps. */
  sequence: number;
  at: Date;
  /** 32 bytes; zeros before the first entry. */
  previousHash: Buffer;
  hash: Buffer;
}

export const firstPreviousHash = Buffer.alloc(32);

/**
 * SHA-256 over the hash before it and the entry, as JSON with its members in this order. Changing, removing or reordering
 * an entry breaks every hash after it.
 */
export function auditHashOf(entry: Omit<AuditEntry, 'hash'>): Buffer {
  const { id, clientId, sequence, actorId, action, subjectId, at } = entry;
  const text = JSON.stringify([id, clientId, sequence, actorId, action, subjectId, at.toISOString()]);
  return createHash('sha256').update(entry.previousHash).update(text).digest();
}
