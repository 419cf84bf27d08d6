import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/domain/id.ts';
import { createErasePerson } from '../../../src/services/erasure/erase-identity.ts';
import { createEraseAttempt } from '../../../src/services/erasure/erase-verification.ts';
import { createPurgeExpired } from '../../../src/services/retention/purge-expired.ts';
import type { PageReader } from '../../../src/domain/ports/pages/page-reader.ts';
import { auditLines } from '../../support/audit-lines.ts';
import { problemLine } from '../../support/api-client.ts';
import { finishSession } from '../../support/finish-session.ts';
import { addPersonFlow, canary, enrolFaceOf, finishPerson, startPerson } from '../../support/people/person.ts';
import { smallPicture } from '../../support/documents/pictures.ts';
import { readZip } from '../../support/files/read-zip.ts';
import type { SdkSession } from '../../support/sdk-client.ts';
import { seedClient } from '../../support/seed.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';
import {
  documentHandlers,
  emptyReader,
  handRunner,
  outboxRows,
  stepJobsOf,
  storedAndFreshRecord,
} from '../../support/steps.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await addPersonFlow(stack);
  await stack.startWorkers({ qualityHandlers: noInspection, otp: true });
});
afterAll(() => stack.close());

const token = () => stack.client.token;
const erase = (path: string) => stack.api.delete(`/v2/${path}`, { token: token() });
const read = async (path: string) =>
  (await stack.api.get<Record<string, unknown>>(`/v2/${path}`, { token: token() })).body;
const countOf = async (text: string, ...values: unknown[]) =>
  Number((await stack.sql.query<{ count: string }>(`select count(*) from ${text}`, values)).rows[0]?.count);

