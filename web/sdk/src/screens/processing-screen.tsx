import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Fault } from '../flow/fault.ts';
import { patienceOf, waitTextOf } from '../flow/wait-text.ts';
import { StepProgress } from '../ui/controls.tsx';
import { useFlowState, useSurroundings } from '../ui/flow-context.ts';
import { Page } from '../ui/page.tsx';

/** Most waits are over by then, and a number that appears only briefly helps nobody. */
const firstLookMs = 2000;
const lookEveryMs = 8000;

/** Each step while it is checked, updated over the socket, and how long that is likely to take. */
export function ProcessingScreen(): JSX.Element {
  const { flow, t } = useSurroundings();
  const { steps, estimatedSeconds } = useFlowState(flow);
  const [long, setLong] = useState(false);
  useEffect(() => {
    let deadline = Date.now() + patienceOf(null);
    let looking = false;
    const look = async () => {
      if (document.hidden || looking) return;
      looking = true;
      await flow.refresh().catch(flow.fail);
      looking = false;
      // An estimate counts from its own moment.
      const { estimatedSeconds: estimate } = flow.getState();
      if (estimate !== null) deadline = Math.max(deadline, Date.now() + patienceOf(estimate));
    };
    const first = setTimeout(() => void look(), firstLookMs);
    const timer = setInterval(() => {
      setLong(true);
      if (Date.now() > deadline) flow.fail(new Fault('wait.too_long', { retryable: true }));
      else void look();
    }, lookEveryMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, []);
  const wait = estimatedSeconds === null ? null : waitTextOf(estimatedSeconds);
  const text = wait === null ? t(long ? 'processing.long' : 'processing.text') : t(wait.key, { count: wait.count });
  return (
    <Page title={t('processing.title')} text={text}>
      <StepProgress steps={steps} />
    </Page>
  );
}
