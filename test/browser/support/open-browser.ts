import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import type { FakeDevices } from './fake-devices.ts';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The installed Chromium. Null, with a visible line: the tests that need it are skipped. */
export const chromiumPath = candidates.find((path) => path !== undefined && existsSync(path)) ?? null;
if (chromiumPath === null) {
  console.log('SKIPPED: the browser tests need Chromium (apt-get install chromium, or CHROMIUM_PATH)');
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

/** A Chromium whose camera and microphone are files. `answerPrompts: false`: the page's permissions decide. */
export function openBrowser(devices: FakeDevices | null, { answerPrompts = true } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath ?? '',
    args: [
      ...flags,
      ...(answerPrompts ? ['--use-fake-ui-for-media-stream'] : []),
      ...(devices === null
        ? []
        : [
            `--use-file-for-fake-video-capture=${devices.cameraFile}`,
            `--use-file-for-fake-audio-capture=${devices.microphoneFile}`,
          ]),
    ],
  });
}
