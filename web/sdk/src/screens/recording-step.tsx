import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { SessionStep, StepOf, UploadedFile } from '../api/contract.ts';
import { faultOf, type Fault } from '../flow/fault.ts';
import { Button, CodeNotes, Waiting } from '../ui/controls.tsx';
import { DeviceFault } from '../ui/device-fault.tsx';
import { useSurroundings } from '../ui/flow-context.ts';
import { Page } from '../ui/page.tsx';
import { lightChoiceOf } from '../ui/light-choice.ts';
import { Primer, usePrimed } from '../ui/primer.tsx';
import { HandOverScreen } from './hand-over-screen.tsx';
import { RecordingSession, type FinishedRecording } from './recording-session.tsx';

interface RecordingStepProps {
  step: StepOf<'active-liveness'> | StepOf<'voice-liveness'>;
  progress: SessionStep;
}

type Stage = 'intro' | 'recording' | 'uploading';

/** A recording for a challenge of the server: instructions, the recording itself, and its upload. */
export function RecordingStep({ step, progress }: RecordingStepProps): JSX.Element {
  const { flow, t } = useSurroundings();
  const filmed = step.type === 'active-liveness' || step.config.withVideo;
  const permission = filmed ? 'camera' : 'microphone';
  const { primed, go } = usePrimed(permission);
  const [stage, setStage] = useState<Stage>('intro');
  const [codes, setCodes] = useState<readonly string[]>(progress.codes);
  const [fault, setFault] = useState<Fault | null>(null);
  const [choice] = useState(() => lightChoiceOf(step));
  const [light, setLight] = useState(false);
  const [handingOver, setHandingOver] = useState(false);
  /** Of the recordings of this step: a network that was too slow for one gets a smaller one. */
  const [thrifty, setThrifty] = useState(false);
  const failures = useRef(0);

  const finish = async ({ sender, challengeId, session, camera }: FinishedRecording): Promise<UploadedFile> => {
    const whole = await sender.end();
    const capture = { source: filmed ? 'camera' : 'microphone', session, camera } as const;
    return flow.api.finishRecording(step.id, { challengeId, ...whole, capture });
  };

  const send = async (finished: FinishedRecording) => {
    setStage('uploading');
    try {
      const { quality } = await finish(finished);
      if (quality.acceptable === false) {
        setCodes(quality.codes);
        setStage('intro');
        return;
      }
      flow.change({ type: 'stepChanged', step: await flow.api.submit(step.id, {}) });
    } catch (error) {
      const refused = faultOf(error);
      // The fault of a recording is shown where the next one begins.
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
    // What failed twice here seldom works the third time, and each try uses up one of the attempt's challenges.
    return <DeviceFault fault={fault} onRetry={retry} leadElsewhere={failures.current >= 2} />;
  }
  if (stage === 'uploading') {
    return <Waiting label={t('confirm.uploading', { percent: 100 })} />;
  }
  if (stage === 'recording') {
    return (
      <RecordingSession
        // A smaller recording starts again from the beginning.
        key={thrifty ? 'thrifty' : 'usual'}
        step={step}
        filmed={filmed}
        light={light}
        thrifty={thrifty}
        onTooSlow={() => setThrifty(true)}
        onDone={send}
        onFault={failedHere}
      />
    );
  }
  if (handingOver) return <HandOverScreen onBack={() => setHandingOver(false)} />;
  const record = (withColours: boolean) => {
    setLight(withColours);
    setStage('recording');
  };
  if (primed === false && codes.length === 0) return <Primer name={permission} onGo={go} />;
  return (
    <Page
      title={t(`step.${step.type}.title`)}
      text={t(`step.${step.type}.text`)}
      icon={filmed ? 'face' : 'voice'}
      centered
      footer={
        <>
          <Button onClick={() => record(choice === 'shown')}>{t('recording.begin')}</Button>
          {choice === 'shown' && (
            <Button kind="quiet" onClick={() => record(false)}>
              {t('light.without')}
            </Button>
          )}
          {choice === 'offered' && (
            <Button kind="quiet" onClick={() => record(true)}>
              {t('light.with')}
            </Button>
          )}
          {choice === 'impossible' && (
            <Button kind="quiet" icon="phone" onClick={() => setHandingOver(true)}>
              {t('handOver.otherDevice')}
            </Button>
          )}
        </>
      }
    >
      <CodeNotes codes={codes} />
      <ul class="tips">
        {(filmed ? (['light', 'alone', 'uncovered'] as const) : (['quiet', 'clear'] as const)).map((tip) => (
          <li key={tip}>{t(`tip.${tip}`)}</li>
        ))}
        {choice === 'shown' && <li>{t('tip.bright')}</li>}
      </ul>
      {(choice === 'shown' || choice === 'offered') && <p class="hint">{t('light.warning')}</p>}
      {choice === 'impossible' && <p class="hint">{t('light.notHere')}</p>}
    </Page>
  );
}
