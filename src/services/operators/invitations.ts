import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { newId } from '../../domain/id.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import type { Invitation, SignedInOperator } from '../../domain/operators/operator.ts';
import { mayManage, type Role } from '../../domain/operators/role.ts';
import type { PasswordHasher } from '../../domain/ports/password-hasher.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import { pageOfQuery, toPage } from '../lists/page-cursor.ts';
import { auditEverywhere } from './audit-everywhere.ts';
import { admitPassword } from './admit-password.ts';
import { requirePasswords } from './require-passwords.ts';
import { openSignIn, type SignedIn, type SignInPlace } from './open-sign-in.ts';

export interface CreatedInvitation {
  invitation: Invitation;
  /** Part of the link. Returned only once, here. */
  token: string;
}

export type InvitationUseCases = ReturnType<typeof createInvitationUseCases>;

/** Invitations of new operators. */
export function createInvitationUseCases({
  db,
  passwords,
  passwordsOff,
}: {
  db: Pick<Database, 'invitations' | 'transaction'>;
  passwords: PasswordHasher;
  passwordsOff: boolean;
}) {
  return {
    /** Open invitations, newest first. */
    async listInvitations(query: { limit: number; after?: string | undefined }) {
      const page = pageOfQuery('invitation', query);
      return toPage(await db.invitations.list({ ...page, limit: page.limit + 1 }), page.limit);
    },

    /**
     * Invites an operator. An earlier invitation to the same address becomes invalid.
     * @throws Problem `auth.role_missing`, `request.invalid`, `auth.password_off`
     */
    async createInvitation(
      { actorId, role }: SignedInOperator,
      wanted: { email: string; role: Role },
      effect: Effect<CreatedInvitation> = unrecorded,
    ): Promise<CreatedInvitation> {
      requirePasswords(passwordsOff);
      if (!mayManage(role, wanted.role)) throw new Problem('auth.role_missing');
      const id = newId('invitation');
      const token = newSecretToken('invitation');
      return db.transaction(async (tx) => {
        if ((await tx.operators.findByEmail(wanted.email)) !== null) {
          const fault = { pointer: '/email', code: 'operator.email_taken', detail: 'already is an operator' };
          throw new Problem('request.invalid', { errors: [fault] });
        }
        const row = { id, ...wanted, tokenHash: hashSecretToken(token), invitedBy: actorId };
        const created = { invitation: await tx.invitations.create(row), token };
        await effect.record(tx, created);
        await auditEverywhere(tx, { actorId, action: 'invitation.created', subjectId: id });
        return created;
      });
    },

    /** @throws Problem `invitation.not_found`, `auth.role_missing` */
    async withdrawInvitation({ actorId, role }: SignedInOperator, invitationId: string): Promise<void> {
      await db.transaction(async (tx) => {
        const invitation = await tx.invitations.find(invitationId);
        if (invitation === null) throw new Problem('invitation.not_found');
        if (!mayManage(role, invitation.role)) throw new Problem('auth.role_missing');
        if (!(await tx.invitations.delete(invitationId))) throw new Problem('invitation.not_found');
        await auditEverywhere(tx, { actorId, action: 'invitation.withdrawn', subjectId: invitationId });
      });
    },

    /**
     * Makes the invited person an operator and signs them in. The operator who sent the invitation must still have the right to send it:
     * an operator who lost these rights must not keep a way in.
     * @throws Problem `invitation.not_found`, `request.invalid`, `auth.password_off`
     */
    async acceptInvitation(
      wanted: { invitationToken: string; name: string; password: string },
      place: SignInPlace,
    ): Promise<SignedIn> {
      requirePasswords(passwordsOff);
      return db.transaction(async (tx) => {
        const invitation = await tx.invitations.redeem(hashSecretToken(wanted.invitationToken));
        if (invitation === null || !(await mayInvite(tx, invitation))) throw new Problem('invitation.not_found');
        const id = newId('operator');
        const { email, role } = invitation;
        await admitPassword(wanted.password, { email, name: wanted.name }, '/password');
        const passwordHash = await passwords.hash(wanted.password);
        const operator = await tx.operators.create({ id, email, name: wanted.name, role, passwordHash });
        if (operator === null) throw new Problem('invitation.not_found');
        const signedIn = await openSignIn(tx, id, place);
        await auditEverywhere(tx, { actorId: id, action: 'operator.created', subjectId: id });
        return signedIn;
      });
    },
  };
}

/** Whether the sender is still an operator of all clients who may invite to this role. */
async function mayInvite(
  tx: Pick<Repositories, 'operators'>,
  { invitedBy, role }: Pick<Invitation, 'role'> & { invitedBy: string },
): Promise<boolean> {
  const sender = await tx.operators.find(invitedBy);
  return sender !== null && sender.clientIds.length === 0 && mayManage(sender.role, role);
}
