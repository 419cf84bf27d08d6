import type { JSX } from 'preact';
import { Button, StepProgress } from '../ui/controls.tsx';
import { useFlowState, useSurroundings } from '../ui/flow-context.ts';
import { Page } from '../ui/page.tsx';

/** Another device has the session: its progress, live, and a button to continue here instead. */
export function WatchScreen(): JSX.Element {
  const { flow, t } = useSurroundings();
  const { steps } = useFlowState(flow);
  const current = steps.find(({ status }) => status === 'waiting');
  return (
    <Page
      title={t('watch.title')}
      text={t('watch.text')}
      icon="phone"
      footer={
        <Button kind="quiet" onClick={flow.takeBack}>
          {t('watch.takeBack')}
        </Button>
      }
    >
      <StepProgress steps={steps} current={current} />
    </Page>
  );
}
