import type { CaptureSession } from '../api/contract.ts';
import { timingOf } from '../flow/frame-timing.ts';

/** The times of so many frames are kept. */
const mostTimes = 120;

export interface FrameWatch {
  video: HTMLVideoElement;
  /** The frames that the camera has delivered since it was opened. */
  describe(): CaptureSession;
  stop(): void;
}

/** Counts and times the frames of one opening of a camera. The counts go with the picture, as evidence of its origin. */
export function watchFrames(video: HTMLVideoElement): FrameWatch {
  const startedAt = performance.now();
  const id = crypto.randomUUID();
  const times: number[] = [];
  let frames = 0;
  let stopped = false;
  let handle = 0;
  // Older browsers have none.
  const hasCallback = typeof (video.requestVideoFrameCallback as unknown) === 'function';
  const seen = (now: number) => {
    if (stopped) return;
    frames += 1;
    times.push(now);
    if (times.length > mostTimes) times.shift();
    handle = video.requestVideoFrameCallback(seen);
  };
  if (hasCallback) handle = video.requestVideoFrameCallback(seen);
  return {
    video,
    describe: () => ({
      id,
      openMs: Math.round(performance.now() - startedAt),
      // Without the callback a browser counts for itself; there was at least one frame, since it is shown.
      frames: Math.max(1, frames, hasCallback ? 0 : video.getVideoPlaybackQuality().totalVideoFrames),
      ...timingOf(times),
      widthPx: video.videoWidth,
      heightPx: video.videoHeight,
    }),
    stop() {
      stopped = true;
      if (hasCallback) video.cancelVideoFrameCallback(handle);
    },
  };
}
