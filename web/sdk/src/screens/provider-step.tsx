import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SessionStep, StepOf } from '../api/contract.ts';
import { Fault, faultOf } from '../flow/fault.ts';
import { Button, CodeNotes } from '../ui/controls.tsx';
import { useSurroundings } from '../ui/flow-context.ts';
import { Page } from '../ui/page.tsx';

/**
 * The check of an integrated identity SDK. `signed-result` opens the provider's page in a tab; the host supplies any other provider's SDK
 * (`providers` of the entry point). The server fetches the result itself, whatever the device reports.
 */
export function ProviderStep({
  step,
  progress,
}: {
  step: StepOf<'enhanced-liveness'>;
  progress: SessionStep;
}): JSX.Element {
  const { flow, t } = useSurroundings();
  const [page, setPage] = useState<string | null>(null);
  const submit = () => flow.advance(() => flow.api.submit(step.id, {}));
  const begin = async () => {
    try {
      const challenge = await flow.api.drawChallenge(step.id);
      if (!('provider' in challenge)) throw new Fault('step.not_supported');
      const { provider } = challenge;
      const own = flow.options.providers?.[provider.name];
      if (own !== undefined) {
        await own(provider.parameters);
        await submit();
      } else if (provider.name === 'signed-result') {
        const url = new URL(provider.parameters.startUrl);
        url.searchParams.set('nonce', provider.parameters.nonce);
        setPage(url.href);
      } else throw new Fault('step.not_supported');
    } catch (error) {
      flow.fail(faultOf(error));
    }
  };
  return (
    <Page
      title={t('step.enhanced-liveness.title')}
      text={t(page === null ? 'step.enhanced-liveness.text' : 'provider.open')}
      icon="face"
      centered
      footer={
        page === null ? (
          <Button onClick={begin}>{t('action.continue')}</Button>
        ) : (
          <>
            <a
              class="button primary"
              href={page}
              target="_blank"
              rel="noopener"
              onClick={(event) => {
                if (flow.options.openOutside === undefined) return;
                event.preventDefault();
                flow.options.openOutside(page);
              }}
            >
              <span>{t('provider.go')}</span>
            </a>
            <Button kind="secondary" onClick={submit}>
              {t('provider.done')}
            </Button>
          </>
        )
      }
    >
      <CodeNotes codes={progress.codes} />
    </Page>
  );
}
