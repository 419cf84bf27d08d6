import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Fault } from '../flow/fault.ts';
import { HandOverScreen } from '../screens/hand-over-screen.tsx';
import { Button, Code } from './controls.tsx';
import { useSurroundings } from './flow-context.ts';
import { Page } from './page.tsx';
import { PermissionHelp } from './permission-help.tsx';

/** No camera, no microphone, or not for us: what happened, how to change it, and the other ways on. */
export function DeviceFault({
  fault,
  onRetry,
  onBack,
  leadElsewhere = false,
  children,
}: {
  fault: Fault;
  onRetry: () => void;
  onBack?: (() => void) | undefined;
  /** Another device comes first, another try second. */
  leadElsewhere?: boolean;
  children?: ComponentChildren;
}): JSX.Element {
  const { flow, t, texts } = useSurroundings();
  const [handingOver, setHandingOver] = useState(false);
  useEffect(() => flow.reporter.report('error', 'fault.shown', { code: fault.code }), [fault]);
  if (handingOver) return <HandOverScreen onBack={() => setHandingOver(false)} />;
  const elsewhere = (
    <Button kind={leadElsewhere ? 'primary' : 'quiet'} icon="phone" onClick={() => setHandingOver(true)}>
      {t('handOver.otherDevice')}
    </Button>
  );
  return (
    <Page
      title={t(fault.code.endsWith('denied') ? 'fault.deniedTitle' : 'fault.title')}
      text={texts.about(fault.code).text}
      icon={fault.code.startsWith('microphone') ? 'voice' : 'camera'}
      tone="warn"
      centered
      onBack={onBack}
      footer={
        <>
          {leadElsewhere && elsewhere}
          <Button kind={leadElsewhere ? 'quiet' : 'primary'} onClick={onRetry}>
            {t('action.tryAgain')}
          </Button>
          {children}
          {!leadElsewhere && elsewhere}
        </>
      }
    >
      {fault.code === 'camera.denied' && <PermissionHelp part="camera" />}
      {fault.code === 'microphone.denied' && <PermissionHelp part="microphone" />}
      <p class="code">
        <Code code={fault.code} />
      </p>
    </Page>
  );
}
