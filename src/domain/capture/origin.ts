import { claimSigns, type Capture, type CaptureSource } from './capture.ts';

/**
 * Signs in a file that no camera took the picture. `editor`, `generated`, `screenshot`: its metadata says so; `encoder`: no browser encodes
 * a camera picture like this; `flat`: large areas without a sensor's noise; `blank`: most of it is pure white.
 */
export const fileSigns = ['editor', 'generated', 'screenshot', 'encoder', 'flat', 'blank'] as const;
export type FileSign = (typeof fileSigns)[number];

/** `capture-size`: the picture is larger than the camera's frames were. */
export const originSigns = [...claimSigns, 'capture-size', ...fileSigns] as const;
export type OriginSign = (typeof originSigns)[number];

/** The findings of an examination of the original upload, before it was re-encoded. */
export interface OriginFindings {
  signs: FileSign[];
  /** Signs that could not be measured in this file. */
  couldNotTell: FileSign[];
  /** The share of the picture's 24-pixel squares that have a single value; null when too few could be measured. */
  flatShare: number | null;
}

/** The evidence about a file's origin, for the check. */
export interface FileOrigin {
  mediaId: string;
  source: CaptureSource;
  signs: OriginSign[];
  couldNotTell: FileSign[];
}

/** The properties of a stored file that concern its origin. */
interface JudgedFile {
  id: string;
  capture: Capture | null;
  originFindings: OriginFindings | null;
  widthPx: number | null;
  heightPx: number | null;
}

/** Null for a PDF, which no camera makes, and for files from before captures were recorded. */
export function originOf(media: JudgedFile): FileOrigin | null {
  const { id: mediaId, capture, originFindings } = media;
  if (capture === null || capture.source === 'pdf') return null;
  const size = exceedsFrames(media) ? (['capture-size'] as const) : [];
  return {
    mediaId,
    source: capture.source,
    signs: [...capture.signs, ...size, ...(originFindings?.signs ?? [])],
    couldNotTell: originFindings?.couldNotTell ?? [...fileSigns],
  };
}

/**
 * Our SDK crops pictures from a frame or photo, reports the full size, and scales pictures down, never up. A phone may be rotated while the
 * camera is open.
 */
function exceedsFrames({ capture, widthPx, heightPx }: Omit<JudgedFile, 'id' | 'originFindings'>): boolean {
  if (capture?.session == null || widthPx === null || heightPx === null) return false;
  const frame = [capture.session.widthPx, capture.session.heightPx].sort((a, b) => a - b);
  const picture = [widthPx, heightPx].sort((a, b) => a - b);
  return (picture[0] ?? 0) > (frame[0] ?? 0) || (picture[1] ?? 0) > (frame[1] ?? 0);
}
