import { WebSocket } from 'ws';
import type { z } from 'zod';
import type {
  Session,
  SessionState,
  cancelledSchema,
  sessionStartSchema,
} from '../../src/contract/sessions/session.ts';
import type {
  codeCheckedSchema,
  codeSentSchema,
  challengeSchema,
  recordingProgressSchema,
  SessionStep,
  uploadedFileSchema,
} from '../../src/contract/sessions/session-step.ts';
import { socketMessageSchema, type SocketMessage } from '../../src/contract/sessions/socket-message.ts';
import type { MediaKind } from '../../src/domain/media/media-kind.ts';
import type { Answer, ApiClient, CallOptions } from './api-client.ts';

export type SessionStart = z.input<typeof sessionStartSchema>;
export type UploadedFile = z.output<typeof uploadedFileSchema>;
type SentCode = z.output<typeof codeSentSchema>;
type CheckedCode = z.output<typeof codeCheckedSchema>;
export type Challenge = z.output<typeof challengeSchema>;
type RecordingProgress = z.output<typeof recordingProgressSchema>;
type Cancelled = z.output<typeof cancelledSchema>;

export function sessionStart(clientId: string, flowId: string, more: Partial<SessionStart> = {}): SessionStart {
  return {
    clientId,
    flowId,
    sdk: { platform: 'test', version: '1.0.0' },
    device: { languages: ['en'] },
    ...more,
  };
}

/** What an SDK does in a session, over real requests. Every call returns the response, whatever its status. */
export function createSdkSession(
  api: ApiClient,
  session: Pick<Session, 'sessionToken' | 'identityId' | 'verificationId'>,
) {
  const { sessionToken: token, identityId, verificationId } = session;
  const stepPath = (stepId: string) => `/v2/sdk/session/steps/${stepId}`;
  return {
    sessionToken: token,
    token,
    identityId,
    verificationId,
    state: () => api.get<SessionState>('/v2/sdk/session', { token }),
    consent: (version = '1') => api.post('/v2/sdk/session/consent', { token, json: { version, accepted: true } }),
    upload: (
      picture: Buffer,
      {
        stepId = 'document',
        kind = 'document-front',
        name = 'page.jpg',
        challengeId,
        capture,
        country,
        ...more
      }: UploadOptions = {},
    ) => {
      const form = uploadForm(picture, kind, name, challengeId, capture, country);
      return api.post<UploadedFile>(`${stepPath(stepId)}/files`, { token, form, ...more });
    },
    drawChallenge: (stepId: string) => api.post<Challenge>(`${stepPath(stepId)}/challenge`, { token }),
    sendChunk: (stepId: string, chunk: { challengeId: string; index: number | string; bytes: Buffer }) =>
      api.post<RecordingProgress>(`${stepPath(stepId)}/chunks`, { token, form: chunkForm(chunk) }),
    waitForPrompts: (stepId: string, query: { challengeId: string; known: number }) =>
      api.get<RecordingProgress>(`${stepPath(stepId)}/prompts?challengeId=${query.challengeId}&known=${query.known}`, {
        token,
      }),
    finishRecording: (
      stepId: string,
      json: { challengeId: string; chunkCount: number; sha256: string },
      headers: Record<string, string> = {},
    ) => api.post<UploadedFile>(`${stepPath(stepId)}/recording`, { token, json, headers }),
    deleteFile: (mediaId: string, stepId = 'document') => api.delete(`${stepPath(stepId)}/files/${mediaId}`, { token }),
    submit: (stepId = 'document', json: unknown = { documentType: 'passport' }) =>
      api.post<SessionStep>(`${stepPath(stepId)}/submit`, { token, json }),
    sendCode: (stepId: string, json: unknown, headers: Record<string, string> = {}) =>
      api.post<SentCode>(`${stepPath(stepId)}/code`, { token, json, headers }),
    checkCode: (stepId: string, code: string) =>
      api.post<CheckedCode>(`${stepPath(stepId)}/code/check`, { token, json: { code } }),
    skip: (stepId: string) => api.post<SessionStep>(`${stepPath(stepId)}/skip`, { token }),
    cancel: () => api.post<Cancelled>('/v2/sdk/session/cancel', { token }),
    follow: (after = 0) => openSocket(api.baseUrl, token, after),
  };
}

