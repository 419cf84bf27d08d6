import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The end of a chain. */
export interface AuditEnd {
  clientId: string;
  sequence: number;
  hash: Buffer;
}

/** A separate key, so that its MACs cannot be mistaken for anything else. */
function auditKey(clientKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', clientKey, '', 'verify audit chain', 32));
}

/**
 * HMAC-SHA-256 over the end of a chain. The hashes alone reveal a change inside the chain. This reveals a truncated chain and one that was
 * rewritten by somebody who has the database and not the root key.
 */
export function auditMacOf(clientKey: Buffer, { clientId, sequence, hash }: AuditEnd): Buffer {
  return createHmac('sha256', auditKey(clientKey))
    .update(JSON.stringify([clientId, sequence, hash.toString('hex')]))
    .digest();
}

/** HMAC-SHA-256 over an anchor, under a key of the installation, so that it stays valid when the client's key is replaced. */
export function anchorMacOf(anchorKey: Buffer, { clientId, sequence, hash, at }: AuditEnd & { at: Date }): Buffer {
  return createHmac('sha256', anchorKey)
    .update(JSON.stringify(['anchor', clientId, sequence, hash.toString('hex'), at.toISOString()]))
    .digest();
}

export function isAnchorMac(anchorKey: Buffer, anchor: AuditEnd & { at: Date }, mac: Uint8Array): boolean {
  const expected = anchorMacOf(anchorKey, anchor);
  return mac.length === expected.length && timingSafeEqual(expected, mac);
}

/** The end of a chain at some time, which names the checkpoint before it (0: none), so that none can be taken out from between two others. */
export interface AuditCheckpointText extends AuditEnd {
  previous: number;
  at: Date;
}

/** HMAC-SHA-256 over a checkpoint, under another key of the installation. */
function checkpointMacOf(key: Buffer, { clientId, sequence, previous, hash, at }: AuditCheckpointText): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['checkpoint', clientId, sequence, previous, hash.toString('hex'), at.toISOString()]))
    .digest();
}

export function signCheckpoint<C extends AuditCheckpointText>(key: Buffer, checkpoint: C): C & { mac: Buffer } {
  return { ...checkpoint, mac: checkpointMacOf(key, checkpoint) };
}

export function isCheckpointGenuine(key: Buffer, checkpoint: AuditCheckpointText & { mac: Uint8Array }): boolean {
  const expected = checkpointMacOf(key, checkpoint);
  return checkpoint.mac.length === expected.length && timingSafeEqual(expected, checkpoint.mac);
}

export function isAuditMac(clientKey: Buffer, end: AuditEnd, mac: Uint8Array): boolean {
  const expected = auditMacOf(clientKey, end);
  return mac.length === expected.length && timingSafeEqual(expected, mac);
}
