import { invitationDays, operatorEmailDigest, type Invitation } from '../../domain/operators/operator.ts';
import type { InvitationRepository } from '../../domain/repositories/operator-repositories.ts';
import { roles } from '../../domain/operators/role.ts';
import type { Connection } from '../connection/connection.ts';
import type { InvitationModel } from '../generated/models.ts';
import { installationPlace, type InstallationKey } from '../keys/installation.ts';
import { bytes, openedJson, sealedJson } from '../keys/sealed.ts';
import { oneOf } from '../connection/one-of.ts';

const emailPlace = (invitationId: string) => installationPlace('invitation', invitationId, 'email');

export function createInvitationRepository(connection: Connection, keys: InstallationKey): InvitationRepository {
  function toInvitation(key: Buffer, row: InvitationModel): Invitation {
    return {
      id: row.id,
      email: String(openedJson(key, row.emailSealed, emailPlace(row.id))),
      role: oneOf(roles, row.role),
      expiresAt: row.expiresAt,
    };
  }

  /** Invitations that have not expired, by the database's clock. */
  async function listAlive(): Promise<string[]> {
    const rows = await connection.$queryRaw<{ id: string }[]>`select id from invitations where expires_at > now()`;
    return rows.map(({ id }) => id);
  }

  return {
    async create({ id, email, role, tokenHash, invitedBy }) {
      const key = await keys.get();
      const emailDigest = bytes(operatorEmailDigest(key, email));
      await connection.invitation.deleteMany({ where: { emailDigest } });
      await connection.$executeRaw`
        insert into invitations (id, email_digest, email_sealed, role, token_hash, invited_by, expires_at)
        values (${id}, ${emailDigest}, ${sealedJson(key, email, emailPlace(id))}, ${role}, ${bytes(tokenHash)},
                ${invitedBy}, now() + make_interval(days => ${invitationDays}::int))`;
      return toInvitation(key, await connection.invitation.findUniqueOrThrow({ where: { id } }));
    },

    async list({ limit, before }) {
      const alive = await listAlive();
      const rows = await connection.invitation.findMany({
        where: { id: { in: alive, ...(before !== null && { lt: before }) } },
        orderBy: { id: 'desc' },
        take: limit,
      });
      const key = await keys.get();
      return rows.map((row) => toInvitation(key, row));
    },

    async find(invitationId) {
      const row = await connection.invitation.findUnique({ where: { id: invitationId } });
      return row && toInvitation(await keys.get(), row);
    },

    async delete(invitationId) {
      const { count } = await connection.invitation.deleteMany({ where: { id: invitationId } });
      return count === 1;
    },

    async redeem(tokenHash) {
      const alive = await connection.$queryRaw<{ id: string }[]>`
        select id from invitations where token_hash = ${bytes(tokenHash)} and expires_at > now() for update`;
      const [found] = alive;
      if (found === undefined) return null;
      const row = await connection.invitation.delete({ where: { id: found.id } });
      return { ...toInvitation(await keys.get(), row), invitedBy: row.invitedBy };
    },
  };
}
