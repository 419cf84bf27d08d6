import type { JSX } from 'preact';
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

/** Nothing more is asked for here. Never a verdict: that is for the host's backend. */
export function EndScreen({ ending, told }: { ending: Ending; told: boolean }): JSX.Element {
  const { flow, t, dismiss } = useSurroundings();
  const { icon, tone, code } = looks[ending];
  const mayStartAgain = ending === 'expired' || (flow.options.hosted === true && ending === 'cancelled');
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
          {mayStartAgain && !linked && <Button onClick={flow.startAgain}>{t('action.startAgain')}</Button>}
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
      {flow.options.hosted && (told || ending === 'inputsCompleted') && <p class="hint">{t('end.mayClose')}</p>}
    </Page>
  );
}
