import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VerificationRecord } from '../../../src/contract/verification.ts';
import { auditLines } from '../../support/audit-lines.ts';
import { problemLine } from '../../support/api-client.ts';
import { signInAs } from '../../support/operator.ts';
import type { SdkSession } from '../../support/sdk-client.ts';
import { seedClient } from '../../support/seed.ts';
import { startStack, type Stack } from '../../support/stack.ts';

interface Activity {
  type: string;
  actor: string;
  actorName: string | null;
  text: string | null;
  assigneeId: string | null;
  assigneeName: string | null;
}
type Person = Awaited<ReturnType<typeof signInAs>>;

let stack: Stack;
let ana: Person;
beforeAll(async () => {
  stack = await startStack();
  ana = await signInAs(stack, 'reviewer');
});
afterAll(() => stack.close());

const secret = 'Her sister Brigitte called from +49 30 901820';
const pathOf = ({ verificationId }: SdkSession, part: string) => `/v2/verifications/${verificationId}/${part}`;
const comment = (by: Person, session: SdkSession, text = secret, headers: Record<string, string> = {}) =>
  by.call<Activity & { id: string }>('POST', pathOf(session, 'comments'), { json: { text }, headers });
const assign = (by: Person, session: SdkSession, assigneeId: string | null) =>
  by.call<VerificationRecord>('PUT', pathOf(session, 'assignee'), { json: { assigneeId } });
const activityOf = async (session: SdkSession) =>
  (await stack.api.get<{ data: Activity[] }>(pathOf(session, 'activity'), { token: stack.client.token })).body.data;
const assigneeOf = async ({ verificationId }: SdkSession) =>
  (await stack.api.get<VerificationRecord>(`/v2/verifications/${verificationId}`, { token: stack.client.token })).body
    .assigneeId;
const actionsOn = async ({ verificationId }: SdkSession) =>
  (
    await stack.sql.query<{ action: string }>(
      `select action from ${auditLines} where subject_id = $1 and action in ('verification.commented', 'verification.assigned')`,
      [verificationId],
    )
  ).rows.map(({ action }) => action);
const rowsOf = async ({ verificationId }: SdkSession) =>
  (await stack.sql.query<object>('select * from activities where verification_id = $1', [verificationId])).rows;

describe('a comment on a verification', () => {
  test('is kept encrypted, listed with its author, newest first, and audited', async () => {
    const session = await stack.startSession();
    expect((await comment(ana, session)).status).toBe(201);
    const json = { text: 'Second' };
    await stack.api.post(pathOf(session, 'comments'), { token: stack.client.token, json });
    const [second, first] = await activityOf(session);
    expect(second).toMatchObject({ type: 'comment', text: 'Second', actor: expect.stringMatching(/^tok_/) as string });
    expect(first).toMatchObject({ text: secret, actor: ana.operatorId, actorName: 'An reviewer', assigneeId: null });
    const stored = (await rowsOf(session)).map((row) => JSON.stringify(row)).join();
    expect(stored).not.toContain(Buffer.from('Brigitte').toString('hex'));
    expect(stored).not.toContain('Brigitte');
    expect(stored).not.toContain(JSON.stringify([...Buffer.from('Brigitte')]).slice(1, -1));
    expect(stack.logLines.join()).not.toContain('Brigitte');
    expect(await actionsOn(session)).toEqual(['verification.commented', 'verification.commented']);
  });

  test('is created once however often the request is repeated with its Idempotency-Key', async () => {
    const session = await stack.startSession();
    const headers = { 'idempotency-key': `comment-${session.verificationId}` };
    const json = { text: 'Once' };
    const ask = () => stack.api.post(pathOf(session, 'comments'), { token: stack.client.token, json, headers });
    const [one, other] = [await ask(), await ask()];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(other.body).toEqual(one.body);
    expect(await activityOf(session)).toHaveLength(1);
  });

  test('is in the person’s export', async () => {
    const session = await stack.startSession();
    await comment(ana, session);
    const { clientId } = stack.client;
    const { activities } = await stack.container.db.exports.readBesideRecords({ clientId, ...session });
    expect(activities).toEqual([
      expect.objectContaining({ verificationId: session.verificationId, actorId: ana.operatorId, text: secret }),
    ]);
  });

  test.each(['verifications', 'identities'] as const)('is gone when its %s is erased', async (what) => {
    const session = await stack.startSession();
    await comment(ana, session);
    await assign(ana, session, ana.operatorId);
    expect(await rowsOf(session)).toHaveLength(2);
    const id = what === 'verifications' ? session.verificationId : session.identityId;
    expect((await stack.api.delete(`/v2/${what}/${id}`, { token: stack.client.token })).status).toBe(204);
    expect(await rowsOf(session)).toEqual([]);
    expect(await activityOf(session)).toEqual([]);
    expect(await assigneeOf(session)).toBeNull();
    expect(problemLine(await comment(ana, session))).toBe('404 verification.not_found');
    expect(problemLine(await assign(ana, session, ana.operatorId))).toBe('404 verification.not_found');
  });

  test('is neither read nor written by another client, nor written by a role that only reads', async () => {
    const session = await stack.startSession();
    await comment(ana, session);
    const { token } = await seedClient(stack.container.db, 'test');
    const json = { text: 'Mine' };
    const answers = [
      await stack.api.get(pathOf(session, 'activity'), { token }),
      await stack.api.post(pathOf(session, 'comments'), { token, json }),
      await stack.api.call('PUT', pathOf(session, 'assignee'), { token, json: { assigneeId: null } }),
    ];
    expect(answers.map(problemLine)).toEqual(answers.map(() => '404 verification.not_found'));
    const reader = await signInAs(stack, 'read-only');
    expect((await reader.call('GET', pathOf(session, 'activity'))).status).toBe(200);
    expect(problemLine(await comment(reader, session))).toBe('403 auth.role_missing');
    expect(problemLine(await assign(reader, session, ana.operatorId))).toBe('403 auth.role_missing');
    expect(await activityOf(session)).toHaveLength(1);
  });
});

