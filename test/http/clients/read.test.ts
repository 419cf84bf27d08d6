import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/domain/id.ts';
import { newSecretToken } from '../../../src/domain/encryption/secret-token.ts';
import { problemLine } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { smallPicture } from '../../support/documents/pictures.ts';
import type { SdkSession } from '../../support/sdk-client.ts';
import { seedClient, type SeededClient } from '../../support/seed.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
let other: SeededClient;
let session: SdkSession;
let mediaId: string;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  other = await seedClient(stack.container.db);
  session = await stack.startSession('document-only', { metadata: { order: 7, nested: { a: [1, null] } } });
  mediaId = (await session.upload(await smallPicture())).body.mediaId;
});
afterAll(() => stack.close());

const routes = [
  { name: 'an identity', path: () => `/v2/identities/${session.identityId}`, missing: '404 identity.not_found', id: () => newId('identity') },
  { name: 'a verification', path: () => `/v2/verifications/${session.verificationId}`, missing: '404 verification.not_found', id: () => newId('verification') },
  { name: 'a file', path: () => `/v2/media/${mediaId}`, missing: '404 media.not_found', id: () => newId('media') },
]; // prettier-ignore

describe.each(routes)('reading $name', ({ path, missing, id }) => {
  const unknown = () => path().replace(/[^/]+$/, id());

  test('is refused without a token, with one that is malformed, unknown or of a session', async () => {
    for (const token of [
      null,
      'nonsense',
      'vfy_test_',
      newSecretToken('testApi'),
      newSecretToken('liveApi'),
      session.token,
    ]) {
      const answer = await stack.api.get(path(), { token });
      expect(problemLine(answer)).toBe('401 auth.unauthorized');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test('is refused with a token that is expired, revoked or of a suspended client, within a second', async () => {
    for (const change of [`expires_at = now() - interval '1 second'`, 'revoked_at = now()']) {
      const { token, tokenId } = await stack.client.addToken(['identities:read', 'media:read', 'verifications:write']);
      expect((await stack.api.get(path(), { token })).status).not.toBe(401);
      await stack.sql.query(`update api_tokens set ${change} where id = $1`, [tokenId]);
      const answer = await eventually(
        async () => {
          const next = await stack.api.get(path(), { token });
          return next.status === 401 ? next : null;
        },
        { what: 'the refusal' },
      );
      expect(problemLine(answer)).toBe('401 auth.unauthorized');
    }
    const gone = await seedClient(stack.container.db);
    await stack.sql.query('update clients set suspended_at = now() where id = $1', [gone.clientId]);
    expect(problemLine(await stack.api.get(path(), { token: gone.token }))).toBe('401 auth.unauthorized');
  });

  test('is refused with a token that lacks the scope', async () => {
    const { token } = await stack.client.addToken(['webhooks:write']);
    expect(problemLine(await stack.api.get(path(), { token }))).toBe('403 auth.scope_missing');
  });

  test('says of another client’s id what it says of an unknown one', async () => {
    const theirs = await stack.api.get(path(), { token: other.token });
    const nobodys = await stack.api.get(unknown(), { token: other.token });
    expect(problemLine(theirs)).toBe(missing);
    const { requestId: _first, ...left } = theirs.body as Record<string, unknown>;
    const { requestId: _second, ...right } = nobodys.body as Record<string, unknown>;
    expect(left).toEqual(right);
  });

  test('answers a malformed id as one that does not exist', async () => {
    for (const bad of ['nonsense', newId('client'), 'x'.repeat(150), '%00', '..%2f..']) {
      expect(problemLine(await stack.api.get(path().replace(/[^/]+$/, bad), { token: stack.client.token }))).toBe(
        missing,
      );
    }
  });
});

describe('the record', () => {
  test('of a fresh identity is pending, with its attempt and the host’s own metadata', async () => {
    const { token } = stack.client;
    const identity = await stack.api.get(`/v2/identities/${session.identityId}`, { token });
    expect(identity.status).toBe(200);
    expect(identity.body).toMatchObject({
      id: session.identityId,
      status: 'pending',
      data: {},
      latestVerification: null,
      activeVerification: { id: session.verificationId, status: 'pending' },
    });
    const verification = await stack.api.get(`/v2/verifications/${session.verificationId}`, { token });
    expect(verification.body).toMatchObject({
      status: 'pending',
      decision: null,
      metadata: {},
      deviceMetadata: { order: 7, nested: { a: [1, null] } },
      steps: [{ id: 'document', status: 'waiting', attempts: 0, document: null, checks: [] }],
    });
  });

  test('of a file that has not been made safe is not served', async () => {
    const answer = await stack.api.get(`/v2/media/${mediaId}`, { token: stack.client.token });
    expect(problemLine(answer)).toBe('409 media.not_ready');
    expect(answer.headers.get('retry-after')).toBe('1');
  });
});
