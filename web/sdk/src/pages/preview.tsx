import { render } from 'preact';
import type { Session } from '../api/contract.ts';
import { createFlow } from '../session/create-flow.ts';
import { firstRead } from '../flow/first-read.ts';
import { openPersonTexts, type PersonTexts } from '../i18n/person-texts.ts';
import { applyTheme } from '../ui/apply-theme.ts';
import { App } from '../screens/app.tsx';
import styles from '../style/flow.css?inline';

/**
 * The first screen of a flow as its settings would make it, drawn by the flow itself: the dashboard frames this page and tells
 * it what to show. No session is started and nothing is sent.
 */
export type Preview = Pick<Session, 'language' | 'theme' | 'branding' | 'consent' | 'steps'>;

const flow = createFlow({
  clientId: 'preview',
  flowId: 'preview',
  baseUrl: location.origin,
  hosted: true,
  started: () => {},
  ended: () => {},
});
const host = document.createElement('div');
host.dataset.verifyFlow = '';
const root = host.attachShadow({ mode: 'open' });
const dialog = document.createElement('dialog');
dialog.ariaLabel = 'Verify';
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
// Before there is anything to show: a dialog without a theme is a black frame.
root.adoptedStyleSheets = [sheet];
root.append(dialog);
document.body.append(host);
// Not shown as a modal, which would take the focus out of the form that is being filled in.
dialog.setAttribute('open', '');

let asked = 0;
async function show({ language, ...shown }: Preview): Promise<void> {
  asked += 1;
  const mine = asked;
  const texts: PersonTexts = await openPersonTexts(language, flow.api, () => {});
  if (mine !== asked) return;
  const theme = new CSSStyleSheet();
  root.adoptedStyleSheets = [sheet, theme];
  applyTheme(theme, shown.theme);
  dialog.lang = language;
  const limits = { maxImageBytes: 1, maxPdfBytes: 1, maxVideoBytes: 1, maxAudioBytes: 1, maxRecordingMs: 1 };
  const nobody = { sessionToken: '', identityId: '', verificationId: '', expiresAt: '', serverTime: '' };
  const session = {
    ...nobody,
    ...shown,
    language,
    limits: { ...limits, maxAttemptsPerStep: 1 },
    networkCountry: null,
    returnTo: null,
  };
  flow.change({ type: 'started', session });
  flow.change({ type: 'read', state: firstRead(session) });
  // A tab's memory is for sessions.
  flow.close();
  render(<App flow={flow} texts={texts} dialog={dialog} endReported={false} dismiss={() => {}} />, dialog);
}

addEventListener('message', ({ origin, data }: MessageEvent<Preview>) => {
  if (origin === location.origin) void show(data);
});
