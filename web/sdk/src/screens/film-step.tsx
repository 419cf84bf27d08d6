import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { StepOf, UploadedFile } from '../api/contract.ts';
import { faultOf, type Fault } from '../flow/fault.ts';
import { Button, CodeNotes, Waiting } from '../ui/controls.tsx';
import { DeviceFault } from '../ui/device-fault.tsx';
import { useSurroundings } from '../ui/flow-context.ts';
import { Page } from '../ui/page.tsx';
import { HandOverScreen } from './hand-over-screen.tsx';
import { RecordingSession, type FinishedRecording } from './recording-session.tsx';

type Stage = 'intro' | 'recording' | 'uploading' | 'otherDevice';

/** A film of the document while the person tilts it as the server asks. Nobody has to make one: without it, a person decides. */
export function FilmStep({
  step,
  codes: earlierCodes,
  onDone,
  onWithout,
}: {
  step: StepOf<'document'>;
  codes: readonly string[];
  onDone: (file: UploadedFile) => void;
  onWithout: () => void;
}): JSX.Element {
  const { flow, t } = useSurroundings();
  const [stage, setStage] = useState<Stage>('intro');
  const [codes, setCodes] = useState(earlierCodes);
  const [fault, setFault] = useState<Fault | null>(null);
  /** A network that was too slow for one film gets a smaller one. */
  const [thrifty, setThrifty] = useState(false);
  const failures = useRef(0);

  const send = async ({ sender, challengeId, session, camera }: FinishedRecording) => {
    setStage('uploading');
    try {
      const whole = await sender.end();
      const capture = { source: 'camera', session, camera } as const;
      const file = await flow.api.finishRecording(step.id, { challengeId, ...whole, capture });
      if (file.quality.acceptable !== false) {
        onDone(file);
        return;
      }
      setCodes(file.quality.codes);
    } catch (error) {
      const refused = faultOf(error);
      // The fault of a film is shown where the next one begins.
      if (!/^(challenge|file)\./.test(refused.code)) flow.fail(refused);
      setCodes([refused.code]);
    }
    setStage('intro');
  };

  if (fault !== null) {
    const retry = () => {
      setFault(null);
      setStage('intro');
    };
    return <DeviceFault fault={fault} onRetry={retry} leadElsewhere={failures.current >= 2} />;
  }
  if (stage === 'uploading') return <Waiting label={t('confirm.uploading', { percent: 100 })} />;
  if (stage === 'otherDevice') return <HandOverScreen onBack={() => setStage('intro')} />;
  if (stage === 'recording') {
    return (
      <RecordingSession
        // A smaller film starts again from the beginning.
        key={thrifty ? 'thrifty' : 'usual'}
        step={step}
        filmed
        light={false}
        thrifty={thrifty}
        onTooSlow={() => setThrifty(true)}
        onDone={send}
        onFault={(next) => {
          if (next.code === 'recording.failed') failures.current += 1;
          setFault(next);
        }}
      />
    );
  }
  return (
    <Page
      title={t('film.title')}
      text={t('film.text')}
      icon="video"
      centered
      footer={
        <>
          <Button onClick={() => setStage('recording')}>{t('recording.begin')}</Button>
          <Button kind="quiet" icon="phone" onClick={() => setStage('otherDevice')}>
            {t('handOver.otherDevice')}
          </Button>
          <Button kind="quiet" onClick={onWithout}>
            {t('film.without')}
          </Button>
        </>
      }
    >
      <CodeNotes codes={codes} />
      <ul class="tips">
        {(['whole', 'lamp', 'ground'] as const).map((tip) => (
          <li key={tip}>{t(`film.tip.${tip}`)}</li>
        ))}
      </ul>
      {step.config.presence === 'tilt-required' && <p class="hint">{t('film.withoutText')}</p>}
    </Page>
  );
}
