import type { FastifyInstance } from 'fastify';
import { createRedisRateCounter } from './adapters/redis-rate-counter.ts';
import type { Container } from './container.ts';
import { buildOpenApi } from './contract/openapi.ts';
import { isDatabaseAway } from './db/is-away.ts';
import { buildApp } from './http/app.ts';
import { createAuthenticate } from './http/authenticate.ts';
import type { BoundRoute } from './http/bound-route.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createRateLimits, type RateLimitSettings } from './http/rate-limits.ts';
import { bindGetIdentity } from './http/routes/identities/get-identity.ts';
import { bindGetMedia } from './http/routes/media/get-media.ts';
import { bindCancelSession } from './http/routes/sdk/cancel-session.ts';
import { bindDeleteFile } from './http/routes/sdk/delete-file.ts';
import { bindGetSession } from './http/routes/sdk/get-session.ts';
import { bindGiveConsent } from './http/routes/sdk/give-consent.ts';
import { bindStartSession } from './http/routes/sdk/start-session.ts';
import { bindSubmitStep } from './http/routes/sdk/submit-step.ts';
import { bindUploadFile } from './http/routes/sdk/upload-file.ts';
import { boundGetLive } from './http/routes/service/get-live.ts';
import { bindGetOpenApi } from './http/routes/service/get-open-api.ts';
import { bindGetReady } from './http/routes/service/get-ready.ts';
import { bindGetVerification } from './http/routes/verifications/get-verification.ts';
import { createAcceptFile } from './services/accept-file.ts';
import { createDeleteFile } from './services/delete-file.ts';
import { createCancelVerification } from './services/end-verification.ts';
import { createLiveMessages } from './services/live-messages.ts';
import { createReadIdentity } from './services/read-identity.ts';
import { createReadMedia } from './services/read-media.ts';
import { createReadReadiness } from './services/read-readiness.ts';
import { createReadSession } from './services/read-session.ts';
import { createReadVerification } from './services/read-verification.ts';
import { createRecordConsent } from './services/record-consent.ts';
import { createHandOverJobs } from './services/relay-outbox.ts';
import { createStartSession } from './services/start-session.ts';
import { createSubmitStep } from './services/submit-step.ts';

/** The API on its parts: every use case made once and bound to its route. */
export async function createApi(container: Container): Promise<FastifyInstance> {
  const openapi = buildOpenApi();
  const counter = createRedisRateCounter(rateLimitsOf(container), container.config.redis);
  const app = await buildApp({
    logger: container.log,
    trustedProxies: container.config.http.trustedProxies,
    authenticate: createAuthenticate(container),
    limits: createRateLimits(rateLimitsOf(container), counter),
    idempotency: createIdempotency(container),
    messages: createLiveMessages(container),
    bound: bindRoutes(container, openapi),
    openapi,
    isAway: isDatabaseAway,
  });
  app.addHook('onClose', () => counter.close());
  return app;
}

function bindRoutes(container: Container, openapi: object): BoundRoute[] {
  const handOverJobs = createHandOverJobs(container);
  const withJobs = { ...container, handOverJobs };
  return [
    bindStartSession(createStartSession(container)),
    bindGetSession(createReadSession(container)),
    bindGiveConsent(createRecordConsent(container)),
    bindUploadFile(createAcceptFile(withJobs)),
    bindDeleteFile(createDeleteFile(container)),
    bindSubmitStep(createSubmitStep(withJobs)),
    bindCancelSession(createCancelVerification(container)),
    bindGetIdentity(createReadIdentity(container)),
    bindGetVerification(createReadVerification(container)),
    bindGetMedia(createReadMedia(container)),
    bindGetReady(createReadReadiness(container)),
    bindGetOpenApi(openapi),
    boundGetLive,
  ];
}

function rateLimitsOf({ config: { rateLimits } }: Container): RateLimitSettings {
  return {
    apiToken: { requests: rateLimits.tokenPerSecond, windowSeconds: 1 },
    session: { requests: rateLimits.tokenPerSecond, windowSeconds: 1 },
    upload: { requests: rateLimits.uploadsPerSecond, windowSeconds: 1 },
    sessionStart: { requests: rateLimits.sessionStartsPerMinute, windowSeconds: 60 },
    address: { requests: rateLimits.tokenPerSecond, windowSeconds: 1 },
  };
}
