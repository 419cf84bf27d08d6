import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Flow } from '../session/create-flow.ts';
import { screenOf, shareDone, type Screen } from '../flow/screen-of.ts';
import type { PersonTexts } from '../i18n/person-texts.ts';
import { FlowContext, useFlowState, useSurroundings } from '../ui/flow-context.ts';
import { Icon } from '../ui/icons.tsx';
import { Waiting } from '../ui/controls.tsx';
import { CancelScreen } from './cancel-screen.tsx';
import { EndScreen } from './end-screen.tsx';
import { FaultScreen } from './fault-screen.tsx';
import { LaterStepScreen } from './later-step-screen.tsx';
import { OfflineScreen } from './offline-screen.tsx';
import { ProcessingScreen } from './processing-screen.tsx';
import { StartScreen } from './start-screen.tsx';
import { TakeOverScreen } from './take-over-screen.tsx';
import { WatchScreen } from './watch-screen.tsx';

interface AppProps {
  flow: Flow;
  texts: PersonTexts;
  dialog: HTMLDialogElement;
  /** The host knows how it ended: nothing is left to do here. */
  endReported: boolean;
  dismiss: () => void;
}

/** The frame around every screen: the progress, the close button, and the notice that covers it without a network. */
export function App({ flow, texts, dialog, endReported, dismiss }: AppProps): JSX.Element {
  const state = useFlowState(flow);
  const [cancelling, setCancelling] = useState(false);
  const screen = screenOf(state);
  const { t } = texts;
  const watching = screen.name === 'watching';
  const mayLeave = watching || screen.name === 'fault' || screen.name === 'ended' || state.session === null;
  const leave = () => {
    if (!mayLeave) setCancelling(true);
    // The hosted page keeps watching: it has nothing to return to.
    else if (!(watching && flow.options.hosted)) dismiss();
  };

  useEffect(() => {
    const onCancel = (event: Event) => {
      // A hosted page has nothing behind the flow.
      event.preventDefault();
      leave();
    };
    dialog.addEventListener('cancel', onCancel);
    return () => dialog.removeEventListener('cancel', onCancel);
  });
  useEffect(() => {
    const stepId = screen.name === 'step' ? screen.step.id : undefined;
    flow.reporter.report('progress', `screen.${screen.name}`, stepId === undefined ? {} : { stepId });
  }, [screen.name, screen.name === 'step' ? screen.step.id : '']);

  const offline = !flow.isConnected() && !flow.isUndisturbed() && screen.name !== 'ended';
  const showsClose = !(flow.options.hosted && (endReported || watching || screen.name === 'ended'));
  const { branding } = state.session ?? {};
  const surroundings = { flow, t, texts, dismiss, askToCancel: () => setCancelling(true) };
  return (
    <FlowContext.Provider value={surroundings}>
      <div class="frame">
        <header>
          <span class="brand">
            {branding?.logoUrl ? <img src={branding.logoUrl} alt={branding.clientName} /> : branding?.clientName}
          </span>
          {showsClose && (
            <button type="button" class="round" aria-label={t('action.close')} onClick={leave}>
              <Icon name="close" />
            </button>
          )}
          <div
            class="progress"
            role="progressbar"
            aria-label={t('progress')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(shareDone(state) * 100)}
          >
            <span style={{ width: `${Math.max(4, shareDone(state) * 100)}%` }} />
          </div>
        </header>
        <div class="body" hidden={offline || cancelling} inert={offline || cancelling}>
          <ScreenBody screen={screen} endReported={endReported} />
        </div>
        {cancelling && !mayLeave && (
          <CancelScreen onStay={() => setCancelling(false)} onCancelled={() => setCancelling(false)} />
        )}
        {offline && !cancelling && <OfflineScreen />}
        {branding?.showVendorBranding !== false && (
          <div class="vendor">
            <Icon name="shield" size={16} /> {t('vendor')}
          </div>
        )}
      </div>
    </FlowContext.Provider>
  );
}

function ScreenBody({ screen, endReported }: { screen: Screen; endReported: boolean }): JSX.Element {
  const { flow, t } = useSurroundings();
  switch (screen.name) {
    case 'loading':
      return flow.options.handOverToken === undefined ? <Waiting label={t('loading')} /> : <TakeOverScreen />;
    case 'start':
      return <StartScreen />;
    case 'step':
      return <LaterStepScreen key={`${screen.step.id} ${screen.progress.attempt}`} {...screen} />;
    case 'processing':
      return <ProcessingScreen />;
    case 'watching':
      return <WatchScreen />;
    case 'fault':
      return <FaultScreen fault={screen.fault} />;
    case 'ended':
      return <EndScreen ending={screen.ending} endReported={endReported} />;
  }
}
