import { Problem } from '../../domain/faults/errors.ts';
import type { Operator, SignedInOperator } from '../../domain/operators/operator.ts';
import { mayManage, type Role } from '../../domain/operators/role.ts';
import type { LivingToken } from '../../domain/repositories/account-repositories.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import { revocationOf } from '../api-tokens/api-tokens.ts';
import { cursorAfter, pageOfQuery, toPage } from '../lists/page-cursor.ts';
import { auditEverywhere } from './audit-everywhere.ts';
import { releaseCases } from './release-cases.ts';

export type OperatorUseCases = ReturnType<typeof createOperatorUseCases>;

/** The operators, and the clients that they work on. */
export function createOperatorUseCases({
  db,
  forgetToken,
}: {
  db: Pick<Database, 'operators' | 'transaction' | 'clients' | 'apiTokens'>;
  forgetToken: (tokenId: string) => void;
}) {
  return {
    /** Newest first. */
    async listOperators(query: { limit: number; after?: string | undefined }) {
      const page = pageOfQuery('operator', query);
      return toPage(await db.operators.list({ ...page, limit: page.limit + 1 }), page.limit);
    },

    /**
     * Changes role and clients, if given. Takes effect with the operator's next request. An owner is not limited to particular clients.
     * @throws Problem as `lockManaged`, `client.not_found`, `request.invalid`
     */
    async updateOperator(
      { actorId, role }: SignedInOperator,
      operatorId: string,
      wanted: { role?: Role | undefined; clientIds?: readonly string[] | undefined },
    ): Promise<Operator> {
      return db.transaction(async (tx) => {
        const operator = await lockManaged(tx, role, operatorId, { nextRole: wanted.role });
        const { role: roleNow, clientIds: clientIdsNow } = operator;
        const after = { ...operator, role: wanted.role ?? roleNow, clientIds: wanted.clientIds ?? clientIdsNow };
        if (!mayManage(role, after.role)) throw new Problem('auth.role_missing');
        await requireBindable(tx, after);
        await tx.operators.setRole(operatorId, after.role);
        await tx.operators.bindTo(operatorId, after.clientIds);
        await releaseCases(tx, { actorId, operatorId, after });
        await auditEverywhere(tx, { actorId, action: 'operator.updated', subjectId: operatorId });
        return after;
      });
    },

    /** Valid tokens that the operator created, or one such token. @throws Problem `operator.not_found` */
    async listTokensMadeBy(operatorId: string): Promise<LivingToken[]> {
      if ((await db.operators.find(operatorId)) === null) throw new Problem('operator.not_found');
      return db.apiTokens.listMadeBy(operatorId);
    },

    /**
     * Ends the operator's sessions and deletes their personal data; the audit log keeps the id. Tokens that they created end, too, unless
     * `revokeTokens` is false.
     * @throws Problem as `lockManaged`
     */
    async removeOperator(
      { actorId, role }: SignedInOperator,
      operatorId: string,
      { revokeTokens }: { revokeTokens: boolean },
    ): Promise<void> {
      const revoked = await db.transaction(async (tx) => {
        await lockManaged(tx, role, operatorId, { nextRole: null });
        const tokens = revokeTokens ? await tx.apiTokens.revokeMadeBy(operatorId) : [];
        await releaseCases(tx, { actorId, operatorId, after: null });
        await tx.operators.delete(operatorId);
        await tx.audit.append(tokens.map((token) => revocationOf(token, actorId)));
        await auditEverywhere(tx, { actorId, action: 'operator.removed', subjectId: operatorId });
        return tokens;
      });
      for (const { id } of revoked) forgetToken(id);
    },

    /** Oldest first: the first is the one that operators work on by default. */
    async listClients({ clientIds }: SignedInOperator, query: { limit: number; after?: string | undefined }) {
      const { limit, before: after } = pageOfQuery('client', query);
      const rows = await db.clients.list({ limit: limit + 1, after, among: clientIds });
      const data = rows.slice(0, limit);
      return { data, nextCursor: cursorAfter(rows.length > limit ? (data.at(-1)?.id ?? null) : null) };
    },
  };
}

/** @throws Problem `client.not_found`, `request.invalid` */
async function requireBindable(tx: Repositories, { role, clientIds }: Operator): Promise<void> {
  if (role === 'owner' && clientIds.length > 0) {
    const fault = { pointer: '/clientIds', code: 'value.not_valid', detail: 'must be empty for an owner' };
    throw new Problem('request.invalid', { errors: [fault] });
  }
  for (const clientId of clientIds) {
    if ((await tx.clients.find(clientId)) === null) throw new Problem('client.not_found');
  }
}

/**
 * The operator, with all owners' rows locked, so that the last two owners cannot remove each other at the same time. `nextRole`: null when
 * the operator is removed; undefined when they keep the role that they have once the lock is taken.
 * @throws Problem `operator.not_found`, `auth.role_missing`, `operator.last_owner`
 */
async function lockManaged(
  tx: Repositories,
  role: Role,
  operatorId: string,
  { nextRole }: { nextRole: Role | null | undefined },
): Promise<Operator> {
  const owners = await tx.operators.lockOwners();
  await tx.operators.lock(operatorId);
  const operator = await tx.operators.find(operatorId);
  if (operator === null) throw new Problem('operator.not_found');
  if (!mayManage(role, operator.role)) throw new Problem('auth.role_missing');
  const staysOwner = (nextRole === undefined ? operator.role : nextRole) === 'owner';
  if (!staysOwner && owners.length === 1 && owners[0] === operatorId) throw new Problem('operator.last_owner');
  return operator;
}
