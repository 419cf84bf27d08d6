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
