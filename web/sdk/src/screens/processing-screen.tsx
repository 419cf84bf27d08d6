import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Fault } from '../flow/fault.ts';
import { StepProgress } from '../ui/controls.tsx';
import { useFlowState, useSurroundings } from '../ui/flow-context.ts';
import { Page } from '../ui/page.tsx';

/** A wait without an end is a blank screen by another name. */
const patienceMs = 120_000;
const lookEveryMs = 8000;

/** Each step as it is checked, told over the socket. */
export function ProcessingScreen(): JSX.Element {
  const { flow, t } = useSurroundings();
  const { steps } = useFlowState(flow);
  const [long, setLong] = useState(false);
  useEffect(() => {
    const deadline = Date.now() + patienceMs;
    let looking = false;
    const look = async () => {
      if (document.hidden || looking) return;
      looking = true;
      await flow.refresh().catch(flow.fail);
      looking = false;
    };
    const timer = setInterval(() => {
      setLong(true);
      if (Date.now() > deadline) flow.fail(new Fault('wait.too_long', { retryable: true }));
      else void look();
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <Page title={t('processing.title')} text={t(long ? 'processing.long' : 'processing.text')}>
      <StepProgress steps={steps} />
    </Page>
  );
}
