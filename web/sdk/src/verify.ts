import { loadPart } from '../../shared/load-part.ts';
import { hasListener, tellListeners, VerifyButtonResult } from './button-result.ts';
import type { FlowEnd, VerifyEventDetail, VerifyFlowOptions } from './public-types.ts';

export { VerifyButtonResult };
export type { VerifyDelegate, VerifyEventDetail, VerifyFlowOptions } from './public-types.ts';

const ends = {
  success: ['verify:userFinishedSdk', 'verificationSuccess'],
  cancelled: ['verify:exitedSdk', 'verificationCancelled'],
  // The person closed the page while the other device continued: the host learns the result from its webhook.
  handedOver: ['verify:exitedSdk', null],
} as const;

let open = false;

function show(options: VerifyFlowOptions, source: EventTarget): void {
  if (open) return;
  if (!hasListener()) {
    console.warn(
      'Verify: set VerifyButtonResult.shared.delegate before showVerifyFlow, or nobody learns how it ended.',
    );
  }
  open = true;
  const fire = (name: string, detail: VerifyEventDetail) =>
    source.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  const ended = (end: FlowEnd, ids: VerifyEventDetail) => {
    const [event, call] = ends[end];
    fire(event, ids);
    if (call !== null) tellListeners(call, ids.identityId, ids.verificationId);
  };
  const baseUrl = options.baseUrl ?? new URL(import.meta.url).origin;
  loadPart(() => import('./present-flow.tsx'))
    .then(({ presentFlow }) =>
      presentFlow({ ...options, baseUrl, started: (ids) => fire('verify:userStartedSdk', ids), ended }),
    )
    .catch((error: unknown) => {
      console.error('Verify: the flow could not be loaded.', error);
      ended('cancelled', {});
    })
    .finally(() => {
      open = false;
    });
}

/** The entry point: `Verify.shared.showVerifyFlow({ clientId, flowId, metadata })`. */
export const Verify = {
  shared: {
    /** Shows the flow over the whole page. The delegate is called at the end; the backend reads the result over REST. */
    showVerifyFlow: (options: VerifyFlowOptions): void => show(options, document),
  },
};

/** A server that renders the host's page also imports this. There it does nothing. */
const Element = typeof HTMLElement === 'undefined' ? (Object as unknown as typeof HTMLElement) : HTMLElement;

/** `<verify-button clientid flowid metadata>`: a button that shows the flow. Its own text is the label. */
class VerifyButton extends Element {
  connectedCallback(): void {
    if (this.shadowRoot !== null) return;
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    const sheet = new CSSStyleSheet();
    const metadata = this.readMetadata();
    const colour = (key: string, otherwise: string) => {
      const value = metadata[key];
      return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : otherwise;
    };
    sheet.replaceSync(
      `:host{display:inline-block}button{font:600 1rem/1.5 system-ui,sans-serif;padding:.75em 1.5em;border:0;border-radius:.75em;cursor:pointer;` +
        `background:${colour('buttonColor', '#2347d9')};color:${colour('buttonTextColor', '#ffffff')}}` +
        `button:focus-visible{outline:3px solid #7c9bff;outline-offset:2px}`,
    );
    root.adoptedStyleSheets = [sheet];
    const button = document.createElement('button');
    button.type = 'button';
    button.part = 'button';
    const label = document.createElement('slot');
    label.textContent = 'Verify me';
    button.append(label);
    button.addEventListener('click', () => this.show());
    root.append(button);
  }

  private show(): void {
    const attribute = (name: string) => this.getAttribute(name) ?? '';
    const clientToken = this.getAttribute('clienttoken');
    const baseUrl = this.getAttribute('baseurl');
    show(
      {
        clientId: attribute('clientid'),
        flowId: attribute('flowid'),
        metadata: this.readMetadata(),
        ...(clientToken !== null && { clientToken }),
        ...(baseUrl !== null && { baseUrl }),
      },
      this,
    );
  }

  private readMetadata(): Record<string, unknown> {
    const text = this.getAttribute('metadata');
    if (!text) return {};
    try {
      return JSON.parse(text) as Record<string, unknown>; // The server checks that it is an object.
    } catch {
      console.error('Verify: the attribute `metadata` is no JSON.');
      return {};
    }
  }
}

if (typeof customElements !== 'undefined' && customElements.get('verify-button') === undefined) {
  customElements.define('verify-button', VerifyButton);
}
