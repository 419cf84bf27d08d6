import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/domain/id.ts';
import { publicStartsPerDay, publicStartsPerNetwork } from '../../../src/domain/verifications/reverification.ts';
import { problemLine } from '../../support/api-client.ts';
import { smallPicture } from '../../support/documents/pictures.ts';
import { finishSession } from '../../support/finish-session.ts';
import { createStartsAgain, type StartsAgain } from '../../support/people/start-again.ts';
import type { SdkSession } from '../../support/sdk-client.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
let people: StartsAgain;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  people = await createStartsAgain(stack);
});
afterAll(() => stack.close());

/** This many starts by others who know the identity's id, from another network; they are erased since. */
async function addStarts(identityId: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => newId('verification'));
  await stack.sql.query(
    `insert into verifications (id, status, client_id, identity_id, flow_version_id, language, metadata_sealed,
                                expires_at, reverifies, network_digest)
     select new.id, 'deleted', client_id, identity_id, flow_version_id, language, '', expires_at, true, 'elsewhere'
       from verifications v, unnest($2::text[]) as new (id)
      where v.id = (select min(id) from verifications where identity_id = $1)`,
    [identityId, ids],
  );
}

/** Everything so far came from another network. */
async function comeFromElsewhere(identityId: string): Promise<void> {
  await stack.sql.query(`update verifications set network_digest = 'elsewhere' where identity_id = $1`, [identityId]);
}

describe('a caller who knows the public ids', () => {
  test('cannot change the status of an identity without its face', async () => {
    const { identityId, verificationId: first } = await people.finishedPerson();
    await people.setStatus(identityId, 'verified');
    const session = await people.startAgain(identityId);
    await finishSession(stack, session);
    const record = await people.identity(identityId);
    expect(record.latestVerification?.id).toBe(first);
    expect(record.silentVerifications[0]).toMatchObject({ id: session.verificationId, speaksForIdentity: false });
    expect(record.silentVerifications[0]?.status).not.toBe('verified');
    expect(record.status).toBe('verified');
    const { rows } = await stack.sql.query<{ type: string }>(
      'select type from webhook_events where verification_id = $1 order by sequence',
      [session.verificationId],
    );
    expect(rows.map(({ type }) => type)).not.toContain('identity.updated');
    expect(rows.map(({ type }) => type)).toContain('verification.completed');
  });

  test('can start ten attempts of an identity a day from one network, and the backend any number', async () => {
    const { identityId } = await people.finishedPerson();
    for (let start = 0; start < publicStartsPerNetwork; start += 1) await people.startAgain(identityId);
    const refused = await people.again(identityId);
    expect(problemLine(refused)).toBe('429 identity.too_many_starts');
    expect(refused.headers.get('retry-after')).not.toBeNull();
    const prepared = await stack.api.post('/v2/verifications', {
      token: stack.client.token,
      json: { flowId: stack.client.flowOf('once'), identityId },
    });
    expect(prepared.status).toBe(201);
    await comeFromElsewhere(identityId);
    expect((await people.again(identityId)).status).toBe(201);
  });

  test('cannot use up the starts of a network from which the identity was verified before', async () => {
    const { identityId, verificationId } = await people.finishedPerson();
    await addStarts(identityId, publicStartsPerDay);
    expect(problemLine(await people.again(identityId))).toBe('429 identity.too_many_starts');
    await stack.sql.query(`update verifications set status = 'verified' where id = $1`, [verificationId]);
    expect((await people.again(identityId)).status).toBe(201);
  });

  test('cannot end an attempt to which the person has consented or given a file', async () => {
    const acts = [
      (session: SdkSession) => session.consent(),
      async (session: SdkSession) => session.upload(await smallPicture()),
    ];
    for (const act of acts) {
      const { identityId } = await people.finishedPerson();
      const session = await people.startAgain(identityId);
      expect((await act(session)).status).toBeLessThan(300);
      await people.startAgain(identityId);
      const { status } = (await people.attemptsOf(identityId)).find(({ id }) => id === session.verificationId) ?? {};
      expect(status).toBe('pending');
      expect((await session.state()).status).toBe(200);
    }
  });

  test('keeps neither the person nor the backend out while their attempt is judged', async () => {
    const { identityId } = await people.finishedPerson();
    await people.addStranger(identityId, 'running');
    expect((await people.again(identityId)).status).toBe(201);
    expect((await people.identity(identityId)).reverifiableBy).toContain(stack.client.flowOf('once'));
    const prepared = await stack.api.post('/v2/verifications', {
      token: stack.client.token,
      json: { flowId: stack.client.flowOf('once'), identityId },
    });
    expect(prepared.status).toBe(201);
  });

  test('cannot end an attempt that the backend has started', async () => {
    const { identityId } = await people.finishedPerson();
    const prepared = await stack.api.post<{ verificationId: string }>('/v2/verifications', {
      token: stack.client.token,
      json: { flowId: stack.client.flowOf('once'), identityId },
    });
    await people.startAgain(identityId);
    const rows = await people.attemptsOf(identityId);
    expect(rows.find(({ id }) => id === prepared.body.verificationId)).toMatchObject({
      status: 'pending',
      started_by: 'backend',
    });
  });
});
