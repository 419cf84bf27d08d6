import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { createFakeDevices, type FakeDevices } from './fake-devices.ts';

const isQuick = process.env.TEST_SUITE === 'quick';

/**
 * The shell is the same browser without its window, which costs more than half of the processor time of a page. The full suite and the
 * benchmarks use the browser that people have.
 */
const candidates = [
  process.env.CHROMIUM_PATH,
  ...(isQuick ? ['/usr/bin/chromium-headless-shell'] : []),
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The installed Chromium. Null, with a visible line: the tests that need it are skipped. */
export const chromiumPath = candidates.find((path) => path !== undefined && existsSync(path)) ?? null;
if (chromiumPath === null) {
  console.log(
    'SKIPPED: the browser tests need Chromium (apt-get install chromium-headless-shell or chromium, or CHROMIUM_PATH)',
  );
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--use-fake-device-for-media-stream',
];

/**
 * With site isolation, Chromium keeps a spare renderer process for each context: a third of all renderers, 9 % of its processor time in two
 * files. No quick test has a page with a frame of another site. The full suite has some, and isolates sites as a person's browser does.
 */
const quickFlags = isQuick ? ['--disable-site-isolation-trials'] : [];

/** How a file uses a browser. Its pages share nothing with those of other files. */
export type TestBrowser = Pick<Browser, 'newContext' | 'newPage' | 'close'>;

export interface BrowserWithDevices extends TestBrowser {
  devices: FakeDevices;
}

/** A separate Chromium, whose camera and microphone are files. `answerPrompts: false`: the page's permissions decide. */
export function launchBrowser(devices: FakeDevices, { answerPrompts = true } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath ?? '',
    args: [
      ...flags,
      ...quickFlags,
      ...(answerPrompts ? ['--use-fake-ui-for-media-stream'] : []),
      `--use-file-for-fake-video-capture=${devices.cameraFile}`,
      `--use-file-for-fake-audio-capture=${devices.microphoneFile}`,
    ],
  });
}

let shared: Promise<{ browser: Browser; devices: FakeDevices }> | undefined;

async function launchShared() {
  const devices = await createFakeDevices();
  // Playwright ends the browser with this process.
  process.once('exit', devices.remove);
  return { browser: await launchBrowser(devices), devices };
}

/**
 * The Chromium of this process with its camera and microphone, launched once: each file opens it, and `close` ends the pages of that file.
 * It saves processes and hardly any work: three files on one browser took as much of a processor as on three.
 */
export async function openBrowser(): Promise<BrowserWithDevices> {
  // A crash affects one file, not those after it.
  if ((await shared)?.browser.isConnected() === false) shared = undefined;
  const { browser, devices } = await (shared ??= launchShared());
  const contexts: BrowserContext[] = [];
  const newContext = async (options?: BrowserContextOptions) => {
    const context = await browser.newContext(options);
    contexts.push(context);
    return context;
  };
  return {
    devices,
    newContext,
    newPage: async (options) => (await newContext(options)).newPage(),
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
}
