import { acceptInvitationRoute, setUpRoute, signInRoute, signOutRoute } from '../../../contract/routes/operators.ts';
import type { createAcceptInvitation } from '../../../services/operators/invitations.ts';
import type { createSetUp } from '../../../services/operators/set-up.ts';
import type { createSignIn } from '../../../services/operators/sign-in.ts';
import type { createSignOut } from '../../../services/operators/sign-out.ts';
import { bindRoute, respond } from '../../bound-route.ts';
import { noOperatorCookie } from '../../operator-cookie.ts';
import { isHttps, signedInAnswer, type PublicUrlSetting } from './signed-in-answer.ts';

export function bindSetUp(setUp: ReturnType<typeof createSetUp>, http: PublicUrlSetting) {
  return bindRoute(setUpRoute, async ({ input: { body }, raw }) =>
    signedInAnswer(await setUp(body), isHttps(http, raw)),
  );
}

export function bindSignIn(signIn: ReturnType<typeof createSignIn>, http: PublicUrlSetting) {
  return bindRoute(signInRoute, async ({ input: { body }, raw }) =>
    signedInAnswer(await signIn(body), isHttps(http, raw)),
  );
}

export function bindAcceptInvitation(
  acceptInvitation: ReturnType<typeof createAcceptInvitation>,
  http: PublicUrlSetting,
) {
  return bindRoute(acceptInvitationRoute, async ({ input: { body }, raw }) =>
    signedInAnswer(await acceptInvitation(body), isHttps(http, raw)),
  );
}

export function bindSignOut(signOut: ReturnType<typeof createSignOut>, http: PublicUrlSetting) {
  return bindRoute(signOutRoute, async ({ caller, raw }) => {
    await signOut(caller);
    return { ...respond(204), headers: { 'set-cookie': noOperatorCookie(isHttps(http, raw)) } };
  });
}
