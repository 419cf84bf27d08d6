import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { findFreePort } from '../../src/embedded/free-port.ts';
import { problemLine } from '../support/api-client.ts';
import { nextMessage, phoneOnly } from '../support/contact.ts';
import { eventually } from '../support/eventually.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { startWorkerProcess, type ServiceProcess } from '../support/programs/processes.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { documentOnly } from '../support/seed.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { documentHandlers, emptyReader } from '../support/steps.ts';

const token = 'a-token-for-metrics';
const phoneNumber = '+5511987650001';
let stack: Stack;
let worker: ServiceProcess;
let workerUrl: string;
let receiver: Receiver;
let session: SdkSession;
/** What the API and a worker in a separate process exported after one of everything had happened. */
let shown: string;
let shownByWorker: string;

async function pageOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  return answer.text();
}

beforeAll(async () => {
  receiver = await startReceiver();
  stack = await startStack({ env: { METRICS_TOKEN: token, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
  const port = await findFreePort();
  workerUrl = `http://127.0.0.1:${port}`;
  worker = await startWorkerProcess({ ...stack.env, METRICS_PORT: String(port) }, 'quality');
  const handlers = documentHandlers(stack, emptyReader);
  await stack.startWorkers({ documentHandlers: handlers, otp: true, webhook: true, maintenance: true });
  await stack.client.addFlow('phone', phoneOnly());
  await stack.client.addFlow('once', { ...documentOnly, maxAttemptsPerStep: 1 });
  await stack.api.post('/v2/webhook-endpoints', { token: stack.client.token, json: { url: receiver.url } });

  const phone = await stack.startSession('phone');
  await phone.sendCode('phone', { phoneNumber });
  const { code } = await nextMessage(stack, phone);
  await phone.checkCode('phone', code ?? '');
  session = await stack.startSession('once');
  await session.upload(await smallPicture());
  await session.submit();
  await eventually(() => receiver.requests.some(({ body }) => body.includes('verification.completed')), {
    withinMs: 60_000,
    what: 'the webhook of the verdict',
  });
  shown = await eventually(
    async () => {
      const page = await pageOf(stack.api.baseUrl);
      return page.includes('verify_webhook_attempt_duration_seconds_count{outcome="2xx"}') && page;
    },
    { what: 'the delivery among the metrics' },
  );
  shownByWorker = await eventually(
    async () => {
      const page = await pageOf(workerUrl);
      return page.includes('job="media.inspect",outcome="done"') && page;
    },
    { what: 'the look at the picture among the metrics' },
  );
}, 120_000);
afterAll(async () => {
  await worker.kill();
  await stack.close();
  await receiver.close();
});

/** Names of series as they are written in a query: a histogram has three. */
function seriesOf(page: string): Set<string> {
  const names = new Set<string>();
  for (const [, name = '', type] of page.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    names.add(name);
    if (type === 'histogram') for (const end of ['_bucket', '_sum', '_count']) names.add(name + end);
  }
  return names;
}

describe('the metrics page', () => {
  it('counts requests by route and status, jobs, nets, deliveries, codes and verdicts', () => {
    const lines = [
      /verify_http_request_duration_seconds_count\{method="POST",route="\/v2\/sdk\/sessions",status="201"\} 2/,
      /verify_job_duration_seconds_count\{job="document\.read",outcome="done"\} 1/,
      /verify_job_duration_seconds_count\{job="code\.send",outcome="done"\} 1/,
      /verify_code_messages_total\{channel="sms",outcome="test"\} 1/,
      /verify_code_checks_total\{outcome="confirmed"\} 1/,
      /verify_webhook_attempt_duration_seconds_count\{outcome="2xx"\} \d/,
      /verify_verifications_total\{status="(reviewNeeded|rejected)"\} 1/,
      /verify_decision_reasons_total\{code="document\.[a-z_]+"\} 1/,
      /verify_queue_jobs\{queue="document",state="due"\} 0/,
      /verify_workers\{queue="quality"\} 1/,
      /verify_part_up\{part="postgres"\} 1/,
      /verify_partition_days_ahead\{table="session_messages"\} \d/,
      /verify_rows_outside_partitions\{table="webhook_events"\} 0/,
      /process_resident_memory_bytes \d/,
    ];
    for (const line of lines) expect(shown).toMatch(line);
    expect(shownByWorker).toMatch(/verify_job_duration_seconds_count\{job="media\.inspect",outcome="done"\} 1/);
    expect(shownByWorker).toMatch(/verify_model_run_duration_seconds_count\{model="[a-z0-9-]+"\} \d/);
  });

  it('holds no id, no number, no address and no name: its labels are words of fixed lists', () => {
    for (const page of [shown, shownByWorker]) {
      const labels = new Set(page.match(/(?<=[{,])[a-z]+(?==")/g));
      const known = [
        'method',
        'route',
        'status',
        'job',
        'outcome',
        'model',
        'channel',
        'code',
        'queue',
        'state',
        'part',
        // One of the tables in the view partitioned_tables.
        'table',
      ];
      const ofNode = ['le', 'version', 'major', 'minor', 'patch', 'space', 'kind', 'type', 'name'];
      expect([...labels].filter((label) => ![...known, ...ofNode].includes(label))).toEqual([]);
      for (const word of [session.verificationId, session.identityId, stack.client.clientId, phoneNumber, '127.0.0.1'])
        expect(page).not.toContain(word);
      expect(page).not.toMatch(/(idn|ver|cli|med|req|out|ses)_[0-9a-z]{26}/);
    }
  });

  it('takes no label from a made-up address', async () => {
    for (const path of ['/wp-login.php', '/v2/identities/idn_nobody', '/v2/x?y=z'])
      await fetch(stack.api.baseUrl + path);
    const page = await pageOf(stack.api.baseUrl);
    expect(page).not.toMatch(/wp-login|nobody|y=z/);
    expect(page).toContain('method="GET",route="none",status="404"');
  });

  it('requires its token, in the API and in a worker, and the worker says without one that it is alive', async () => {
    expect(problemLine(await stack.api.get('/metrics'))).toBe('401 auth.unauthorized');
    expect(problemLine(await stack.api.get('/metrics', { token: stack.client.token }))).toBe('401 auth.unauthorized');
    expect((await fetch(`${workerUrl}/metrics`)).status).toBe(401);
    expect((await fetch(`${workerUrl}/health/live`)).status).toBe(200);
    expect((await fetch(`${workerUrl}/anything`)).status).toBe(404);
  });

  it('answers with a part away, and says so', async () => {
    await stack.sql.query('alter table outbox rename to outbox_away');
    try {
      const page = await eventually(async () => {
        const text = await pageOf(stack.api.baseUrl);
        return !text.includes('verify_queue_jobs{') && text;
      });
      expect(page).toContain('verify_part_up{part="postgres"} 1');
    } finally {
      await stack.sql.query('alter table outbox_away rename to outbox');
    }
  });
});

describe('dashboard and alerts', () => {
  const fileOf = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
  const dashboard = z
    .object({
      panels: z.array(
        z.object({
          title: z.string(),
          targets: z.array(z.object({ expr: z.string() })).default([]),
        }),
      ),
    })
    .parse(JSON.parse(fileOf('grafana/verify.json')));
  const alerts = z
    .object({
      groups: z.array(
        z.object({
          rules: z.array(
            z.object({ alert: z.string(), expr: z.string(), annotations: z.object({ summary: z.string() }) }),
          ),
        }),
      ),
    })
    .parse(parse(fileOf('prometheus/alerts.yml')));
  const queries = [
    ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [`panel ${title}`, expr] as const)),
    ...alerts.groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [`alert ${alert}`, expr] as const)),
  ];

  it('are there', () => {
    expect(queries.length).toBeGreaterThan(25);
  });

  it.each(queries)('%s asks for metrics, labels and values that the page has', (_name, expr) => {
    const page = `${shown}\n${shownByWorker}`;
    const series = seriesOf(page);
    const asked = [...expr.matchAll(/\b((?:verify|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)];
    expect(asked.length).toBeGreaterThan(0);
    for (const [, name = '', matchers = ''] of asked) {
      expect(series, name).toContain(name);
      for (const [, label] of matchers.matchAll(/([a-z]+)(?:=~|!=|!~|=)"/g))
        expect(page).toMatch(new RegExp(`^${name}\\{[^}]*\\b${String(label)}="`, 'm'));
    }
    for (const [, labels = ''] of expr.matchAll(/\bby \(([a-z, ]+)\)/g))
      for (const label of labels.split(',').map((one) => one.trim()))
        expect(page).toMatch(new RegExp(`^${asked[0]?.[1] ?? ''}\\{[^}]*\\b${label}="`, 'm'));
  });
});
