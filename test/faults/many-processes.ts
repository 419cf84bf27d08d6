import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { testCodes } from '../../src/domain/codes/test-values.ts';
import { phoneOnly } from '../support/contact.ts';
import { eventually } from '../support/eventually.ts';
import { startApiProcess, startWorkerProcess, type ServiceProcess } from '../support/programs/processes.ts';
import { sessionStart } from '../support/sdk-client.ts';
import type { Stack } from '../support/stack.ts';

export const manyProcessesEnv = {
  CODE_LIMIT_RECIPIENT_PER_DAY: '1000000',
  CODE_LIMIT_PREFIX_PER_HOUR: '1000000',
  CODE_LIMIT_COUNTRY_PER_HOUR: '1000000',
  CODE_LIMIT_ADDRESS_PER_HOUR: '1000000',
  CODE_LIMIT_CLIENT_PER_DAY: '1000000',
  CODE_LIMIT_UNCONFIRMED: '1000000',
};

const queues = ['otp', 'webhook', 'maintenance'];
const abreast = 8;

/**
 * Two APIs and two workers on one Postgres and one Redis verify `people` by a code to their phone, while, `ends` times, one of the four is
 * killed or asked to stop, and comes back. The device does what the SDK does: it repeats what got no answer, under the same key. Fails
 * unless each of them is verified once, with one event of each kind, and no work is left.
 */
export async function verifyOverEnds(stack: Stack, { people, ends }: { people: number; ends: number }): Promise<void> {
  const flowId = await stack.client.addFlow(`phone ${randomUUID()}`, phoneOnly());
  await stack.api.post('/v2/webhook-endpoints', { token: stack.client.token, json: { url: 'http://127.0.0.1:9/' } });
  const apis = [await startApiProcess(stack.env), await startApiProcess(stack.env)];
  const bases = apis.map(({ api }) => api.baseUrl);
  const workers = [await startWorkerProcess(stack.env, ...queues), await startWorkerProcess(stack.env, ...queues)];
  const verified: string[] = [];
  /** Each person has a different number. */
  let number = 0;

  /** Asks one of the two, and the other one if it does not answer or is stopping. */
  async function ask(path: string, token: string | null, json: object): Promise<{ status: number; body: unknown }> {
    const key = randomUUID();
    for (let attempt = randomInt(2); ; attempt += 1) {
      const answer = await fetch(`${bases[attempt % 2] ?? ''}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          ...(token !== null && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(json),
      })
        .then(async (response): Promise<{ status: number; body: unknown }> => {
          const body: unknown = await response.json();
          return { status: response.status, body };
        })
        .catch(() => null);
      // 409: the process that died had begun; its claim expires soon.
      const inFlight = answer?.status === 409 && JSON.stringify(answer.body).includes('idempotency.in_flight');
      if (answer !== null && answer.status < 500 && !inFlight) return answer;
      await pause(100);
    }
  }

  async function verifySomebody(): Promise<void> {
    const started = await ask('/v2/sdk/sessions', null, sessionStart(stack.client.clientId, flowId));
    expect(started.status, JSON.stringify(started.body)).toBe(201);
    const { sessionToken, verificationId } = started.body as { sessionToken: string; verificationId: string };
    const step = '/v2/sdk/session/steps/phone';
    const phoneNumber = `+55119${String(80_000_000 + (number += 1))}`;
    // The answer to a first try may be lost with its process: then the second try learns that it was done.
    const expectOne = ({ status, body }: { status: number; body: unknown }, ...wanted: string[]) => {
      const { code = '' } = body as { code?: string | null };
      expect(wanted, JSON.stringify(body)).toContain(status < 300 ? String(status) : `${status} ${String(code)}`);
    };
    expectOne(await ask(`${step}/code`, sessionToken, { phoneNumber }), '202', '429 code.resend_too_early');
    expectOne(await ask(`${step}/code/check`, sessionToken, { code: testCodes.right }), '200', '409 code.used');
    expectOne(await ask(`${step}/submit`, sessionToken, {}), '202', '409 step.not_waiting');
    verified.push(verificationId);
  }

  /** As if the lease had expired. The people ask one after the other, so that none overtakes a request that is alive. */
  const ageClaims = () =>
    stack.sql.query(
      `update idempotency_claims set claimed_at = claimed_at - interval '21 seconds' where status is null`,
    );

  async function endOneByOne(): Promise<void> {
    for (let end = 0; end < ends; end += 1) {
      // Each of the four once, alternately killed and stopped; after that a random one.
      const signal = (end < 4 ? end % 2 === 0 : randomInt(3) > 0) ? 'SIGKILL' : 'SIGTERM';
      const which = end < 4 ? end : randomInt(4);
      const group: ServiceProcess[] = which < 2 ? apis : workers;
      const at = which % 2;
      await group[at]?.kill(signal);
      // What a killed API had begun holds its key for twenty seconds: all eight would wait for that, at every end.
      if (which < 2 && signal === 'SIGKILL') await ageClaims();
      if (which < 2) apis[at] = await startApiProcess(stack.env, Number(new URL(bases[at] ?? '').port));
      else workers[at] = await startWorkerProcess(stack.env, ...queues);
    }
  }

  try {
    let left = people;
    const takeTurns = async () => {
      while (left-- > 0) await verifySomebody();
    };
    await Promise.all([endOneByOne(), ...Array.from({ length: abreast }, takeTurns)]);
    await expectEachOnce(stack, flowId, verified, people);
    await expectOneExpiry(stack);
  } finally {
    for (const running of [...apis, ...workers]) await running.kill();
  }
}

async function expectEachOnce(stack: Stack, flowId: string, verificationIds: string[], people: number): Promise<void> {
  expect(new Set(verificationIds).size).toBe(people);
  const count = async (sql: string) => Number((await stack.sql.query<{ n: string }>(sql, [flowId])).rows[0]?.n);
  const ofFlow = 'from verifications v join flow_versions f on f.id = v.flow_version_id where f.flow_id = $1';
  const done = async () => (await count(`select count(*) n ${ofFlow} and v.status = 'verified'`)) === people;
  await eventually(done, { withinMs: 120_000, what: `${people} verdicts` });
  // None was started twice, and none is left over.
  expect(await count(`select count(*) n ${ofFlow}`)).toBe(people);
  for (const type of ['verification.started', 'verification.inputs_completed', 'verification.completed']) {
    const { rows } = await stack.sql.query<{ events: number }>(
      `select count(*)::int as events from webhook_events where type = $1 and verification_id = any($2) group by verification_id`,
      [type, verificationIds],
    );
    expect(rows, type).toHaveLength(people);
    expect(
      rows.every(({ events }) => events === 1),
      type,
    ).toBe(true);
  }
  const idle = async () =>
    (await stack.sql.query(`select 1 from outbox where job in ('code.send', 'contact.assess')`)).rowCount === 0;
  await eventually(idle, { withinMs: 60_000, what: 'an empty outbox' });
}

/** Both workers run the cron jobs; an attempt that has run out of time is ended by one of them, once. */
async function expectOneExpiry(stack: Stack): Promise<void> {
  const session = await stack.startSession();
  const { verificationId } = session;
  await stack.sql.query(`update verifications set expires_at = now() - interval '1 hour' where id = $1`, [
    verificationId,
  ]);
  const events = async () =>
    (
      await stack.sql.query(
        `select 1 from webhook_events where verification_id = $1 and type = 'verification.expired'`,
        [verificationId],
      )
    ).rowCount;
  await eventually(async () => ((await events()) ?? 0) > 0, { withinMs: 60_000, what: 'the expiry' });
  expect(await events()).toBe(1);
}
