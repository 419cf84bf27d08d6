import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLines } from '../../support/audit-lines.ts';
import { problemLine, problemOf, type Answer } from '../../support/api-client.ts';
import { documentOnly, seedClient } from '../../support/seed.ts';
import { sessionStart } from '../../support/sdk-client.ts';
import { startStack, type Stack } from '../../support/stack.ts';

interface FlowBody {
  id: string;
  state: string;
  latestVersion: number | null;
  hasUnpublishedChanges: boolean;
  updatedAt: string;
  draft: { maxAttemptsPerStep: number };
}

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const call = <Body = FlowBody>(method: string, path: string, json?: object): Promise<Answer<Body>> =>
  stack.api.call<Body>(method, path, { token: stack.client.token, ...(json !== undefined && { json }) });

const draw = async (document: object = documentOnly) => (await call('POST', '/v2/flows', { name: 'x', document })).body;
const publish = (flowId: string) => call<{ version: number }>('POST', `/v2/flows/${flowId}/publish`);
const start = (flowId: string) =>
  stack.api.post<{ sessionToken: string; steps: unknown[] }>('/v2/sdk/sessions', {
    json: sessionStart(stack.client.clientId, flowId),
  });

describe('a flow', () => {
  test('goes from draft to version, and back to draft with each change', async () => {
    const flow = await draw();
    expect(flow).toMatchObject({ state: 'draft', latestVersion: null, hasUnpublishedChanges: true });
    expect(problemLine(await start(flow.id))).toBe('404 flow.not_found');

    expect((await publish(flow.id)).body).toMatchObject({ version: 1 });
    expect((await start(flow.id)).status).toBe(201);
    expect(problemLine(await publish(flow.id))).toBe('409 flow.no_draft');

    const path = `/v2/flows/${flow.id}`;
    const changed = await call('PATCH', path, { document: { ...documentOnly, maxAttemptsPerStep: 5 } });
    expect(changed.body).toMatchObject({ state: 'published', latestVersion: 1, hasUnpublishedChanges: true });
    const undone = await call('PATCH', path, { document: documentOnly });
    expect(undone.body).toMatchObject({ hasUnpublishedChanges: false, draft: { maxAttemptsPerStep: 3 } });
    expect((await call('PATCH', path, { name: 'another' })).body).toMatchObject({ name: 'another', latestVersion: 1 });
    const listed = await call<{ data: FlowBody[] }>('GET', '/v2/flows');
    expect(listed.body.data[0]).toMatchObject({ id: flow.id, name: 'another' });
  });

  test('is published only as its publisher has seen it, if they say so', async () => {
    const flow = await draw();
    const publishSeen = (seenUpdatedAt: string) =>
      call<{ version: number }>('POST', `/v2/flows/${flow.id}/publish?seenUpdatedAt=${seenUpdatedAt}`);
    const weaker = { document: { ...documentOnly, policy: { 'document.expired': 'accept' } } };
    const changed = await call('PATCH', `/v2/flows/${flow.id}`, weaker);
    expect(problemLine(await publishSeen(flow.updatedAt))).toBe('409 flow.changed_meanwhile');
    expect((await call('GET', `/v2/flows/${flow.id}`)).body).toMatchObject({ state: 'draft', latestVersion: null });
    expect((await publishSeen(changed.body.updatedAt)).body).toMatchObject({ version: 1 });
  });

  test('is refused with the place of each fault, when it is checked and when it is saved', async () => {
    const document = {
      steps: [
        { id: 'a', type: 'document', config: { accept: [{ type: 'passport' }] } },
        { id: 'a', type: 'selfie', config: { match: 'nowhere' } },
      ],
      policy: { 'document.no_such_code': 'accept' },
    };
    const checked = await call<{ valid: boolean; errors: { pointer: string; code: string }[] }>(
      'POST',
      '/v2/flow-checks',
      document,
    );
    const places = (errors: readonly { pointer: string; code: string }[]) =>
      errors.map(({ pointer, code }) => `${pointer} ${code}`).sort();
    const expected = [
      '/policy/document.no_such_code flow.unknown_reason_code',
      '/steps/1/config/match flow.step_not_found',
      '/steps/1/id flow.step_id_taken',
    ];
    expect([checked.body.valid, places(checked.body.errors)]).toEqual([false, expected]);
    const refused = await call<unknown>('POST', '/v2/flows', { name: 'x', document });
    expect(places(problemOf(refused).errors ?? [])).toEqual(expected.map((line) => `/document${line}`));
    const fine = await call<{ warnings: { code: string }[] }>('POST', '/v2/flow-checks', documentOnly);
    const codes = fine.body.warnings.map(({ code }) => code);
    expect({ ...fine.body, warnings: [] }).toEqual({ valid: true, errors: [], warnings: [] });
    // The last one: this flow takes expired documents.
    expect(codes).toEqual([
      'flow.no_presence',
      'flow.nothing_compared',
      'flow.files_in_place_of_camera',
      'flow.check_loosened',
    ]);
  });

  test('keeps a verification on the version that it began with', async () => {
    const { id } = await draw();
    await publish(id);
    const session = (await start(id)).body;
    await call('PATCH', `/v2/flows/${id}`, {
      document: { steps: [...documentOnly.steps, { id: 'mail', type: 'email', config: {} }] },
    });
    expect((await publish(id)).body).toMatchObject({ version: 2 });
    const { body } = await stack.api.get<{ steps: { id: string }[] }>('/v2/sdk/session', {
      token: session.sessionToken,
    });
    expect(body.steps.map((step) => step.id)).toEqual(['document']);
    expect((await start(id)).body.steps).toHaveLength(2);
  });

  test('is closed to new sessions while it is disabled', async () => {
    const { id } = await draw();
    await publish(id);
    expect((await call('PATCH', `/v2/flows/${id}`, { disabled: true })).body.state).toBe('disabled');
    expect(problemLine(await start(id))).toBe('409 flow.disabled');
    expect((await call('PATCH', `/v2/flows/${id}`, { disabled: false })).body.state).toBe('published');
    expect((await start(id)).status).toBe(201);
  });

  test('is deleted while nothing refers to it, and never after that', async () => {
    const [unused, used] = [await draw(), await draw()];
    await publish(unused.id);
    await publish(used.id);
    await start(used.id);
    expect((await call<unknown>('DELETE', `/v2/flows/${unused.id}`)).status).toBe(204);
    expect(problemLine(await call<unknown>('GET', `/v2/flows/${unused.id}`))).toBe('404 flow.not_found');
    expect(problemLine(await call<unknown>('DELETE', `/v2/flows/${used.id}`))).toBe('409 flow.in_use');
  });

  test('published twice at once becomes one more version', async () => {
    const { id } = await draw();
    const answers = await Promise.all([publish(id), publish(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('versions', () => {
  test('are listed in pages, read, compared, and say who published them', async () => {
    const { id } = await draw();
    for (const maxAttemptsPerStep of [3, 4, 5]) {
      await call('PATCH', `/v2/flows/${id}`, { document: { ...documentOnly, maxAttemptsPerStep } });
      await publish(id);
    }
    const page = (query: string) =>
      call<{ data: { version: number; publishedBy: string }[]; nextCursor: string | null }>(
        'GET',
        `/v2/flows/${id}/versions?limit=2${query}`,
      );
    const first = await page('');
    expect(first.body.data.map(({ version }) => version)).toEqual([3, 2]);
    expect(first.body.data[0]?.publishedBy).toMatch(/^tok_/);
    const second = await page(`&after=${first.body.nextCursor ?? ''}`);
    expect([second.body.data.map(({ version }) => version), second.body.nextCursor]).toEqual([[1], null]);

    const compared = await call<{ changes: unknown[] }>('GET', `/v2/flows/${id}/comparison?from=1&to=3`);
    expect(compared.body.changes).toEqual([
      { pointer: '/maxAttemptsPerStep', kind: 'changed', before: '3', after: '5' },
    ]);
    expect((await call<{ version: number }>('GET', `/v2/flows/${id}/versions/2`)).body.version).toBe(2);
    for (const path of ['versions/9', 'comparison?from=1&to=9']) {
      expect(problemLine(await call<unknown>('GET', `/v2/flows/${id}/${path}`))).toBe('404 flow.version_not_found');
    }
  });

  test('never change, no matter who asks the database', async () => {
    await expect(stack.sql.query(`update flow_versions set document = '{}'`)).rejects.toThrow(/append-only/);
  });

  test('are in the audit log with every change of the flow', async () => {
    const { id } = await draw();
    await publish(id);
    await call('PATCH', `/v2/flows/${id}`, { disabled: true });
    await call<unknown>('DELETE', `/v2/flows/${id}`);
    const { rows } = await stack.sql.query<{ action: string }>(
      `select action from ${auditLines} where subject_id = $1 order by sequence`,
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'flow.created',
      'flow.published',
      'flow.updated',
      'flow.deleted',
    ]);
  });
});

describe('a step whose provider is not configured', () => {
  const alive = (id: string, provider: object) => ({ id, type: 'enhanced-liveness', config: { provider } });
  const aws = alive('aws', { name: 'aws-rekognition', region: 'eu-west-1' });
  const address = 'https://liveness.example';
  const signed = alive('signed', {
    ...{ name: 'signed-result', startUrl: address, resultUrl: address, jwksUrl: address },
    ...{ issuer: address, audience: 'verify' },
  });
  const phone = (config: object = {}) => ({ id: 'phone', type: 'phone', config });
  const email = (config: object = {}) => ({ id: 'email', type: 'email', config });

  /** Draws and publishes a flow of these steps after a document, and starts it on a device and on a backend. */
  async function tryOut(mode: 'live' | 'test', steps: object[]) {
    const client = await seedClient(stack.container.db, mode);
    const { token } = client;
    const document = { ...documentOnly, steps: [...documentOnly.steps, ...steps] };
    const drawn = await stack.api.post<FlowBody>('/v2/flows', { token, json: { name: 'x', document } });
    expect(drawn.status).toBe(201);
    const published = await stack.api.post(`/v2/flows/${drawn.body.id}/publish`, { token });
    // Published before its provider was taken out of the settings.
    const flowId = await client.addFlow('earlier', document as Parameters<typeof client.addFlow>[1]);
    const begun = await stack.api.post('/v2/sdk/sessions', { json: sessionStart(client.clientId, flowId) });
    const prepared = await stack.api.post('/v2/verifications', { token, json: { flowId } });
    return {
      published,
      starts: [begun, prepared].map((answer) => (answer.status === 201 ? '201' : problemLine(answer))),
    };
  }

  test('keeps a live client from publishing the flow and, where it is published, from starting it', async () => {
    const refused = await tryOut('live', [phone(), email(), aws, signed]);
    expect(problemLine(refused.published)).toBe('409 flow.provider_missing');
    const code = 'flow.step_without_provider';
    expect(problemOf(refused.published).errors).toEqual([
      { pointer: '/steps/1', code, detail: 'starting it would answer phone.provider_missing' },
      { pointer: '/steps/2', code, detail: 'starting it would answer email.provider_missing' },
      { pointer: '/steps/3', code, detail: 'starting it would answer enhanced_liveness.provider_missing' },
    ]);
    for (const [step, code] of [
      [phone(), 'phone.provider_missing'],
      [email(), 'email.provider_missing'],
      [aws, 'enhanced_liveness.provider_missing'],
    ] as const) {
      const { published, starts } = await tryOut('live', [step]);
      expect([problemLine(published), ...starts]).toEqual(['409 flow.provider_missing', `503 ${code}`, `503 ${code}`]);
    }
  });

  test('prevents nothing if the person can skip it, if it needs no account, and in test mode', async () => {
    const optional = [phone({ canSkip: true }), email({ canSkip: true }), signed];
    for (const [mode, steps] of [
      ['live', optional],
      ['test', [phone(), email(), aws]],
    ] as const) {
      const { published, starts } = await tryOut(mode, [...steps]);
      expect([published.status, ...starts]).toEqual([201, '201', '201']);
    }
  });
});
