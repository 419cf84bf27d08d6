import type { Capture } from '../capture/capture.ts';
import type { OriginFindings } from '../capture/origin.ts';
import { mediaKinds, type MediaKind, type StoredMediaKind } from './media-kind.ts';

/** The sender of an input: the person's device, or the host's server on their behalf. */
export const origins = ['sdk', 'server'] as const;
export type Origin = (typeof origins)[number];

/**
 * received: as uploaded · ready: re-encoded and safe to serve · unusable: could not be decoded · sealed: encrypted to the client's own key,
 * and unreadable here.
 */
export const mediaStates = ['received', 'ready', 'unusable', 'sealed'] as const;
export type MediaState = (typeof mediaStates)[number];

/** A stored file. Its bytes are encrypted in the object store. */
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
  /** For a file that the service made: the file from which it was made. */
  origin: Origin;
  /** How it was made; null for files that the service made, and for files from before this was recorded. */
  capture: Capture | null;
  /** For a picture, once its original was examined. */
  originFindings: OriginFindings | null;
  state: MediaState;
  widthPx: number | null;
  heightPx: number | null;
  /** Null until the quick quality check has a result. */
  acceptable: boolean | null;
  codes: string[];
  createdAt: Date;
}

/** A file that the person supplied, not one that was made from it. */
export interface Upload extends Media {
  kind: MediaKind;
}

export function isUpload<M extends Pick<Media, 'kind'>>(media: M): media is M & { kind: MediaKind } {
  return mediaKinds.some((kind) => kind === media.kind);
}
