import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PublicStep, SessionStep } from '../api/contract.ts';
import { backoffMs } from '../flow/backoff.ts';
import { loadPart } from '../../../shared/load-part.ts';
import type { Flow } from '../session/create-flow.ts';
import { Fault } from '../flow/fault.ts';
import { Waiting } from '../ui/controls.tsx';
import { useSurroundings } from '../ui/flow-context.ts';
import type * as StepScreensModule from './step-screen.tsx';

type StepScreens = typeof StepScreensModule;

let screens: StepScreens | null = null;
let loading: Promise<StepScreens> | null = null;
const mostTries = 5;

/** Loads the screens of the steps, with cameras and the edge finder, while the person reads the first screen. */
export function loadStepScreens(): Promise<StepScreens> {
  loading ??= loadPart(() => import('./step-screen.tsx')).then(
    (loaded) => (screens = loaded),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Tries until they are loaded. A request that waits for the network shows meanwhile that there is none. */
async function loadForSure(flow: Flow): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    try {
      await loadStepScreens();
      return;
    } catch (error) {
      console.warn('Verify: the screens of the steps are not loaded yet.', error);
      await flow.refresh();
      await new Promise((resolve) => setTimeout(resolve, backoffMs(tries)));
    }
  }
  throw new Fault('network.offline', { retryable: true });
}

/** The screens of a step, once they are loaded. */
export function LaterStepScreen(props: { step: PublicStep; progress: SessionStep }): JSX.Element {
  const { flow, t } = useSurroundings();
  const [, redraw] = useState(screens);
  // Also after screens that arrived before the effects of the first drawing ran: nothing else would draw this again.
  useEffect(() => void loadForSure(flow).then(() => redraw(screens), flow.fail), []);
  return screens === null ? <Waiting label={t('loading')} /> : <screens.StepScreen {...props} />;
}
