import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemLine, type Answer } from '../support/api-client.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { eventually } from '../support/eventually.ts';
import type { Session } from '../../src/contract/sessions/session.ts';
import { createSdkSession, type SdkSession } from '../support/sdk-client.ts';
import { documentHandlers, emptyReader } from '../support/steps.ts';
import { isFullSuite } from '../support/sample-of.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

const rounds = isFullSuite ? 12 : 5;

let stack: Stack;
let pictures: Buffer[];
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection, documentHandlers: documentHandlers(stack, emptyReader) });
  const picture = await smallPicture();
  // A comment after the end of a JPEG makes it another file.
  pictures = Array.from({ length: 4 }, (_, index) => Buffer.concat([picture, Buffer.from(`tab ${index}`)]));
});
afterAll(() => stack.close());

const countOf = async (what: string, id: string) => {
  const { rows } = await stack.sql.query<{ count: number }>(`select count(*)::int as count from ${what}`, [id]);
  return rows[0]?.count;
};
const picture = (index: number) => pictures[index] ?? Buffer.alloc(0);
const attemptsOf = ({ verificationId }: SdkSession) =>
  countOf('step_attempts a join step_runs r on r.id = a.step_run_id where r.verification_id = $1', verificationId);

/** Every answer is a success or a refusal: nothing is a fault of the service. */
function expectNoFault(answers: readonly Answer[]): void {
  expect(answers.filter(({ status }) => status >= 500).map((answer) => problemLine(answer))).toEqual([]);
}

/** Waits until nobody works on the attempt, and answers its status. */
const settled = (verificationId: string) =>
  eventually(async () => {
    const { rows } = await stack.sql.query<{ status: string }>(
      `select v.status from verifications v where v.id = $1 and v.status <> 'running'
          and (v.status <> 'pending' or not exists (select from step_runs r where r.verification_id = v.id and r.status = 'processing'))`,
      [verificationId],
    );
    return rows[0]?.status;
  });

const eventTypesOf = async (verificationId: string) => {
  const { data } = (
    await stack.api.get<{ data: { body: { type: string; data: { verificationId?: string } } }[] }>(
      '/v2/events?limit=100',
      { token: stack.client.token },
    )
  ).body;
  return data.filter(({ body }) => body.data.verificationId === verificationId).map(({ body }) => body.type);
};

describe('at the same time', () => {
  test('two tabs upload and submit: one submit counts, with one file', async () => {
    for (let round = 0; round < rounds; round++) {
      const session = await stack.startSession();
      const tab = async (index: number) => {
        const uploaded = await session.upload(picture(index));
        return [uploaded, await session.submit()];
      };
      const answers = (await Promise.all([tab(0), tab(1), tab(2)])).flat();
      expectNoFault(answers);
      expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
      expect(await attemptsOf(session)).toBe(1);
      const kept = await countOf('media where verification_id = $1 and attempt = 1', session.verificationId);
      expect(kept).toBe(1);
    }
  });

  test('a step is submitted, and its file is replaced or deleted: the submit is complete or refused', async () => {
    for (let round = 0; round < rounds; round++) {
      const session = await stack.startSession();
      const { body } = await session.upload(picture(0));
      const changes = round % 2 === 0 ? session.upload(picture(1)) : session.deleteFile(body.mediaId);
      const [submitted, changed] = await Promise.all([session.submit(), changes]);
      expectNoFault([submitted, changed]);
      const kept = await countOf('media where verification_id = $1 and attempt = 1', session.verificationId);
      if (submitted.status === 202) expect(kept).toBe(1);
      else expect([problemLine(submitted), kept]).toEqual(['409 step.files_missing', 0]);
      expect(await attemptsOf(session)).toBe(submitted.status === 202 ? 1 : 0);
    }
  });

  test('the last step is judged and the attempt is cancelled: it ends once', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const session = await stack.startSession();
      await session.upload(picture(0));
      expect((await session.submit()).status).toBe(202);
      await new Promise((resolve) => setTimeout(resolve, round * 3));
      const cancelled = await session.cancel();
      expectNoFault([cancelled]);
      const status = await settled(session.verificationId);
      seen.add(status);
      const types = await eventTypesOf(session.verificationId);
      const ends = types.filter((type) => type === 'verification.completed' || type === 'verification.cancelled');
      expect(ends).toHaveLength(status === 'pending' ? 0 : 1);
      if (cancelled.status === 200) expect([status, ends]).toEqual(['cancelled', ['verification.cancelled']]);
    }
    expect(seen.has('cancelled')).toBe(true);
  });

  test('the session moves to another device and its old one submits: one submit counts, and the old device is out', async () => {
    for (let round = 0; round < rounds; round++) {
      const session = await stack.startSession();
      await session.upload(picture(0));
      const { body } = await stack.api.post<{ url: string }>('/v2/sdk/session/hand-over', { token: session.token });
      const handOverToken = new URLSearchParams(new URL(body.url).hash.slice(1)).get('handOverToken') ?? '';
      const [opened, submitted] = await Promise.all([
        stack.api.post<Session>('/v2/sdk/hand-over/open', { json: { handOverToken } }),
        session.submit(),
      ]);
      expectNoFault([opened, submitted]);
      expect(opened.status).toBeLessThan(300);
      expect((await session.submit()).status).toBeGreaterThanOrEqual(400);
      expect((await session.upload(picture(1))).status).toBeGreaterThanOrEqual(400);
      await settled(session.verificationId);
      const phone = createSdkSession(stack.api, opened.body);
      expectNoFault([await phone.state()]);
      expect(await attemptsOf(session)).toBe(submitted.status === 202 ? 1 : 0);
    }
  });

  test('a person is erased while they upload, submit and cancel: nothing of them is left', async () => {
    const { token } = stack.client;
    for (let round = 0; round < rounds; round++) {
      const session = await stack.startSession();
      await session.upload(picture(0));
      const answers = await Promise.all([
        session.upload(picture(1)),
        session.submit(),
        stack.api.delete(`/v2/identities/${session.identityId}`, { token }),
        session.upload(picture(2)),
        ...(round % 2 === 0 ? [session.cancel()] : []),
      ]);
      expectNoFault(answers);
      expect(answers[2].status).toBe(204);
      await settled(session.verificationId);
      const { verificationId, identityId } = session;
      expect(await countOf('media where verification_id = $1', verificationId)).toBe(0);
      expect(await countOf('step_runs where verification_id = $1', verificationId)).toBe(0);
      expect(await countOf('given_files where verification_id = $1', verificationId)).toBe(0);
      expect(await countOf('blind_indexes where identity_id = $1', identityId)).toBe(0);
      expect(await countOf(`verifications where id = $1 and status <> 'deleted'`, verificationId)).toBe(0);
    }
  });
});
