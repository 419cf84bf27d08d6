import { signedEnvelopeType } from '../documents/signed-envelope.ts';

/** What an uploaded file shows. The SDK names it in the `kind` part of the upload. */
export const mediaKinds = [
  'document-front',
  'document-back',
  'document-page',
  'selfie',
  'liveness-video',
  'voice-audio',
] as const;

export type MediaKind = (typeof mediaKinds)[number];

/** What the service makes of uploaded files and keeps as evidence. */
export const derivedMediaKinds = ['document-portrait', 'liveness-best-frame', 'liveness-contact-sheet'] as const;
export type DerivedMediaKind = (typeof derivedMediaKinds)[number];
export type StoredMediaKind = MediaKind | DerivedMediaKind;
export const storedMediaKinds = [...mediaKinds, ...derivedMediaKinds] as const;

/** Pictures are re-encoded as soon as they arrive; the other forms are taken apart in processes that can be killed. */
export const mediaForms = ['picture', 'pdf', 'video', 'audio'] as const;
export type MediaForm = (typeof mediaForms)[number];

/** Forms that a kind may come in. A browser's recording of sound alone carries a video's content type. */
export const formsOfKind: Readonly<Record<MediaKind, readonly MediaForm[]>> = {
  'document-front': ['picture'],
  'document-back': ['picture'],
  'document-page': ['picture', 'pdf'],
  selfie: ['picture'],
  'liveness-video': ['video'],
  'voice-audio': ['audio', 'video'],
};

/** Content types that can be made use of. Told apart by content: neither the name nor the declared type of an upload counts. */
const contentTypesOfForm = {
  picture: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/avif', 'image/tiff'],
  pdf: ['application/pdf', signedEnvelopeType],
  video: ['video/webm', 'video/mp4'],
  audio: ['audio/webm', 'audio/ogg', 'audio/mp4', 'audio/x-m4a', 'audio/mpeg', 'audio/wav', 'audio/vnd.wave'],
} as const satisfies Record<MediaForm, readonly string[]>;

export function mediaFormOf(contentType: string): MediaForm | null {
  return mediaForms.find((form) => (contentTypesOfForm[form] as readonly string[]).includes(contentType)) ?? null;
}

/** Largest uploads in bytes. That of pictures is the flow's own setting. */
export const maxBytesOfForm: Readonly<Record<Exclude<MediaForm, 'picture'>, number>> = {
  pdf: 20_000_000,
  video: 50_000_000,
  audio: 10_000_000,
};
