import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/adapters/telemetry/logger.ts';
import { loadConfig } from '../../src/config.ts';
import { createContainer } from '../../src/container.ts';
import type { WebhookEvent } from '../../src/contract/webhook-event.ts';
import type { QueuedJob } from '../../src/domain/ports/job-queue.ts';
import { enqueueAtCommit } from '../../src/services/jobs/enqueue-at-commit.ts';
import { createRelayOutbox } from '../../src/services/jobs/relay-outbox.ts';
import { createStartSession } from '../../src/services/starts/start-session.ts';
import { createStepJobHandler } from '../../src/services/steps/work-on-step.ts';
import { createExpireVerifications } from '../../src/services/verifications/end-verification.ts';
import { eventually } from '../support/eventually.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { sessionStart } from '../support/sdk-client.ts';
import { documentOnly } from '../support/seed.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

/** No relay runs here: what arrives was queued by the process that wrote it. */
let stack: Stack;
let receiver: Receiver;
beforeAll(async () => {
  stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
  const noModel = createStepJobHandler({ ...stack.container, job: 'document.read', tools: null });
  await stack.startWorkers({
    qualityHandlers: noInspection,
    documentHandlers: { 'document.read': noModel },
    webhook: true,
  });
  receiver = await startReceiver();
  const { token } = stack.client;
  await stack.api.post('/v2/webhook-endpoints', { token, json: { url: receiver.url } });
  await stack.client.addFlow('again', {
    ...documentOnly,
    reverification: { from: ['pending', 'verified', 'rejected', 'reviewNeeded'] },
  });
});
afterAll(async () => {
  await stack.close();
  await receiver.close();
});
beforeEach(() => void receiver.requests.splice(0));

const received = (): WebhookEvent[] => receiver.requests.map(({ body }) => JSON.parse(body) as WebhookEvent);
const typesOf = (verificationId: string) =>
  received()
    .filter(({ data }) => 'verificationId' in data && data.verificationId === verificationId)
    .map(({ type }) => type);
/** Several deliveries run at once: the sequence is in the event, not in the order of arrival. */
const arrive = (verificationId: string, ...types: WebhookEvent['type'][]) =>
  eventually(() => Promise.resolve(types.every((type) => typesOf(verificationId).includes(type))));

describe('without a relay, an event arrives', () => {
  test('of a start and of every step up to the verdict', async () => {
    const session = await stack.startSession();
    await arrive(session.verificationId, 'verification.started');
    await session.upload(await smallPicture());
    await session.submit();
    await arrive(
      session.verificationId,
      'verification.step_completed',
      'verification.inputs_completed',
      'verification.completed',
      'identity.updated',
    );
  });

  test('of a start that repeats its Idempotency-Key, only once', async () => {
    const asked = {
      headers: { 'idempotency-key': randomUUID() },
      json: sessionStart(stack.client.clientId, stack.client.flowOf('document-only')),
    };
    const start = () => stack.api.post<{ verificationId: string }>('/v2/sdk/sessions', asked);
    const { status, body } = await start();
    expect(status).toBe(201);
    await arrive(body.verificationId, 'verification.started');
    expect((await start()).body).toMatchObject({ verificationId: body.verificationId });
    expect(typesOf(body.verificationId)).toEqual(['verification.started']);
  });

  test('of an attempt that the backend prepared, and of the one that it replaces', async () => {
    const first = await stack.startSession('again');
    await arrive(first.verificationId, 'verification.started');
    const { status, body } = await stack.api.post<{ clientToken: string }>('/v2/verifications', {
      token: stack.client.token,
      json: { flowId: stack.client.flowOf('again'), identityId: first.identityId },
    });
    expect(status).toBe(201);
    await arrive(first.verificationId, 'verification.cancelled');
    const second = await stack.startSession('again', { clientToken: body.clientToken });
    await arrive(second.verificationId, 'verification.started');
  });

  test('of an attempt that a person replaces', async () => {
    const first = await stack.startSession('again');
    const second = await stack.startSession('again', { metadata: { identityId: first.identityId } });
    await arrive(first.verificationId, 'verification.cancelled');
    await arrive(second.verificationId, 'verification.started');
  });

  test('of an attempt that its person cancels', async () => {
    const session = await stack.startSession();
    await session.cancel();
    await arrive(session.verificationId, 'verification.cancelled');
  });

  test('of an attempt that has expired', async () => {
    const session = await stack.startSession();
    await stack.sql.query(`update verifications set expires_at = now() - interval '1 minute' where id = $1`, [
      session.verificationId,
    ]);
    await createExpireVerifications(stack.container)();
    await arrive(session.verificationId, 'verification.expired');
  });
});

describe('the relay under it', () => {
  test('delivers nothing twice', async () => {
    const relay = createRelayOutbox(stack.container);
    const starting = Array.from({ length: 20 }, () => stack.startSession());
    for (let turn = 0; turn < 20; turn += 1) await relay();
    const sessions = await Promise.all(starting);
    for (const { verificationId } of sessions) await arrive(verificationId, 'verification.started');
    await eventually(async () => {
      await relay();
      const { rows } = await stack.sql.query(`select 1 from outbox where job = 'webhook.deliver'`);
      return rows.length === 0;
    });
    for (const { verificationId } of sessions) expect(typesOf(verificationId)).toEqual(['verification.started']);
  });

  test('delivers what was written while Redis was down, and the start still gets its response', async () => {
    const config = loadConfig({ ...stack.env, REDIS_URL: 'redis://127.0.0.1:1' });
    const cutOff = createContainer(config, createLogger({ level: 'silent', process: 'api' }));
    const startSession = createStartSession({
      ...cutOff,
      refuseBusyClient: () => Promise.resolve(),
      limitStarts: () => Promise.resolve(),
      providers: { sms: true, email: true, awsLiveness: true },
    });
    const { verificationId } = await startSession({
      clientId: stack.client.clientId,
      flowId: stack.client.flowOf('document-only'),
      metadata: {},
      device: {
        ...{ platform: 'test', sdkVersion: '1', languages: ['en'], model: null, osVersion: null, userAgent: null },
        networkAddress: '127.0.0.1',
      },
      clientToken: null,
      startedBy: 'device',
      returnTo: null,
      origin: null,
    });
    await cutOff.close();
    const { rows } = await stack.sql.query<{ enqueued_at: Date | null }>(
      `select enqueued_at from outbox where job = 'webhook.deliver'`,
    );
    expect(rows).toEqual([{ enqueued_at: null }]);
    await createRelayOutbox(stack.container)();
    await arrive(verificationId, 'verification.started');
  });
});

describe('a transaction', () => {
  const handed: QueuedJob[] = [];
  const hand = (jobs: readonly QueuedJob[]) => Promise.resolve(void handed.push(...jobs));
  const work = { stepRunId: 'str_none', attempt: 1 };

  test('queues its jobs once it is committed, and none if it fails', async () => {
    const { db, settle } = enqueueAtCommit(stack.container.db, hand);
    const failing = db.transaction(async (tx) => {
      await tx.outbox.add('document.read', work, null);
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    await settle();
    expect(handed).toEqual([]);
    const [one, more] = await db.transaction(async (tx) => {
      const one = await tx.outbox.add('document.read', work, null);
      const more = await tx.outbox.addAll('document.read', [{ payload: work, clientId: null }]);
      expect(handed).toEqual([]);
      return [one, more];
    });
    await settle();
    expect(handed).toEqual([one, ...more]);
  });
});
