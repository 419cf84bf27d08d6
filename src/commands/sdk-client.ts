import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { RouteBody } from '../contract/define-route.ts';
import type { ProblemDocument } from '../contract/problems/problem.ts';
import type { getSessionRoute, startSessionRoute } from '../contract/routes/sdk.ts';
import type { createChallengeRoute, finishRecordingRoute, sendChunkRoute } from '../contract/routes/sdk-recordings.ts';
import type { checkCodeRoute, sendCodeRoute, submitStepRoute, uploadFileRoute } from '../contract/routes/sdk-steps.ts';
import type { SocketMessage } from '../contract/sessions/socket-message.ts';
import { patiently, ServiceRefused } from './patiently.ts';

export type Session = RouteBody<typeof startSessionRoute, 201>;
export type SessionState = RouteBody<typeof getSessionRoute, 200>;

/** Pause before a socket is opened again. */
const reconnectMs = 500;

/**
 * The few calls of the SDK contract that a document needs, made by a careful client: it repeats every call when the service becomes
 * unavailable, under a key that prevents a second effect, and resumes a broken socket after the last message.
 */
export function createSdkClient(baseUrl: string) {
  let answered = false;

  async function call<T>(method: string, path: string, token: string | null, body?: object): Promise<T> {
    const isForm = body instanceof FormData;
    const headers = {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
    };
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    return patiently(
      async () => {
        const response = await fetch(`${baseUrl}${path}`, { method, headers, ...sent });
        answered = true;
        const answer: unknown = response.status === 204 ? null : await response.json();
        if (!response.ok) throw new ServiceRefused(answer as ProblemDocument);
        return answer as T;
      },
      { answered: () => answered },
    );
  }

  /** One connection. Returns the last sequence number, and whether more messages may come. */
  function listen(token: string, after: number, onMessage: (message: SocketMessage) => boolean) {
    return new Promise<{ last: number; over: boolean }>((resolve) => {
      let last = after;
      let over = false;
      const url = new URL(`/v2/sdk/session/live?after=${after}`, baseUrl.replace(/^http/, 'ws'));
      const socket = new WebSocket(url, ['verify.v2', `bearer.${token}`]);
      socket.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString('utf8')) as SocketMessage;
        last = message.sequence;
        if (over || !onMessage(message)) return;
        over = true;
        socket.close();
      });
      // The token is no longer valid: no more messages will come.
      socket.on('unexpected-response', () => {
        over = true;
        socket.terminate();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve({ last, over }));
    });
  }

  return {
    start: (
      clientId: string,
      flowId: string,
      { metadata = { source: 'npm run demo' }, clientToken }: { metadata?: object; clientToken?: string } = {},
    ) =>
      call<Session>('POST', '/v2/sdk/sessions', null, {
        clientId,
        flowId,
        metadata,
        ...(clientToken !== undefined && { clientToken }),
        sdk: { platform: 'command-line', version: '1' },
        device: { languages: ['en'] },
      }),

    consent: async (token: string, version: string) => {
      await call<null>('POST', '/v2/sdk/session/consent', token, { version, accepted: true });
    },

    state: (token: string) => call<SessionState>('GET', '/v2/sdk/session', token),

    drawChallenge: (token: string, stepId: string) =>
      call<RouteBody<typeof createChallengeRoute, 201>>('POST', `/v2/sdk/session/steps/${stepId}/challenge`, token),

    upload(
      token: string,
      stepId: string,
      { kind, bytes, challengeId, capture }: { kind: string; bytes: Buffer; challengeId?: string; capture?: object },
    ) {
      const form = new FormData();
      form.append('kind', kind);
      if (challengeId !== undefined) form.append('challengeId', challengeId);
      if (capture !== undefined) form.append('capture', JSON.stringify(capture));
      form.append('file', new Blob([Uint8Array.from(bytes)]), 'file');
      return call<RouteBody<typeof uploadFileRoute, 201>>('POST', `/v2/sdk/session/steps/${stepId}/files`, token, form);
    },

    sendChunk(
      token: string,
      stepId: string,
      { challengeId, index, bytes }: { challengeId: string; index: number; bytes: Buffer },
    ) {
      const form = new FormData();
      form.append('challengeId', challengeId);
      form.append('index', String(index));
      form.append('file', new Blob([Uint8Array.from(bytes)]), 'chunk');
      return call<RouteBody<typeof sendChunkRoute, 200>>('POST', `/v2/sdk/session/steps/${stepId}/chunks`, token, form);
    },

    finishRecording: (
      token: string,
      stepId: string,
      finished: { challengeId: string; chunkCount: number; sha256: string; capture?: object },
    ) =>
      call<RouteBody<typeof finishRecordingRoute, 201>>(
        'POST',
        `/v2/sdk/session/steps/${stepId}/recording`,
        token,
        finished,
      ),

    submit: (token: string, stepId: string, body: object) =>
      call<RouteBody<typeof submitStepRoute, 202>>('POST', `/v2/sdk/session/steps/${stepId}/submit`, token, body),

    sendCode: (token: string, stepId: string, body: object) =>
      call<RouteBody<typeof sendCodeRoute, 202>>('POST', `/v2/sdk/session/steps/${stepId}/code`, token, body),

    checkCode: (token: string, stepId: string, code: string) =>
      call<RouteBody<typeof checkCodeRoute, 200>>('POST', `/v2/sdk/session/steps/${stepId}/code/check`, token, {
        code,
      }),

    /** Every message of the session from the first one, until `onMessage` returns true. */
    async follow(token: string, onMessage: (message: SocketMessage) => boolean): Promise<void> {
      for (let after = 0; ;) {
        const { last, over } = await listen(token, after, onMessage);
        if (over) return;
        after = last;
        await delay(reconnectMs);
      }
    },
  };
}

export type SdkClient = ReturnType<typeof createSdkClient>;
