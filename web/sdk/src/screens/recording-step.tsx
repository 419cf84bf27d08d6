import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CaptureSession, Challenge, SessionStep, StepOf } from '../api/contract.ts';
import { openCamera, openMicrophone } from '../device/open-camera.ts';
import { openLevelMeter, startRecording } from '../device/record.ts';
import { useMedia } from '../device/use-media.ts';
import type { FrameWatch } from '../device/watch-frames.ts';
import { faultOf, type Fault } from '../flow/fault.ts';
import { momentAt, recordingMs, usableChallenge, type RecordingMoment } from '../flow/recording-plan.ts';
import { Button, CodeNotes, Waiting } from '../ui/controls.tsx';
import { DeviceFault } from '../ui/device-fault.tsx';
import { useSurroundings } from '../ui/flow-context.ts';
import { Page } from '../ui/page.tsx';
import { Primer, usePrimed } from '../ui/primer.tsx';
import { RecordingStage } from '../ui/recording-stage.tsx';

interface RecordingStepProps {
  step: StepOf<'active-liveness'> | StepOf<'voice-liveness'>;
  progress: SessionStep;
}

type Stage = 'intro' | 'recording' | 'uploading';

/** A recording for a challenge of the server: instructions, the recording itself, and its way to the server. */
export function RecordingStep({ step, progress }: RecordingStepProps): JSX.Element {
  const { flow, t } = useSurroundings();
  const filmed = step.type === 'active-liveness' || step.config.withVideo;
  const permission = filmed ? 'camera' : 'microphone';
  const { primed, go } = usePrimed(permission);
  const [stage, setStage] = useState<Stage>('intro');
  const [codes, setCodes] = useState<readonly string[]>(progress.codes);
  const [fault, setFault] = useState<Fault | null>(null);
  const [share, setShare] = useState(0);
  const failures = useRef(0);

  const send = async (recording: Blob, challengeId: string, session: CaptureSession | null) => {
    setStage('uploading');
    try {
      const kind = filmed ? 'liveness-video' : 'voice-audio';
      for (const file of progress.files) await flow.api.deleteFile(step.id, file.mediaId);
      const capture = { source: filmed ? 'camera' : 'microphone', session } as const;
      const key = crypto.randomUUID();
      const upload = { kind, file: recording, challengeId, capture, key, onProgress: setShare } as const;
      const { quality } = await flow.api.upload(step.id, upload);
      if (quality.acceptable === false) {
        setCodes(quality.codes);
        setStage('intro');
        return;
      }
      flow.change({ type: 'stepChanged', step: await flow.api.submit(step.id, {}) });
    } catch (error) {
      const refused = faultOf(error);
      // What is wrong with the recording is said where the next one begins.
      if (!/^(challenge|file)\./.test(refused.code)) flow.fail(refused);
      setCodes([refused.code]);
      setStage('intro');
    }
  };

  const failedHere = (next: Fault) => {
    if (next.code === 'recording.failed') failures.current += 1;
    setFault(next);
  };

  if (fault !== null) {
    const retry = () => {
      setFault(null);
      setStage('intro');
    };
    // What failed twice here seldom works the third time, and each try costs one of the attempt's challenges.
    return <DeviceFault fault={fault} onRetry={retry} leadElsewhere={failures.current >= 2} />;
  }
  if (stage === 'uploading') {
    return <Waiting label={t('confirm.uploading', { percent: Math.round(share * 100) })} />;
  }
  if (stage === 'recording') {
    return <RecordingSession step={step} progress={progress} filmed={filmed} onDone={send} onFault={failedHere} />;
  }
  if (primed === false && codes.length === 0) return <Primer name={permission} onGo={go} />;
  return (
    <Page
      title={t(`step.${step.type}.title`)}
      text={t(`step.${step.type}.text`)}
      icon={filmed ? 'face' : 'voice'}
      centered
      footer={<Button onClick={() => setStage('recording')}>{t('recording.begin')}</Button>}
    >
      <CodeNotes codes={codes} />
      <ul class="tips">
        {(filmed ? (['light', 'alone', 'uncovered'] as const) : (['quiet', 'clear'] as const)).map((tip) => (
          <li key={tip}>{t(`tip.${tip}`)}</li>
        ))}
      </ul>
    </Page>
  );
}

const tickEveryMs = 100;

function RecordingSession({
  step,
  progress,
  filmed,
  onDone,
  onFault,
}: RecordingStepProps & {
  filmed: boolean;
  onDone: (recording: Blob, challengeId: string, session: CaptureSession | null) => Promise<void>;
  onFault: (fault: Fault) => void;
}): JSX.Element {
  const { flow } = useSurroundings();
  const sound = step.type === 'voice-liveness';
  const open = () => (filmed ? openCamera({ facing: 'user', sound, purpose: 'recording' }) : openMicrophone());
  const stream = useMedia(open, onFault);
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [moment, setMoment] = useState<RecordingMoment>({ prompt: null, share: 0, over: false });
  const [level, setLevel] = useState(0);
  const finish = useRef<() => void>(() => {});
  const watch = useRef<FrameWatch | null>(null);

  useEffect(() => {
    if (stream === null) return;
    let gone = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    const meter = sound ? openLevelMeter(stream) : null;
    const record = async () => {
      // Prompts count from the answer: the camera is ready before they are drawn. Digits can be read again after a reload.
      const drawn = (sound ? usableChallenge(progress, Date.now()) : null) ?? (await flow.api.drawChallenge(step.id));
      if (gone) return;
      setChallenge(drawn);
      const recording = await startRecording(stream);
      flow.setUndisturbed(true);
      const maxRecordingMs = (flow.getState().session?.limits.maxRecordingMs ?? 20_000) - 500;
      const promptTimeoutMs = step.type === 'active-liveness' ? step.config.promptTimeoutMs : 0;
      const wholeMs = recordingMs(drawn, { promptTimeoutMs, maxRecordingMs });
      const end = async () => {
        clearInterval(timer);
        if (gone) return;
        gone = true;
        flow.setUndisturbed(false);
        try {
          const session = watch.current?.describe() ?? null;
          await onDone(await recording.finish(), drawn.challengeId, session);
        } catch (error) {
          onFault(faultOf(error));
        }
      };
      finish.current = () => void end();
      timer = setInterval(() => {
        const now = momentAt('prompts' in drawn ? drawn.prompts : [], performance.now() - recording.startedAt, wholeMs);
        setMoment(now);
        if (meter !== null) setLevel(meter.level());
        if (now.over) void end();
      }, tickEveryMs);
    };
    record().catch((error: unknown) => {
      const fault = faultOf(error);
      if (fault.code.startsWith('recording.')) onFault(fault);
      else flow.fail(fault);
    });
    return () => {
      gone = true;
      flow.setUndisturbed(false);
      clearInterval(timer);
      meter?.close();
    };
  }, [stream]);

  return (
    <RecordingStage
      watch={watch}
      stream={stream}
      filmed={filmed}
      challenge={challenge}
      moment={moment}
      level={sound ? level : null}
      onFinish={sound && challenge !== null && moment.share > 0.1 ? () => finish.current() : null}
    />
  );
}
