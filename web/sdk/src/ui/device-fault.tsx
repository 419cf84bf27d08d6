import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Fault } from '../flow/fault.ts';
import { HandOverScreen } from '../screens/hand-over-screen.tsx';
import { Button } from './controls.tsx';
import { useSurroundings } from './flow-context.ts';
import { Page } from './page.tsx';

/** No camera, no microphone, or not for us: what happened, how to change it, and the other ways on. */
export function DeviceFault({
  fault,
  onRetry,
  onBack,
  children,
}: {
  fault: Fault;
  onRetry: () => void;
  onBack?: (() => void) | undefined;
  children?: ComponentChildren;
}): JSX.Element {
  const { t, texts } = useSurroundings();
  const [handingOver, setHandingOver] = useState(false);
  if (handingOver) return <HandOverScreen onBack={() => setHandingOver(false)} />;
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
          <Button onClick={onRetry}>{t('action.tryAgain')}</Button>
          {children}
          <Button kind="quiet" icon="phone" onClick={() => setHandingOver(true)}>
            {t('handOver.otherDevice')}
          </Button>
        </>
      }
    >
      <p class="code">{fault.code}</p>
    </Page>
  );
}
