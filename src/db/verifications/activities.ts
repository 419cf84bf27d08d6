import type { SealedPlace } from '../../domain/encryption/encryption.ts';
import type { ActivityRepository } from '../../domain/repositories/verification-repositories.ts';
import type { Activity } from '../../domain/verifications/activity.ts';
import type { Connection } from '../connection/connection.ts';
import { oneOf } from '../connection/one-of.ts';
import type { ActivityModel } from '../generated/models.ts';
import type { DataKeys } from '../keys/keys.ts';
import { openedJson, sealedJson } from '../keys/sealed.ts';

export function createActivityRepository(connection: Connection, keys: DataKeys): ActivityRepository {
  return {
    async add({ id: verificationId, clientId, identityId }, activity) {
      const { id, actorId, type } = activity;
      const content =
        activity.type === 'comment'
          ? {
              textSealed: sealedJson(
                await keys.get(clientId, identityId),
                activity.text,
                activityPlace(clientId, activity.id),
              ),
            }
          : { assigneeId: activity.assigneeId };
      const { createdAt } = await connection.activity.create({
        data: { id, verificationId, actorId, type, ...content },
        select: { createdAt: true },
      });
      return { ...activity, createdAt };
    },

    async list({ id, clientId, identityId }, { limit, before }) {
      const rows = await connection.activity.findMany({
        where: { verificationId: id, ...(before !== null && { id: { lt: before } }) },
        orderBy: { id: 'desc' },
        take: limit,
      });
      if (rows.length === 0) return [];
      const key = await keys.get(clientId, identityId);
      return rows.map((row) => toActivity(key, clientId, row));
    },

    async assign(verificationId, assigneeId) {
      await connection.verification.update({ where: { id: verificationId }, data: { assigneeId } });
    },

    async unassignAll(assigneeId, clients) {
      const kept = clients === 'all' ? [] : [...clients.except];
      // Ordered by id, which is the order in which everybody locks several of them.
      return connection.$queryRaw<{ id: string; clientId: string; identityId: string }[]>`
        with mine as (
          select id from verifications where assignee_id = ${assigneeId} and client_id <> all(${kept}::text[])
           order by id for update)
        update verifications v set assignee_id = null from mine where v.id = mine.id
        returning v.id, v.client_id as "clientId", v.identity_id as "identityId"`;
    },
  };
}

export function toActivity(key: Buffer, clientId: string, row: ActivityModel): Activity {
  const { id, actorId, createdAt, assigneeId, textSealed } = row;
  if (oneOf(['comment', 'assignment'], row.type) === 'assignment') {
    return { id, actorId, createdAt, type: 'assignment', assigneeId };
  }
  const text = openedJson(key, textSealed, activityPlace(clientId, id)) as string;
  return { id, actorId, createdAt, type: 'comment', text };
}

const activityPlace = (clientId: string, id: string): SealedPlace => ({
  clientId,
  object: 'activity',
  id,
  field: 'text',
});
