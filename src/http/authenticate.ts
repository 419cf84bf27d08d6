import type { FastifyRequest } from 'fastify';
import type { RouteDefinition } from '../contract/define-route.ts';
import type { ApiCaller } from '../domain/operators/client.ts';
import { Problem } from '../domain/faults/errors.ts';
import type { Scope } from '../domain/operators/scope.ts';
import type { SignedInOperator } from '../domain/operators/operator.ts';
import type { Database, SessionOfVerification } from '../domain/repositories/repositories.ts';
import { hashSecretToken } from '../domain/encryption/secret-token.ts';
import { isAddressAdmitted } from '../services/starts/address-rules.ts';
import type { Flows } from '../services/flows/load-flow.ts';
import type { Watcher } from '../services/hand-over/hand-over.ts';
import type { FindApiCaller } from '../services/clients/find-api-caller.ts';
import type { ChooseClient } from '../services/operators/choose-client.ts';
import { createAuthenticateOperator } from './authenticate-operator.ts';

export type Caller = ApiCaller | SignedInOperator | SessionOfVerification | Watcher | null;
export type Authenticate = (route: RouteDefinition, request: FastifyRequest) => Promise<Caller>;

/** Longer than any of our tokens: longer values are not hashed. */
const maxTokenLength = 200;
/** The protocol that the server chooses, and the prefix of the one that carries the token. */
export const socketProtocol = 'verify.v2';
const tokenProtocolPrefix = 'bearer.';

/**
 * Identifies the caller. Every failure gives the same 401, so that guessing reveals nothing. The database compares tokens through the index
 * over their hashes.
 */
export function createAuthenticate({
  db,
  flows,
  findApiCaller,
  findWatcher,
  chooseClient,
  secondFactorRequired,
}: {
  db: Pick<Database, 'sessions' | 'operatorSessions'>;
  flows: Pick<Flows, 'getVersion'>;
  findApiCaller: FindApiCaller;
  findWatcher: (watchToken: string) => Promise<Watcher | null>;
  chooseClient: ChooseClient;
  /** An operator without a second factor may only enrol one. */
  secondFactorRequired: boolean;
}): Authenticate {
  const operators = createAuthenticateOperator({ db, chooseClient, secondFactorRequired });

  async function apiCaller(route: RouteDefinition, request: FastifyRequest): Promise<ApiCaller> {
    const token = bearerToken(request);
    const caller = token === null ? null : await findApiCaller(hashSecretToken(token));
    if (caller === null) throw new Problem('auth.unauthorized');
    const allow = caller.allowedNetworks;
    if (allow.length > 0 && !isAddressAdmitted(request.ip, { allow, deny: [] })) {
      throw new Problem('auth.address_not_allowed');
    }
    const lacks = (scope: Scope) => !caller.scopes.includes(scope);
    if (route.scopes?.some(lacks) === true) throw new Problem('auth.scope_missing');
    if (route.administers === true && !caller.administers) throw new Problem('auth.role_missing');
    return caller;
  }

  /** The address must be admitted at every call: a session that began at home may continue elsewhere. */
  async function sessionCaller(token: string | null, address: string): Promise<SessionOfVerification> {
    const session = token === null ? null : await db.sessions.findByToken(hashSecretToken(token));
    if (session === null) throw new Problem('auth.unauthorized');
    if (session.dead) throw new Problem(session.replaced ? 'session.replaced' : 'session.ended');
    const { ipRestriction } = (await flows.getVersion(session.verification.flowVersionId)).document;
    for (const rules of [session.ipRules, ipRestriction]) {
      if (!isAddressAdmitted(address, rules)) throw new Problem('session.ip_restricted');
    }
    return session;
  }

  async function watcher(token: string | null): Promise<Watcher> {
    const found = token === null ? null : await findWatcher(token);
    if (found === null) throw new Problem('auth.unauthorized');
    return found;
  }

  return async (route, request) => {
    switch (route.auth) {
      case 'none':
        return null;
      case 'session':
        return sessionCaller(bearerToken(request), request.ip);
      case 'socketSession':
        return sessionCaller(protocolToken(request), request.ip);
      case 'watch':
        return watcher(bearerToken(request));
      case 'socketWatch':
        return watcher(protocolToken(request));
      case 'apiToken':
        return apiCaller(route, request);
      case 'apiTokenOrOperator':
      case 'apiTokenOrSignedLink':
        // The route checks a link, because it knows what the link opens.
        if (route.auth === 'apiTokenOrSignedLink' && isSignedLink(request)) return null;
        // A token takes precedence over a cookie, which browsers send by themselves.
        return request.headers.authorization === undefined && operators.hasCookie(request)
          ? operators.authenticateOnClient(route, request)
          : apiCaller(route, request);
      case 'operator':
        return operators.authenticate(route, request);
    }
  };
}

function isSignedLink({ query, headers }: FastifyRequest): boolean {
  return headers.authorization === undefined && typeof query === 'object' && query !== null && 'signature' in query;
}

function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization ?? '';
  const token = /^Bearer ([\w-]+)$/i.exec(header)?.[1];
  return token !== undefined && token.length <= maxTokenLength ? token : null;
}

/** A browser cannot set headers on a WebSocket: the token comes as a second subprotocol, never in the URL. */
function protocolToken(request: FastifyRequest): string | null {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());
  const token = offered.find((protocol) => protocol.startsWith(tokenProtocolPrefix))?.slice(tokenProtocolPrefix.length);
  return offered.includes(socketProtocol) && token !== undefined && token.length <= maxTokenLength ? token : null;
}
