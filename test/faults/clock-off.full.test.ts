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
const minuteMs = 60_000;
const weekMs = 7 * 24 * 60 * minuteMs;
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
  ['a week fast', weekMs],
  ['a week slow', -weekMs],
])('with a clock that is %s', (_how, shiftMs) => {
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

    // The person opened the camera when the session began, and took the picture at once.
    const capture = {
      source: 'camera',
      session: { id: 'c1', openMs: 100, frames: 3, frameMs: 33, jitterMs: 1, widthPx: 400, heightPx: 300 },
    };
    const { status, body: media } = await session.upload(await blankPicture(400, 300), { capture });
    expect(status).toBe(201);
    const { rows } = await stack.sql.query<{ signs: unknown }>(
      `select capture -> 'signs' as signs from media where id = $1`,
      [media.mediaId],
    );
    expect(rows).toEqual([{ signs: [] }]);
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
    // Whether a document has expired, and how old a person is, depends on this time.
    const decidedAt = Date.parse(verification.decision?.decidedAt ?? '');
    expect(Math.abs(decidedAt - Date.parse(verification.finishedAt ?? ''))).toBeLessThan(60_000);
    const expiry = verification.steps[0]?.checks.find(({ id }) => id === 'document-expiry');
    expect(expiry?.data).toMatchObject({ checkedOn: verification.finishedAt?.slice(0, 10) });
  });
});
