import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IdentityRecord } from '../../src/contract/identity.ts';
import type { Session } from '../../src/contract/sessions/session.ts';
import { newId } from '../../src/domain/id.ts';
import { publicStartsPerDay, publicStartsPerNetwork } from '../../src/domain/verifications/reverification.ts';
import { problemLine, problemOf } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { finishSession } from '../support/finish-session.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { createSdkSession, sessionStart, type SdkSession } from '../support/sdk-client.ts';
import { documentOnly, seedClient } from '../support/seed.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  await stack.client.addFlow('once', { ...documentOnly, maxAttemptsPerStep: 1 });
  await stack.client.addFlow('of-verified', { ...documentOnly, reverification: { from: ['verified'] } });
  await stack.client.addFlow('patient', { ...documentOnly, maxAttemptsPerStep: 1, cooldownMinutes: 60 });
});
afterAll(() => stack.close());

const again = (identityId: string, flow = 'once') =>
  stack.api.post<Session>('/v2/sdk/sessions', {
    json: sessionStart(stack.client.clientId, stack.client.flowOf(flow), { metadata: { identityId } }),
  });
const startAgain = async (identityId: string, flow = 'once') => {
  const answer = await again(identityId, flow);
  expect(answer.status).toBe(201);
  return createSdkSession(stack.api, answer.body);
};
const identity = async (identityId: string) =>
  (await stack.api.get<IdentityRecord>(`/v2/identities/${identityId}`, { token: stack.client.token })).body;
const setStatus = (identityId: string, status: string) =>
  stack.sql.query('update identities set status = $2 where id = $1', [identityId, status]);
const rowsOf = async (identityId: string) =>
  (
    await stack.sql.query<{ id: string; status: string; started_by: string; reverifies: boolean }>(
      'select id, status, started_by, reverifies from verifications where identity_id = $1 order by id',
      [identityId],
    )
  ).rows;

/** So many starts of others who know the identity's id, from another network than this one; they are erased since. */
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

/** An attempt of a stranger, from another network than this one, that has come as far as this. */
async function addStranger(identityId: string, status: 'running' | 'rejected', flow = 'once'): Promise<void> {
  const { verificationId } = await startAgain(identityId, flow);
  await stack.sql.query(
    `update verifications set status = $2, network_digest = 'elsewhere', finished_at = now() where id = $1`,
    [verificationId, status],
  );
}

/** Everything so far came from another network. */
async function comeFromElsewhere(identityId: string): Promise<void> {
  await stack.sql.query(`update verifications set network_digest = 'elsewhere' where identity_id = $1`, [identityId]);
}

/** Somebody whose first attempt has its verdict. */
async function finishedPerson(): Promise<SdkSession> {
  const session = await stack.startSession('once');
  await finishSession(stack, session);
  return session;
}

