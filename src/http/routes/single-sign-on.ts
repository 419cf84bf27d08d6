import type { FastifyRequest } from 'fastify';
import {
  beginProviderSignInRoute,
  finishProviderSignInRoute,
  getSignInMethodsRoute,
} from '../../contract/routes/single-sign-on.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { providerSignInMinutes } from '../../domain/operators/single-sign-on.ts';
import type { SingleSignOnUseCases } from '../../services/operators/single-sign-on.ts';
import { isHttps } from '../responses/signed-in-response.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';
import { operatorCookieOf } from '../operator-cookie.ts';
import { publicUrlOf, type PublicUrlSetting } from '../public-url.ts';
import { signInPlaceOf } from '../sign-in-place.ts';

const cookieName = 'verify_provider_sign_in';
const cookiePattern = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{20,100})(?:;|$)`);

/** Sign-ins through an OpenID provider. A browser opens these routes, so every response leads to a page. */
export function singleSignOnRoutes(sso: SingleSignOnUseCases, settings: PublicUrlSetting): BoundRoute[] {
  const { path } = beginProviderSignInRoute;
  const callbackOf = (raw: FastifyRequest) => publicUrlOf(settings.publicUrl, raw, finishProviderSignInRoute.path);
  /** `Lax`: the return from the provider is a navigation from another site, for which browsers send no `Strict` cookies. */
  const cookieOf = (token: string, minutes: number, raw: FastifyRequest) =>
    `${cookieName}=${token}; Max-Age=${minutes * 60}; Path=${path}; HttpOnly; SameSite=Lax${isHttps(settings, raw) ? '; Secure' : ''}`;

  return [
    bindRoute(getSignInMethodsRoute, () => Promise.resolve(respond(200, sso.readSignInMethods()))),

    bindRoute(beginProviderSignInRoute, ({ input: { query }, raw }) =>
      orRefused(raw, async () => {
        const { url, token } = await sso.beginProviderSignIn(query.returnTo, callbackOf(raw));
        return { location: url.href, 'set-cookie': cookieOf(token, providerSignInMinutes, raw) };
      }),
    ),

    bindRoute(finishProviderSignInRoute, ({ address, raw, reply }) =>
      orRefused(raw, async () => {
        const callback = callbackOf(raw);
        callback.search = new URL(raw.url, callback).search;
        const token = cookiePattern.exec(raw.headers.cookie ?? '')?.[1] ?? null;
        const { signedIn, returnTo } = await sso.finishProviderSignIn(token, callback, signInPlaceOf(address, raw));
        void reply.header('set-cookie', cookieOf('', 0, raw));
        const cookie = operatorCookieOf(signedIn.sessionToken, isHttps(settings, raw));
        return { location: returnTo, 'set-cookie': cookie };
      }),
    ),
  ];
}

/** The dashboard explains a refusal in words. A caller that does not accept pages gets the problem document. */
async function orRefused(raw: FastifyRequest, go: () => Promise<Record<string, string>>) {
  try {
    return { ...respond(303), headers: await go() };
  } catch (error) {
    const showsPages = (raw.headers.accept ?? '').includes('text/html');
    if (!(error instanceof Problem && showsPages)) throw error;
    return { ...respond(303), headers: { location: `/dashboard?refused=${error.code}` } };
  }
}
