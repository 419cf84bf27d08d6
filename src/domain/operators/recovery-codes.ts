import { createHmac, hkdfSync, randomInt } from 'node:crypto';

/** Crockford's base32: without letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const groups = 3;
const groupLength = 4;
/** The number of codes at a time. */
export const recoveryCodeCount = 10;

/** New codes of 60 bits each, written as `k7qm-2xv9-ht4d`. */
export function newRecoveryCodes(): string[] {
  const letter = () => alphabet.charAt(randomInt(alphabet.length));
  const group = () => Array.from({ length: groupLength }, letter).join('');
  return Array.from({ length: recoveryCodeCount }, () => Array.from({ length: groups }, group).join('-'));
}

/**
 * The keyed hash of a code. Without the installation's key, nobody can test codes against the database, so a fast hash is enough. People
 * may type the code without dashes, in capitals, and with `o`, `i` and `l` for the similar digits.
 */
export function recoveryCodeDigest(installationKey: Buffer, operatorId: string, code: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', installationKey, Buffer.alloc(0), 'operator-recovery-code', 32));
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return createHmac('sha256', key).update(`${operatorId} ${plain}`).digest();
}
