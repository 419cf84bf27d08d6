import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { SessionStep, StepOf } from '../api/contract.ts';
import { Waiting } from '../ui/controls.tsx';
import { useSurroundings } from '../ui/flow-context.ts';
import { PictureTaker } from '../ui/picture-taker.tsx';

interface SelfieStepProps {
  step: StepOf<'selfie'> | StepOf<'passive-liveness'>;
  progress: SessionStep;
}

/** One picture of the face, or none where the step looks at the one of a selfie step. */
export function SelfieStep({ step, progress }: SelfieStepProps): JSX.Element {
  const { flow, t } = useSurroundings();
  const submit = () => flow.advance(() => flow.api.submit(step.id, {}));
  const reuses = step.type === 'passive-liveness' && step.config.reuseSelfieOf !== null;
  useEffect(() => {
    if (reuses) void submit();
  }, []);
  if (reuses) return <Waiting label={t('loading')} />;
  return (
    <PictureTaker
      step={step}
      progress={progress}
      kind="selfie"
      mask="face"
      source="camera"
      title={t(`step.${step.type}.title`)}
      text={t(`step.${step.type}.text`)}
      replaces={progress.files.find(({ kind }) => kind === 'selfie') ?? null}
      onDone={() => void submit()}
    />
  );
}
