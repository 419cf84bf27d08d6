import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { firefox } from 'playwright-core';
import { createFakeDevices } from '../support/fake-devices.ts';
import type { BrowserWithDevices } from '../support/open-browser.ts';

const candidates = [
  process.env.FIREFOX_PATH,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** The installed Firefox. Null, with a visible line: the tests that need it are skipped. */
export const firefoxPath = candidates.find((path) => path !== undefined && existsSync(path)) ?? null;
if (firefoxPath === null) {
  console.log('SKIPPED: the tests in Firefox need Firefox 140 or newer (apt-get install firefox-esr, or FIREFOX_PATH)');
}

const relay = fileURLToPath(new URL('./relay.ts', import.meta.url));
const preferences = {
  // Its own camera shows moving colours, and its microphone hears a tone.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'permissions.default.camera': 1,
  'permissions.default.microphone': 1,
  'permissions.default.geo': 1,
  // A mouse, as on a desktop: a headless Firefox has none.
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  'intl.accept_languages': 'en-US',
  'ui.prefersReducedMotion': 1,
};

/** The installed Firefox over WebDriver BiDi. It never reads the files of the devices. */
export async function openFirefox(): Promise<BrowserWithDevices> {
  const folder = mkdtempSync(join(tmpdir(), 'verify-firefox-'));
  const executablePath = join(folder, 'firefox');
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const command = [process.execPath, '--import', tsx, relay, firefoxPath ?? ''].map((part) => `'${part}'`).join(' ');
  writeFileSync(executablePath, `#!/bin/sh\nexec ${command} "$@"\n`);
  chmodSync(executablePath, 0o755);
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath, firefoxUserPrefs: preferences });
  const devices = await createFakeDevices();
  return {
    devices,
    newContext: (options) => browser.newContext(options),
    newPage: (options) => browser.newPage(options),
    close: async () => {
      await browser.close();
      devices.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
