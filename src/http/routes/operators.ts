import {
  acceptInvitationRoute,
  confirmTotpRoute,
  createInvitationRoute,
  endOtherSessionsRoute,
  endOwnSessionRoute,
  enrolTotpRoute,
  getSelfRoute,
  listClientsRoute,
  listInvitationsRoute,
  listOperatorsRoute,
  listOwnSessionsRoute,
  listTokensMadeByRoute,
  removeOperatorRoute,
  removeTotpRoute,
  replaceRecoveryCodesRoute,
  setUpRoute,
  signInRoute,
  signOutRoute,
  updateOperatorRoute,
  updateSelfRoute,
  withdrawInvitationRoute,
} from '../../contract/routes/operators.ts';
import type { Invitation, OperatorSession } from '../../domain/operators/operator.ts';
import type { InvitationUseCases, CreatedInvitation } from '../../services/operators/invitations.ts';
import type { OperatorUseCases } from '../../services/operators/operators.ts';
import type { SelfUseCases } from '../../services/operators/self.ts';
import type { SignInUseCases } from '../../services/operators/sign-in.ts';
import type { TotpEnrolment, TotpUseCases } from '../../services/operators/totp.ts';
import { qrCodeSvg } from '../responses/qr-code.ts';
import {
  clientRecordOf,
  isHttps,
  operatorRecordOf,
  signedInResponse,
  signedInRecordOf,
  type SecondFactorSetting,
} from '../responses/signed-in-response.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';
import { noOperatorCookie, sessionTokenIn } from '../operator-cookie.ts';
import { publicUrlOf, type PublicUrlSetting } from '../public-url.ts';
import { signInPlaceOf } from '../sign-in-place.ts';

export type OperatorRouteUseCases = InvitationUseCases &
  OperatorUseCases &
  SelfUseCases &
  SignInUseCases &
  TotpUseCases;

/** Operators: their sign-in, their own account, and each other. */
export function operatorRoutes(
  operators: OperatorRouteUseCases,
  settings: PublicUrlSetting & SecondFactorSetting,
): BoundRoute[] {
  const { publicUrl } = settings;
  return [
    bindRoute(listInvitationsRoute, async ({ input: { query } }) => {
      const { data, nextCursor } = await operators.listInvitations(query);
      return respond(200, { data: data.map(invitationRecordOf), nextCursor });
    }),

    bindRoute(createInvitationRoute, async ({ caller, input: { body }, raw, effect }) => {
      const responseOf = ({ invitation, token }: CreatedInvitation) => {
        const url = publicUrlOf(publicUrl, raw, '/dashboard/join');
        // After the `#`, which no browser sends and no server logs.
        url.hash = token;
        return respond(201, { invitation: invitationRecordOf(invitation), link: url.href });
      };
      return responseOf(await operators.createInvitation(caller, body, effect.storing(responseOf)));
    }),

    bindRoute(withdrawInvitationRoute, async ({ caller, input: { params } }) => {
      await operators.withdrawInvitation(caller, params.invitationId);
      return respond(204);
    }),

    bindRoute(listOperatorsRoute, async ({ input: { query } }) => {
      const { data, nextCursor } = await operators.listOperators(query);
      return respond(200, { data: data.map(operatorRecordOf), nextCursor });
    }),

    bindRoute(updateOperatorRoute, async ({ caller, input: { params, body } }) =>
      respond(200, operatorRecordOf(await operators.updateOperator(caller, params.operatorId, body))),
    ),

    bindRoute(removeOperatorRoute, async ({ caller, input: { params, query } }) => {
      await operators.removeOperator(caller, params.operatorId, { revokeTokens: query.revokeTokens === 'true' });
      return respond(204);
    }),

    bindRoute(listTokensMadeByRoute, async ({ input: { params } }) => {
      const tokens = await operators.listTokensMadeBy(params.operatorId);
      const data = tokens.map((token) => ({ ...token, lastUsedAt: token.lastUsedAt?.toISOString() ?? null }));
      return respond(200, { data });
    }),

    bindRoute(listClientsRoute, async ({ caller, input: { query } }) => {
      const { data, nextCursor } = await operators.listClients(caller, query);
      return respond(200, { data: data.map(clientRecordOf), nextCursor });
    }),

    bindRoute(getSelfRoute, async ({ caller, raw }) =>
      respond(200, signedInRecordOf(await operators.readSelf(caller), sessionTokenIn(raw) ?? '', settings)),
    ),

    bindRoute(updateSelfRoute, async ({ caller, input: { body } }) =>
      respond(200, operatorRecordOf(await operators.updateSelf(caller, body))),
    ),

    bindRoute(enrolTotpRoute, async ({ caller, effect }) => {
      const responseOf = ({ secret, otpauthUrl }: TotpEnrolment) =>
        respond(201, { secret, otpauthUrl, qrCodeSvg: qrCodeSvg(otpauthUrl) });
      return responseOf(await operators.enrolTotp(caller, effect.storing(responseOf)));
    }),

    bindRoute(confirmTotpRoute, async ({ caller, input: { body } }) => {
      const { operator, recoveryCodes } = await operators.confirmTotp(caller, body.totp);
      return respond(200, { ...operatorRecordOf(operator), recoveryCodes });
    }),

    bindRoute(replaceRecoveryCodesRoute, async ({ caller, input: { body } }) =>
      respond(201, { recoveryCodes: await operators.replaceRecoveryCodes(caller, body) }),
    ),

    bindRoute(listOwnSessionsRoute, async ({ caller }) =>
      respond(200, { data: (await operators.listOwnSessions(caller)).map(ownSessionRecordOf) }),
    ),

    bindRoute(endOwnSessionRoute, async ({ caller, input: { params } }) => {
      await operators.endOwnSession(caller, params.operatorSessionId);
      return respond(204);
    }),

    bindRoute(endOtherSessionsRoute, async ({ caller }) => {
      await operators.endOtherSessions(caller);
      return respond(204);
    }),

    bindRoute(removeTotpRoute, async ({ caller, input: { body } }) => {
      await operators.removeTotp(caller, body);
      return respond(204);
    }),

    bindRoute(setUpRoute, async ({ input: { body }, address, raw }) =>
      signedInResponse(await operators.setUp(body, signInPlaceOf(address, raw)), settings, raw),
    ),

    bindRoute(signInRoute, async ({ input: { body }, address, raw }) =>
      signedInResponse(await operators.signIn(body, signInPlaceOf(address, raw)), settings, raw),
    ),

    bindRoute(acceptInvitationRoute, async ({ input: { body }, address, raw }) =>
      signedInResponse(await operators.acceptInvitation(body, signInPlaceOf(address, raw)), settings, raw),
    ),

    bindRoute(signOutRoute, async ({ caller, raw }) => {
      await operators.signOut(caller);
      return { ...respond(204), headers: { 'set-cookie': noOperatorCookie(isHttps({ publicUrl }, raw)) } };
    }),
  ];
}

function invitationRecordOf({ id, email, role, expiresAt }: Invitation) {
  return { id, email, role, expiresAt: expiresAt.toISOString() };
}

function ownSessionRecordOf({
  id,
  device,
  current,
  createdAt,
  lastUsedAt,
  endsAt,
}: OperatorSession & { current: boolean }) {
  const used = { createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt.toISOString() };
  return { id, device, current, ...used, endsAt: endsAt.toISOString() };
}