export type SdkSession = ReturnType<typeof createSdkSession>;

interface UploadOptions extends Pick<CallOptions, 'headers'> {
  stepId?: string;
  kind?: MediaKind;
  name?: string;
  challengeId?: string | undefined;
  /** How the device says that the file was made: sent as JSON, or as it is. */
  capture?: object | string | undefined;
  country?: string | undefined;
}

function chunkForm({ challengeId, index, bytes }: { challengeId: string; index: number | string; bytes: Buffer }) {
  const form = new FormData();
  form.append('challengeId', challengeId);
  form.append('index', String(index));
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'chunk');
  return form;
}

export function uploadForm(
  picture: Buffer,
  kind: string | null,
  name = 'page.jpg',
  challengeId?: string,
  capture?: object | string,
  country?: string,
): FormData {
  const form = new FormData();
  if (kind !== null) form.append('kind', kind);
  if (challengeId !== undefined) form.append('challengeId', challengeId);
  if (capture !== undefined) form.append('capture', typeof capture === 'string' ? capture : JSON.stringify(capture));
  if (country !== undefined) form.append('country', country);
  form.append('file', new Blob([Uint8Array.from(picture)], { type: 'image/jpeg' }), name);
  return form;
}

export async function startSdkSession(api: ApiClient, start: SessionStart): Promise<SdkSession> {
  const answer: Answer<Session> = await api.post<Session>('/v2/sdk/sessions', { json: start });
  if (answer.status !== 201)
    throw new Error(`the session did not start: ${answer.status} ${JSON.stringify(answer.body)}`);
  return createSdkSession(api, answer.body);
}

export interface FollowedSocket {
  /** Every message so far, checked against the contract. */
  messages: SocketMessage[];
  closed: Promise<{ code: number; reason: string }>;
  /** The HTTP status of a refused upgrade; null once open. */
  opened: Promise<number | null>;
  send(text: string): void;
  /** A message that never ends. */
  sendPart(text: string): void;
  ping(): void;
  /** The first answer to a ping. */
  ponged: Promise<void>;
  /** Stops reading. */
  pause(): void;
  resume(): void;
  close(): void;
}

export function openSocket(baseUrl: string, token: string, after = 0): FollowedSocket {
  const url = `${baseUrl.replace(/^http/, 'ws')}/v2/sdk/session/live?after=${after}`;
  const socket = new WebSocket(url, ['verify.v2', `bearer.${token}`]);
  const messages: SocketMessage[] = [];
  socket.on('message', (bytes: Buffer) => messages.push(socketMessageSchema.parse(JSON.parse(bytes.toString('utf8')))));
  const opened = new Promise<number | null>((resolve) => {
    socket.once('open', () => resolve(null));
    socket.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
  });
  socket.on('error', () => undefined);
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code: number, reason: Buffer) => resolve({ code, reason: reason.toString('utf8') }));
  });
  const ponged = new Promise<void>((resolve) => socket.once('pong', () => resolve()));
  // A flood continues after the other side has closed.
  const ignore = () => undefined;
  return {
    messages,
    closed,
    opened,
    ponged,
    send: (text) => socket.send(text, ignore),
    sendPart: (text) => socket.send(text, { fin: false }, ignore),
    ping: () => socket.ping(undefined, undefined, ignore),
    pause: () => {
      // Before it is open there is nothing to pause.
      if (socket.readyState === WebSocket.CONNECTING) socket.once('open', () => socket.pause());
      else socket.pause();
    },
    resume: () => socket.resume(),
    close: () => socket.close(),
  };
}
