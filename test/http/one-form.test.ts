import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/domain/id.ts';
import { problemLine } from '../support/api-client.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { createSdkSession, sessionStart, startSdkSession, type SdkSession } from '../support/sdk-client.ts';
import type { Session } from '../../src/contract/sessions/session.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

/**
 * Most submits share a transaction with others; an Idempotency-Key gives a submit a separate one. Both get the same inputs, and answers and
 * rows are compared. So are those of starts.
 */

let stack: Stack;
let picture: Buffer;
beforeAll(async () => {
  stack = await startStack();
  // No other worker: nothing touches the rows between the submit and the look at them.
  await stack.startWorkers({ qualityHandlers: noInspection });
  picture = await smallPicture();
  const consent = { version: '1' };
  await stack.client.addFlow('three', {
    consent,
    steps: [
      { id: 'document', type: 'document', config: { accept: [{ type: 'passport' }] } },
      { id: 'selfie', type: 'selfie', config: {} },
      { id: 'place', type: 'location', config: {} },
    ],
  });
}, 180_000);
afterAll(() => stack.close());

/** Ids and timestamps differ from one verification to the next; nothing else may. */
function plain(value: unknown): unknown {
  const text = JSON.stringify(value, (key, inner: unknown) =>
    key.endsWith('_at') || key === 'at' || key === 'requestId' ? 'time' : inner,
  );
  return JSON.parse(text.replaceAll(/\b[a-z]{3}_[0-9a-z]{26}\b/g, 'id')) as unknown;
}

async function rowsOf({ verificationId: id }: { verificationId: string }) {
  const read = async (text: string) => (await stack.sql.query(text, [id])).rows as unknown[];
  return plain({
    verification: await read(`select status, version, language, last_sequence, last_event_sequence,
      round(extract(epoch from expires_at - now()) / 60) as minutes_left, by_link, started_by from verifications where id = $1`),
    steps: await read(`select step_id, type, position, status, version, attempt, origin, codes,
      outcome_sealed is null as open from step_runs where verification_id = $1 order by position`),
    attempts: await read(`select r.step_id, a.attempt, a.codes, a.result_sealed is null as open from step_attempts a
      join step_runs r on r.id = a.step_run_id where r.verification_id = $1 order by r.position, a.attempt`),
    messages: await read(`select sequence, body from session_messages where verification_id = $1 order by sequence`),
    outbox: await read(`select o.queue, o.job, o.payload, o.attempts, o.round from outbox o join step_runs r
      on r.id = o.payload ->> 'stepRunId' where r.verification_id = $1 and o.job <> 'media.inspect' order by r.position`),
    sessions: await read(`select round(extract(epoch from ends_at - created_at) / 60) as minutes, ended_at, replaced_at
      from sessions where verification_id = $1`),
    events: await read(`select type, sequence from webhook_events where verification_id = $1 order by sequence`),
  });
}

interface Submit {
  consents: boolean;
  files: readonly { stepId: string; kind: 'document-front' | 'selfie' }[];
  submits: readonly { stepId: string; body: unknown }[];
}

const front = { stepId: 'document', kind: 'document-front' } as const;
const selfie = { stepId: 'selfie', kind: 'selfie' } as const;
const passport = { stepId: 'document', body: { documentType: 'passport' } };
const cases: readonly (readonly [string, Submit])[] = [
  ['a document', { consents: true, files: [front], submits: [passport] }],
  ['a selfie first', { consents: true, files: [selfie], submits: [{ stepId: 'selfie', body: {} }] }],
  ['two steps', { consents: true, files: [front, selfie], submits: [passport, { stepId: 'selfie', body: {} }] }],
  ['the same step twice', { consents: true, files: [front], submits: [passport, passport] }],
  ['no file', { consents: true, files: [], submits: [passport] }],
  ['a file of another step', { consents: true, files: [selfie], submits: [passport] }],
  ['a body of another shape', { consents: true, files: [front], submits: [{ stepId: 'document', body: { x: 1 } }] }],
  [
    'an unknown type',
    { consents: true, files: [front], submits: [{ stepId: 'document', body: { documentType: 'x' } }] },
  ],
  ['a step that does not exist', { consents: true, files: [front], submits: [{ stepId: 'other', body: {} }] }],
  ['no consent', { consents: false, files: [], submits: [{ stepId: 'selfie', body: {} }] }],
];

async function give(session: SdkSession, { consents, files, submits }: Submit, keyed: boolean) {
  if (consents) await session.consent();
  await Promise.all(files.map(({ stepId, kind }) => session.upload(picture, { stepId, kind })));
  const answers: unknown[] = [];
  for (const [at, { stepId, body }] of submits.entries()) {
    const answer = await stack.api.post<object>(`/v2/sdk/session/steps/${stepId}/submit`, {
      token: session.token,
      json: body,
      headers: keyed ? { 'idempotency-key': `${session.verificationId}-${at}` } : {},
    });
    answers.push(answer.status < 400 ? plain(answer.body) : problemLine(answer));
  }
  return { answers, rows: await rowsOf(session) };
}

describe('a submit', () => {
  test.each(cases)(
    'of %s gives the same responses and rows in a shared transaction and in a separate one',
    async (_, submit) => {
      const start = () => startSdkSession(stack.api, sessionStart(stack.client.clientId, stack.client.flowOf('three')));
      const [composed, other] = await Promise.all([start(), start()]);
      const first = await give(composed, submit, false);
      expect(await give(other, submit, true)).toEqual(first);
      expect(first.answers).toHaveLength(submit.submits.length);
    },
  );
});

describe('a start', () => {
  test('writes the same rows composed, with a key, and on an attempt that the backend prepared', async () => {
    const { clientId, flowOf } = stack.client;
    const json = sessionStart(clientId, flowOf('three'));
    const composed = await startSdkSession(stack.api, json);
    const keyed = await stack.api.post<Session>('/v2/sdk/sessions', {
      json,
      headers: { 'idempotency-key': newId('request') },
    });
    expect(await rowsOf(createSdkSession(stack.api, keyed.body))).toEqual(await rowsOf(composed));

    const prepared = await stack.api.post<{ clientToken: string }>('/v2/verifications', {
      token: stack.client.token,
      json: { flowId: flowOf('three') },
    });
    const attached = await startSdkSession(stack.api, { ...json, clientToken: prepared.body.clientToken });
    const { verification: ofBackend, ...rows } = (await rowsOf(attached)) as Record<string, object[]>;
    const { verification: ofDevice, ...others } = (await rowsOf(composed)) as Record<string, object[]>;
    expect(rows).toEqual(others);
    // The two differ in who started, and in that a prepared attempt was read and moved one more time.
    expect(ofBackend).toEqual([{ ...ofDevice?.[0], started_by: 'backend' }]);
  });
});
