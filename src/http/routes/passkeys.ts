import type { FastifyRequest } from 'fastify';
import {
  addPasskeyRoute,
  beginPasskeyRoute,
  beginPasskeySignInRoute,
  listPasskeysRoute,
  removePasskeyRoute,
  renamePasskeyRoute,
  signInWithPasskeyRoute,
} from '../../contract/routes/passkeys.ts';
import type { Passkey } from '../../domain/operators/operator.ts';
import type { PasskeyUseCases, RelyingParty } from '../../services/operators/passkeys.ts';
import { signedInResponse, type SecondFactorSetting } from '../responses/signed-in-response.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';
import { publicUrlOf, type PublicUrlSetting } from '../public-url.ts';
import { signInPlaceOf } from '../sign-in-place.ts';

/** Passkeys of operators: their own, and how they sign in with one. */
export function passkeyRoutes(
  passkeys: PasskeyUseCases,
  settings: PublicUrlSetting & SecondFactorSetting,
): BoundRoute[] {
  const partyOf = (raw: FastifyRequest): RelyingParty => {
    const { hostname, origin } = publicUrlOf(settings.publicUrl, raw, '/');
    return { id: hostname, origin };
  };
  return [
    bindRoute(beginPasskeyRoute, async ({ caller, input: { body }, raw }) =>
      respond(201, { ...(await passkeys.beginPasskey(caller, body, partyOf(raw))) }),
    ),

    bindRoute(addPasskeyRoute, async ({ caller, input: { body }, raw }) =>
      respond(201, passkeyRecordOf(await passkeys.addPasskey(caller, body, partyOf(raw)))),
    ),

    bindRoute(listPasskeysRoute, async ({ caller }) =>
      respond(200, { data: (await passkeys.listPasskeys(caller)).map(passkeyRecordOf) }),
    ),

    bindRoute(renamePasskeyRoute, async ({ caller, input: { params, body } }) => {
      await passkeys.renamePasskey(caller, params.passkeyId, body.name);
      return respond(204);
    }),

    bindRoute(removePasskeyRoute, async ({ caller, input: { params, body } }) => {
      await passkeys.removePasskey(caller, params.passkeyId, body);
      return respond(204);
    }),

    bindRoute(beginPasskeySignInRoute, async ({ raw }) =>
      respond(201, { ...(await passkeys.beginPasskeySignIn(partyOf(raw))) }),
    ),

    bindRoute(signInWithPasskeyRoute, async ({ input: { body }, address, raw }) =>
      signedInResponse(
        await passkeys.signInWithPasskey(body, partyOf(raw), signInPlaceOf(address, raw)),
        settings,
        raw,
      ),
    ),
  ];
}

function passkeyRecordOf({ id, name, createdAt, lastUsedAt }: Passkey) {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