describe('erasing a person', () => {
  test('ends a session in progress: its socket is notified, its requests are refused, and its work finds nothing', async () => {
    const session = await stack.startSession();
    await session.upload(await smallPicture());
    await session.submit();
    const [job] = await stepJobsOf(stack, session.verificationId);
    if (job === undefined) throw new Error('no work was called for');
    const socket = session.follow();
    await socket.opened;
    const warnings = () => stack.logLines.filter((line) => line.includes('job is out of attempts')).length;
    const before = warnings();

    // In the middle of the work.
    const reader = {
      async read() {
        expect((await erase(`identities/${session.identityId}`)).status).toBe(204);
        return emptyReader.read();
      },
    } satisfies PageReader;
    const run = handRunner(stack, documentHandlers(stack, reader));
    await run(job);
    await run(job);
    expect((await outboxRows(stack, 'document.read')).filter(({ id }) => id === job.id)).toEqual([]);
    expect(warnings()).toBe(before);
    expect(problemLine(await session.state())).toBe('410 session.ended');
    expect(problemLine(await session.upload(await smallPicture()))).toBe('410 session.ended');
    expect(await countOf('step_runs where verification_id = $1', session.verificationId)).toBe(0);
    expect(await read(`verifications/${session.verificationId}`)).toMatchObject({ status: 'deleted', steps: [] });
    socket.close();
  });

  test('twice at the same time is one erasure', async () => {
    const session = await stack.startSession();
    const answers = await Promise.all([1, 2, 3].map(() => erase(`identities/${session.identityId}`)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(
      await countOf(`${auditLines} where action = 'identity.erased' and subject_id = $1`, session.identityId),
    ).toBe(1);
    const again = await stack.api.post('/v2/sdk/sessions', {
      json: {
        clientId: stack.client.clientId,
        flowId: stack.client.flowOf('document-only'),
        metadata: { identityId: session.identityId },
        sdk: { platform: 'test', version: '1' },
        device: { languages: ['en'] },
      },
    });
    expect(problemLine(again)).toBe('409 identity.not_reverifiable');
  });

  test('is refused to a token that may only read, and to another client', async () => {
    const session = await stack.startSession();
    const reader = await stack.client.addToken(['identities:read']);
    const path = `/v2/identities/${session.identityId}`;
    expect(problemLine(await stack.api.delete(path, { token: reader.token }))).toBe('403 auth.scope_missing');
    const other = await seedClient(stack.container.db);
    expect(problemLine(await stack.api.delete(path, other))).toBe('404 identity.not_found');
    expect(await read(`identities/${session.identityId}`)).toMatchObject({ status: 'pending' });
  });
});

describe('exporting a person', () => {
  test('returns all data and every file to a token that may read both, and is recorded in the audit log', async () => {
    const session = await startPerson(stack);
    await finishPerson(stack, session);
    const path = `/v2/identities/${session.identityId}/export`;
    await stack.sql.query(`update media set state = 'ready' where identity_id = $1`, [session.identityId]);
    const reader = await stack.client.addToken(['identities:read']);
    expect(problemLine(await stack.api.get(path, reader))).toBe('403 auth.scope_missing');
    const other = await seedClient(stack.container.db);
    expect(problemLine(await stack.api.get(path, other))).toBe('404 identity.not_found');

    const answer = await stack.api.get<Buffer>(path, { token: token() });
    expect([answer.status, answer.contentType]).toEqual([200, 'application/zip']);
    const entries = readZip(answer.body);
    const person = JSON.parse(entries.get('person.json')?.toString('utf8') ?? '') as Record<string, unknown>;
    expect(person).toMatchObject({
      identity: { id: session.identityId },
      verifications: [{ id: session.verificationId, deviceMetadata: { customer: canary.metadata } }],
      contacts: [{ address: canary.phoneNumber }, { address: canary.email }],
      inputs: [{ stepId: 'document' }, { stepId: 'phone' }, { stepId: 'email' }],
    });
    const files = [...entries].filter(([name]) => name !== 'person.json');
    expect(files.map(([, bytes]) => bytes)).toEqual([await smallPicture()]);
    expect(files[0]?.[0]).toMatch(`files/${session.verificationId}/med_`);

    expect((await erase(`identities/${session.identityId}`)).status).toBe(204);
    expect(problemLine(await stack.api.get(path, { token: token() }))).toBe('404 identity.not_found');
  });
});

test('an export leaves out a damaged file, names it, and contains everything else', async () => {
  const first = await startPerson(stack);
  await finishPerson(stack, first);
  await stack.sql.query(`update verifications set status = 'verified' where id = $1`, [first.verificationId]);
  const second = await reverify(first.identityId);
  await finishSession(stack, second);
  await stack.sql.query(`update media set state = 'ready' where identity_id = $1`, [first.identityId]);
  const damage = `update media set object_key = $2 where verification_id = $1 returning id`;
  const { rows } = await stack.sql.query<{ id: string }>(damage, [first.verificationId, newId('media')]);
  const answer = await stack.api.get<Buffer>(`/v2/identities/${first.identityId}/export`, { token: token() });
  const entries = readZip(answer.body);
  const named: unknown = JSON.parse(entries.get('damaged-files.json')?.toString('utf8') ?? '');
  expect(named).toEqual({ damaged: [{ verificationId: first.verificationId, mediaId: rows[0]?.id }] });
  const files = [...entries.keys()].filter((name) => name.startsWith('files/'));
  expect(files).toEqual([expect.stringMatching(`^files/${second.verificationId}/med_`)]);
  expect(entries.get(files[0] ?? '')).toEqual(await smallPicture());
});

describe('erasing one attempt', () => {
  test('leaves the person what the others gave', async () => {
    const first = await startPerson(stack);
    await finishPerson(stack, first);
    await enrolFaceOf(stack, first.identityId);
    await stack.sql.query(`update verifications set status = 'verified' where id = $1`, [first.verificationId]);
    const second = await reverify(first.identityId);
    await finishSession(stack, second);
    expect(await countOf('blind_indexes where identity_id = $1', first.identityId)).toBeGreaterThan(0);

    expect((await erase(`verifications/${first.verificationId}`)).status).toBe(204);
    expect((await erase(`verifications/${first.verificationId}`)).status).toBe(204);
    const record = await read(`identities/${first.identityId}`);
    expect(record).toMatchObject({ data: {}, latestVerification: { id: second.verificationId } });
    expect(JSON.stringify(record)).not.toContain(canary.phoneNumber);
    expect(record.verifications).toMatchObject([{ id: second.verificationId }, { status: 'deleted' }]);
    expect(await countOf('blind_indexes where identity_id = $1', first.identityId)).toBe(0);
    expect(await countOf('enrolled_faces where identity_id = $1', first.identityId)).toBe(0);
    const { rows } = await stack.sql.query<{ type: string }>(
      'select type from webhook_events where verification_id = $1',
      [first.verificationId],
    );
    expect(rows).toEqual([{ type: 'identity.updated' }]);
    const { stored, fresh } = await storedAndFreshRecord(stack, first.identityId);
    expect(stored).toEqual(fresh);
  });

  test('says so in an event when the person is no longer verified, or has other values, and only then', async () => {
    const session = await startPerson(stack);
    await finishPerson(stack, session);
    const json = { status: 'verified', reason: 'seen', acknowledgedIncompleteSearch: true };
    const review = `/v2/verifications/${session.verificationId}/review`;
    expect((await stack.api.post(review, { token: token(), json })).status).toBe(200);
    const second = await reverify(session.identityId);
    await second.cancel();
    const newest = async () => {
      const { data } = await read(`events?identityId=${session.identityId}&limit=1`);
      return (data as { id: string; body: object }[])[0];
    };
    const before = await newest();
    expect((await erase(`verifications/${second.verificationId}`)).status).toBe(204);
    expect(JSON.stringify(await newest())).not.toContain('pending');

    expect((await erase(`verifications/${session.verificationId}`)).status).toBe(204);
    expect(await read(`identities/${session.identityId}`)).toMatchObject({ status: 'pending', data: {} });
    const { identityId, verificationId } = session;
    expect(await newest()).toMatchObject({
      body: { type: 'identity.updated', data: { identityId, verificationId, status: 'pending' } },
    });
    expect(await newest()).not.toEqual(before);
  });
});

async function reverify(identityId: string): Promise<SdkSession> {
  const flowId = await stack.client.addFlow('again', {
    maxAttemptsPerStep: 1,
    reverification: { from: ['pending', 'verified', 'rejected', 'reviewNeeded'] },
    steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'passport' }] } }],
  });
  const started = await stack.api.post<{ clientToken: string }>('/v2/verifications', {
    token: token(),
    json: { flowId, identityId },
  });
  return stack.startSession('again', { clientToken: started.body.clientToken });
}

