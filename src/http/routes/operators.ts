import {
  acceptInvitationRoute,
  confirmTotpRoute,
  createInvitationRoute,
  enrolTotpRoute,
  getSelfRoute,
  listClientsRoute,
  listInvitationsRoute,
  listOperatorsRoute,
  removeOperatorRoute,
  removeTotpRoute,
  setUpRoute,
  signInRoute,
  signOutRoute,
  updateOperatorRoute,
  updateSelfRoute,
  withdrawInvitationRoute,
} from '../../contract/routes/operators.ts';
import type { Invitation } from '../../domain/operators/operator.ts';
import type { InvitationUseCases, CreatedInvitation } from '../../services/operators/invitations.ts';
import type { OperatorUseCases } from '../../services/operators/operators.ts';
import type { SelfUseCases, TotpEnrolment } from '../../services/operators/self.ts';
import type { SignInUseCases } from '../../services/operators/sign-in.ts';
import { qrCodeSvg } from '../answers/qr-code.ts';
import {
  clientRecordOf,
  isHttps,
  operatorRecordOf,
  signedInAnswer,
  signedInRecordOf,
} from '../answers/signed-in-answer.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';
import { noOperatorCookie, sessionTokenIn } from '../operator-cookie.ts';
import { publicUrlOf, type PublicUrlSetting } from '../public-url.ts';

export type OperatorRouteUseCases = InvitationUseCases & OperatorUseCases & SelfUseCases & SignInUseCases;

/** Operators: how they sign in, themselves, and each other. */
export function operatorRoutes(operators: OperatorRouteUseCases, { publicUrl }: PublicUrlSetting): BoundRoute[] {
  return [
    bindRoute(listInvitationsRoute, async ({ input: { query } }) => {
      const { data, nextCursor } = await operators.listInvitations(query);
      return respond(200, { data: data.map(invitationRecordOf), nextCursor });
    }),

    bindRoute(createInvitationRoute, async ({ caller, input: { body }, raw, effect }) => {
      const answerOf = ({ invitation, token }: CreatedInvitation) => {
        const url = publicUrlOf(publicUrl, raw, '/dashboard/join');
        // Behind the `#`, which no browser sends and no server logs.
        url.hash = token;
        return respond(201, { invitation: invitationRecordOf(invitation), link: url.href });
      };
      return answerOf(await operators.createInvitation(caller, body, effect.answering(answerOf)));
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
      respond(200, operatorRecordOf(await operators.updateOperator(caller, params.operatorId, body.role))),
    ),

    bindRoute(removeOperatorRoute, async ({ caller, input: { params } }) => {
      await operators.removeOperator(caller, params.operatorId);
      return respond(204);
    }),

    bindRoute(listClientsRoute, async ({ input: { query } }) => {
      const { data, nextCursor } = await operators.listClients(query);
      return respond(200, { data: data.map(clientRecordOf), nextCursor });
    }),

    bindRoute(getSelfRoute, async ({ caller, raw }) =>
      respond(200, signedInRecordOf(await operators.readSelf(caller), sessionTokenIn(raw) ?? '')),
    ),

    bindRoute(updateSelfRoute, async ({ caller, input: { body } }) =>
      respond(200, operatorRecordOf(await operators.updateSelf(caller, body))),
    ),

    bindRoute(enrolTotpRoute, async ({ caller, effect }) => {
      const answerOf = ({ secret, otpauthUrl }: TotpEnrolment) =>
        respond(201, { secret, otpauthUrl, qrCodeSvg: qrCodeSvg(otpauthUrl) });
      return answerOf(await operators.enrolTotp(caller, effect.answering(answerOf)));
    }),

    bindRoute(confirmTotpRoute, async ({ caller, input: { body } }) =>
      respond(200, operatorRecordOf(await operators.confirmTotp(caller, body.totp))),
    ),

    bindRoute(removeTotpRoute, async ({ caller, input: { body } }) => {
      await operators.removeTotp(caller, body);
      return respond(204);
    }),

    bindRoute(setUpRoute, async ({ input: { body }, raw }) =>
      signedInAnswer(await operators.setUp(body), isHttps({ publicUrl }, raw)),
    ),

    bindRoute(signInRoute, async ({ input: { body }, raw }) =>
      signedInAnswer(await operators.signIn(body), isHttps({ publicUrl }, raw)),
    ),

    bindRoute(acceptInvitationRoute, async ({ input: { body }, raw }) =>
      signedInAnswer(await operators.acceptInvitation(body), isHttps({ publicUrl }, raw)),
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
