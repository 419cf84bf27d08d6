import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Flow } from '../session/create-flow.ts';
import type { Ending } from '../flow/flow-state.ts';
import { Button, Code } from '../ui/controls.tsx';
import { useSurroundings } from '../ui/flow-context.ts';
import type { IconName } from '../ui/icons.tsx';
import { Page } from '../ui/page.tsx';

const looks = {
  inputsCompleted: { icon: 'check', tone: 'good', code: null },
  cancelled: { icon: 'close', tone: 'plain', code: null },
  expired: { icon: 'clock', tone: 'warn', code: 'session.ended' },
  replaced: { icon: 'phone', tone: 'good', code: 'session.replaced' },
} as const satisfies Record<Ending, { icon: IconName; tone: 'good' | 'plain' | 'warn'; code: string | null }>;

const returnAfterMs = 4_000;

/** Where the host wants the person next, as checked by the service. Never the page's own address parameters. */
function returnAddressOf({ options, getState }: Flow, ending: Ending): string | null {
  const returnTo = getState().session?.returnTo ?? null;
  if (returnTo === null || options.hosted !== true || ending === 'replaced') return null;
  const address = ending === 'inputsCompleted' ? returnTo.completed : returnTo[ending];
  // The app around the page may have stored the session, so its addresses must not run as scripts of this page.
  return /^https?:/i.test(address) ? address : null;
}

/** Nothing more to do here. Never shows a verdict, which is for the host's backend only. */
export function EndScreen({ ending, endReported }: { ending: Ending; endReported: boolean }): JSX.Element {
  const { flow, t, dismiss } = useSurroundings();
  const { icon, tone, code } = looks[ending];
  const client = flow.getState().session?.branding.clientName ?? '';
  const mayStartAgain = ending === 'expired' || (flow.options.hosted === true && ending === 'cancelled');
  const back = returnAddressOf(flow, ending);
  useEffect(() => {
    if (back === null) return;
    // Long enough to read the confirmation. `replace`: the back button must not lead here again.
    const timer = setTimeout(() => location.replace(back), returnAfterMs);
    return () => clearTimeout(timer);
  }, [back]);
  const linked = flow.options.clientToken !== undefined || flow.options.handOverToken !== undefined;
  return (
    <Page
      title={t(`end.${ending}.title`)}
      text={t(`end.${ending}.text`)}
      icon={icon}
      tone={tone}
      centered
      footer={
        <>
          {back !== null && <Button onClick={() => location.replace(back)}>{t('end.return', { client })}</Button>}
          {back === null && mayStartAgain && !linked && (
            <Button onClick={flow.startAgain}>{t('action.startAgain')}</Button>
          )}
          {!flow.options.hosted && (
            <Button kind={mayStartAgain ? 'quiet' : 'primary'} onClick={dismiss}>
              {t(ending === 'inputsCompleted' ? 'action.done' : 'action.close')}
            </Button>
          )}
        </>
      }
    >
      {code !== null && (
        <p class="code">
          <Code code={code} />
        </p>
      )}
      {back === null && flow.options.hosted && (endReported || ending === 'inputsCompleted') && (
        <p class="hint">{t('end.mayClose')}</p>
      )}
    </Page>
  );
}
