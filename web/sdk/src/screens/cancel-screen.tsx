import type { JSX } from 'preact';
import { Button } from '../ui/controls.tsx';
import { useSurroundings } from '../ui/flow-context.ts';
import { Page } from '../ui/page.tsx';

/** Asks before everything that the person submitted is lost. */
export function CancelScreen({ onStay, onCancelled }: { onStay: () => void; onCancelled: () => void }): JSX.Element {
  const { flow, t, dismiss } = useSurroundings();
  const cancel = async () => {
    // Leaving must work without a network, too, whenever it goes away: the session then expires by itself.
    const lost = new AbortController();
    const look = () => {
      if (!flow.isConnected()) lost.abort();
    };
    const stopLooking = flow.subscribe(look);
    look();
    try {
      await flow.api.cancel(lost.signal);
    } catch (error) {
      if (!lost.signal.aborted) {
        onCancelled();
        flow.fail(error);
        return;
      }
    } finally {
      stopLooking();
    }
    flow.change({ type: 'ended', ending: 'cancelled' });
    dismiss();
    onCancelled();
  };
  return (
    <div class="body">
      <Page
        title={t('cancel.title')}
        text={t('cancel.text')}
        icon="alert"
        tone="warn"
        centered
        footer={
          <>
            <Button onClick={onStay}>{t('cancel.stay')}</Button>
            <Button kind="quiet" onClick={cancel}>
              {t('cancel.leave')}
            </Button>
          </>
        }
      />
    </div>
  );
}
