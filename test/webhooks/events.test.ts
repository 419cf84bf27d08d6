import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webhookEventSchema, type WebhookEvent } from '../../src/contract/webhook-event.ts';
import { createExpireVerifications } from '../../src/services/verifications/end-verification.ts';
import { createStartSession } from '../../src/services/starts/start-session.ts';
import { createStepJobHandler } from '../../src/services/steps/work-on-step.ts';
import { eventually } from '../support/eventually.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

/** Occurs only in the metadata of a session. */
const canary = 'Quorvexlim';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
  const noModel = createStepJobHandler({ ...stack.container, job: 'document.read', tools: null });
  await stack.startWorkers({
    qualityHandlers: noInspection,
    documentHandlers: { 'document.read': noModel },
    maintenance: true,
  });
});
afterAll(() => stack.close());

interface Stored {
  id: string;
  body: WebhookEvent;
}

async function eventsOf(verificationId: string): Promise<Stored[]> {
  const { token } = stack.client;
  const path = `/v2/events?verificationId=${verificationId}&limit=100`;
  const { status, body } = await stack.api.get<{ data: Stored[] }>(path, { token });
  expect(status).toBe(200);
  return body.data.reverse();
}

const sequenceOf = ({ body }: Stored) => ('sequence' in body.data ? body.data.sequence : null);

async function wholeVerification() {
  const session = await stack.startSession('document-only', { metadata: { note: canary } });
  await session.upload(await smallPicture());
  await session.submit();
  await eventually(async () =>
    (await eventsOf(session.verificationId)).some(({ body }) => body.type === 'identity.updated'),
  );
  return session;
}

describe('the events of a verification', () => {
  test('tell its course in order, without a gap, in small bodies', async () => {
    const session = await wholeVerification();
    const events = await eventsOf(session.verificationId);
    expect(events.map(({ body }) => body.type)).toEqual([
      'verification.started',
      'verification.step_completed',
      'verification.inputs_completed',
      'verification.completed',
      'identity.updated',
    ]);
    expect(events.map(sequenceOf)).toEqual([1, 2, 3, 4, 5]);
    const { identityId, verificationId } = session;
    for (const { body } of events) {
      expect(webhookEventSchema.parse(body)).toEqual(body);
      expect(body.data).toMatchObject({ identityId, verificationId, resource: `/v2/identities/${identityId}` });
    }
    expect(events.map(({ body }) => 'status' in body.data && body.data.status)).toEqual([
      'pending',
      'pending',
      'running',
      'reviewNeeded',
      'reviewNeeded',
    ]);
    expect(events[1]?.body.data).toMatchObject({ step: { id: 'document', type: 'document' } });
    expect(events[3]?.body.data).toMatchObject({
      metadata: {},
      deviceMetadata: { note: canary },
      flow: { id: stack.client.flowOf('document-only'), name: 'document-only', version: 1 },
    });
  });

  test('are numbered without a gap if many verifications run at once', async () => {
    const sessions = await Promise.all(Array.from({ length: 8 }, () => stack.startSession()));
    await Promise.all(sessions.map((session) => session.cancel()));
    for (const session of sessions) {
      const events = await eventsOf(session.verificationId);
      expect(events.map(({ body }) => body.type)).toEqual(['verification.started', 'verification.cancelled']);
      expect(events.map(sequenceOf)).toEqual([1, 2]);
      expect(events[1]?.body.data).toMatchObject({ status: 'cancelled' });
    }
  });

  test('say that it expired', async () => {
    const session = await stack.startSession();
    await stack.sql.query(`update verifications set expires_at = now() - interval '1 minute' where id = $1`, [
      session.verificationId,
    ]);
    await createExpireVerifications(stack.container)();
    const last = (await eventsOf(session.verificationId)).at(-1);
    expect(last?.body.type).toBe('verification.expired');
    expect(last?.body.data).toMatchObject({ status: 'expired', sequence: 2 });
  });

  test('are written together with the change or not at all', async () => {
    await addEndpoint('http://127.0.0.1:9/');
    const counts = async () => {
      const { rows } = await stack.sql.query<Record<string, string>>(
        `select (select count(*) from webhook_events) as events, (select count(*) from webhook_deliveries) as deliveries,
                (select count(*) from outbox where job = 'webhook.deliver') as jobs,
                (select count(*) from verifications) as verifications`,
      );
      return rows[0];
    };
    const before = await counts();
    const providers = { sms: true, email: true, awsLiveness: true };
    const refuseBusyClient = () => Promise.resolve();
    const limitStarts = () => Promise.resolve();
    const startSession = createStartSession({ ...stack.container, refuseBusyClient, limitStarts, providers });
    const device = {
      ...{ platform: 'test', sdkVersion: '1', languages: ['en'], model: null, osVersion: null, userAgent: null },
      networkAddress: '127.0.0.1',
    };
    const { clientId } = stack.client;
    const request = {
      clientId,
      flowId: stack.client.flowOf('document-only'),
      metadata: {},
      device,
      clientToken: null,
      startedBy: 'device' as const,
      returnTo: null,
      origin: null,
    };
    const broken = { keyed: true, record: () => Promise.reject(new Error('the answer could not be stored')) };
    await expect(startSession(request, broken)).rejects.toThrow('could not be stored');
    expect(await counts()).toEqual(before);
    await startSession(request);
    expect(await counts()).toMatchObject({
      events: String(Number(before?.events) + 1),
      deliveries: String(Number(before?.deliveries) + 1),
    });
  });

  test('are encrypted in the database, and no part of them is in the queue or the log', async () => {
    await wholeVerification();
    const { rows } = await stack.sql.query<{ row: string }>(
      `select row_to_json(e)::text as row from webhook_events e union all select row_to_json(o)::text from outbox o
       union all select row_to_json(d)::text from webhook_deliveries d`,
    );
    const stored = rows.map(({ row }) => row).join('\n');
    expect(stored).not.toContain(canary);
    expect(stored).not.toContain(Buffer.from(canary).toString('hex'));
    expect(stack.logLines.join('')).not.toContain(canary);
    const payloads = await stack.sql.query<{ payload: object }>(
      `select payload from outbox where job = 'webhook.deliver'`,
    );
    expect(payloads.rows.length).toBeGreaterThan(0);
    for (const { payload } of payloads.rows) expect(Object.keys(payload)).toEqual(['deliveryId']);
  });
});

async function addEndpoint(url: string): Promise<string> {
  const { token } = stack.client;
  const { body } = await stack.api.post<{ id: string }>('/v2/webhook-endpoints', { token, json: { url } });
  return body.id;
}
