import type { Capture } from '../capture/capture.ts';
import type { OriginFindings } from '../capture/origin.ts';
import { mediaKinds, type MediaKind, type StoredMediaKind } from './media-kind.ts';

/** Who gave an input: the person's device, or the host's server in their place. */
export const origins = ['sdk', 'server'] as const;
export type Origin = (typeof origins)[number];

/**
 * received: as uploaded · ready: re-encoded and safe to serve · unusable: could not be decoded · sealed: encrypted to the client's
 * own key, and readable to nobody here.
 */
export const mediaStates = ['received', 'ready', 'unusable', 'sealed'] as const;
export type MediaState = (typeof mediaStates)[number];

/** A stored file. Its bytes lie sealed in the object store. */
export interface Media {
  id: string;
  clientId: string;
  identityId: string;
  verificationId: string;
  stepRunId: string;
  attempt: number;
  kind: StoredMediaKind;
  contentType: string;
  bytes: number;
  objectKey: string;
  /** Of what is made of a file: the file's. */
  origin: Origin;
  /** How it came to be; null for what is made of a file, and for files of before this was recorded. */
  capture: Capture | null;
  /** Of a picture, once its original was looked at. */
  originFindings: OriginFindings | null;
  state: MediaState;
  widthPx: number | null;
  heightPx: number | null;
  /** Null until the quick quality check has answered. */
  acceptable: boolean | null;
  codes: string[];
  createdAt: Date;
}

/** A file that the person gave, not one that was made of it. */
export interface Upload extends Media {
  kind: MediaKind;
}

export function isUpload<M extends Pick<Media, 'kind'>>(media: M): media is M & { kind: MediaKind } {
  return mediaKinds.some((kind) => kind === media.kind);
}
