import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { idempotencySecretsOf } from '../../../src/domain/encryption/idempotency-secrets.ts';

test('every secret of an Idempotency-Key changes with the installation, the caller and the key', () => {
  const installation = randomBytes(32);
  const all = [
    idempotencySecretsOf(installation, 'account a', 'order-17'),
    idempotencySecretsOf(randomBytes(32), 'account a', 'order-17'),
    idempotencySecretsOf(installation, 'account b', 'order-17'),
    idempotencySecretsOf(installation, 'account a', 'order-18'),
    // The parts must not run together.
    idempotencySecretsOf(installation, 'account ', 'aorder-17'),
  ].flatMap(({ keyHash, requestKey, sealingKey }) => [keyHash, requestKey, sealingKey]);
  expect(new Set(all.map((secret) => secret.toString('hex'))).size).toBe(all.length);
  expect(idempotencySecretsOf(installation, 'account a', 'order-17').sealingKey).toEqual(all[2]);
});
