import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';
import { breakingReader, documentHandlers } from '../support/steps.ts';
import { startTraceReceiver } from '../support/servers/trace-receiver.ts';

let receiver: Awaited<ReturnType<typeof startTraceReceiver>>;
let stack: Stack;
let session: SdkSession;
beforeAll(async () => {
  receiver = await startTraceReceiver();
  stack = await startStack({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=of=the-receiver',
      OTEL_SERVICE_NAME: 'verify-under-test',
    },
  });
  await stack.startWorkers({
    qualityHandlers: noInspection,
    documentHandlers: documentHandlers(stack, breakingReader),
    maintenance: true,
  });
  session = await stack.startSession('document-only', { metadata: { note: 'Quorvexlim' } });
  await session.upload(await smallPicture());
  await session.submit();
});
afterAll(async () => {
  await stack.close();
  await receiver.close();
});

const about = (span: { attributes: { key: string; value: Record<string, string | number> }[] }) =>
  Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

it('requests and jobs of one verification arrive as one trace, with what failed', async () => {
  const spans = await eventually(
    () => {
      const mine = receiver.spans().filter((span) => about(span)['verify.verification_id'] === session.verificationId);
      return mine.some(({ name }) => name === 'document.read') && mine;
    },
    { what: 'the span of the job' },
  );
  const names = spans.map(({ name }) => name);
  expect(names).toContain('POST /v2/sdk/sessions');
  expect(names).toContain('POST /v2/sdk/session/steps/:stepId/files');
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  for (const { startTimeUnixNano, endTimeUnixNano } of spans)
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
  const job = spans.find(({ name }) => name === 'document.read');
  expect(job && about(job)).toMatchObject({ 'verify.outcome': 'failed', 'verify.attempt': 1 });
  const [first] = receiver.requests;
  expect(first?.headers['x-api-key']).toBe('of=the-receiver');
  expect(first?.body).toContain('verify-under-test');
  expect(receiver.requests.map(({ body }) => body).join('')).not.toMatch(/Quorvexlim|vfs_/);
});

it('log lines of requests and of jobs name the verification, and requests their own id', async () => {
  const lines = () => stack.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const failed = await eventually(() => lines().find(({ msg }) => msg === 'job failed'));
  expect(failed).toMatchObject({ job: 'document.read', verificationId: session.verificationId, attempt: 1 });
  const upload = lines().find(({ route }) => route === '/v2/sdk/session/steps/:stepId/files');
  expect(upload).toMatchObject({ verificationId: session.verificationId, status: 201 });
  expect(upload?.requestId).toMatch(/^req_/);
});

it('a receiver that is down costs nothing but the traces', async () => {
  const alone = await startStack({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' } });
  expect((await alone.api.get('/health/live')).status).toBe(200);
  await alone.close();
});
