import type { JSX } from 'preact';
import { Button } from '../ui/controls.tsx';
import { useSurroundings } from '../ui/flow-context.ts';
import { Page } from '../ui/page.tsx';

/** Covers the screen that waits for the network; typed text and taken pictures stay under it. Disappears by itself. */
export function OfflineScreen(): JSX.Element {
  const { t } = useSurroundings();
  return (
    <Page
      title={t('offline.title')}
      text={t('offline.text')}
      icon="offline"
      tone="warn"
      centered
      footer={<Button onClick={() => dispatchEvent(new Event('online'))}>{t('action.tryAgain')}</Button>}
    >
      <p class="hint" role="status">
        <span class="spinner small" /> {t('offline.waiting')}
      </p>
      <p class="code">network.offline</p>
    </Page>
  );
}
