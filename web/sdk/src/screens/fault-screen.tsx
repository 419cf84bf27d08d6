import type { JSX } from 'preact';
import type { Fault } from '../flow/fault.ts';
import { Button, Code } from '../ui/controls.tsx';
import { useSurroundings } from '../ui/flow-context.ts';
import { Page } from '../ui/page.tsx';

/** The fault, its code, and what the person can do about it. */
export function FaultScreen({ fault }: { fault: Fault }): JSX.Element {
  const { flow, t, texts, dismiss } = useSurroundings();
  const { text, kind } = texts.about(fault.code);
  const started = flow.getState().session !== null;

  const goOn = async () => {
    if (!started) return flow.startAgain();
    try {
      if (kind === 'otherStep') await flow.refresh();
      flow.change({ type: 'faultCleared' });
    } catch (error) {
      flow.fail(error);
    }
  };
  const close = (
    <Button kind={kind === 'contact' ? 'primary' : 'quiet'} onClick={dismiss}>
      {t('action.close')}
    </Button>
  );
  const again = kind === 'fatal' ? <Button onClick={flow.startAgain}>{t('action.startAgain')}</Button> : null;
  const retry = <Button onClick={goOn}>{t(kind === 'otherStep' ? 'action.continue' : 'action.tryAgain')}</Button>;
  return (
    <Page
      title={t(kind === 'contact' ? 'fault.blockedTitle' : 'fault.title')}
      text={text}
      icon="alert"
      tone={kind === 'contact' || kind === 'fatal' ? 'bad' : 'warn'}
      centered
      footer={
        <>
          {kind === 'contact' ? null : (again ?? retry)}
          {flow.options.hosted ? null : close}
        </>
      }
    >
      <p class="code">
        <Code code={fault.code} />
      </p>
    </Page>
  );
}
