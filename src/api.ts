import type { FastifyInstance } from 'fastify';
import { readDemoHost } from './adapters/read-demo-host.ts';
import { createRedisSocketSeats } from './adapters/redis/redis-socket-seats.ts';
import { openNetworkPlaces } from './adapters/network/open-network-places.ts';
import { createRedisRateCounter } from './adapters/redis/redis-rate-counter.ts';
import { bindContactRoutes } from './api/bind-contact-routes.ts';
import { bindPrivacyRoutes } from './api/bind-privacy-routes.ts';
import { bindRecordRoutes } from './api/bind-record-routes.ts';
import { bindTestModeRoutes } from './api/bind-test-mode-routes.ts';
import { bindWebhookRoutes } from './api/bind-webhook-routes.ts';
import { bindAccountRoutes } from './api/bind-account-routes.ts';
import { bindFlowRoutes } from './api/bind-flow-routes.ts';
import { bindOperatorRoutes } from './api/bind-operator-routes.ts';
import { bindServiceRoutes } from './api/bind-service-routes.ts';
import type { Container } from './container.ts';
import { buildOpenApi } from './contract/openapi/openapi.ts';
import { buildApp } from './http/app.ts';
import { createAuthenticate } from './http/authenticate.ts';
import type { BoundRoute } from './http/bound-route.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createRateLimits, type RateLimitSettings } from './http/rate-limits.ts';
import { boundListDocumentKinds } from './http/routes/catalogues/list-document-kinds.ts';
import { boundListErrorCodes } from './http/routes/catalogues/list-error-codes.ts';
import { bindGetAnalytics } from './http/routes/account/get-analytics.ts';
import { bindCreateChallenge } from './http/routes/sdk/create-challenge.ts';
import { bindCancelSession } from './http/routes/sdk/cancel-session.ts';
import { bindCreateHandOver } from './http/routes/sdk/create-hand-over.ts';
import { bindDeleteFile } from './http/routes/sdk/delete-file.ts';
import { bindGetSession } from './http/routes/sdk/get-session.ts';
import { bindGiveConsent } from './http/routes/sdk/give-consent.ts';
import { bindOpenHandOver } from './http/routes/sdk/open-hand-over.ts';
import { bindPreviewHandOver } from './http/routes/sdk/preview-hand-over.ts';
import { bindReportEvents } from './http/routes/sdk/report-events.ts';
import { bindStartSession } from './http/routes/sdk/start-session.ts';
import { bindSubmitStep } from './http/routes/sdk/submit-step.ts';
import { bindUploadFile } from './http/routes/sdk/upload-file.ts';
import { createReadNotes } from './services/audit/note-reads.ts';
import { isOriginAdmitted } from './services/starts/admit-start.ts';
import { createAcceptFile } from './services/steps/accept-file.ts';
import { createDrawChallenge } from './services/steps/draw-challenge.ts';
import { createPromptOverSocket } from './services/steps/prompt-over-socket.ts';
import { createDeleteFile } from './services/steps/delete-file.ts';
import { createCancelVerification } from './services/verifications/end-verification.ts';
import { createFindApiCaller } from './services/clients/find-api-caller.ts';
import { createCreateHandOver } from './services/hand-over/create-hand-over.ts';
import { createOpenHandOver } from './services/hand-over/open-hand-over.ts';
import { createPreviewHandOver } from './services/hand-over/preview-hand-over.ts';
import { createChooseClient } from './services/operators/choose-client.ts';
import { createLiveMessages } from './services/sessions/live-messages.ts';
import { createReadAnalytics } from './services/analytics/read-analytics.ts';
import { createReadSession } from './services/sessions/read-session.ts';
import { createRecordConsent } from './services/sessions/record-consent.ts';
import { createHandOverJobs } from './services/jobs/relay-outbox.ts';
import { createReportEvents } from './services/sessions/report-events.ts';
import { createStartSession } from './services/starts/start-session.ts';
import { createSubmitStep } from './services/steps/submit-step.ts';

