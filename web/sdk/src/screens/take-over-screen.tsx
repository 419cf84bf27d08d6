import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { HandOverOrigin } from '../api/contract.ts';
import { Button, Waiting } from '../ui/controls.tsx';
import { useSurroundings } from '../ui/flow-context.ts';
import { Page } from '../ui/page.tsx';

/** Says whose session a link would take over, so that nobody is tricked into continuing a stranger's. */
export function TakeOverScreen(): JSX.Element {
  const { flow, t, texts } = useSurroundings();
  const [origin, setOrigin] = useState<HandOverOrigin | null>(null);
  useEffect(() => {
    // A reload of a device that has taken over continues with what it remembers.
    void flow.whenStarted.then(() => {
      if (flow.getState().session !== null || flow.getState().fault !== null) return;
      flow.api.previewHandOver(flow.options.handOverToken ?? '').then(setOrigin, flow.fail);
    });
  }, []);
  if (origin === null) return <Waiting label={t('loading')} />;
  const from = [origin.browser ?? origin.platform, origin.country === null ? null : texts.country(origin.country)];
  return (
    <Page
      title={t('takeOver.title')}
      text={t('takeOver.text', { client: origin.clientName })}
      icon="phone"
      centered
      footer={<Button onClick={flow.takeOver}>{t('takeOver.go')}</Button>}
    >
      <p class="card">{from.filter((part) => part !== null).join(' · ')}</p>
      <p class="hint">{t('takeOver.warning')}</p>
    </Page>
  );
}
