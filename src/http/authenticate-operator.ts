import type { FastifyRequest } from 'fastify';
import type { RouteDefinition } from '../contract/define-route.ts';
import type { ApiCaller } from '../domain/operators/client.ts';
import { Problem } from '../domain/faults/errors.ts';
import type { SignedInOperator } from '../domain/operators/operator.ts';
import type { Database } from '../domain/repositories/repositories.ts';
import { hasRight } from '../domain/operators/role.ts';
import { hashSecretToken } from '../domain/encryption/secret-token.ts';
import type { ChooseClient } from '../services/operators/choose-client.ts';
import { isCsrfToken, sessionTokenIn } from './operator-cookie.ts';

const clientHeader = 'x-client-id';
const csrfHeader = 'x-csrf-token';

/** Authenticates an operator by the sign-in cookie: identity, role and, for changes, that the request comes from one of our pages. */
export function createAuthenticateOperator({
  db,
  chooseClient,
  secondFactorRequired,
}: {
  db: Pick<Database, 'operatorSessions'>;
  chooseClient: ChooseClient;
  secondFactorRequired: boolean;
}) {
  /** @throws Problem `auth.unauthorized`, `auth.csrf_invalid`, `auth.second_factor_missing`, `auth.role_missing`, in this order */
  async function authenticate(route: RouteDefinition, request: FastifyRequest): Promise<SignedInOperator> {
    const token = sessionTokenIn(request);
    const operator = token === null ? null : await db.operatorSessions.find(hashSecretToken(token));
    if (token === null || operator === null) throw new Problem('auth.unauthorized');
    if (route.method !== 'get' && !isCsrfToken(token, request.headers[csrfHeader])) {
      throw new Problem('auth.csrf_invalid');
    }
    if (secondFactorRequired && !operator.hasSecondFactor && route.beforeSecondFactor !== true) {
      throw new Problem('auth.second_factor_missing');
    }
    // Operators, invitations and roles concern every client, so an operator who is limited to some clients neither sees nor changes them.
    const bound = operator.clientIds.length > 0;
    if (route.right !== undefined && (bound || !hasRight(operator.role, route.right))) {
      throw new Problem('auth.role_missing');
    }
    return operator;
  }

  return {
    authenticate,

    hasCookie: (request: FastifyRequest) => sessionTokenIn(request) !== null,

    /** As the caller of a route that also accepts API tokens. */
    async authenticateOnClient(route: RouteDefinition, request: FastifyRequest): Promise<ApiCaller> {
      const operator = await authenticate(route, request);
      const named = request.headers[clientHeader];
      return chooseClient(operator, {
        clientId: typeof named === 'string' ? named : null,
        scopes: route.scopes,
        reading: route.method === 'get',
        administers: route.administers === true,
      });
    },
  };
}
