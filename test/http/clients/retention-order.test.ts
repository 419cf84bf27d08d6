import { afterAll, beforeAll, expect, test } from 'vitest';
import { createErasePerson } from '../../../src/services/erasure/erase-identity.ts';
import { createEraseAttempt } from '../../../src/services/erasure/erase-verification.ts';
import { createPurgeExpired } from '../../../src/services/retention/purge-expired.ts';
import { startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const token = () => stack.client.token;

/** Another attempt of the person, started by the backend. Returns its id. */
async function startAgain(identityId: string): Promise<string> {
  const flowId = await stack.client.addFlow('again', {
    reverification: { from: ['pending', 'verified', 'rejected', 'reviewNeeded'] },
    steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'passport' }] } }],
  });
  const json = { flowId, identityId };
  const { body } = await stack.api.post<{ verificationId: string }>('/v2/verifications', { token: token(), json });
  return body.verificationId;
}

async function simulate(verificationId: string, status: string): Promise<void> {
  const answer = await stack.api.post(`/v2/verifications/${verificationId}/simulate`, {
    token: token(),
    json: { status },
  });
  expect(answer.status).toBe(200);
}

test('retention never lets an older verdict speak for the person again on its way to erasing both', async () => {
  const { identityId, verificationId: verified } = await stack.startSession();
  await simulate(verified, 'verified');
  const rejected = await startAgain(identityId);
  await simulate(rejected, 'rejected');
  // Keeps the person from being erased as a whole.
  await startAgain(identityId);
  // The rejected attempt was begun first and ended last.
  for (const [id, begun, ended] of [
    [verified, 55, 50],
    [rejected, 60, 45],
  ] as const) {
    await stack.sql.query(
      `update verifications set created_at = now() - make_interval(days => $2), finished_at = now() - make_interval(days => $3)
        where id = $1`,
      [id, begun, ended],
    );
  }
  await stack.sql.query(`update clients set settings = settings || '{"dataRetentionDays": 30}' where id = $1`, [
    stack.client.clientId,
  ]);
  const erasures = {
    erasePerson: createErasePerson(stack.container),
    eraseAttempt: createEraseAttempt(stack.container),
  };
  expect(await createPurgeExpired({ ...stack.container, ...erasures })()).toMatchObject({ verifications: 2 });

  const { body } = await stack.api.get<{ data: { body: { data: { verificationId: string; status: string } } }[] }>(
    `/v2/events?identityId=${identityId}&type=identity.updated`,
    { token: token() },
  );
  const said = body.data.map((event) => [event.body.data.verificationId, event.body.data.status]).reverse();
  expect(said).toEqual([
    [verified, 'rejected'],
    [rejected, 'pending'],
  ]);
  const record = await stack.api.get<{ status: string }>(`/v2/identities/${identityId}`, { token: token() });
  expect(record.body.status).toBe('pending');
});
