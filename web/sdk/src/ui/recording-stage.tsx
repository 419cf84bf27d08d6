import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Challenge, PromptAction } from '../api/contract.ts';
import { watchFrames, type FrameWatch } from '../device/watch-frames.ts';
import type { RecordingMoment } from '../flow/recording-plan.ts';
import { Button } from './controls.tsx';
import { useSurroundings } from './flow-context.ts';
import { Icon, type IconName } from './icons.tsx';
import { Page } from './page.tsx';

const iconOfAction: Readonly<Record<PromptAction, IconName>> = {
  'turn-left': 'left',
  'turn-right': 'right',
  'look-up': 'up',
  smile: 'smile',
  blink: 'eye',
  'tilt-left': 'left',
  'tilt-right': 'right',
  'tilt-top': 'up',
  'tilt-bottom': 'down',
};

/** Circumference of the ring's circle of radius 48. */
const ringLength = 2 * Math.PI * 48;

/** What the person sees while recording: themselves in a ring that closes, or their document, and what to do now. */
export function RecordingStage({
  stream,
  filmed,
  ofDocument = false,
  challenge,
  moment,
  level,
  onFinish,
  watch,
}: {
  stream: MediaStream | null;
  filmed: boolean;
  ofDocument?: boolean;
  challenge: Challenge | null;
  moment: RecordingMoment;
  level: number | null;
  onFinish: (() => void) | null;
  /** Filled with the frames that the camera shows here. */
  watch: { current: FrameWatch | null };
}): JSX.Element {
  const { t } = useSurroundings();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current === null || stream === null) return;
    video.current.srcObject = stream;
    const frames = watchFrames(video.current);
    watch.current = frames;
    video.current.play().catch(() => {});
    return () => frames.stop();
  }, [stream, filmed]);
  const digits = challenge !== null && 'digits' in challenge ? Array.from(challenge.digits) : null;
  const { prompt, colour } = moment;
  const titleOfFilm = ofDocument ? t('film.title') : t(colour === null ? 'recording.title' : 'light.title');
  const title = digits === null ? titleOfFilm : t('recording.readTitle');
  return (
    <Page title={title} centered footer={onFinish && <Button onClick={onFinish}>{t('recording.finish')}</Button>}>
      {colour !== null && <div class="light" style={{ backgroundColor: colour }} aria-hidden="true" />}
      <div class={`stage ${ofDocument ? 'flat' : filmed ? '' : 'sound'}`}>
        {filmed ? (
          <video ref={video} muted playsInline autoplay aria-label={t('camera.label')} />
        ) : (
          <Icon name="voice" size={64} />
        )}
        {ofDocument && prompt !== null && <span class={`tilted ${prompt.action}`} aria-hidden="true" />}
        <svg class="ring" viewBox="0 0 100 100" aria-hidden="true">
          <circle cx="50" cy="50" r="48" class="ring-back" />
          <circle
            cx="50"
            cy="50"
            r="48"
            class="ring-front"
            stroke-dasharray={`${moment.share * ringLength} ${ringLength}`}
          />
        </svg>
      </div>
      {digits === null ? (
        <p class="prompt" role="status">
          {colour !== null ? (
            t('light.holdStill')
          ) : prompt === null ? (
            t(challenge === null ? 'camera.starting' : ofDocument ? 'film.holdStill' : 'recording.lookAhead')
          ) : (
            <>
              <Icon name={iconOfAction[prompt.action]} size={32} /> {t(`prompt.${prompt.action}`)}
            </>
          )}
        </p>
      ) : (
        <p class="digits" aria-label={digits.join(' ')}>
          {digits.map((digit, index) => (
            <span key={index}>{digit}</span>
          ))}
        </p>
      )}
      {level !== null && (
        <div
          class="level"
          role="meter"
          aria-label={t('recording.level')}
          aria-valuenow={Math.round(level * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span style={{ width: `${Math.round(level * 100)}%` }} />
        </div>
      )}
    </Page>
  );
}
