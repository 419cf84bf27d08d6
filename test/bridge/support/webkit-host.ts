import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../support/eventually.ts';

export interface BridgeMessage {
  verify: number;
  type: string;
  identityId?: string;
  verificationId?: string;
  resume?: string;
  code?: string;
}

interface HostEvent {
  event: string;
  number?: number;
  value?: unknown;
  error?: string;
  message?: BridgeMessage;
  granted?: boolean;
  version?: string;
}

export interface WebKitHost {
  version: string;
  /** Everything that the page said. */
  messages: BridgeMessage[];
  /** Answers to requests for camera and microphone. */
  permissions: boolean[];
  terminations: () => number;
  /** The script that answers `ready`. */
  configure(script: string): void;
  load(url: string): void;
  grant(granted: boolean): void;
  chooseFiles(paths: readonly string[]): void;
  terminate(): void;
  evaluate<T>(script: string): Promise<T>;
  /** Waits until the page has shown a button or a choice with this text, and presses it. */
  press(text: string): Promise<void>;
  sees(text: string): Promise<void>;
  heard(type: string): Promise<BridgeMessage>;
  close(): void;
}

const script = fileURLToPath(new URL('webkit-host.py', import.meta.url));
const patiently = { withinMs: 60_000, everyMs: 100 };

/** In the flow's shadow root, with everything that is shown as text. */
const inFlow = `const root = document.querySelector('[data-verify-flow]')?.shadowRoot;`;

/** A real WebKit in a window on a virtual display. */
export async function openWebKit(): Promise<WebKitHost> {
  const env = {
    ...process.env,
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
    LANG: 'C.UTF-8',
  };
  const child = spawn('xvfb-run', ['-a', '/usr/bin/python3', script], { stdio: ['pipe', 'pipe', 'pipe'], env });
  const events: HostEvent[] = [];
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  createInterface(child.stdout).on('line', (line) => {
    if (line.startsWith('{')) events.push(JSON.parse(line) as HostEvent); // Written by the script above.
  });
  const send = (command: object) => child.stdin.write(`${JSON.stringify(command)}\n`);
  const find = (wanted: (event: HostEvent) => boolean) => {
    const found = events.find(wanted);
    if (found === undefined) throw new Error(`not yet; WebKit said: ${said.slice(-500)}`);
    return found;
  };
  const up = await eventually(() => find(({ event }) => event === 'up'), patiently);
  let number = 0;
  const messages = () => events.flatMap(({ message, event }) => (event === 'message' && message ? [message] : []));
  const evaluate = async <T>(code: string): Promise<T> => {
    number += 1;
    const mine = number;
    send({ command: 'evaluate', number: mine, script: code });
    const answer = await eventually(() => find((event) => event.number === mine), patiently);
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value as T; // What the caller's script returns.
  };
  const inPage = async (code: string, what: string) => {
    await eventually(async () => {
      if (!(await evaluate<boolean>(`(() => { ${inFlow} ${code} })()`))) {
        const shown = await evaluate<string>(
          `(() => { ${inFlow} return root?.querySelector('dialog')?.innerText ?? 'no flow'; })()`,
        );
        throw new Error(`no ${what}; the screen says: ${shown}`);
      }
      return true;
    }, patiently);
  };
  return {
    version: up.version ?? '',
    get messages() {
      return messages();
    },
    get permissions() {
      return events.flatMap(({ granted }) => (granted === undefined ? [] : [granted]));
    },
    terminations: () => events.filter(({ event }) => event === 'terminated').length,
    configure: (text) => send({ command: 'configure', script: text }),
    load: (url) => send({ command: 'load', url }),
    grant: (granted) => send({ command: 'permissions', grant: granted }),
    chooseFiles: (paths) => send({ command: 'files', paths }),
    terminate: () => send({ command: 'terminate' }),
    evaluate,
    press: (text) =>
      inPage(
        `const buttons = [...(root?.querySelectorAll('button, a.button, label') ?? [])];
         const button = buttons.find((one) => (one.innerText + ' ' + (one.ariaLabel ?? '')).includes(${JSON.stringify(text)}) && !one.disabled && one.getClientRects().length > 0);
         button?.click();
         return button !== undefined;`,
        `button “${text}”`,
      ),
    sees: (text) =>
      inPage(
        `return (root?.querySelector('dialog')?.innerText ?? '').includes(${JSON.stringify(text)});`,
        `text “${text}”`,
      ),
    heard: (type) =>
      eventually(() => {
        const message = messages().find((one) => one.type === type);
        if (message === undefined)
          throw new Error(
            `not heard: ${type}; heard ${messages()
              .map((one) => one.type)
              .join(' ')}`,
          );
        return message;
      }, patiently),
    close: () => {
      send({ command: 'quit' });
      setTimeout(() => child.kill(), 15_000).unref();
    },
  };
}
