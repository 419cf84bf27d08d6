import { render, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RememberedSession } from '../device/session-memory.ts';
import { languages } from '../i18n/guess-language.ts';
import { Verify, VerifyButtonResult } from '../verify.ts';

/** A small host app: a button, a delegate, and a backend that confirms over REST what the device reports. */
interface DemoConfig {
  clientId: string;
  flows: Record<string, string>;
}

interface Confirmed {
  id: string;
  status: string;
  data: Record<string, { value: unknown; source: string }>;
  latestVerification: {
    status: string;
    decision: { reasons: { stepId: string; checkId: string; code: string | null }[] } | null;
  } | null;
}

interface DemoMessage {
  id: string;
  to: string;
  text: string;
}

const askEveryMs = 1500;
const patienceMs = 90_000;

const ask = async <T,>(path: string, headers: Record<string, string> = {}): Promise<T> => {
  const answer = await fetch(path, { headers });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as T; // Our own demo routes.
};

const order = orderOfThisVisit();

function Demo({ config }: { config: DemoConfig }): JSX.Element {
  const names = Object.keys(config.flows);
  const [flow, setFlow] = useState(names[0] ?? '');
  const [language, setLanguage] = useState('');
  const [log, setLog] = useState<string[]>([]);
  const [identity, setIdentity] = useState<Confirmed | null>(null);
  const say = (line: string) => setLog((lines) => [...lines, line]);

  const confirm = async (identityId: string) => {
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      const found = await ask<Confirmed>(`/demo/identities/${identityId}`, { 'demo-order': order });
      setIdentity(found);
      if (found.latestVerification !== null) return;
      await new Promise((resolve) => setTimeout(resolve, askEveryMs));
    }
  };
  useEffect(() => {
    VerifyButtonResult.shared.delegate = {
      verificationSuccess(identityId, verificationID) {
        say(`verificationSuccess(${identityId ?? 'none'}, ${verificationID ?? 'none'})`);
        if (identityId !== undefined) confirm(identityId).catch((error: unknown) => say(String(error)));
      },
      verificationCancelled: (identityId, verificationId) =>
        say(`verificationCancelled(${identityId ?? 'none'}, ${verificationId ?? 'none'})`),
    };
    const follow = followMessages();
    return () => clearInterval(follow);
  }, []);

  const metadata = { order, ...(language && { fixedLanguage: language }) };
  return (
    <>
      <h1>Example Shop</h1>
      <p class="lead">
        A host app in miniature. It shows Verify’s capture flow to a person, hears when it has ended, and then asks its
        own backend, which confirms the result over REST.
      </p>
      <div class="settings">
        <label>
          Flow
          <select value={flow} onChange={({ currentTarget }) => setFlow(currentTarget.value)}>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Language
          <select value={language} onChange={({ currentTarget }) => setLanguage(currentTarget.value)}>
            <option value="">of the device</option>
            {languages.map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </select>
        </label>
      </div>
      <button
        type="button"
        class="verify"
        onClick={() => {
          setIdentity(null);
          Verify.shared.showVerifyFlow({ clientId: config.clientId, flowId: config.flows[flow] ?? '', metadata });
        }}
      >
        Verify my identity
      </button>
      <p>
        Or as a separate page: <a href={`/verify/${config.clientId}/${config.flows[flow] ?? ''}`}>hosted link</a>
      </p>
      {log.length > 0 && (
        <section>
          <h2>What the device said</h2>
          <pre id="delegate">{log.join('\n')}</pre>
        </section>
      )}
      {identity !== null && (
        <section aria-live="polite">
          <h2>What the backend confirmed</h2>
          <p>
            <strong id="status" class={`status ${identity.status}`}>
              {identity.latestVerification === null ? 'still being checked …' : identity.status}
            </strong>
          </p>
          <ul>
            {(identity.latestVerification?.decision?.reasons ?? []).map(({ stepId, checkId, code }) => (
              <li key={`${stepId} ${checkId} ${code ?? ''}`}>
                {stepId}: {checkId} {code !== null && <code>{code}</code>}
              </li>
            ))}
          </ul>
          <table>
            <tbody>
              {Object.entries(identity.data).map(([name, { value, source }]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{String(value)}</td>
                  <td>{source}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>
            <code>GET /v2/identities/{identity.id}</code>
          </p>
        </section>
      )}
    </>
  );
}

/** Messages of the test inbox, shown over the flow: nobody has to own the number that they type. */
function followMessages(): ReturnType<typeof setInterval> {
  const note = document.createElement('output');
  note.className = 'message';
  note.popover = 'manual';
  document.body.append(note);
  let last: string | null = null;
  return setInterval(() => {
    if (document.querySelector('[data-verify-flow]') === null) {
      note.hidePopover();
      return;
    }
    const token = rememberedToken();
    if (token === null) return;
    ask<{ data: DemoMessage[] }>('/demo/messages', { authorization: `Bearer ${token}` }).then(({ data: [message] }) => {
      if (message === undefined || message.id === last) return;
      const first = last === null && note.textContent === '';
      last = message.id;
      if (first && !isRecent(message)) return;
      note.textContent = `To ${message.to}: ${message.text}`;
      note.hidePopover();
      note.showPopover();
    }, console.warn);
  }, askEveryMs);
}

/** The token of the session that this tab runs: messages are shown to nobody else. */
function rememberedToken(): string | null {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith('verify:'));
  const kept = names.map((name) => JSON.parse(sessionStorage.getItem(name) ?? 'null') as RememberedSession | null);
  return kept.at(-1)?.session.sessionToken ?? null; // Written by the SDK alone.
}

/** The number of this visit's order, which nobody can guess: the backend shows an identity to the page that knows it. */
function orderOfThisVisit(): string {
  const known = sessionStorage.getItem('demo-order');
  if (known !== null) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const drawn = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  sessionStorage.setItem('demo-order', drawn);
  return drawn;
}

const isRecent = (message: DemoMessage & { at?: string }) => Date.now() - Date.parse(message.at ?? '') < 15_000;

const main = document.querySelector('main');
if (main !== null) {
  ask<DemoConfig>('/demo/config').then(
    (config) => render(<Demo config={config} />, main),
    (error: unknown) => render(<p role="alert">{String(error)}</p>, main),
  );
}
