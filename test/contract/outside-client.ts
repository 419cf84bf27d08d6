import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import { WebSocket } from 'ws';
import type { components, paths } from './generated/api.d.ts';

/** An SDK as an outsider would write it: from the types generated from `openapi/openapi.json`, without any source code. */
export type Session = components['schemas']['Session'];
export type SessionState = components['schemas']['SessionState'];
export type SessionStep = components['schemas']['SessionStep'];
export type Challenge = components['schemas']['Challenge'];
type MediaKind = components['schemas']['UploadedFile']['kind'];
export type Problem = components['schemas']['Problem'];
export type SocketMessage = components['schemas']['SocketMessage'];

type Answered<T> = { data?: T; error?: unknown; response: Response };

/** The body of a response that should succeed. */
export function bodyOf<T>({ data, error, response }: Answered<T>): T {
  if (data === undefined) throw new Error(`answered ${response.status}: ${JSON.stringify(error)}`);
  return data;
}

/** Status and code of a response that should be a problem. */
export function refusalOf({ error, response }: Answered<unknown>): string {
  return `${response.status} ${(error as Problem | undefined)?.code ?? 'no problem'}`;
}

export type OutsideSdk = ReturnType<typeof createOutsideSdk>;

export function createOutsideSdk(baseUrl: string) {
  const { GET, POST } = createClient<paths>({ baseUrl });
  return {
    start: async (clientId: string, flowId: string) =>
      bodyOf(
        await POST('/v2/sdk/sessions', {
          body: { clientId, flowId, sdk: { platform: 'outside', version: '1' }, device: { languages: ['pt-BR'] } },
        }),
      ),
    errorCodes: async () => bodyOf(await GET('/v2/sdk/error-codes', { params: { query: { language: 'pt' } } })),
    /** Everything after the start takes the session's token alone: the app may have been started again in between. */
    resume: (token: string) => resume(baseUrl, token),
  };
}

export type OutsideSession = ReturnType<typeof resume>;

function resume(baseUrl: string, token: string) {
  const { GET, POST, DELETE } = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
  const step = (stepId: string) => ({ path: { stepId } });
  const keyed = (stepId: string, key: string = randomUUID()) => ({
    ...step(stepId),
    header: { 'Idempotency-Key': key },
  });

  async function state(): Promise<SessionState> {
    return bodyOf(await GET('/v2/sdk/session'));
  }

  return {
    token,
    state,
    stepState: async (stepId: string) => {
      const found = (await state()).steps.find(({ id }) => id === stepId);
      if (found === undefined) throw new Error(`no step ${stepId}`);
      return found;
    },
    consent: (version: string) => POST('/v2/sdk/session/consent', { body: { version, accepted: true } }),
    drawChallenge: (stepId: string) => POST('/v2/sdk/session/steps/{stepId}/challenge', { params: step(stepId) }),
    upload: (
      stepId: string,
      { kind, file, challengeId }: { kind: MediaKind; file: Buffer; challengeId?: string },
      key?: string,
    ) =>
      POST('/v2/sdk/session/steps/{stepId}/files', {
        params: keyed(stepId, key),
        body: { kind, file: '' },
        bodySerializer: () => {
          const form = new FormData();
          form.append('kind', kind);
          if (challengeId !== undefined) form.append('challengeId', challengeId);
          form.append('file', new Blob([Uint8Array.from(file)]), 'file');
          return form;
        },
      }),
    sendChunk: (stepId: string, { challengeId, index, bytes }: { challengeId: string; index: number; bytes: Buffer }) =>
      POST('/v2/sdk/session/steps/{stepId}/chunks', {
        params: step(stepId),
        body: { challengeId, index, file: '' },
        bodySerializer: () => {
          const form = new FormData();
          form.append('challengeId', challengeId);
          form.append('index', String(index));
          form.append('file', new Blob([Uint8Array.from(bytes)]), 'chunk');
          return form;
        },
      }),
    waitForPrompts: (stepId: string, query: { challengeId: string; known: number }) =>
      GET('/v2/sdk/session/steps/{stepId}/prompts', { params: { ...step(stepId), query } }),
    finishRecording: (stepId: string, body: components['schemas']['FinishedRecording'], key?: string) =>
      POST('/v2/sdk/session/steps/{stepId}/recording', { params: keyed(stepId, key), body }),
    deleteFile: (stepId: string, mediaId: string) =>
      DELETE('/v2/sdk/session/steps/{stepId}/files/{mediaId}', { params: { path: { stepId, mediaId } } }),
    sendCode: (stepId: string, to: components['schemas']['CodeRequest'], key?: string) =>
      POST('/v2/sdk/session/steps/{stepId}/code', { params: keyed(stepId, key), body: to }),
    checkCode: (stepId: string, code: string) =>
      POST('/v2/sdk/session/steps/{stepId}/code/check', { params: step(stepId), body: { code } }),
    submit: (stepId: string, body: components['schemas']['StepSubmit'], key?: string) =>
      POST('/v2/sdk/session/steps/{stepId}/submit', { params: keyed(stepId, key), body }),
    skip: (stepId: string) => POST('/v2/sdk/session/steps/{stepId}/skip', { params: step(stepId) }),
    cancel: () => POST('/v2/sdk/session/cancel'),
    follow: (after = 0) => follow(baseUrl, token, after),
  };
}

function follow(baseUrl: string, token: string, after: number) {
  const url = `${baseUrl.replace(/^http/, 'ws')}/v2/sdk/session/live?after=${after}`;
  const socket = new WebSocket(url, ['verify.v2', `bearer.${token}`]);
  const messages: SocketMessage[] = [];
  socket.on('message', (bytes: Buffer) => messages.push(JSON.parse(bytes.toString('utf8')) as SocketMessage));
  socket.on('error', () => undefined);
  return { messages, close: () => socket.close() };
}

/** What the host's backend may read of its test client: the messages that were not sent. */
export function createOutsideBackend(baseUrl: string, apiToken: string) {
  const { GET } = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${apiToken}` } });
  return {
    messages: async (verificationId: string) =>
      bodyOf(await GET('/v2/test-inbox', { params: { query: { verificationId } } })).data,
    verification: async (verificationId: string) =>
      bodyOf(await GET('/v2/verifications/{verificationId}', { params: { path: { verificationId } } })),
  };
}
