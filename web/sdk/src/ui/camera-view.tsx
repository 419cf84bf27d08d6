import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CaptureSession } from '../api/contract.ts';
import { openCamera } from '../device/open-camera.ts';
import { useMedia } from '../device/use-media.ts';
import { watchFrames, type FrameWatch } from '../device/watch-frames.ts';
import { judgeFrame, type Frame, type FrameHint } from '../flow/judge-frame.ts';
import { Fault } from '../flow/fault.ts';
import { visiblePart } from '../flow/visible-part.ts';
import { useSurroundings } from './flow-context.ts';

interface CameraViewProps {
  /** With the camera's frames up to it. */
  onShot: (picture: ImageBitmap, session: CaptureSession) => void;
  onFault: (fault: Fault) => void;
}

const lookEveryMs = 250;
const lookWidth = 120;
/** A camera that shows nothing within this time is broken or in use by another program. */
const firstFrameMs = 10_000;

/** The front camera's picture with an oval for the face, a live hint, and a shutter. */
export function CameraView({ onShot, onFault }: CameraViewProps): JSX.Element {
  const { t } = useSurroundings();
  const video = useRef<HTMLVideoElement>(null);
  const stream = useMedia(() => openCamera({ facing: 'user', purpose: 'picture' }), onFault);
  const watch = useRef<FrameWatch | null>(null);
  const [ready, setReady] = useState(false);
  const [shooting, setShooting] = useState(false);
  const [hint, setHint] = useState<FrameHint>('good');

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

  useEffect(() => {
    if (!ready) return;
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d', { willReadFrequently: true });
    let before: Frame | null = null;
    const timer = setInterval(() => {
      const element = video.current;
      if (element === null || context === null || element.videoWidth === 0) return;
      const frame = readFrame(element, canvas, context);
      setHint(judgeFrame(frame, before));
      before = frame;
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [ready]);

  const shoot = async () => {
    const element = video.current;
    const session = watch.current?.describe();
    if (element === null || session === undefined || shooting) return;
    setShooting(true);
    const picture = { width: element.videoWidth, height: element.videoHeight };
    const part = visiblePart(picture, { width: element.clientWidth, height: element.clientHeight });
    onShot(await createImageBitmap(element, part.x, part.y, part.width, part.height), session);
  };
  // A face is not text: only light and stillness matter.
  const shown = hint === 'blurry' || hint === 'glare' ? 'good' : hint;
  return (
    <div class="camera face user">
      <video
        ref={video}
        muted
        playsInline
        autoplay
        aria-label={t('camera.label')}
        onLoadedData={() => setReady(true)}
      />
      <div class={`guide ${shown === 'good' ? 'good' : ''}`} aria-hidden="true" />
      <p class="live-hint" role="status">
        {ready ? t(`hint.face.${shown}`) : t('camera.starting')}
      </p>
      <button
        type="button"
        class="shutter"
        aria-label={t('camera.shoot')}
        disabled={!ready || shooting}
        onClick={shoot}
      />
    </div>
  );
}

function readFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): Frame {
  const width = lookWidth;
  const height = Math.max(1, Math.round((lookWidth * video.videoHeight) / video.videoWidth));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.drawImage(video, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const luma = new Uint8Array(width * height);
  for (let index = 0; index < luma.length; index += 1) {
    const at = index * 4;
    luma[index] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  }
  return { luma, width, height };
}
