import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { readDemoHost } from './adapters/read-demo-host.ts';
import { createRedisSocketSeats } from './adapters/redis/redis-socket-seats.ts';
import { createRedisRateCounter } from './adapters/redis/redis-rate-counter.ts';
import type { Container } from './container.ts';
import { newKey } from './domain/encryption/encryption.ts';
import { buildApp } from './http/app.ts';
import { isId } from './domain/id.ts';
import { subscriberNetworkOf } from './domain/network-range.ts';
import { createAuthenticate } from './http/authenticate.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createRateLimits, type RateLimitSettings } from './http/rate-limits.ts';
import { createReadNotes } from './services/audit/note-reads.ts';
import { isOriginAdmitted } from './services/starts/admit-start.ts';
import { createChooseClient } from './services/operators/choose-client.ts';
import { createLiveMessages } from './services/sessions/live-messages.ts';
import { bindRoutes } from './http/bind-routes.ts';
import { startLimitsOf } from './services/starts/limit-starts.ts';
import { withSetting } from './start-process.ts';
import { createUseCases } from './use-cases.ts';

/** The APIs of one process share it. */
let openapiOfProcess: object | undefined;

/** Builds the API: makes every use case once and binds it to its route. */
export async function createApi(container: Container): Promise<FastifyInstance> {
  const openapi = (openapiOfProcess ??= readOpenApi());
  const { token: metricsToken } = container.config.metrics;
  const messages = createLiveMessages(container);
  const rateLimits = rateLimitsOf(container);
  const counter = createRedisRateCounter(
    { ...rateLimits, ...startLimitsOf(container.config.rateLimits.flowStartsPerMinute) },
    container.config.redis,
  );
  const hashAddress = createHashAddress(container);
  const useCases = await createUseCases(container, { counter, hashAddress });
  const seats = createRedisSocketSeats(container.config.redis);
  const readNotes = createReadNotes(container);
  const app = await buildApp({
    logger: container.log,
    trustedProxies: container.config.http.trustedProxies,
    knownHosts: container.config.http,
    authenticate: createAuthenticate({
      ...container,
      findApiCaller: useCases.apiTokens.findApiCaller,
      findWatcher: (watchToken) => useCases.handOver.findWatcher(watchToken),
      chooseClient: createChooseClient(container),
      secondFactorRequired: container.config.signIn.secondFactorRequired,
    }),
    limits: createRateLimits(rateLimits, counter, hashAddress),
    idempotency: createIdempotency(container),
    noteRead: (read) => readNotes.note(read),
    onBehalfOf: (who, work) => container.db.onBehalfOf(who, work),
    messages,
    seats,
    admitsOrigin: async (clientId, origin) => {
      const client = origin === null ? null : await container.db.clients.find(clientId);
      return isOriginAdmitted(origin, client?.settings.origins ?? []);
    },
    framersOf: async (clientId) =>
      isId('client', clientId) ? ((await container.db.clients.find(clientId))?.settings.origins ?? []) : [],
    readProgress: (watcher) => useCases.handOver.readProgress(watcher),
    bound: bindRoutes(useCases, {
      ...container.config.http,
      ...container.config.signIn,
      clock: container.clock,
      metricsToken,
      openapi,
    }),
    openapi,
    demoHost: await withSetting('DEMO_FILE', () => readDemoHost(container.config.demo.file)),
    telemetry: container.telemetry,
    errors: container.errors,
    isAway: container.isAway,
  });
  app.addHook('onClose', async () => {
    messages.close();
    await readNotes.close();
    await counter.close();
    await seats.close();
  });
  return app;
}

/** The contract as `npm run openapi` wrote it: to build it from the schemas takes a third of a second, and a check compares the two. */
function readOpenApi(): object {
  const contract: unknown = JSON.parse(readFileSync(new URL('../openapi/openapi.json', import.meta.url), 'utf8'));
  if (typeof contract === 'object' && contract !== null && 'openapi' in contract) return contract;
  throw new Error('openapi/openapi.json holds no contract: run `npm run openapi`');
}

/**
 * Hashes network addresses with a key, since a person who reads Redis could try all four billion IPv4 addresses. The key is the
 * installation's as soon as the database answers; until then each process uses a random one.
 */
function createHashAddress({ db }: Pick<Container, 'db'>): (networkAddress: string) => Promise<string> {
  const drawn = newKey();
  let known: Buffer | null = null;
  let asking = false;
  const ask = async () => {
    asking = true;
    known = await db.installation.deriveKey('rate limits of addresses').catch(() => null);
    asking = false;
  };
  return async (networkAddress) => {
    if (known === null && !asking) await ask();
    return createHmac('sha256', known ?? drawn)
      .update(subscriberNetworkOf(networkAddress))
      .digest('base64url');
  };
}

/** The pause doubles each time an address exceeds its limit, up to what people who share the address with an attacker can bear. */
const pauseOfStarts = { firstSeconds: 60, longestSeconds: 300 };

function rateLimitsOf({ config: { rateLimits } }: Container): RateLimitSettings {
  return {
    apiToken: { requests: rateLimits.tokenPerSecond, windowSeconds: 1 },
    session: { requests: rateLimits.tokenPerSecond, windowSeconds: 1 },
    upload: { requests: rateLimits.uploadsPerSecond, windowSeconds: 1 },
    sessionStart: { requests: rateLimits.sessionStartsPerMinute, windowSeconds: 60, pause: pauseOfStarts },
    signIn: { requests: rateLimits.signInsPerMinute, windowSeconds: 60 },
    address: { requests: rateLimits.tokenPerSecond, windowSeconds: 1 },
  };
}