/** The API on its parts: every use case made once and bound to its route. */
export async function createApi(container: Container): Promise<FastifyInstance> {
  const openapi = buildOpenApi();
  const messages = createLiveMessages(container);
  const counter = createRedisRateCounter(rateLimitsOf(container), container.config.redis);
  const seats = createRedisSocketSeats(container.config.redis);
  const readNotes = createReadNotes(container);
  const app = await buildApp({
    logger: container.log,
    trustedProxies: container.config.http.trustedProxies,
    authenticate: createAuthenticate({
      ...container,
      findApiCaller: createFindApiCaller({ ...container, now: Date.now }),
      chooseClient: createChooseClient(container),
    }),
    limits: createRateLimits(rateLimitsOf(container), counter),
    idempotency: createIdempotency(container),
    noteRead: (read) => readNotes.note(read),
    onBehalfOf: (who, work) => container.db.onBehalfOf(who, work),
    messages,
    seats,
    admitsOrigin: async (clientId, origin) => {
      const client = origin === null ? null : await container.db.clients.find(clientId);
      return isOriginAdmitted(origin, client?.settings.origins ?? []);
    },
    bound: [...bindRoutes(container, openapi), ...(await bindRoutesThatNameCountries(container))],
    openapi,
    demoHost: readDemoHost(container.config.demo.file),
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

function bindRoutes(container: Container, openapi: object): BoundRoute[] {
  const handOverJobs = createHandOverJobs(container);
  const withJobs = { ...container, handOverJobs };
  return [
    bindStartSession(createStartSession(container)),
    bindCreateHandOver(createCreateHandOver(container), container.config.http),
    bindOpenHandOver(createOpenHandOver(container)),
    bindGetAnalytics(createReadAnalytics(container)),
    bindGetSession(createReadSession(container)),
    bindGiveConsent(createRecordConsent(container)),
    bindUploadFile(createAcceptFile(withJobs)),
    bindDeleteFile(createDeleteFile(container)),
    bindCreateChallenge(createDrawChallenge({ ...container, ...challengeParts(container) })),
    bindSubmitStep(createSubmitStep(withJobs)),
    bindCancelSession(createCancelVerification(container)),
    ...bindRecordRoutes(container, handOverJobs),
    ...bindContactRoutes(container, handOverJobs),
    ...bindTestModeRoutes(container, handOverJobs),
    ...bindWebhookRoutes(container, handOverJobs),
    ...bindPrivacyRoutes(container, handOverJobs),
    ...bindOperatorRoutes(container),
    ...bindFlowRoutes(container),
    ...bindAccountRoutes(container),
    boundListDocumentKinds,
    boundListErrorCodes,
    ...bindServiceRoutes(container, openapi),
  ];
}

function challengeParts(container: Container) {
  const sources = { random: container.randomBelow, providers: container.livenessProviders };
  return { sources, promptOverSocket: createPromptOverSocket(container) };
}

function rateLimitsOf({ config: { rateLimits } }: Container): RateLimitSettings {
  return {
    apiToken: { requests: rateLimits.tokenPerSecond, windowSeconds: 1 },
    session: { requests: rateLimits.tokenPerSecond, windowSeconds: 1 },
    upload: { requests: rateLimits.uploadsPerSecond, windowSeconds: 1 },
    sessionStart: { requests: rateLimits.sessionStartsPerMinute, windowSeconds: 60 },
    signIn: { requests: rateLimits.signInsPerMinute, windowSeconds: 60 },
    address: { requests: rateLimits.tokenPerSecond, windowSeconds: 1 },
  };
}

async function bindRoutesThatNameCountries(container: Container): Promise<BoundRoute[]> {
  const places = await openNetworkPlaces(container.config.geoip.files, container.log);
  const findCountry = (networkAddress: string) => places?.find(networkAddress).country ?? null;
  return [
    bindPreviewHandOver(createPreviewHandOver({ ...container, findCountry })),
    bindReportEvents(createReportEvents({ ...container, findCountry })),
  ];
}
