import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemLine, problemOf, type Answer } from '../support/api-client.ts';
import { sessionStart } from '../support/sdk-client.ts';
import { hostileFlow, openHostileCaller } from './hostile-caller.ts';

let caller: Awaited<ReturnType<typeof openHostileCaller>>;
beforeAll(async () => {
  caller = await openHostileCaller();
});
afterAll(() => caller.close());

/** A sample of the walk in `every-hostile-value.full.test.ts`. */
test('no hostile value of openapi.json is answered with a fault of ours (sample)', async () => {
  const { sent, failures } = await caller.sendMany(150, 20261123);
  expect(failures).toEqual([]);
  // The walk reaches the use cases: it is not refused before them.
  expect(Object.keys(sent)).toEqual(expect.arrayContaining(['200', '400', '404']));
});

const get = (path: string) => caller.stack.api.get(path, { token: caller.stack.client.token });
const faultsOf = (answer: Answer) => problemOf(answer).errors?.map(({ pointer, code }) => `${pointer} ${code}`);

test.each([
  ['201 characters', 'a'.repeat(201)],
  ['5,000 characters', 'a'.repeat(5_000)],
  ['a NUL', 'a%00b'],
  ['half of a surrogate pair', '%ED%A0%80'],
  ['an id that is too long', `idn_${'0'.repeat(400)}`],
])('a path with %s where an id belongs is no fault of ours', async (_what, segment) => {
  const answer = await get(`/v2/identities/${segment}`);
  expect(['400 request.invalid', '404 identity.not_found']).toContain(problemLine(answer));
});

test('a NUL and half of a surrogate pair are refused with their place, in bodies, keys, queries and forms', async () => {
  const { api, client } = caller.stack;
  const patch = (json: unknown) => api.patch(`/v2/verifications/${verificationId}`, { token: client.token, json });
  const { verificationId, token } = await caller.stack.startSession();
  expect(faultsOf(await patch({ tags: ['vip', 'a\u0000'] }))).toEqual(['/tags/1 value.unstorable_text']);
  expect(faultsOf(await patch({ tags: ['\ud83d'] }))).toEqual(['/tags/0 value.unstorable_text']);
  expect((await patch({ tags: ['😀'] })).status).toBe(200);
  expect(faultsOf(await get('/v2/identities?tag=a%00'))).toEqual(['query:/tag value.unstorable_text']);
  const start = sessionStart(client.clientId, client.flowOf('document-only'), { metadata: { a: [{ 'b\u0000': 1 }] } });
  expect(faultsOf(await api.post('/v2/sdk/sessions', { json: start }))).toEqual([
    '/metadata/a/0 value.unstorable_text',
  ]);
  const form = new FormData();
  form.append('kind', 'document-front\u0000');
  form.append('file', new Blob(['x']), 'page.jpg');
  const upload = await api.post('/v2/sdk/session/steps/document/files', { token, form });
  expect(faultsOf(upload)).toEqual(['/kind value.unstorable_text']);
});

test.each(['0000-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])(
  'the time %s, which is outside our calendar, is a fault of the request',
  async (moment) => {
    for (const query of [`identities?createdAfter=${moment}`, `audit-log?from=${moment}`, `analytics?to=${moment}`]) {
      expect(faultsOf(await get(`/v2/${query}`))).toEqual([expect.stringMatching(/value\.date_out_of_range$/)]);
    }
  },
);

test('every list refuses a misspelt filter instead of returning the whole list', async () => {
  for (const list of [
    'identities?stauts=verified',
    'verifications?flow=1',
    'document-kinds?typ=passport',
    'flows?x=',
  ]) {
    expect(faultsOf(await get(`/v2/${list}`))).toEqual([expect.stringMatching(/^query:\/\w+ value\.unknown_key$/)]);
  }
});

test('a simulated verdict over several open steps notifies an endpoint of each, once', async () => {
  const { api, client, sql } = caller.stack;
  const json = { url: 'http://127.0.0.1:9/', eventTypes: [] };
  const endpoint = await api.post<{ id: string }>('/v2/webhook-endpoints', { token: client.token, json });
  // A flow that the hostile requests have not changed.
  await client.addFlow('several', hostileFlow);
  const { verificationId } = await caller.stack.startSession('several');
  const simulated = await api.post(`/v2/verifications/${verificationId}/simulate`, {
    token: client.token,
    json: { status: 'verified' },
  });
  expect(simulated.status).toBe(200);
  const { rows } = await sql.query<{ events: string; deliveries: string }>(
    `select count(distinct e.id) as events, count(d.id) as deliveries
     from webhook_events e left join webhook_deliveries d on d.event_id = e.id and d.endpoint_id = $2
     where e.verification_id = $1 and e.type = 'verification.step_completed'`,
    [verificationId, endpoint.body.id],
  );
  expect(rows).toEqual([{ events: '6', deliveries: '6' }]);
});
