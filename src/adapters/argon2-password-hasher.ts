import { hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '../domain/ports/password-hasher.ts';

/**
 * argon2id (the library's own choice) with the parameters that OWASP's Password Storage Cheat Sheet gives for it: 19 MiB, two
 * passes, one lane.
 */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Runs in the thread pool, so the event loop is not blocked. */
export const argon2PasswordHasher: PasswordHasher = {
  hash: (password) => hash(password.normalize('NFKC'), parameters),
  verify: (hashed, password) => verify(hashed, password.normalize('NFKC')),
};
