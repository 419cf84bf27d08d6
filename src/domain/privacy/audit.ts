import { hash } from 'node:crypto';

/**
 * The events of the audit log: every change to an account, and every read of personal data. Written `noun.verb`, with the verb in the past
 * tense. A new action is one line here.
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
  'identity.duplicate_acknowledged',
  'identity.duplicate_found',
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
  'verification.activity_read',
  'verification.assigned',
  'verification.commented',
  'verification.duplicates_acknowledged',
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

/** Not a person: a scheduled worker, or a command on the server. */
export const systemActor = 'system';

/** One entry to be written. It contains only ids, never personal data. */
export interface AuditNote {
  clientId: string;
  /** Id of the operator or API token, or `systemActor`. */
  actorId: string;
  action: AuditAction;
  /** Id of the affected object; the client's own id when the entry concerns the whole account. */
  subjectId: string;
  /** When it happened, if not just now: reads are written a little later. */
  at?: Date | undefined;
}

/** One stored entry of the log. */
export interface AuditEntry extends AuditNote {
  id: string;
  /** Numbers the client's entries from 1 without gaps. */
  sequence: number;
  at: Date;
  /** 32 bytes; zeros before the first entry. */
  previousHash: Buffer;
  hash: Buffer;
}

export const firstPreviousHash = Buffer.alloc(32);

/**
 * SHA-256 over the previous hash and the entry, as JSON with its members in this order. Changing, removing or reordering an entry
 * invalidates every hash after it.
 */
export function auditHashOf(entry: Omit<AuditEntry, 'hash'>): Buffer {
  const { id, clientId, sequence, actorId, action, subjectId, at } = entry;
  const text = JSON.stringify([id, clientId, sequence, actorId, action, subjectId, at.toISOString()]);
  return hash('sha256', Buffer.concat([entry.previousHash, Buffer.from(text, 'utf8')]), 'buffer');
}

/**
 * `changed`: an entry does not match its hash · `removed`: entries before it are missing · `reordered`: it does not follow the entry before
 * it · `rewritten`: it is not the entry that a checkpoint signed, though its chain is whole · `cut`: entries after it are missing ·
 * `endForged`: the end of the chain is not as we signed it · `checkpointForged`: the checkpoint at it is not ours · `checkpointRemoved`: the
 * checkpoint before the one at it is missing · `anchorForged`: the anchor outside the database is not ours.
 */
export const auditFaults = [
  'changed',
  'removed',
  'reordered',
  'rewritten',
  'cut',
  'endForged',
  'checkpointForged',
  'checkpointRemoved',
  'anchorForged',
] as const;
export type AuditFault = (typeof auditFaults)[number];
