import { WebSocket } from 'ws';
import type { RouteBody } from '../contract/define-route.ts';
import type { ProblemDocument } from '../contract/problem.ts';
import type { getSessionRoute, startSessionRoute } from '../contract/routes/sdk.ts';
import type { submitStepRoute, uploadFileRoute } from '../contract/routes/sdk-steps.ts';
import type { SocketMessage } from '../contract/socket-message.ts';

/** An answer that was a problem document. */
export class ServiceRefused extends Error {
  readonly problem: ProblemDocument;

  constructor(problem: ProblemDocument) {
    super(`${problem.title} (${problem.code})`);
    this.name = 'ServiceRefused';
    this.problem = problem;
  }
}

export type Session = RouteBody<typeof startSessionRoute, 201>;
export type SessionState = RouteBody<typeof getSessionRoute, 200>;

/** The few calls of the SDK contract that a document needs, as a command-line client makes them. */
export function createSdkClient(baseUrl: string) {
  async function call<T>(method: string, path: string, token: string | null, body?: object): Promise<T> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new ServiceRefused(answer as ProblemDocument);
    return answer as T;
  }

  return {
    start: (clientId: string, flowId: string) =>
      call<Session>('POST', '/v2/sdk/sessions', null, {
        clientId,
        flowId,
        metadata: { source: 'npm run demo' },
        sdk: { platform: 'command-line', version: '1' },
        device: { languages: ['en'] },
      }),

    state: (token: string) => call<SessionState>('GET', '/v2/sdk/session', token),

    upload(token: string, stepId: string, kind: string, file: Buffer) {
      const form = new FormData();
      form.append('kind', kind);
      form.append('file', new Blob([Uint8Array.from(file)]), 'picture');
      return call<RouteBody<typeof uploadFileRoute, 201>>('POST', `/v2/sdk/session/steps/${stepId}/files`, token, form);
    },

    submit: (token: string, stepId: string, body: object) =>
      call<RouteBody<typeof submitStepRoute, 202>>('POST', `/v2/sdk/session/steps/${stepId}/submit`, token, body),

    /** Every message of the session from the first on, until `onMessage` answers true. */
    follow(token: string, onMessage: (message: SocketMessage) => boolean): Promise<void> {
      return new Promise((resolve, reject) => {
        const url = new URL('/v2/sdk/session/live', baseUrl.replace(/^http/, 'ws'));
        const socket = new WebSocket(url, ['verify.v2', `bearer.${token}`]);
        socket.on('message', (data: Buffer) => {
          if (onMessage(JSON.parse(data.toString('utf8')) as SocketMessage)) socket.close();
        });
        socket.on('close', () => resolve());
        socket.on('error', reject);
      });
    },

    identity: (apiToken: string, identityId: string) =>
      call<Record<string, unknown>>('GET', `/v2/identities/${identityId}`, apiToken),
  };
}

export type SdkClient = ReturnType<typeof createSdkClient>;
