import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../../src/contract/sessions/session.ts';
import { newId } from '../../../src/domain/id.ts';
import { problemLine, problemOf } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { finishSession } from '../../support/finish-session.ts';
import { createStartsAgain, type StartsAgain } from '../../support/people/start-again.ts';
import { sessionStart } from '../../support/sdk-client.ts';
import { documentOnly, seedClient } from '../../support/seed.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
let people: StartsAgain;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  people = await createStartsAgain(stack);
});
afterAll(() => stack.close());

describe('verifying an identity again', () => {
  test('makes a new verification of the same identity, and keeps what is known until its verdict', async () => {
    const first = await people.finishedPerson();
    const before = await people.identity(first.identityId);
    const session = await people.startAgain(first.identityId);
    expect(session.identityId).toBe(first.identityId);
    expect(session.verificationId).not.toBe(first.verificationId);
    const during = await people.identity(first.identityId);
    expect(during).toMatchObject({
      status: before.status,
      data: before.data,
      activeVerification: { id: session.verificationId, status: 'pending' },
      latestVerification: { id: first.verificationId },
    });
    expect(during.verifications.map(({ id }) => id)).toEqual([first.verificationId]);
    expect(during.silentVerifications.map(({ id }) => id)).toEqual([session.verificationId]);
  });

  test('is refused for an identity that does not exist, and for another client’s, alike', async () => {
    const other = await seedClient(stack.container.db);
    const { body } = await stack.api.post<Session>('/v2/sdk/sessions', {
      json: sessionStart(other.clientId, other.flowOf('document-only')),
    });
    expect(problemLine(await people.again(newId('identity')))).toBe('404 identity.not_found');
    expect(problemLine(await people.again(body.identityId))).toBe('404 identity.not_found');
  });

  test('is refused in a state that the flow does not accept, and names the state to the backend, but no verdict to a device', async () => {
    const ofBackend = (identityId: string, flow = 'once') =>
      stack.api.post('/v2/verifications', {
        token: stack.client.token,
        json: { flowId: stack.client.flowOf(flow), identityId },
      });
    const refusals = async (identityId: string, flow?: string) => {
      const answers = [await people.again(identityId, flow), await ofBackend(identityId, flow)];
      for (const answer of answers) expect(problemLine(answer)).toBe('409 identity.not_reverifiable');
      return answers.map(problemOf);
    };
    const { identityId: pending } = await stack.startSession('once');
    const { identityId } = await people.finishedPerson();
    const toDevice: unknown[] = [];
    for (const [id, status, flow] of [
      [pending, 'pending', undefined],
      [identityId, 'rejected', 'of-verified'],
      [identityId, 'reviewNeeded', 'of-verified'],
      [identityId, 'deleted', undefined],
    ] as const) {
      await people.setStatus(id, status);
      const [device, backend] = await refusals(id, flow);
      expect(backend).toMatchObject({ identityStatus: status, detail: `The flow does not take it when ${status}.` });
      toDevice.push({ ...device, requestId: '' });
    }
    // The device gets the same answer for every status.
    expect(new Set(toDevice.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(JSON.stringify(toDevice)).not.toMatch(/identityStatus|rejected|reviewNeeded/);
  });

  test('is refused while an attempt is being judged', async () => {
    const { identityId } = await people.finishedPerson();
    const { verificationId } = await people.startAgain(identityId);
    await stack.sql.query(`update verifications set status = 'running' where id = $1`, [verificationId]);
    expect(problemLine(await people.again(identityId))).toBe('409 identity.not_reverifiable');
  });

  test('takes the place of a pending attempt, whose device and backend are notified', async () => {
    const { identityId } = await people.finishedPerson();
    const pending = await people.startAgain(identityId);
    const socket = pending.follow();
    expect(await socket.opened).toBeNull();
    const session = await people.startAgain(identityId);
    await eventually(() => socket.messages.at(-1)?.type === 'verification.finished');
    expect(socket.messages.at(-1)).toMatchObject({ outcome: 'cancelled' });
    socket.close();
    expect(problemLine(await pending.submit())).toBe('410 session.ended');
    expect((await people.attemptsOf(identityId)).map(({ status }) => status).slice(1)).toEqual([
      'cancelled',
      'pending',
    ]);
    const { rows } = await stack.sql.query<{ type: string }>(
      'select type from webhook_events where verification_id = $1 order by sequence',
      [pending.verificationId],
    );
    expect(rows.map(({ type }) => type)).toEqual(['verification.started', 'verification.cancelled']);
    expect((await session.state()).status).toBe(200);
  });

  test('leaves one pending attempt when ten are started at once', async () => {
    const { identityId } = await people.finishedPerson();
    // On a busy machine a start may wait too long for the identity's row. Its 503 asks the device to try again.
    const start = () =>
      eventually(async () => {
        const { status } = await people.again(identityId);
        return status === 503 ? null : status;
      });
    const statuses = await Promise.all(Array.from({ length: 10 }, start));
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 201));
    const pending = (await people.attemptsOf(identityId)).filter(({ status }) => status === 'pending');
    expect(pending).toHaveLength(1);
    expect((await people.identity(identityId)).activeVerification?.id).toBe(pending[0]?.id);
  });

  test('does not wait for a submit of the attempt that it replaces, nor that for it', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { identityId } = await people.finishedPerson();
      const pending = await people.startAgain(identityId);
      const answers = await Promise.all([
        pending.cancel(),
        people.again(identityId),
        pending.consent(),
        people.again(identityId),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    }
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
    await people.addStranger(identityId, 'rejected', 'patient');
    expect((await people.again(identityId, 'patient')).status).toBe(201);
  });

  test('says how long the pause still lasts, by the last verdict, and not after a cancelled attempt', async () => {
    const session = await stack.startSession('patient');
    await finishSession(stack, session);
    const { identityId } = session;
    const refused = await people.again(identityId, 'patient');
    expect(problemLine(refused)).toBe('429 session.cooldown');
    const left = Number(refused.headers.get('retry-after'));
    expect(left).toBeGreaterThan(3_500);
    expect(left).toBeLessThanOrEqual(3_600);
    expect(problemOf(refused).retryAfterSeconds).toBe(left);
    await stack.sql.query(
      `update verifications set finished_at = finished_at - interval '1 hour' where identity_id = $1`,
      [identityId],
    );
    const next = await people.startAgain(identityId, 'patient');
    await next.cancel();
    expect((await people.again(identityId, 'patient')).status).toBe(201);
  });
});

describe('the identity record', () => {
  test('names the flows that may verify the identity again, and none while an attempt is judged', async () => {
    const { identityId } = await people.finishedPerson();
    const { status, reverifiableBy } = await people.identity(identityId);
    expect(status).not.toBe('verified');
    expect(reverifiableBy).toContain(stack.client.flowOf('once'));
    expect(reverifiableBy).not.toContain(stack.client.flowOf('of-verified'));

    const late = await stack.client.addFlow('published-later', documentOnly);
    await eventually(async () => (await people.identity(identityId)).reverifiableBy.includes(late));
    await stack.sql.query('update flows set disabled_at = now() where id = $1', [late]);
    await eventually(async () => !(await people.identity(identityId)).reverifiableBy.includes(late));

    const fresh = await stack.startSession('document-only');
    expect((await people.identity(fresh.identityId)).reverifiableBy).toEqual([]);
  });
});