describe('a verification that is assigned', () => {
  const listed = async (assigneeId: string) =>
    (
      await stack.api.get<{ data: { id: string; assigneeId: string | null }[] }>(
        `/v2/verifications?limit=100&assigneeId=${assigneeId}`,
        { token: stack.client.token },
      )
    ).body.data;

  test('shows who works on it, is found by that in the list, and the change is kept once', async () => {
    const [session, free] = [await stack.startSession(), await stack.startSession()];
    const rui = await signInAs(stack, 'admin');
    expect((await assign(ana, session, rui.operatorId)).body.assigneeId).toBe(rui.operatorId);
    await assign(ana, session, rui.operatorId);
    expect(await listed(rui.operatorId)).toEqual([
      expect.objectContaining({ id: session.verificationId, assigneeId: rui.operatorId }),
    ]);
    const unassigned = (await listed('none')).map(({ id }) => id);
    expect(unassigned).toContain(free.verificationId);
    expect(unassigned).not.toContain(session.verificationId);
    await assign(rui, session, null);
    expect(await listed(rui.operatorId)).toEqual([]);
    const changes = (await activityOf(session)).map(({ actor, assigneeName }) => [actor, assigneeName]);
    expect(changes).toEqual([
      [rui.operatorId, null],
      [ana.operatorId, 'An admin'],
    ]);
    expect(await actionsOn(session)).toEqual(['verification.assigned', 'verification.assigned']);
  });

  test('goes to no operator who may not review it', async () => {
    const session = await stack.startSession();
    const elsewhere = await signInAs(stack, 'reviewer');
    const other = await seedClient(stack.container.db, 'test');
    await stack.container.db.operators.bindTo(elsewhere.operatorId, [other.clientId]);
    const reader = await signInAs(stack, 'read-only');
    for (const { operatorId } of [elsewhere, reader]) {
      expect(problemLine(await assign(ana, session, operatorId))).toBe('404 operator.not_found');
    }
    const gone = 'opr_01h455vb4pex5vsknk084sn02q';
    expect(problemLine(await assign(ana, session, gone))).toBe('404 operator.not_found');
    expect(await assigneeOf(session)).toBeNull();
    const { data } = (await ana.call<{ data: { id: string }[] }>('GET', '/v2/assignees')).body;
    const ids = data.map(({ id }) => id);
    expect(ids).toContain(ana.operatorId);
    for (const { operatorId } of [elsewhere, reader]) expect(ids).not.toContain(operatorId);
  });

  test('is assigned only to themselves by an operator who is bound to a client', async () => {
    const session = await stack.startSession();
    const bound = await signInAs(stack, 'reviewer');
    await stack.container.db.operators.bindTo(bound.operatorId, [stack.client.clientId]);
    const { data } = (await bound.call<{ data: { id: string }[] }>('GET', '/v2/assignees')).body;
    expect(data.map(({ id }) => id)).toEqual([bound.operatorId]);
    expect(problemLine(await assign(bound, session, ana.operatorId))).toBe('404 operator.not_found');
    expect((await assign(bound, session, bound.operatorId)).status).toBe(200);
  });

  test.each([
    ['is removed', (owner: Person, id: string) => owner.call('DELETE', `/v2/operators/${id}`)],
    [
      'may only read from now on',
      (owner: Person, id: string) => owner.call('PATCH', `/v2/operators/${id}`, { json: { role: 'read-only' } }),
    ],
    [
      'works for another client from now on',
      async (owner: Person, id: string) => {
        const { clientId } = await seedClient(stack.container.db, 'test');
        return owner.call('PATCH', `/v2/operators/${id}`, { json: { clientIds: [clientId] } });
      },
    ],
  ])('is unassigned again when its operator %s', async (_what, leave) => {
    const [session, owner] = [await stack.startSession(), await signInAs(stack, 'owner')];
    const leaving = await signInAs(stack, 'reviewer');
    await assign(ana, session, leaving.operatorId);
    expect((await leave(owner, leaving.operatorId)).status).toBeLessThan(300);
    expect(await assigneeOf(session)).toBeNull();
    const [last] = await activityOf(session);
    expect(last).toMatchObject({ type: 'assignment', actor: owner.operatorId, assigneeId: null });
    expect((await actionsOn(session)).length).toBe(2);
  });
});