describe('retention', () => {
  const purge = () => {
    const parts = stack.container;
    const erasures = { erasePerson: createErasePerson(parts), eraseAttempt: createEraseAttempt(parts) };
    return createPurgeExpired({ ...stack.container, ...erasures })();
  };
  const keep = (days: { mediaRetentionDays?: number | null; dataRetentionDays?: number | null }) =>
    stack.sql.query('update clients set settings = settings || $2::jsonb where id = $1', [
      stack.client.clientId,
      JSON.stringify(days),
    ]);
  const age = (session: SdkSession, days: number) =>
    stack.sql.query(
      `with v as (update verifications set created_at = created_at - make_interval(days => $2),
                         finished_at = finished_at - make_interval(days => $2) where id = $1 returning identity_id),
            m as (update media set created_at = created_at - make_interval(days => $2) where verification_id = $1)
       update identities set created_at = created_at - make_interval(days => $2) where id in (select identity_id from v)`,
      [session.verificationId, days],
    );

  async function finished(days: number): Promise<SdkSession> {
    const session = await stack.startSession();
    await finishSession(stack, session);
    // The empty page has to be photographed again: as if the person had stopped there.
    await session.cancel();
    await age(session, days);
    return session;
  }

  test('deletes files, then people, when their days are over, and nothing before; the preview says so', async () => {
    const [young, old, older] = [await finished(5), await finished(15), await finished(50)];
    const underWay = await stack.startSession();
    await age(underWay, 100);
    const preview = async (query = '') =>
      (await stack.api.get(`/v2/retention-preview${query}`, { token: token() })).body;
    expect(await preview()).toEqual({ mediaFiles: 0, mediaBytes: 0, verifications: 0, identities: 0 });
    expect(await purge()).toEqual({ mediaOf: 0, verifications: 0, identities: 0 });

    await keep({ mediaRetentionDays: 10, dataRetentionDays: 30 });
    expect(await preview()).toMatchObject({ mediaFiles: 2, verifications: 1, identities: 1 });
    expect(await preview('?dataRetentionDays=3')).toMatchObject({ mediaFiles: 3, verifications: 3, identities: 3 });
    expect(await purge()).toEqual({ mediaOf: 1, verifications: 0, identities: 1 });
    expect(await preview()).toEqual({ mediaFiles: 0, mediaBytes: 0, verifications: 0, identities: 0 });

    const mediaOf = (session: SdkSession) => countOf('media where verification_id = $1', session.verificationId);
    expect([await mediaOf(young), await mediaOf(old)]).toEqual([1, 0]);
    expect(await read(`identities/${old.identityId}`)).toMatchObject({ status: 'pending' });
    expect(await read(`identities/${older.identityId}`)).toMatchObject({ status: 'deleted' });
    expect(await read(`identities/${underWay.identityId}`)).toMatchObject({ status: 'pending' });
    const { rows } = await stack.sql.query<{ subject_id: string; actor: string }>(
      `select subject_id, actor from ${auditLines} where action = 'retention.purged' order by sequence`,
    );
    expect(rows).toEqual([
      { subject_id: older.identityId, actor: 'system' },
      { subject_id: old.verificationId, actor: 'system' },
    ]);
    expect(await purge()).toEqual({ mediaOf: 0, verifications: 0, identities: 0 });
    await keep({ mediaRetentionDays: null, dataRetentionDays: null });
  });
});
