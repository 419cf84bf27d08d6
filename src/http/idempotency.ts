import { createHash, randomUUID } from 'node:crypto';
import { open, seal, type SealedPlace } from '../domain/encryption/encryption.ts';
import { keyedHash, type IdempotencySecrets } from '../domain/encryption/idempotency-secrets.ts';
import { unrecorded, type Effect } from '../domain/jobs/effect.ts';
import { Problem } from '../domain/faults/errors.ts';
import { idempotencyRenewalMs, type IdempotencyClaim } from '../domain/repositories/idempotency-key-repository.ts';
import type { Database } from '../domain/repositories/repositories.ts';

export const idempotencyHeader = 'idempotency-key';
export const replayedHeader = 'idempotent-replayed';

/** A handler's response, which may be replayed. */
export interface ReplayableResponse {
  status: number;
  body?: unknown;
}

/** Runs one request's effect. Does nothing special without a key. */
export interface RequestEffect {
  /** `toResponse` turns the use case's result into the HTTP response. */
  storing<T>(toResponse: (result: T) => ReplayableResponse): Effect<T>;
  /** For streamed bodies: set once the handler knows the digest of the body. */
  replayFor(bodyDigest: () => Promise<Buffer>): Promise<ReplayableResponse | null>;
}

export const noEffect: RequestEffect = {
  storing: () => unrecorded,
  replayFor: () => Promise.resolve(null),
};

export interface Idempotency {
  /** Runs the handler at most once for the key. @throws Problem `idempotency.*` */
  run(
    request: { key: string; scope: string; operation: string; body: unknown; streamed: boolean },
    handle: (effect: RequestEffect) => Promise<ReplayableResponse>,
  ): Promise<{ response: ReplayableResponse; replayed: boolean }>;
}

/** For the key of a caller without a credential: as long as a random identifier that nobody can guess. */
const leastAnonymousLength = 20;
const leastAnonymousCharacters = 8;

/**
 * Visible ASCII, 1 to 255 characters. Callers without a credential are distinguished only by their network address, which a whole office
 * shares. Their keys must not be guessable by a neighbour, because the replayed response may contain a session token.
 * @throws Problem `idempotency.key_invalid`, `idempotency.key_guessable`
 */
export function parseIdempotencyKey(header: string | string[] | undefined, by: { anonymous: boolean }): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) throw new Problem('idempotency.key_invalid');
  const guessable = header.length < leastAnonymousLength || new Set(header).size < leastAnonymousCharacters;
  if (by.anonymous && guessable) throw new Problem('idempotency.key_guessable');
  return header;
}

/**
 * One effect per key. The claim is taken before the work. The response is stored in the effect's transaction, encrypted under a key derived
 * from both the Idempotency-Key and the installation's key, so that neither the database nor the root key alone opens it.
 */
export function createIdempotency({ db }: { db: Pick<Database, 'idempotencyKeys'> }): Idempotency {
  return {
    async run(request, handle) {
      const secrets = await db.idempotencyKeys.secretsOf(request.scope, request.key);
      const { keyHash, requestKey, sealingKey } = secrets;
      const claimId = randomUUID();
      const requestHash = hashOf(requestKey, request.operation, request.streamed ? null : digestOf(request.body));
      const claim = await db.idempotencyKeys.claim({ keyHash, requestHash, claimId });
      if (claim.state === 'inFlight') {
        throw new Problem('idempotency.in_flight', { retryAfterSeconds: claim.freeAfterSeconds });
      }
      if (claim.state === 'done') return replay(claim, request, secrets, handle);

      const held = { keyHash, claimId, day: claim.day };
      const trace = { recorded: false };
      const effect: RequestEffect = {
        storing: (toResponse) => ({
          keyed: true,
          async record(tx, result, bodyDigest) {
            const response = toResponse(result);
            await tx.idempotencyKeys.store(held, {
              requestHash: request.streamed ? hashOf(requestKey, request.operation, bodyDigest ?? null) : requestHash,
              status: response.status,
              responseSealed: seal(sealingKey, Buffer.from(JSON.stringify(response.body ?? null)), placeOf(keyHash)),
            });
            trace.recorded = true;
          },
        }),
        replayFor: () => Promise.resolve(null),
      };
      // The next renewal makes up for a failed one. If the lease runs out, only one request can store its effect.
      const renewal = setInterval(
        () => void db.idempotencyKeys.renew(held).catch(() => undefined),
        idempotencyRenewalMs,
      );
      try {
        const response = await handle(effect);
        // A route that accepts a key and stores no response would repeat its effect.
        if (!trace.recorded) throw new Error(`${request.operation} did not record its effect`);
        return { response, replayed: false };
      } catch (error) {
        await db.idempotencyKeys.release(held).catch(() => undefined);
        throw error;
      } finally {
        clearInterval(renewal);
      }
    },
  };
}

/** The stored response, if this is the same request. A streamed body must be read to its end to know that. */
async function replay(
  claim: Extract<IdempotencyClaim, { state: 'done' }>,
  request: { operation: string; body: unknown; streamed: boolean },
  { keyHash, requestKey, sealingKey }: IdempotencySecrets,
  handle: (effect: RequestEffect) => Promise<ReplayableResponse>,
): Promise<{ response: ReplayableResponse; replayed: boolean }> {
  const stored = (digest: Buffer | null): ReplayableResponse => {
    if (!hashOf(requestKey, request.operation, digest).equals(claim.requestHash))
      throw new Problem('idempotency.key_reused');
    const body: unknown = JSON.parse(open(sealingKey, claim.responseSealed, placeOf(keyHash)).toString('utf8'));
    return { status: claim.status, body };
  };
  if (!request.streamed) return { response: stored(digestOf(request.body)), replayed: true };
  const response = await handle({
    storing: () => ({
      keyed: true,
      record: () => Promise.reject(new Error('a replayed request has no effect')),
    }),
    replayFor: async (bodyDigest) => stored(await bodyDigest()),
  });
  return { response, replayed: true };
}

/** Equal requests have equal hashes. JSON bodies are compared after parsing, regardless of key order. */
function digestOf(body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest();
}

function hashOf(requestKey: Buffer, operation: string, bodyDigest: Buffer | null): Buffer {
  return keyedHash(requestKey, operation, bodyDigest?.toString('hex') ?? '');
}

function placeOf(keyHash: Buffer): SealedPlace {
  return { clientId: '', object: 'idempotencyKey', id: keyHash.toString('hex'), field: 'response' };
}