describe('verifying an identity again', () => {
  test('makes a new verification of the same identity, and keeps what is known until its verdict', async () => {
    const first = await finishedPerson();
    const before = await identity(first.identityId);
    const session = await startAgain(first.identityId);
    expect(session.identityId).toBe(first.identityId);
    expect(session.verificationId).not.toBe(first.verificationId);
    const during = await identity(first.identityId);
    expect(during).toMatchObject({
      status: before.status,
      data: before.data,
      activeVerification: { id: session.verificationId, status: 'pending' },
      latestVerification: { id: first.verificationId },
    });
    expect(during.verifications.map(({ id }) => id)).toEqual([first.verificationId]);
    expect(during.silentVerifications.map(({ id }) => id)).toEqual([session.verificationId]);
  });

  test('is refused for an identity that is not there, and for another client’s, alike', async () => {
    const other = await seedClient(stack.container.db);
    const { body } = await stack.api.post<Session>('/v2/sdk/sessions', {
      json: sessionStart(other.clientId, other.flowOf('document-only')),
    });
    expect(problemLine(await again(newId('identity')))).toBe('404 identity.not_found');
    expect(problemLine(await again(body.identityId))).toBe('404 identity.not_found');
  });

  test('is refused in a state that the flow does not take, and names the state', async () => {
    const pending = await stack.startSession('once');
    const answer = await again(pending.identityId);
    expect(problemLine(answer)).toBe('409 identity.not_reverifiable');
    expect(problemOf(answer).identityStatus).toBe('pending');
    const { identityId } = await finishedPerson();
    const { status } = await identity(identityId);
    const refused = await again(identityId, 'of-verified');
    expect([problemLine(refused), problemOf(refused).identityStatus]).toEqual([
      '409 identity.not_reverifiable',
      status,
    ]);
    await setStatus(identityId, 'deleted');
    expect(problemOf(await again(identityId)).identityStatus).toBe('deleted');
  });

  test('is refused while an attempt is being judged', async () => {
    const { identityId } = await finishedPerson();
    const { verificationId } = await startAgain(identityId);
    await stack.sql.query(`update verifications set status = 'running' where id = $1`, [verificationId]);
    expect(problemLine(await again(identityId))).toBe('409 identity.not_reverifiable');
  });

  test('takes the place of a pending attempt, whose device and backend are notified', async () => {
    const { identityId } = await finishedPerson();
    const pending = await startAgain(identityId);
    const socket = pending.follow();
    expect(await socket.opened).toBeNull();
    const session = await startAgain(identityId);
    await eventually(() => socket.messages.at(-1)?.type === 'verification.finished');
    expect(socket.messages.at(-1)).toMatchObject({ outcome: 'cancelled' });
    socket.close();
    expect(problemLine(await pending.submit())).toBe('410 session.ended');
    expect((await rowsOf(identityId)).map(({ status }) => status).slice(1)).toEqual(['cancelled', 'pending']);
    const { rows } = await stack.sql.query<{ type: string }>(
      'select type from webhook_events where verification_id = $1 order by sequence',
      [pending.verificationId],
    );
    expect(rows.map(({ type }) => type)).toEqual(['verification.started', 'verification.cancelled']);
    expect((await session.state()).status).toBe(200);
  });

  test('leaves one pending attempt when ten are started at once', async () => {
    const { identityId } = await finishedPerson();
    const answers = await Promise.all(Array.from({ length: 10 }, () => again(identityId)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    const pending = (await rowsOf(identityId)).filter(({ status }) => status === 'pending');
    expect(pending).toHaveLength(1);
    expect((await identity(identityId)).activeVerification?.id).toBe(pending[0]?.id);
  });

  test('does not wait for a submit of the attempt that it replaces, nor that for it', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { identityId } = await finishedPerson();
      const pending = await startAgain(identityId);
      const answers = await Promise.all([pending.cancel(), again(identityId), pending.consent(), again(identityId)]);
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    }
  });
});

