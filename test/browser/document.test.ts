import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passportPicture } from '../support/pictures.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { createFakeDevices, type FakeDevices } from './support/fake-devices.ts';
import { chromiumPath, openBrowser } from './support/open-browser.ts';

/** Reading a page takes a second on a machine that has nothing else to do. */
const verdictMs = 90_000;

describe.skipIf(chromiumPath === null)('a document in the browser', () => {
  let stack: Stack;
  let devices: FakeDevices;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    stack = await startStack();
    await stack.startWorkers({ quality: true, document: true });
    devices = await createFakeDevices();
    browser = await openBrowser(devices);
    page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
    page.setDefaultTimeout(30_000);
  });
  afterAll(async () => {
    await browser.close();
    devices.remove();
    await stack.close();
  });

  test(
    'a person photographs a passport and hands it in, and REST has read it',
    async () => {
      await devices.show((await passportPicture()).jpeg);
      await page.goto(`${stack.api.baseUrl}/verify/${stack.client.clientId}/${stack.client.flowOf('document-only')}`);
      const press = (name: string | RegExp) => page.getByRole('button', { name }).click();

      await press('Begin');
      await press(/Passport/);
      await page.getByRole('searchbox').fill('portu');
      await press(/Portugal/);
      await Promise.race([press('Go on'), page.getByRole('button', { name: 'Take the picture' }).waitFor()]);
      await press('Take the picture');
      await press(/^Use (this picture|it anyway)$/);
      await press('Hand it in');
      await page.getByRole('heading', { name: 'All done, thank you' }).waitFor({ timeout: verdictMs });

      const { rows } = await stack.sql.query<{ id: string }>('select id from identities');
      const identity = await stack.api.get(`/v2/identities/${rows[0]?.id ?? ''}`, { token: stack.client.token });
      const fields = { documentNumber: { value: 'LM1421403' } };
      expect(identity.body).toMatchObject({ latestVerification: { steps: [{ document: { fields } }] } });
    },
    verdictMs + 60_000,
  );
});
