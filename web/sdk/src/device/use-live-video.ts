import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Fault } from '../flow/fault.ts';
import { watchFrames, type FrameWatch } from './watch-frames.ts';

/** A camera that shows nothing within this time is broken or in use by another program. */
const firstFrameMs = 10_000;

/** Plays the camera's stream in the video element and watches its frames. */
export function useLiveVideo(
  video: RefObject<HTMLVideoElement | null>,
  stream: MediaStream | null,
  onFault: (fault: Fault) => void,
): RefObject<FrameWatch | null> {
  const watch = useRef<FrameWatch | null>(null);
  useEffect(() => {
    const element = video.current;
    if (stream === null || element === null) return;
    element.srcObject = stream;
    watch.current = watchFrames(element);
    element.play().catch(() => {});
    const timer = setTimeout(() => {
      if (element.videoWidth === 0) onFault(new Fault('camera.in_use', { retryable: true }));
    }, firstFrameMs);
    return () => {
      clearTimeout(timer);
      watch.current?.stop();
    };
  }, [stream]);
  return watch;
}
