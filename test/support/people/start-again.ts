import { expect } from 'vitest';
import type { IdentityRecord } from '../../../src/contract/identity.ts';
import type { Session } from '../../../src/contract/sessions/session.ts';
import { finishSession } from '../finish-session.ts';
import { createSdkSession, sessionStart, type SdkSession } from '../sdk-client.ts';
import { documentOnly } from '../seed.ts';
import type { Stack } from '../stack.ts';

/** Identities that are verified again by callers who know the public ids. Adds the flows `once`, `of-verified` and `patient`. */
export async function createStartsAgain(stack: Stack) {
  await stack.client.addFlow('once', { ...documentOnly, maxAttemptsPerStep: 1 });
  await stack.client.addFlow('of-verified', { ...documentOnly, reverification: { from: ['verified'] } });
  await stack.client.addFlow('patient', { ...documentOnly, maxAttemptsPerStep: 1, cooldownMinutes: 60 });

  const again = (identityId: string, flow = 'once') =>
    stack.api.post<Session>('/v2/sdk/sessions', {
      json: sessionStart(stack.client.clientId, stack.client.flowOf(flow), { metadata: { identityId } }),
    });
  const startAgain = async (identityId: string, flow = 'once'): Promise<SdkSession> => {
    const answer = await again(identityId, flow);
    expect(answer.status).toBe(201);
    return createSdkSession(stack.api, answer.body);
  };

  return {
    again,
    startAgain,

    async identity(identityId: string): Promise<IdentityRecord> {
      return (await stack.api.get<IdentityRecord>(`/v2/identities/${identityId}`, { token: stack.client.token })).body;
    },

    async setStatus(identityId: string, status: string): Promise<void> {
      await stack.sql.query('update identities set status = $2 where id = $1', [identityId, status]);
    },

    /** Its attempts, oldest first. */
    async attemptsOf(identityId: string) {
      const { rows } = await stack.sql.query<{ id: string; status: string; started_by: string }>(
        'select id, status, started_by from verifications where identity_id = $1 order by id',
        [identityId],
      );
      return rows;
    },

    /** A stranger's attempt, from another network, that has come this far. */
    async addStranger(identityId: string, status: 'running' | 'rejected', flow = 'once'): Promise<void> {
      const { verificationId } = await startAgain(identityId, flow);
      await stack.sql.query(
        `update verifications set status = $2, network_digest = 'elsewhere', finished_at = now() where id = $1`,
        [verificationId, status],
      );
    },

    /** A person whose first attempt has its verdict. */
    async finishedPerson(): Promise<SdkSession> {
      const session = await stack.startSession('once');
      await finishSession(stack, session);
      return session;
    },
  };
}

export type StartsAgain = Awaited<ReturnType<typeof createStartsAgain>>;
