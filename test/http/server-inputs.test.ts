import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SessionStep } from '../../src/contract/sessions/session-step.ts';
import type { VerificationRecord } from '../../src/contract/verification.ts';
import { problemLine } from '../support/api-client.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { sessionStart, type UploadedFile } from '../support/sdk-client.ts';
import { documentOnly } from '../support/seed.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';
import { documentHandlers, emptyReader, handRunner, stepJobsOf } from '../support/steps.ts';

let stack: Stack;
let picture: Buffer;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  picture = await smallPicture();
  await stack.client.addFlow('once', { ...documentOnly, maxAttemptsPerStep: 1 });
  await stack.client.addFlow('faces', {
    consent: { version: '1', texts: {} },
    steps: [
      ...documentOnly.steps,
      { id: 'selfie', type: 'selfie', config: { match: 'document' } },
      { id: 'again', type: 'passive-liveness', config: { reuseSelfieOf: 'selfie' } },
      { id: 'moving', type: 'active-liveness', config: {} },
      { id: 'mail', type: 'email', config: {} },
    ],
  });
});
afterAll(() => stack.close());

async function start(flow: string): Promise<string> {
  const { body } = await stack.api.post<{ verificationId: string }>('/v2/verifications', {
    token: stack.client.token,
    json: { flowId: stack.client.flowOf(flow) },
  });
  return body.verificationId;
}

function add(
  verificationId: string,
  stepId = 'document',
  kind = 'document-front',
  headers: Record<string, string> = {},
) {
  const form = new FormData();
  form.append('stepId', stepId);
  form.append('kind', kind);
  form.append('file', new Blob([Uint8Array.from(picture)]), 'page.jpg');
  const { token } = stack.client;
  return stack.api.post<UploadedFile>(`/v2/verifications/${verificationId}/inputs`, { token, form, headers });
}
const submit = (verificationId: string, stepId = 'document', input: object = { documentType: 'passport' }) =>
  stack.api.post<SessionStep>(`/v2/verifications/${verificationId}/submit`, {
    token: stack.client.token,
    json: { stepId, input },
  });
const read = async (verificationId: string) =>
  (await stack.api.get<VerificationRecord>(`/v2/verifications/${verificationId}`, { token: stack.client.token })).body;
const expiryOf = async (verificationId: string) =>
  (await stack.sql.query<{ at: Date }>('select expires_at as at from verifications where id = $1', [verificationId]))
    .rows[0]?.at;

describe('inputs of the host’s server', () => {
  test('lead to a verdict, and step and file say where they came from', async () => {
    const verificationId = await start('once');
    const until = await expiryOf(verificationId);
    const added = await add(verificationId);
    expect([added.status, added.body.kind]).toEqual([201, 'document-front']);
    const submitted = await submit(verificationId);
    expect([submitted.status, submitted.body.status]).toEqual([202, 'processing']);
    // Its person may still come by the link: the longer life of that is kept.
    expect(await expiryOf(verificationId)).toEqual(until);
    const run = handRunner(stack, documentHandlers(stack, emptyReader));
    for (const job of await stepJobsOf(stack, verificationId)) await run(job);
    const record = await read(verificationId);
    expect(['reviewNeeded', 'rejected']).toContain(record.status);
    expect(record.steps[0]).toMatchObject({ origin: 'server', media: [{ id: added.body.mediaId, origin: 'server' }] });
    expect(problemLine(await add(verificationId))).toBe('409 verification.inputs_closed');
    expect(problemLine(await submit(verificationId))).toBe('409 verification.inputs_closed');
  });

  test('begin the attempt: it is reported as started, once, also when its person comes later', async () => {
    const { token, clientId, flowOf } = stack.client;
    const started = await stack.api.post<{ verificationId: string; clientToken: string }>('/v2/verifications', {
      token,
      json: { flowId: flowOf('once') },
    });
    const { verificationId, clientToken } = started.body;
    const told = async () =>
      (
        await stack.sql.query<{ type: string }>(
          'select type from webhook_events where verification_id = $1 order by sequence',
          [verificationId],
        )
      ).rows.map(({ type }) => type);
    expect(await told()).toEqual([]);
    await add(verificationId);
    expect(await told()).toEqual(['verification.started']);
    const json = { ...sessionStart(clientId, flowOf('once')), clientToken };
    expect((await stack.api.post('/v2/sdk/sessions', { json })).status).toBe(201);
    await submit(verificationId);
    expect(await told()).toEqual(['verification.started', 'verification.inputs_completed']);
  });

  test('are distinguished from those of the device', async () => {
    const session = await stack.startSession('once');
    await session.upload(picture);
    await session.submit();
    const { steps } = await read(session.verificationId);
    expect(steps[0]).toMatchObject({ origin: 'sdk', media: [{ origin: 'sdk' }] });
  });

  test('are refused for liveness, and for the selfie that a liveness step looks at again', async () => {
    const verificationId = await start('faces');
    expect(problemLine(await add(verificationId, 'moving', 'liveness-video'))).toBe('422 step.origin_refused');
    expect(problemLine(await add(verificationId, 'again', 'selfie'))).toBe('422 step.origin_refused');
    expect(problemLine(await add(verificationId, 'selfie', 'selfie'))).toBe('422 step.origin_refused');
    for (const stepId of ['moving', 'again', 'selfie']) {
      expect(problemLine(await submit(verificationId, stepId, {}))).toBe('422 step.origin_refused');
    }
    const { rows } = await stack.sql.query('select 1 from media where verification_id = $1', [verificationId]);
    expect(rows).toEqual([]);
  });

  test('cannot confirm a code that was never sent', async () => {
    const verificationId = await start('faces');
    expect(problemLine(await submit(verificationId, 'mail', {}))).toBe('409 step.code_not_verified');
  });

  test('are accepted once under one key', async () => {
    const verificationId = await start('once');
    const first = await add(verificationId, 'document', 'document-front', { 'idempotency-key': 'k1' });
    const again = await add(verificationId, 'document', 'document-front', { 'idempotency-key': 'k1' });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await add(verificationId, 'document', 'document-back', { 'idempotency-key': 'k1' });
    expect(problemLine(other)).toBe('422 idempotency.key_reused');
    expect((await read(verificationId)).steps[0]?.media).toHaveLength(1);
  });

  test('are refused for a step or file that is not wanted, and without files', async () => {
    const verificationId = await start('once');
    expect(problemLine(await add(verificationId, 'other'))).toBe('404 step.not_found');
    expect(problemLine(await add(verificationId, 'document', 'selfie'))).toBe('422 step.file_kind_not_accepted');
    expect(problemLine(await submit(verificationId))).toBe('409 step.files_missing');
  });
});
