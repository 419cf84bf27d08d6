import type { CameraEvidence, CameraMode } from './camera-evidence.ts';
import type { Capture, CaptureSession } from './capture.ts';

/** The pictures in a recording's file, by the recording's own clock. */
export interface RecordedFrames {
  widthPx: number;
  heightPx: number;
  count: number;
  durationMs: number;
  /** Median time between two pictures, and the median deviation from it. */
  frameMs: number | null;
  jitterMs: number | null;
  /** Share of the pictures that are equal to the one before. */
  equalShare: number | null;
}

/**
 * The signs against the camera. `not-reported`: the web SDK always describes it. `virtual-camera`: its name. `not-a-device`: the browser
 * shows that no device made the pictures. `settings-differ`: the frames do not have the size that the browser states. `no-noise`: two of
 * its pictures are equal, which no sensor produces. The recording itself contradicts the others: its size differs from the frames'
 * (`recorded-size`), it has more frames per second or in total than the camera delivered (`recorded-rate`), it is longer than the camera
 * was open (`recorded-length`), or it consists of equal pictures (`recorded-still`).
 */
export const cameraSigns = [
  'not-reported',
  'no-capture-session',
  'capture-timing',
  'virtual-camera',
  'not-a-device',
  'settings-differ',
  'no-noise',
  'recorded-size',
  'recorded-rate',
  'recorded-length',
  'recorded-still',
] as const;
export type CameraSign = (typeof cameraSigns)[number];

/** A busy page misses frames that its recorder gets, and the frame counter starts slightly later than the camera. */
const slack = { rate: 2.2, frames: 30, lengthMs: 1_500 };
const equal = { twoPictures: 0.999, ofRecording: 0.5 };

/** Null when nothing is claimed and nothing is expected: such a recording has no evidence of this kind. */
export function findCameraSigns(capture: Capture | null, recorded: RecordedFrames | null): CameraSign[] | null {
  if (capture === null) return null;
  const { session, camera = null, byBrowser, signs } = capture;
  if (camera === null && session === null && !byBrowser) return null;
  return [
    ...signs,
    ...(camera === null && byBrowser ? (['not-reported'] as const) : []),
    ...(camera === null ? [] : signsOfCamera(camera, session)),
    ...(session === null || recorded === null ? [] : signsOfRecording(session, recorded)),
    ...((recorded?.equalShare ?? 0) >= equal.ofRecording ? (['recorded-still'] as const) : []),
  ];
}

function signsOfCamera(camera: CameraEvidence, session: CaptureSession | null): CameraSign[] {
  const { labelClass, track, listed, refusesImpossible, settings, equalShare } = camera;
  const signs: CameraSign[] = [];
  if (labelClass === 'virtual') signs.push('virtual-camera');
  if (track === 'drawn' || listed === false || refusesImpossible === false) signs.push('not-a-device');
  if (settings !== null && session !== null && !isSameSize(settings, session)) signs.push('settings-differ');
  if (equalShare !== null && equalShare >= equal.twoPictures) signs.push('no-noise');
  return signs;
}

function signsOfRecording(session: CaptureSession, recorded: RecordedFrames): CameraSign[] {
  const signs: CameraSign[] = [];
  if (!isSameSize(recorded, session)) signs.push('recorded-size');
  const isFaster =
    session.frameMs !== null && recorded.frameMs !== null && recorded.frameMs * slack.rate < session.frameMs;
  if (isFaster || recorded.count > session.frames * slack.rate + slack.frames) signs.push('recorded-rate');
  if (recorded.durationMs > session.openMs + slack.lengthMs) signs.push('recorded-length');
  return signs;
}

/** A phone may be rotated. A recorder makes odd sizes even. */
function isSameSize(one: Omit<CameraMode, 'framesPerSecond'>, other: Omit<CameraMode, 'framesPerSecond'>): boolean {
  const sides = ({ widthPx, heightPx }: typeof one) => [Math.min(widthPx, heightPx), Math.max(widthPx, heightPx)];
  const [short = 0, long = 0] = sides(one);
  const [otherShort = 0, otherLong = 0] = sides(other);
  return Math.abs(short - otherShort) <= 1 && Math.abs(long - otherLong) <= 1;
}

/** Computed from the moments of a recording's pictures and their differences from the previous one (0: equal). */
export function recordedFramesOf(
  { widthPx, heightPx, durationMs }: Pick<RecordedFrames, 'widthPx' | 'heightPx' | 'durationMs'>,
  changes: readonly { atMs: number; difference: number }[],
): RecordedFrames {
  const gaps = changes.slice(1).map(({ atMs }, index) => atMs - (changes[index]?.atMs ?? 0));
  const frameMs = medianOf(gaps);
  return {
    widthPx,
    heightPx,
    durationMs,
    count: changes.length + 1,
    frameMs,
    jitterMs: frameMs === null ? null : medianOf(gaps.map((gap) => Math.abs(gap - frameMs))),
    equalShare:
      changes.length === 0 ? null : changes.filter(({ difference }) => difference === 0).length / changes.length,
  };
}

function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
