import { Secret, TOTP } from 'otpauth';

/**
 * RFC 6238 with the parameters of every authenticator app: SHA-1, six digits, 30 s. One step before and after is accepted, for clocks that
 * are off.
 */
const settings = { algorithm: 'SHA1', digits: 6, period: 30, issuer: 'Verify' } as const;
const toleratedSteps = 1;
/** 160 bits, the length of the hash, as RFC 4226 4 recommends. */
const secretBytes = 20;

/** A new secret in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The time step that this one-time password belongs to; null when it is wrong. */
export function totpCounterOf(secret: string, password: string, at: Date): number | null {
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(secret) });
  const timestamp = at.getTime();
  const delta = totp.validate({ token: password, timestamp, window: toleratedSteps });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** The URI that an authenticator app reads from the QR code. */
export function otpauthUrlOf(secret: string, email: string): string {
  return new TOTP({ ...settings, label: email, secret: Secret.fromBase32(secret) }).toString();
}
