import multipart from '@fastify/multipart';
import websocket from '@fastify/websocket';
import { maxHeaderSize } from 'node:http';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { routes } from '../contract/routes.ts';
import { Problem } from '../domain/faults/errors.ts';
import type { ErrorReports } from '../domain/ports/error-reports.ts';
import { newId } from '../domain/id.ts';
import type { Telemetry } from '../domain/ports/telemetry.ts';
import { getDocsRoute } from '../contract/routes/service.ts';
import { openSocketRoute } from '../contract/routes/sdk.ts';
import { watchHandOverRoute } from '../contract/routes/sdk-hand-over.ts';
import type { HandOverUseCases } from '../services/hand-over/hand-over.ts';
import type { SocketSeats } from '../domain/ports/socket-seats.ts';
import type { LiveMessages } from '../services/sessions/live-messages.ts';
import { socketProtocol, type Authenticate } from './authenticate.ts';
import type { BoundRoute } from './bound-route.ts';
import { registerDocs } from './docs.ts';
import { discardUnreadBodies } from './discard-unread-bodies.ts';
import { takeFormBodies } from './form-bodies.ts';
import { admitOtherOrigins } from './other-origins.ts';
import { createErrorHandler, refuseWhileClosing, sendProblem } from './problem-replies.ts';
import type { Idempotency } from './idempotency.ts';
import type { RateLimits } from './rate-limits.ts';
import { logRequests } from './request-log.ts';
import { registerRoutes, type NoteRead, type OnBehalfOf } from './register-routes.ts';
import { securityHeaders } from './security-headers.ts';
import { refuseStrangersOfDemo, registerDemoHost, type DemoHost } from './pages/demo-host.ts';
import { isAtHome, refuseUnknownHosts, type KnownHostSettings } from './known-hosts.ts';
import { registerStartPage } from './pages/start-page.ts';
import { dashboardApp } from './dashboard-app.ts';
import { sdkApp } from './sdk-app.ts';
import { registerWebApps } from './web-apps.ts';
import { registerLiveSocket } from './sockets/live-socket.ts';
import { registerWatchSocket } from './sockets/watch-socket.ts';

/** The largest JSON body; files have separate limits. */
const maxJsonBytes = 256 * 1024;
/** The largest message from a socket. */
const maxSocketBytes = 64 * 1024;
/** Limits for slow senders: headers within 10 s, the whole request within 60 s. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 60_000;
/** The interval of the check: with Node's default of 30 s, headers could take 40 s. */
const slowSendersEveryMs = 1_000;

export interface AppOptions {
  logger: FastifyBaseLogger;
  /** Proxies whose X-Forwarded-For the service trusts. */
  trustedProxies: readonly string[];
  /** The host names that this service answers. */
  knownHosts: KnownHostSettings;
  authenticate: Authenticate;
  limits: RateLimits;
  idempotency: Idempotency;
  /** Records in the audit log that personal data was read. */
  noteRead: NoteRead;
  /** Limits how many database connections one session and one client can hold. */
  onBehalfOf: OnBehalfOf;
  bound: readonly BoundRoute[];
  messages: LiveMessages;
  seats: SocketSeats;
  /** Whether the client allows sockets from this page. The page is null outside a browser, and for the service's own pages. */
  admitsOrigin: (clientId: string, origin: string | null) => Promise<boolean>;
  /** The progress of the device that took a session over. */
  readProgress: HandOverUseCases['readProgress'];
  openapi: object;
  /** The web origins that may show the client's flows in a frame. */
  framersOf: (clientId: string) => Promise<readonly string[]>;
  /** Null: there is no example app. */
  demoHost: DemoHost | null;
  telemetry: Pick<Telemetry, 'requestEnded'>;
  /** Receives the service's own faults. */
  errors: Pick<ErrorReports, 'report'>;
  /** Whether an error says that the database cannot be reached. */
  isAway: (error: unknown) => boolean;
}

/** The API without a listening socket; tests call it through `inject`. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const handleError = createErrorHandler(options);
  const app = Fastify({
    loggerInstance: options.logger,
    // `request-log.ts` writes one line for each request, at its end.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => newId('request'),
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: slowSendersEveryMs },
    bodyLimit: maxJsonBytes,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    // The longest possible address: the schema of each route checks its ids and answers 404 for others.
    routerOptions: { maxParamLength: maxHeaderSize },
    // `refuseWhileClosing` refuses these requests with a problem document.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Requests that are refused before a route is found, such as malformed paths.
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id);
      handleError(error, request, reply);
    },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  });

  // Routes take only JSON and forms with files.
  app.removeContentTypeParser('text/plain');
  takeFormBodies(app);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, new Problem('route.not_found')));
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).headers(securityHeaders);
    done();
  });
  refuseWhileClosing(app);
  refuseUnknownHosts(app, options.knownHosts);
  refuseStrangersOfDemo(app, options.knownHosts);
  admitOtherOrigins(app);
  logRequests(app, options.telemetry);
  discardUnreadBodies(app);

  await app.register(multipart, {
    // The flow's limit counts the file's bytes while they stream; these limits apply to everything around the file.
    limits: { fieldNameSize: 64, fieldSize: 1_000, fields: 8, files: 1, parts: 9, headerPairs: 32, fileSize: Infinity },
    throwFileSizeLimit: true,
  });
  await app.register(websocket, {
    options: {
      maxPayload: maxSocketBytes,
      handleProtocols: (offered) => (offered.has(socketProtocol) ? socketProtocol : false),
    },
  });
  await registerDocs(app, options.openapi);
  await registerWebApps(app, [sdkApp({ ...options, withDemo: options.demoHost !== null }), dashboardApp]);
  registerStartPage(app, (request) => options.demoHost !== null && isAtHome(request, options.knownHosts));
  if (options.demoHost !== null) registerDemoHost(app, options.demoHost, options.authenticate);
  registerLiveSocket(app, options);
  registerWatchSocket(app, options);
  registerRoutes(app, { ...options, routes, elsewhere: [openSocketRoute, watchHandOverRoute, getDocsRoute] });
  return app;
}
