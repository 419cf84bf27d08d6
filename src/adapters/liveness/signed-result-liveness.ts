import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { ProviderAway } from '../../domain/ports/provider-away.ts';
import { TargetRefused } from '../../domain/ports/target-guard.ts';
import {
  LivenessProviderFailed,
  type LivenessProviderResult,
  type LivenessProviderSettings,
} from '../../domain/ports/faces/liveness-providers.ts';
import type { ConnectionGuard } from '../network/target-guard.ts';

type Settings = Extract<LivenessProviderSettings, { name: 'signed-result' }>;

const provider = 'signed-result';
const requestTimeoutMs = 5_000;
const maxAnswerBytes = 4_000_000;
/** Pauses before the second and the third try. */
const pausesMs = [200, 600];
/** Asymmetric algorithms only: a provider's public key must never be accepted as a shared secret. */
const algorithms = ['ES256', 'ES384', 'EdDSA', 'PS256', 'PS384', 'RS256'];
/** The allowed difference between two companies' clocks. */
const clockToleranceSeconds = 10;
/** A result that was signed longer ago belongs to another check, whatever it says. */
const maxResultAgeSeconds = 3_600;

const resultSchema = z.object({
  nonce: z.string().max(200),
  live: z.boolean(),
  score: z.number().min(0).max(1).optional(),
  /** JPEG in base64. */
  picture: z.base64().max(3_000_000).optional(),
});
const keySetSchema = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })).max(50) });

/** A retry would get the same. */
class FinalAnswer extends Error {}

/**
 * Any provider that signs its result: the device opens `startUrl` with a nonce, and this server fetches the result for that nonce as a JWS,
 * which it verifies against the provider's JWKS. The nonce belongs to one challenge, so that no result counts twice.
 */
export function createSignedResultLiveness({
  guard,
  httpsOnly = true,
}: {
  guard: ConnectionGuard;
  httpsOnly?: boolean;
}) {
  const agent = new Agent({ connect: { lookup: guard.lookup } });

  /** Null: the provider has no result yet. */
  async function get(url: URL): Promise<string | null> {
    const target = guard.checkUrl(url.href, { httpsOnly });
    for (const pauseMs of pausesMs) {
      try {
        return await getOnce(target);
      } catch (error) {
        if (error instanceof FinalAnswer || error instanceof TargetRefused) throw error;
        await delay(pauseMs);
      }
    }
    try {
      return await getOnce(target);
    } catch (error) {
      if (error instanceof FinalAnswer || error instanceof TargetRefused) throw error;
      throw new ProviderAway(provider, { cause: error });
    }
  }

  async function getOnce(target: URL): Promise<string | null> {
    const signal = AbortSignal.timeout(requestTimeoutMs);
    const { statusCode, body } = await request(target, { dispatcher: agent, signal });
    const text = await readText(body);
    if (statusCode === 202 || statusCode === 404) return null;
    // Redirects are not followed: they would bypass the guard.
    if (statusCode === 429 || statusCode >= 500) throw new Error(`answered ${statusCode}`);
    if (statusCode !== 200) throw new FinalAnswer(`answered ${statusCode}`);
    return text;
  }

  return {
    start({ startUrl }: Settings) {
      const nonce = randomBytes(24).toString('base64url');
      return Promise.resolve({
        provider: { name: provider, parameters: { startUrl, nonce } } as const,
        reference: nonce,
      });
    },

    async fetchResult(settings: Settings, nonce: string): Promise<LivenessProviderResult> {
      try {
        const resultUrl = new URL(settings.resultUrl);
        resultUrl.searchParams.set('nonce', nonce);
        const jws = await get(resultUrl);
        if (jws === null) return { state: 'notCompleted' };
        const keys = keySetSchema.parse(JSON.parse((await get(new URL(settings.jwksUrl))) ?? 'null'));
        const { payload } = await jwtVerify(jws.trim(), createLocalJWKSet(keys as JSONWebKeySet), {
          algorithms,
          issuer: settings.issuer,
          audience: settings.audience,
          requiredClaims: ['exp', 'iat', 'nonce'],
          maxTokenAge: maxResultAgeSeconds,
          clockTolerance: clockToleranceSeconds,
        });
        const result = resultSchema.parse(payload);
        if (result.nonce !== nonce) throw new Error('a result for another nonce');
        const picture = result.picture === undefined ? null : Buffer.from(result.picture, 'base64');
        return { state: 'finished', live: result.live, score: result.score ?? null, picture };
      } catch (error) {
        if (error instanceof ProviderAway) throw error;
        throw new LivenessProviderFailed(provider, { cause: error });
      }
    },
  };
}

async function readText(body: AsyncIterable<unknown>): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    const bytes = part as Buffer; // Undici's bodies yield buffers.
    length += bytes.length;
    if (length > maxAnswerBytes) throw new FinalAnswer('the answer is too long');
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}
