import {
  createInvitationRoute,
  listInvitationsRoute,
  withdrawInvitationRoute,
} from '../../../contract/routes/operators.ts';
import type { Invitation } from '../../../domain/operators/operator.ts';
import type {
  createCreateInvitation,
  createListInvitations,
  createWithdrawInvitation,
  CreatedInvitation,
} from '../../../services/operators/invitations.ts';
import { bindRoute, respond } from '../../bound-route.ts';
import { publicUrlOf } from '../../public-url.ts';
import type { PublicUrlSetting } from './signed-in-answer.ts';

export function bindListInvitations(listInvitations: ReturnType<typeof createListInvitations>) {
  return bindRoute(listInvitationsRoute, async ({ input: { query } }) => {
    const { data, nextCursor } = await listInvitations(query);
    return respond(200, { data: data.map(invitationRecordOf), nextCursor });
  });
}

export function bindCreateInvitation(
  createInvitation: ReturnType<typeof createCreateInvitation>,
  { publicUrl }: PublicUrlSetting,
) {
  return bindRoute(createInvitationRoute, async ({ caller, input: { body }, raw, effect }) => {
    const answerOf = ({ invitation, token }: CreatedInvitation) => {
      const url = publicUrlOf(publicUrl, raw, '/dashboard/join');
      // Behind the `#`, which no browser sends and no server logs.
      url.hash = token;
      return respond(201, { invitation: invitationRecordOf(invitation), link: url.href });
    };
    return answerOf(await createInvitation(caller, body, effect.answering(answerOf)));
  });
}

export function bindWithdrawInvitation(withdrawInvitation: ReturnType<typeof createWithdrawInvitation>) {
  return bindRoute(withdrawInvitationRoute, async ({ caller, input: { params } }) => {
    await withdrawInvitation(caller, params.invitationId);
    return respond(204);
  });
}

function invitationRecordOf({ id, email, role, expiresAt }: Invitation) {
  return { id, email, role, expiresAt: expiresAt.toISOString() };
}
