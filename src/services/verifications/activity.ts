import { Problem } from '../../domain/faults/errors.ts';
import { isId, newId } from '../../domain/id.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import type { ApiCaller, Client } from '../../domain/operators/client.ts';
import { mayWorkOn, type Operator } from '../../domain/operators/operator.ts';
import { mayUseScopes } from '../../domain/operators/role.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import type { Activity } from '../../domain/verifications/activity.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import type { Flows } from '../flows/load-flow.ts';
import { pageOfQuery, toPage } from '../lists/page-cursor.ts';
import { readVerificationRecord } from './verification-record.ts';

export type ActivityUseCases = ReturnType<typeof createActivityUseCases>;
export type NamedActivity = Activity & { actorName: string | null; assigneeName: string | null };

/** More operators than any installation has. */
const mostOperators = 1_000;

/** Operators' work on a case other than the verdict: comments and the assignment. */
export function createActivityUseCases({ db, flows }: { db: Database; flows: Flows }) {
  return {
    /** Newest first. @throws Problem `verification.not_found` */
    async listActivity(
      { clientId }: ApiCaller,
      verificationId: string,
      query: { limit: number; after?: string | undefined },
    ) {
      const verification = await db.verifications.find(clientId, verificationId);
      if (verification === null) throw new Problem('verification.not_found');
      const page = pageOfQuery('activity', query);
      const { data, nextCursor } = toPage(
        await db.activities.list(verification, { ...page, limit: page.limit + 1 }),
        page.limit,
      );
      return { data: await withNames(db, clientId, data), nextCursor };
    },

    /** @throws Problem `verification.not_found` */
    async addComment(
      { clientId, actorId }: ApiCaller,
      verificationId: string,
      text: string,
      effect: Effect<NamedActivity> = unrecorded,
    ): Promise<NamedActivity> {
      return db.transaction(async (tx) => {
        const verification = await lockKept(tx, clientId, verificationId);
        const comment = { id: newId('activity'), actorId, type: 'comment', text } as const;
        const added = await withNames(tx, clientId, [await tx.activities.add(verification, comment)]);
        await tx.audit.append([{ clientId, actorId, action: 'verification.commented', subjectId: verificationId }]);
        const [answer] = added;
        if (answer === undefined) throw new Error('the stored comment was not found');
        await effect.record(tx, answer);
        return answer;
      });
    },

    /** @throws Problem `verification.not_found`, `operator.not_found` for an operator who may not review the client's cases */
    async assignVerification(caller: ApiCaller, verificationId: string, assigneeId: string | null) {
      const { clientId, actorId } = caller;
      return db.transaction(async (tx) => {
        const verification = await lockKept(tx, clientId, verificationId);
        if (assigneeId !== null) {
          const candidates = await listReviewers(tx, caller, await tx.operators.listByIds([assigneeId]));
          if (candidates.length === 0) throw new Problem('operator.not_found');
        }
        if (assigneeId !== verification.assigneeId) {
          await tx.activities.assign(verificationId, assigneeId);
          await tx.activities.add(verification, { id: newId('activity'), actorId, type: 'assignment', assigneeId });
          await tx.audit.append([{ clientId, actorId, action: 'verification.assigned', subjectId: verificationId }]);
        }
        const plain = isId('operator', actorId);
        return readVerificationRecord(tx, flows, await tx.verifications.get(verificationId), { plain });
      });
    },

    /** The operators to whom the caller may assign a case, by name. */
    async listAssignees(caller: ApiCaller): Promise<{ id: string; name: string }[]> {
      const operators = await db.operators.list({ limit: mostOperators, before: null });
      const reviewers = await listReviewers(db, caller, operators);
      return reviewers
        .map(({ id, name, email }) => ({ id, name: name === '' ? email : name }))
        .sort((one, other) => one.name.localeCompare(other.name));
    },
  };
}

/** @throws Problem `verification.not_found`, also for an erased one */
async function lockKept(tx: Repositories, clientId: string, verificationId: string): Promise<Verification> {
  if ((await tx.verifications.find(clientId, verificationId)) === null) throw new Problem('verification.not_found');
  const verification = await tx.verifications.lock(verificationId);
  if (verification.status === 'deleted') throw new Problem('verification.not_found');
  return verification;
}

/** The operators who may review the client's cases. A caller who is limited to some clients sees only themselves. */
async function listReviewers(
  db: Pick<Repositories, 'clients' | 'operators'>,
  { clientId, actorId }: ApiCaller,
  operators: readonly Operator[],
): Promise<Operator[]> {
  const client = await db.clients.find(clientId);
  const caller = isId('operator', actorId) ? await db.operators.find(actorId) : null;
  const isBound = caller !== null && caller.clientIds.length > 0;
  return operators.filter(
    (operator) => client !== null && mayReview(operator, client) && (!isBound || operator.id === actorId),
  );
}

function mayReview(operator: Operator, { id, mode }: Client): boolean {
  const reviews = mayUseScopes(operator.role, mode, { scopes: ['verifications:write'], reading: false });
  return reviews && mayWorkOn(operator, id);
}

async function withNames(
  db: Pick<Repositories, 'names'>,
  clientId: string,
  activities: readonly Activity[],
): Promise<NamedActivity[]> {
  const assigneeOf = (activity: Activity) => (activity.type === 'assignment' ? activity.assigneeId : null);
  const ids = activities.flatMap((activity) => [activity.actorId, assigneeOf(activity) ?? []].flat());
  const names = await db.names.find(clientId, ids);
  return activities.map((activity) => ({
    ...activity,
    actorName: names.get(activity.actorId) ?? null,
    assigneeName: names.get(assigneeOf(activity) ?? '') ?? null,
  }));
}
