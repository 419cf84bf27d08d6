import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CaptureSession } from '../api/contract.ts';
import { readFrame } from '../camera/read-frame.ts';
import { openCamera } from '../device/open-camera.ts';
import { useLiveVideo } from '../device/use-live-video.ts';
import { useMedia } from '../device/use-media.ts';
import { judgeFrame, type Frame, type FrameHint } from '../flow/judge-frame.ts';
import type { Fault } from '../flow/fault.ts';
import { visiblePart } from '../flow/visible-part.ts';
import { useSurroundings } from './flow-context.ts';

interface CameraViewProps {
  /** With the camera's frames up to it. */
  onShot: (picture: ImageBitmap, session: CaptureSession) => void;
  onFault: (fault: Fault) => void;
}

const lookEveryMs = 250;
const lookWidth = 120;

/** The front camera's picture with an oval for the face, a live hint, and a shutter. */
export function CameraView({ onShot, onFault }: CameraViewProps): JSX.Element {
  const { t } = useSurroundings();
  const video = useRef<HTMLVideoElement>(null);
  const stream = useMedia(() => openCamera({ facing: 'user', purpose: 'picture' }), onFault);
  const watch = useLiveVideo(video, stream, onFault);
  const [ready, setReady] = useState(false);
  const [shooting, setShooting] = useState(false);
  const [hint, setHint] = useState<FrameHint>('good');

  useEffect(() => {
    if (!ready) return;
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    let before: Frame | null = null;
    const timer = setInterval(() => {
      const element = video.current;
      if (element === null || context === null || element.videoWidth === 0) return;
      const height = (lookWidth * element.videoHeight) / element.videoWidth;
      const frame = readFrame(context, element, { width: lookWidth, height });
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
