import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CaptureSession } from '../api/contract.ts';
import { openCamera } from '../device/open-camera.ts';
import { useLiveVideo } from '../device/use-live-video.ts';
import { useMedia } from '../device/use-media.ts';
import { faultOf, type Fault } from '../flow/fault.ts';
import { visiblePart } from '../flow/visible-part.ts';
import { CodeNotes } from '../ui/controls.tsx';
import { useSurroundings } from '../ui/flow-context.ts';
import { Icon } from '../ui/icons.tsx';
import { DocumentOutline } from './document-outline.tsx';
import { ExampleCard, takeExample } from './example-card.tsx';
import type { Corners } from './find-document.ts';
import { lensBox, type Box } from './lens-box.ts';
import { createSteadiness, type SteadyHint } from './steadiness.ts';
import { hasTorch, switchTorch, takeStill } from './take-still.ts';
import { watchDocument } from './watch-document.ts';

export type DocumentMask = 'card' | 'passport' | 'page';

/**
 * Width by height of the guide and of the expected documents: identity cards of both ICAO sizes, open passports, A4 and letter, each
 * upright and turned.
 */
const shapes: Readonly<Record<DocumentMask, { guide: number; aspects: readonly number[] }>> = {
  card: { guide: 1.586, aspects: bothWays(1.586, 1.42) },
  passport: { guide: 1.42, aspects: bothWays(1.42) },
  page: { guide: 0.72, aspects: bothWays(0.707, 0.773) },
};

interface DocumentCameraProps {
  mask: DocumentMask;
  title: string;
  text: string;
  /** The fault of the last picture: one reason at a time, so that the camera stays in view. */
  codes: readonly string[];
  /** Another way to supply the picture. */
  gallery: ComponentChildren;
  /** With the camera's frames up to it. `automatic`: nobody pressed the shutter. */
  onShot: (picture: ImageBitmap, session: CaptureSession, automatic: boolean) => void;
  onFault: (fault: Fault) => void;
  onBack?: (() => void) | undefined;
}

/** The camera over the whole screen. It follows the document’s edges and takes the picture when it is sharp, still and free of glare. */
export function DocumentCamera(props: DocumentCameraProps): JSX.Element {
  const { mask, title, text, codes, gallery, onShot, onFault, onBack } = props;
  const { t } = useSurroundings();
  const stage = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const stream = useMedia(() => openCamera({ facing: 'environment', purpose: 'picture' }), onFault);
  const watch = useLiveVideo(video, stream, onFault);
  const shooting = useRef(false);
  const [lens, setLens] = useState<Box | null>(null);
  const [busy, setBusy] = useState(false);
  const [torch, setTorch] = useState<boolean | null>(null);
  const [seen, setSeen] = useState<{ corners: Corners | null; hint: SteadyHint; share: number } | null>(null);
  const [example, setExample] = useState(takeExample);
  const track = stream?.getVideoTracks()[0] ?? null;
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [title]);

  const part = () => {
    const element = video.current;
    if (element === null || element.videoWidth === 0 || element.clientWidth === 0) return null;
    return visiblePart(
      { width: element.videoWidth, height: element.videoHeight },
      { width: element.clientWidth, height: element.clientHeight },
    );
  };
  const layOut = () => {
    const [element, around] = [video.current, stage.current];
    if (element === null || around === null || element.videoWidth === 0) return;
    setLens(
      lensBox(
        { width: element.videoWidth, height: element.videoHeight },
        { width: around.clientWidth, height: around.clientHeight },
      ),
    );
  };
  const shoot = async (automatic: boolean) => {
    const [element, shown, session] = [video.current, part(), watch.current?.describe()];
    if (element === null || shown === null || session === undefined || shooting.current) return;
    shooting.current = true;
    setBusy(true);
    try {
      const { picture, widthPx, heightPx } = await takeStill(element, track, shown);
      onShot(picture, { ...session, widthPx, heightPx }, automatic);
    } catch (error) {
      onFault(faultOf(error));
    }
  };

  useEffect(() => {
    if (stream !== null) setTorch(hasTorch(track) ? false : null);
  }, [stream]);

  useEffect(() => {
    if (stage.current === null) return;
    const sizes = new ResizeObserver(layOut);
    sizes.observe(stage.current);
    return () => sizes.disconnect();
  }, []);

  const ready = lens !== null;
  useEffect(() => {
    const element = video.current;
    if (!ready || element === null) return;
    const steadiness = createSteadiness();
    return watchDocument(element, {
      aspects: shapes[mask].aspects,
      part,
      onLook(look) {
        if (shooting.current) return;
        const { hint, share } = steadiness.add(look, performance.now());
        setSeen({ corners: look.corners, hint, share });
        if (look.corners !== null) setExample(false);
        if (share === 1) void shoot(true);
      },
    });
  }, [ready, mask]);

  const hint = busy ? 'taking' : (seen?.hint ?? 'find');
  return (
    <section ref={stage} class={`page camera viewfinder ${mask}`}>
      <div class="lens" style={lens === null ? {} : pixels(lens)}>
        <video
          ref={video}
          muted
          playsInline
          autoplay
          aria-label={t('camera.label')}
          onLoadedData={layOut}
          onResize={layOut}
        />
        {lens !== null && (
          <DocumentOutline
            lens={lens}
            aspect={shapes[mask].guide}
            corners={seen?.corners ?? null}
            good={hint === 'taking'}
          />
        )}
      </div>
      <div class="viewfinder-top">
        {onBack && (
          <button type="button" class="round back" aria-label={t('action.back')} onClick={onBack}>
            <Icon name="back" />
          </button>
        )}
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {codes.length > 0 ? <CodeNotes codes={codes.slice(0, 1)} /> : <p class="lead">{text}</p>}
        {example && <ExampleCard />}
      </div>
      <div class="viewfinder-foot">
        <p class="live-hint" role="status">
          {ready ? t(`hint.document.${hint}`) : t('camera.starting')}
        </p>
        <div class="viewfinder-controls">
          <button
            type="button"
            class="shutter"
            aria-label={t('camera.shoot')}
            disabled={!ready || busy}
            style={{ '--share': String(seen?.share ?? 0) }}
            onClick={() => void shoot(false)}
          />
          {torch !== null && track !== null && (
            <button
              type="button"
              class="round torch"
              aria-label={t('camera.torch')}
              aria-pressed={torch}
              onClick={() => void switchTorch(track, !torch).then(setTorch)}
            >
              <Icon name="torch" />
            </button>
          )}
        </div>
        {gallery}
      </div>
    </section>
  );
}

function bothWays(...aspects: readonly number[]): readonly number[] {
  return aspects.flatMap((aspect) => [aspect, 1 / aspect]);
}

const pixels = ({ left, top, width, height }: Box) => ({
  left: `${left}px`,
  top: `${top}px`,
  width: `${width}px`,
  height: `${height}px`,
});
