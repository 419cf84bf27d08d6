import { render } from 'preact';
import type { Session } from './api/contract.ts';
import { loadFonts } from './device/load-fonts.ts';
import { ensureViewport } from './device/ensure-viewport.ts';
import { createFlow } from './session/create-flow.ts';
import type { FlowState } from './flow/flow-state.ts';
import { guessLanguage } from './i18n/guess-language.ts';
import { openPersonTexts, type PersonTexts } from './i18n/person-texts.ts';
import type { Presentation } from './presentation.ts';
import type { FlowEnd } from './public-types.ts';
import { App } from './screens/app.tsx';
import { loadStepScreens } from './screens/later-step-screen.tsx';
import { applyTheme, warnOfContrast } from './ui/apply-theme.ts';
import styles from './style/flow.css?inline';

/** Why the flow could not continue; null if the person ended it or it is complete. */
function codeOfEnd({ ending, fault }: FlowState): string | null {
  if (ending === 'expired') return 'session.ended';
  if (ending === 'replaced') return 'session.replaced';
  return ending === null && fault !== null ? fault.code : null;
}

/** Shows the flow over the page until it has ended. Resolves when it is closed. */
export async function presentFlow(options: Presentation): Promise<void> {
  const flow = createFlow(options);
  const restoreViewport = ensureViewport();
  const host = document.createElement('div');
  host.dataset.verifyFlow = '';
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  const theme = new CSSStyleSheet();
  root.adoptedStyleSheets = [sheet, theme];
  const dialog = document.createElement('dialog');
  dialog.ariaLabel = 'Verify';
  root.append(dialog);
  document.body.append(host);

  let texts: PersonTexts;
  let reported: FlowEnd | null = null;
  const reportEnd = (end: FlowEnd) => {
    if (reported !== null) return;
    reported = end;
    options.ended(end, flow.ids(), codeOfEnd(flow.getState()));
  };

  const closed = new Promise<void>((resolve) => dialog.addEventListener('close', () => resolve(), { once: true }));
  const dismiss = () => {
    const { ending, watching } = flow.getState();
    const elsewhere = ending === 'replaced' || (watching && ending === null);
    reportEnd(ending === 'inputsCompleted' ? 'success' : elsewhere ? 'handedOver' : 'cancelled');
    flow.reporter.report('action', 'flow.closed');
    flow.close();
    if (!options.hosted) dialog.close();
    draw();
  };
  const draw = () => {
    render(<App flow={flow} texts={texts} dialog={dialog} endReported={reported !== null} dismiss={dismiss} />, dialog);
  };

  const guessed = guessLanguage(options.metadata?.fixedLanguage, options.languages ?? navigator.languages);
  const starting = flow.start();
  texts = await openPersonTexts(guessed, flow.api, () => draw());
  const openedAt = performance.now();
  dialog.lang = texts.language;
  dialog.showModal();
  draw();
  // After the first screen, which loads faster alone. If this fails, the first step tries again.
  loadStepScreens().catch(() => {});

  // While the person reads the first screen. If this fails, the step asks again.
  const loadListsOf = ({ steps }: Session) => {
    const { documentKinds, phoneCountries } = flow.api;
    if (steps.some(({ type }) => type === 'document')) documentKinds.read().catch(() => {});
    if (steps.some(({ type }) => type === 'phone')) phoneCountries.read().catch(() => {});
  };
  const watch = () => {
    const { session, ending } = flow.getState();
    if (ending === 'inputsCompleted') reportEnd('success');
    if (session === null) return;
    loadListsOf(session);
    applyTheme(theme, session.theme);
    if (session.language === texts.language) return;
    void openPersonTexts(session.language, flow.api, () => draw()).then((loaded) => {
      texts = loaded;
      dialog.lang = loaded.language;
      draw();
    });
  };
  const stopWatching = flow.subscribe(watch);
  // A resumed session may be there already, in its own language or at its end.
  watch();
  await starting;
  const { session } = flow.getState();
  if (session !== null) {
    applyTheme(theme, session.theme);
    warnOfContrast(session.theme);
    loadFonts(session.theme, theme, options.fonts);
  }
  flow.reporter.report('performance', 'flow.opened', { durationMs: Math.round(performance.now() - openedAt) });

  await closed;
  stopWatching();
  render(null, dialog);
  host.remove();
  flow.reporter.stop();
  restoreViewport();
}
