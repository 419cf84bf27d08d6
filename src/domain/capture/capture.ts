import type { MediaForm } from '../media/media-kind.ts';

/** How a device says that a file came to be. It is the device's word: evidence, never proof. */
export const claimedSources = ['camera', 'gallery', 'microphone'] as const;

/** `pdf` and `server` are what the service itself sees; `unknown`: the device did not say. */
export const captureSources = [...claimedSources, 'pdf', 'server', 'unknown'] as const;
export type CaptureSource = (typeof captureSources)[number];

/** One opening of a camera, up to the picture or recording that was made with it. */
export interface CaptureSession {
  /** Made by the device each time it opens the camera. */
  id: string;
  /** From the first frame to the picture. */
  openMs: number;
  /** Frames that the camera delivered in that time. */
  frames: number;
  /** Median time between two frames, and the median distance from it; null with fewer than three frames. */
  frameMs: number | null;
  jitterMs: number | null;
  /** The size of the camera's frames. */
  widthPx: number;
  heightPx: number;
}

export interface CaptureClaim {
  source: (typeof claimedSources)[number];
  session: CaptureSession | null;
}

/** What of a claim cannot be true, by what the service sees when the file arrives. */
export const claimSigns = ['no-capture-session', 'capture-timing'] as const;
export type ClaimSign = (typeof claimSigns)[number];

/** How a file came to be, as it is kept with the file. */
export interface Capture {
  source: CaptureSource;
  session: CaptureSession | null;
  /** Whether a browser's encoder must have made the picture, since our own web SDK sent it. */
  byBrowser: boolean;
  signs: ClaimSign[];
}

/** Clocks of devices and servers differ, and an upload takes its time. */
const slackMs = 10_000;
/** Faster than any camera, and slower than any that a person can aim with. */
const possibleFrameMs = { least: 3, most: 2_000 };

/**
 * What is recorded of an upload. What the service sees counts before what the device says: a PDF is a PDF, and what the host's
 * server gave was not made by our SDK. `sinceStartMs`: the age of the verification.
 */
export function captureOf({
  claim,
  origin,
  form,
  platform,
  sinceStartMs,
}: {
  claim: CaptureClaim | null;
  /** Who gave it: the person’s device or the host’s server. */
  origin: 'sdk' | 'server';
  form: MediaForm;
  platform: string | null;
  sinceStartMs: number;
}): Capture {
  const byBrowser = origin === 'sdk' && platform === 'web';
  const plain = { session: null, byBrowser, signs: [] };
  if (origin === 'server') return { ...plain, source: 'server' };
  if (form === 'pdf') return { ...plain, source: 'pdf' };
  if (claim === null) return { ...plain, source: 'unknown' };
  if (claim.source !== 'camera') return { ...plain, source: claim.source };
  return { source: 'camera', session: claim.session, byBrowser, signs: signsOfClaim(claim.session, sinceStartMs) };
}

function signsOfClaim(session: CaptureSession | null, sinceStartMs: number): ClaimSign[] {
  if (session === null) return ['no-capture-session'];
  const { openMs, frames, frameMs } = session;
  const isPossible =
    frames >= 1 &&
    openMs <= sinceStartMs + slackMs &&
    frames * possibleFrameMs.least <= openMs + slackMs &&
    // Some browsers count frames and do not time them.
    (frameMs === null || (frameMs >= possibleFrameMs.least && frameMs <= possibleFrameMs.most));
  return isPossible ? [] : ['capture-timing'];
}
