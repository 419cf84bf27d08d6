import type { components } from '../../../generated/api.d.ts';

/** The part of the server's contract that the SDK uses, from `openapi/openapi.json`. */
type Schemas = components['schemas'];

export type Session = Schemas['Session'];
export type SessionState = Schemas['SessionState'];
export type SessionStep = Schemas['SessionStep'];
export type SessionStart = Schemas['SessionStart'];
export type PublicStep = Session['steps'][number];
export type StepType = PublicStep['type'];
export type StepOf<T extends StepType> = Extract<PublicStep, { type: T }>;
export type UploadedFile = Schemas['UploadedFile'];
export type MediaKind = UploadedFile['kind'];
/** One opening of a camera, as the SDK reports it with a picture. */
export type CaptureSession = NonNullable<NonNullable<Schemas['MediaRecord']['capture']>['session']>;
/** How a file was made. */
export interface Capture {
  source: 'camera' | 'gallery' | 'microphone';
  session: CaptureSession | null;
  camera?: CameraClaim | null;
}
/** The browser's description of a recording's camera. */
export type CameraClaim = NonNullable<NonNullable<Schemas['FinishedRecording']['capture']>['camera']>;
export type Challenge = Schemas['Challenge'];
export type PromptAction = Schemas['PromptAction'];
export type RecordingProgress = Schemas['RecordingProgress'];
export type CodeSent = Schemas['CodeSent'];
export type CodeChecked = Schemas['CodeChecked'];
export type DocumentKind = Schemas['DocumentKind'];
export type DocumentType = DocumentKind['type'];
export type ErrorText = Schemas['ErrorText'];
export type ErrorTexts = Schemas['ErrorTexts'];
export type HandOver = Schemas['HandOver'];
export type HandOverProgress = Schemas['HandOverProgress'];
export type HandOverOrigin = Schemas['HandOverOrigin'];
export type PhoneCountry = Schemas['PhoneCountry'];
export type Problem = Schemas['Problem'];
export type SocketMessage = Schemas['SocketMessage'];
export type AnalyticsEvent = Schemas['AnalyticsEvent'];
export type Language = Session['language'];
