import { signedEnvelopeType } from '../documents/signed-envelope.ts';

/** The content of an uploaded file. The SDK names it in the upload's `kind` part. */
export const mediaKinds = [
  'document-front',
  'document-back',
  'document-page',
  'document-film',
  'selfie',
  'liveness-video',
  'voice-audio',
] as const;

export type MediaKind = (typeof mediaKinds)[number];

/** Files that the service makes from uploads and keeps as evidence. */
export const derivedMediaKinds = ['document-portrait', 'liveness-best-frame', 'liveness-contact-sheet'] as const;
export type DerivedMediaKind = (typeof derivedMediaKinds)[number];
export type StoredMediaKind = MediaKind | DerivedMediaKind;
export const storedMediaKinds = [...mediaKinds, ...derivedMediaKinds] as const;

/** Pictures are re-encoded as soon as they arrive; other files are parsed in processes that can be killed. */
export const mediaForms = ['picture', 'pdf', 'video', 'audio'] as const;
export type MediaForm = (typeof mediaForms)[number];

/** The accepted content types of a kind. Browsers give a recording of sound alone a video's content type. */
export const formsOfKind: Readonly<Record<MediaKind, readonly MediaForm[]>> = {
  'document-front': ['picture'],
  'document-back': ['picture'],
  'document-page': ['picture', 'pdf'],
  'document-film': ['video'],
  selfie: ['picture'],
  'liveness-video': ['video'],
  'voice-audio': ['audio', 'video'],
};

/** Supported content types, detected by content: neither the name nor the declared type of an upload counts. */
const contentTypesOfForm = {
  picture: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/avif', 'image/tiff'],
  pdf: ['application/pdf', signedEnvelopeType],
  video: ['video/webm', 'video/mp4'],
  audio: ['audio/webm', 'audio/ogg', 'audio/mp4', 'audio/x-m4a', 'audio/mpeg', 'audio/wav', 'audio/vnd.wave'],
} as const satisfies Record<MediaForm, readonly string[]>;

export function mediaFormOf(contentType: string): MediaForm | null {
  return mediaForms.find((form) => (contentTypesOfForm[form] as readonly string[]).includes(contentType)) ?? null;
}

/** Of these the service makes no safe copy. */
export function isRecording({ contentType }: { contentType: string }): boolean {
  const form = mediaFormOf(contentType);
  return form === 'video' || form === 'audio';
}

/** The largest uploads in bytes. The flow sets the limit for pictures. */
export const maxBytesOfForm: Readonly<Record<Exclude<MediaForm, 'picture'>, number>> = {
  pdf: 20_000_000,
  video: 50_000_000,
  audio: 10_000_000,
};
