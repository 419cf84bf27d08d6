import type { FastifyRequest } from 'fastify';
import type { Client } from '../../domain/operators/client.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Self, SignedIn } from '../../services/operators/open-sign-in.ts';
import { respond } from '../bound-route.ts';
import { csrfTokenOf, operatorCookieOf } from '../operator-cookie.ts';
import { publicUrlOf, type PublicUrlSetting } from '../public-url.ts';

/** Whether browsers reach the service over https, directly or through a proxy. */
export function isHttps({ publicUrl }: PublicUrlSetting, request: FastifyRequest): boolean {
  return publicUrlOf(publicUrl, request, '/').protocol === 'https:';
}

/** The response to a successful sign-in, with the cookie. */
export function signedInResponse(
  { sessionToken, ...self }: SignedIn,
  settings: PublicUrlSetting & SecondFactorSetting,
  request: FastifyRequest,
) {
  return {
    ...respond(201, signedInRecordOf(self, sessionToken, settings)),
    headers: { 'set-cookie': operatorCookieOf(sessionToken, isHttps(settings, request)) },
  };
}

export interface SecondFactorSetting {
  secondFactorRequired: boolean;
}

export function signedInRecordOf(
  { operator, clients, recoveryCodesLeft, hasSecondFactor }: Self,
  sessionToken: string,
  { secondFactorRequired }: SecondFactorSetting,
) {
  return {
    operator: operatorRecordOf(operator),
    clients: clients.map(clientRecordOf),
    csrfToken: csrfTokenOf(sessionToken),
    recoveryCodesLeft,
    secondFactorMissing: secondFactorRequired && !hasSecondFactor,
  };
}

export function operatorRecordOf(operator: Operator) {
  const { id, email, name, role, clientIds, totpEnabled, lastSeenAt, createdAt } = operator;
  const signInMethods: ('password' | 'provider')[] = [];
  if (operator.hasPassword) signInMethods.push('password');
  if (operator.linkedToProvider) signInMethods.push('provider');
  const times = { lastSeenAt: lastSeenAt?.toISOString() ?? null, createdAt: createdAt.toISOString() };
  return { id, email, name, role, clientIds: [...clientIds], totpEnabled, signInMethods, ...times };
}

export function clientRecordOf({ id, name, mode, suspended }: Client) {
  return { id, name, mode, suspended };
}
