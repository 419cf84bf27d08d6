import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { signInHours } from '../domain/operators/operator.ts';

/** The cookie of an operator's session, under its name in `openapi.json`. */
const cookieName = 'verify_operator';
const cookiePattern = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{20,100})(?:;|$)`);

/** No script can read it, and no other site can make a browser send it. `Secure` when browsers use https. */
export function operatorCookieOf(sessionToken: string, https: boolean): string {
  return attributes(sessionToken, signInHours * 3600, https);
}

/** Removes the cookie. */
export function noOperatorCookie(https: boolean): string {
  return attributes('', 0, https);
}

function attributes(value: string, maxAgeSeconds: number, https: boolean): string {
  const secure = https ? '; Secure' : '';
  return `${cookieName}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}

export function sessionTokenIn(request: FastifyRequest): string | null {
  return cookiePattern.exec(request.headers.cookie ?? '')?.[1] ?? null;
}

/** A value that our page gets after the sign-in and another site's page cannot know. It is derived, so it is stored nowhere. */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('csrf').digest('base64url');
}

export function isCsrfToken(sessionToken: string, shown: string | string[] | undefined): boolean {
  const expected = Buffer.from(csrfTokenOf(sessionToken));
  const given = Buffer.from(typeof shown === 'string' ? shown : '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