describe('a caller who knows the public ids', () => {
  test('cannot change the status of an identity without its face', async () => {
    const { identityId, verificationId: first } = await finishedPerson();
    await setStatus(identityId, 'verified');
    const session = await startAgain(identityId);
    await finishSession(stack, session);
    const record = await identity(identityId);
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
    const { identityId } = await finishedPerson();
    for (let start = 0; start < publicStartsPerNetwork; start += 1) await startAgain(identityId);
    const refused = await again(identityId);
    expect(problemLine(refused)).toBe('429 identity.too_many_starts');
    expect(refused.headers.get('retry-after')).not.toBeNull();
    const prepared = await stack.api.post('/v2/verifications', {
      token: stack.client.token,
      json: { flowId: stack.client.flowOf('once'), identityId },
    });
    expect(prepared.status).toBe(201);
    await comeFromElsewhere(identityId);
    expect((await again(identityId)).status).toBe(201);
  });

  test('cannot use up the starts of a network from which the identity was verified before', async () => {
    const { identityId, verificationId } = await finishedPerson();
    await addStarts(identityId, publicStartsPerDay);
    expect(problemLine(await again(identityId))).toBe('429 identity.too_many_starts');
    await stack.sql.query(`update verifications set status = 'verified' where id = $1`, [verificationId]);
    expect((await again(identityId)).status).toBe(201);
  });

  test('cannot end an attempt to which the person has consented or given a file', async () => {
    const acts = [
      (session: SdkSession) => session.consent(),
      async (session: SdkSession) => session.upload(await smallPicture()),
    ];
    for (const act of acts) {
      const { identityId } = await finishedPerson();
      const session = await startAgain(identityId);
      expect((await act(session)).status).toBeLessThan(300);
      await startAgain(identityId);
      const { status } = (await rowsOf(identityId)).find(({ id }) => id === session.verificationId) ?? {};
      expect(status).toBe('pending');
      expect((await session.state()).status).toBe(200);
    }
  });

  test('keep neither the person nor the backend out while their attempt is judged', async () => {
    const { identityId } = await finishedPerson();
    await addStranger(identityId, 'running');
    expect((await again(identityId)).status).toBe(201);
    expect((await identity(identityId)).reverifiableBy).toContain(stack.client.flowOf('once'));
    const prepared = await stack.api.post('/v2/verifications', {
      token: stack.client.token,
      json: { flowId: stack.client.flowOf('once'), identityId },
    });
    expect(prepared.status).toBe(201);
  });

  test('cannot end an attempt that the backend has started', async () => {
    const { identityId } = await finishedPerson();
    const prepared = await stack.api.post<{ verificationId: string }>('/v2/verifications', {
      token: stack.client.token,
      json: { flowId: stack.client.flowOf('once'), identityId },
    });
    await startAgain(identityId);
    const rows = await rowsOf(identityId);
    expect(rows.find(({ id }) => id === prepared.body.verificationId)).toMatchObject({
      status: 'pending',
      started_by: 'backend',
    });
  });
});

describe('a flow with a pause between attempts', () => {
  test('does not make a person wait for what strangers did elsewhere', async () => {
    const session = await stack.startSession('patient');
    await finishSession(stack, session);
    const { identityId } = session;
    await stack.sql.query(
      `update verifications set finished_at = finished_at - interval '1 hour' where identity_id = $1`,
      [identityId],
    );
    await addStranger(identityId, 'rejected', 'patient');
    expect((await again(identityId, 'patient')).status).toBe(201);
  });

  test('says how long the pause still lasts, by the last verdict, and not after a cancelled attempt', async () => {
    const session = await stack.startSession('patient');
    await finishSession(stack, session);
    const { identityId } = session;
    const refused = await again(identityId, 'patient');
    expect(problemLine(refused)).toBe('429 session.cooldown');
    const left = Number(refused.headers.get('retry-after'));
    expect(left).toBeGreaterThan(3_500);
    expect(left).toBeLessThanOrEqual(3_600);
    expect(problemOf(refused).retryAfterSeconds).toBe(left);
    await stack.sql.query(
      `update verifications set finished_at = finished_at - interval '1 hour' where identity_id = $1`,
      [identityId],
    );
    const next = await startAgain(identityId, 'patient');
    await next.cancel();
    expect((await again(identityId, 'patient')).status).toBe(201);
  });
});

describe('the identity record', () => {
  test('names the flows that may verify the identity again, and none while an attempt is judged', async () => {
    const { identityId } = await finishedPerson();
    const { status, reverifiableBy } = await identity(identityId);
    expect(status).not.toBe('verified');
    expect(reverifiableBy).toContain(stack.client.flowOf('once'));
    expect(reverifiableBy).not.toContain(stack.client.flowOf('of-verified'));

    const late = await stack.client.addFlow('published-later', documentOnly);
    await eventually(async () => (await identity(identityId)).reverifiableBy.includes(late));
    await stack.sql.query('update flows set disabled_at = now() where id = $1', [late]);
    await eventually(async () => !(await identity(identityId)).reverifiableBy.includes(late));

    const fresh = await stack.startSession('document-only');
    expect((await identity(fresh.identityId)).reverifiableBy).toEqual([]);
  });
});
