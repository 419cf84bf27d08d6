import { claimSigns, type Capture, type CaptureSource } from './capture.ts';

/**
 * What in a file contradicts a camera. `editor`, `generated`, `screenshot`: it says so itself; `encoder`: no browser's camera
 * picture is encoded like this; `flat`: large areas without the noise of a sensor; `blank`: most of it is pure white.
 */
export const fileSigns = ['editor', 'generated', 'screenshot', 'encoder', 'flat', 'blank'] as const;
export type FileSign = (typeof fileSigns)[number];

/** `capture-size`: the picture shows more than the camera's frames did. */
export const originSigns = [...claimSigns, 'capture-size', ...fileSigns] as const;
export type OriginSign = (typeof originSigns)[number];

/** What a look at the original upload found, before it was re-encoded. */
export interface OriginFindings {
  signs: FileSign[];
  /** What could not be looked for in this file. */
  couldNotTell: FileSign[];
  /** Share of the picture's squares of 24 pixels that hold one single value; null where too few could be looked at. */
  flatShare: number | null;
}

/** What speaks for and against a file's origin, for the check. */
export interface FileOrigin {
  mediaId: string;
  source: CaptureSource;
  signs: OriginSign[];
  couldNotTell: FileSign[];
}

/** A stored file, as far as its origin goes. */
interface JudgedFile {
  id: string;
  capture: Capture | null;
  originFindings: OriginFindings | null;
  widthPx: number | null;
  heightPx: number | null;
}

/** Null for a PDF, which no camera makes, and for files of before captures were recorded. */
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
 * Our SDK cuts pictures out of a frame or a photo, names the size of the whole one, and makes pictures smaller, never larger. A phone
 * may turn while the camera is open.
 */
function exceedsFrames({ capture, widthPx, heightPx }: Omit<JudgedFile, 'id' | 'originFindings'>): boolean {
  if (capture?.session == null || widthPx === null || heightPx === null) return false;
  const frame = [capture.session.widthPx, capture.session.heightPx].sort((a, b) => a - b);
  const picture = [widthPx, heightPx].sort((a, b) => a - b);
  return (picture[0] ?? 0) > (frame[0] ?? 0) || (picture[1] ?? 0) > (frame[1] ?? 0);
}
