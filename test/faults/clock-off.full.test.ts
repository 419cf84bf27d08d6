import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VerificationRecord } from '../../src/contract/verification.ts';
import { eventually } from '../support/eventually.ts';
import { blankPicture } from '../support/documents/pictures.ts';
import {
  startApiProcess,
  startWorkerProcess,
  type ApiProcess,
  type ServiceProcess,
} from '../support/programs/processes.ts';
import { sessionStart, startSdkSession } from '../support/sdk-client.ts';
import { documentOnly } from '../support/seed.ts';
import { startStack, type Stack } from '../support/stack.ts';

const shiftedClock = fileURLToPath(new URL('../support/programs/shifted-clock.mjs', import.meta.url));
const tenMinutesMs = 600_000;
const ttlMinutes = 5;

let stack: Stack;
let flowId: string;
beforeAll(async () => {
  stack = await startStack();
  flowId = await stack.client.addFlow('short', {
    ...documentOnly,
    sessionTtlMinutes: ttlMinutes,
    maxAttemptsPerStep: 1,
  });
});
afterAll(() => stack.close());

describe.each([
  ['fast', tenMinutesMs],
  ['slow', -tenMinutesMs],
])('with a clock that is ten minutes %s', (_how, shiftMs) => {
  const env = () => ({
    ...stack.env,
    NODE_OPTIONS: `--import=${shiftedClock}`,
    CLOCK_SHIFT_MS: String(shiftMs),
  });
  let api: ApiProcess;
  let worker: ServiceProcess;
  beforeAll(async () => {
    api = await startApiProcess(env());
    worker = await startWorkerProcess(env(), 'document', 'maintenance');
  });
  afterAll(() => Promise.all([api.kill(), worker.kill()]));

  test('sessions live as long as the database says, and no lifetime is negative', async () => {
    const session = await startSdkSession(api.api, sessionStart(stack.client.clientId, flowId));
    const state = (await session.state()).body;
    const lifetimeMs = Date.parse(state.expiresAt) - Date.parse(state.serverTime);
    expect(lifetimeMs).toBeGreaterThan((ttlMinutes - 1) * 60_000);
    expect(lifetimeMs).toBeLessThanOrEqual(ttlMinutes * 60_000);

    expect((await session.upload(await blankPicture(400, 300))).status).toBe(201);
    expect((await session.submit()).status).toBe(202);
    const verification = await eventually(
      async () => {
        const { body } = await api.api.get<VerificationRecord>(`/v2/verifications/${session.verificationId}`, {
          token: stack.client.token,
        });
        return body.finishedAt === null ? null : body;
      },
      { what: 'the verdict' },
    );
    const times = [verification.createdAt, verification.inputsCompletedAt, verification.finishedAt];
    const millis = times.map((time) => Date.parse(time ?? ''));
    expect(millis).toEqual([...millis].sort((a, b) => a - b));
  });
});
