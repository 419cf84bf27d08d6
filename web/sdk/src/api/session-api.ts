import type {
  AnalyticsEvent,
  Capture,
  Challenge,
  CodeChecked,
  CodeSent,
  DocumentKind,
  ErrorTexts,
  HandOver,
  HandOverOrigin,
  HandOverProgress,
  Language,
  MediaKind,
  PhoneCountry,
  RecordingProgress,
  Session,
  SessionStart,
  SessionState,
  SessionStep,
  UploadedFile,
} from './contract.ts';
import { Fault } from '../flow/fault.ts';
import { onceLoaded } from './once-loaded.ts';
import { createSend, type Connection } from './request.ts';

export interface Upload {
  kind: MediaKind;
  file: Blob;
  challengeId?: string;
  capture: Capture;
  /** Of the document. */
  country?: string | undefined;
  /** Made once a picture, so that a repeated upload stays one file. */
  key: string;
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

export type SessionApi = ReturnType<typeof createSessionApi>;

/** The routes of DESIGN §5, by name. Every function throws a `Fault` with the server's code. */
export function createSessionApi(baseUrl: string, connection: Connection) {
  const send = createSend(baseUrl, connection);
  let token: string | null = null;

  const read = <T>(path: string) => send<T>({ method: 'GET', path });
  const get = <T>(path: string) => send<T>({ method: 'GET', path, token });
  const post = <T>(path: string, body?: unknown) => send<T>({ method: 'POST', path, body, token });
  const create = <T>(path: string, body?: unknown, key: string = crypto.randomUUID()) =>
    send<T>({ method: 'POST', path, body, token, idempotencyKey: key });
  const stepPath = (stepId: string, rest: string) => `/v2/sdk/session/steps/${encodeURIComponent(stepId)}/${rest}`;

  return {
    baseUrl,
    getToken: () => token,
    useToken(next: string | null): void {
      token = next;
    },
    start: (start: SessionStart, key: string) => create<Session>('/v2/sdk/sessions', start, key),
    readState: () => get<SessionState>('/v2/sdk/session'),
    giveConsent: (version: string, duplicateFaceVersion: string | undefined) =>
      post<undefined>('/v2/sdk/session/consent', { version, accepted: true, duplicateFaceVersion }),
    cancel: (signal: AbortSignal) =>
      send<{ identityId: string; verificationId: string }>({
        method: 'POST',
        path: '/v2/sdk/session/cancel',
        token,
        signal,
      }),
    upload: (stepId: string, { kind, file, challengeId, capture, country, key, onProgress, signal }: Upload) =>
      send<UploadedFile>({
        method: 'POST',
        path: stepPath(stepId, 'files'),
        token,
        idempotencyKey: key,
        form: () => {
          const form = new FormData();
          form.append('kind', kind);
          if (challengeId !== undefined) form.append('challengeId', challengeId);
          form.append('capture', JSON.stringify(capture));
          if (country !== undefined) form.append('country', country);
          form.append('file', file, kind);
          return form;
        },
        ...(onProgress && { onProgress }),
        ...(signal && { signal }),
      }),
    async deleteFile(stepId: string, mediaId: string): Promise<void> {
      try {
        const path = stepPath(stepId, `files/${encodeURIComponent(mediaId)}`);
        await send<undefined>({ method: 'DELETE', path, token });
      } catch (error) {
        // Already deleted, as intended: the answer to the first request was lost.
        if (!(error instanceof Fault) || error.code !== 'media.not_found') throw error;
      }
    },
    /** `light`: this screen shows colours after the prompts, and the person agreed. */
    drawChallenge: (stepId: string, { light }: { light: boolean } = { light: false }) =>
      create<Challenge>(stepPath(stepId, light ? 'challenge?light=on' : 'challenge')),
    /** The same chunk sent twice counts once. */
    sendChunk: (stepId: string, chunk: { challengeId: string; index: number; bytes: Blob }, signal: AbortSignal) =>
      send<RecordingProgress>({
        method: 'POST',
        path: stepPath(stepId, 'chunks'),
        token,
        signal,
        form: () => {
          const form = new FormData();
          form.append('challengeId', chunk.challengeId);
          form.append('index', String(chunk.index));
          form.append('file', chunk.bytes, 'chunk');
          return form;
        },
      }),
    waitForPrompts: (
      stepId: string,
      { challengeId, known }: { challengeId: string; known: number },
      signal: AbortSignal,
    ) =>
      send<RecordingProgress>({
        method: 'GET',
        path: stepPath(stepId, `prompts?challengeId=${encodeURIComponent(challengeId)}&known=${known}`),
        token,
        signal,
      }),
    finishRecording: (
      stepId: string,
      whole: { challengeId: string; chunkCount: number; sha256: string; capture: Capture },
    ) => create<UploadedFile>(stepPath(stepId, 'recording'), whole),
    submit: (stepId: string, body: object) => create<SessionStep>(stepPath(stepId, 'submit'), body),
    skip: (stepId: string) => post<SessionStep>(stepPath(stepId, 'skip')),
    sendCode: (stepId: string, to: { phoneNumber: string } | { email: string }) =>
      create<CodeSent>(stepPath(stepId, 'code'), to),
    checkCode: (stepId: string, code: string) => post<CodeChecked>(stepPath(stepId, 'code/check'), { code }),
    createHandOver: () => create<HandOver>('/v2/sdk/session/hand-over'),
    previewHandOver: (handOverToken: string) => post<HandOverOrigin>('/v2/sdk/hand-over/preview', { handOverToken }),
    openHandOver: (handOverToken: string, about: Pick<SessionStart, 'sdk' | 'device'>) =>
      create<Session>('/v2/sdk/hand-over/open', { handOverToken, ...about }),
    readOtherDevice: (watchToken: string) =>
      send<HandOverProgress>({ method: 'GET', path: '/v2/sdk/hand-over/progress', token: watchToken }),
    takeBack: (watchToken: string, about: Pick<SessionStart, 'sdk' | 'device'>) =>
      create<Session>('/v2/sdk/hand-over/take-back', { watchToken, ...about }),
    // The catalogues are public: without a token the browser needs no preflight.
    documentKinds: onceLoaded(() => read<{ data: DocumentKind[] }>('/v2/document-kinds').then(({ data }) => data)),
    phoneCountries: onceLoaded(() =>
      read<{ data: PhoneCountry[] }>('/v2/sdk/phone-countries').then(({ data }) => data),
    ),
    listErrorTexts: (language: Language) =>
      read<ErrorTexts>(`/v2/sdk/error-codes?language=${language}`).then(({ data }) => data),
    reportEvents: (events: readonly AnalyticsEvent[]) =>
      post<{ accepted: number }>('/v2/sdk/session/events', { events }),
  };
}
