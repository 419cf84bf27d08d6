import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../../src/embedded/free-port.ts';
import { eventually } from '../../support/eventually.ts';
import { missingWebKit } from '../../ios/support/swift-root.ts';

const driverPath = process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver';
const browser = fileURLToPath(new URL('./automated-browser.py', import.meta.url));

/** The reason why there is no WebKit, or null if there is one. Without it, the tests that need it are skipped, with a visible line. */
export const noWebKit = existsSync(driverPath) ? missingWebKit() : `${driverPath} is missing (webkit2gtk-driver)`;
if (noWebKit !== null)
  console.log(`SKIPPED: the tests in WebKit: ${noWebKit}; \`npm run test:ios\` says what it needs`);

export interface WebKitPage {
  open(url: string): Promise<void>;
  /** Runs the body of a function in the page; `root` is the shadow root of the flow, or the document where there is no flow. */
  evaluate<T>(body: string): Promise<T>;
  /** Presses, as a person would, the first enabled element that matches and shows this text, once there is one. */
  press(text: string | RegExp, selector?: string): Promise<void>;
  click(selector: string, index?: number): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  choose(selector: string, file: string): Promise<void>;
  sees(selector: string, text?: string | RegExp): Promise<void>;
  loses(selector: string): Promise<void>;
  /** Errors of scripts and what a policy refused, since the last load. */
  complaints(): Promise<string[]>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

const patiently = { withinMs: 60_000, everyMs: 150 };
/** The key under which WebDriver returns elements. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const inRoot = `const root = document.querySelector('[data-verify-flow]')?.shadowRoot ?? document;
  const isShown = (one) => one.getClientRects().length > 0 && one.closest('[inert]') === null;`;

interface Reply {
  value: unknown;
}

/** A WebKit over WebDriver with one page, as large as a phone or as a desk. */
export async function openWebKit({ desk = false } = {}): Promise<WebKitPage> {
  const port = await findFreePort();
  const child = spawn('xvfb-run', ['-a', '-s', '-screen 0 1600x1200x24', driverPath, `--port=${port}`], {
    // Its own group, so that the display ends with it.
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      LANG: 'C.UTF-8',
      WINDOW_SIZE: desk ? '1280x900' : '390x844',
    },
  });
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid);
    } catch {
      // It has ended already.
    }
  };
  process.once('exit', end);
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as Reply; // WebDriver's own form.
    if (!response.ok) throw new Error(`WebKit: ${method} ${path}: ${JSON.stringify(value).slice(0, 300)}`);
    return value;
  };
  await eventually(() => call('GET', '/status'), patiently);
  const capabilities = { 'webkitgtk:browserOptions': { binary: '/usr/bin/python3', args: [browser] } };
  const { sessionId } = (await call('POST', '/session', { capabilities: { alwaysMatch: capabilities } })) as {
    sessionId: string;
  };
  const session = `/session/${sessionId}`;

  const evaluate = async <T>(body: string): Promise<T> =>
    (await call('POST', `${session}/execute/sync`, { script: `${inRoot} ${body}`, args: [] })) as T; // What the caller's script returns.
  const shown = () =>
    evaluate<string>(`return (root.querySelector('dialog') ?? document.body).innerText`).catch(String);
  const found = async (
    selector: string,
    { text, index = 0 }: { text?: string | RegExp | undefined; index?: number },
  ) => {
    const matches =
      text === undefined
        ? 'true'
        : `${typeof text === 'string' ? `{ test: (words) => words.includes(${JSON.stringify(text)}) }` : String(text)}.test(one.innerText + ' ' + (one.ariaLabel ?? ''))`;
    const element = await evaluate<Record<string, string> | null>(
      `return [...root.querySelectorAll(${JSON.stringify(selector)})].filter((one) => !one.disabled && isShown(one) && ${matches})[${index}] ?? null`,
    );
    const id = element?.[elementKey];
    if (id === undefined) throw new Error(`no ${selector} ${String(text ?? '')}; the screen says: ${await shown()}`);
    return `${session}/element/${id}`;
  };
  const click = (selector: string, more: { text?: string | RegExp; index?: number } = {}) =>
    eventually(async () => {
      await call('POST', `${await found(selector, more)}/click`, {});
      return true;
    }, patiently).then(() => undefined);
  return {
    evaluate,
    open: async (url) => {
      await call('POST', `${session}/url`, { url });
    },
    press: (text, selector = 'button, a, label') => click(selector, { text }),
    click: (selector, index) => click(selector, index === undefined ? {} : { index }),
    async type(selector, text) {
      await eventually(async () => {
        const field = await found(selector, {});
        await call('POST', `${field}/clear`, {});
        await call('POST', `${field}/value`, { text });
        return true;
      }, patiently);
    },
    async choose(selector, file) {
      const element = await eventually(
        () => evaluate<Record<string, string> | null>(`return root.querySelector(${JSON.stringify(selector)})`),
        patiently,
      );
      await call('POST', `${session}/element/${element[elementKey] ?? ''}/value`, { text: file });
    },
    sees: (selector, text) => eventually(() => found(selector, { text }), patiently).then(() => undefined),
    async loses(selector) {
      await eventually(async () => {
        const left = await evaluate<number>(
          `return [...root.querySelectorAll(${JSON.stringify(selector)})].filter(isShown).length`,
        );
        if (left > 0) throw new Error(`${selector} is still there; the screen says: ${await shown()}`);
        return true;
      }, patiently);
    },
    complaints: () => evaluate<string[]>('return complaints'),
    screenshot: async () => Buffer.from((await call('GET', `${session}/screenshot`)) as string, 'base64'),
    async close() {
      await call('DELETE', session).catch(() => undefined);
      process.off('exit', end);
      end();
    },
  };
}
