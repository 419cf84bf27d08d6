import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../browser/support/open-browser.ts';
import { heading, openStage, press, type Stage } from '../browser/support/stage.ts';

interface Heard {
  verify: number;
  type: string;
  resume?: string;
  url?: string;
  identityId?: string;
  verificationId?: string;
}

const email = { id: 'email', type: 'email' as const, config: {} };

/** An Android app with a web view, as far as the page sees it. Text goes both ways. */
const androidHost = (configuration: object) => `
  window.heard = JSON.parse(sessionStorage.getItem('heard') ?? '[]');
  window.VerifyHost = { postMessage(json) {
    heard.push(JSON.parse(json));
    if (heard.at(-1).type !== 'ready') return;
    setTimeout(() => verifyBridge.receive(${JSON.stringify(JSON.stringify({ verify: 1, type: 'configure', ...configuration }))}));
  } };`;

describe.skipIf(chromiumPath === null)('the hosted page in an app', () => {
  let stage: Stage;
  let flowId: string;
  beforeAll(async () => {
    stage = await openStage();
    flowId = await stage.addFlow('email', { steps: [email] });
  }, 120_000);
  afterAll(() => stage.close());

  const hosted = () => `${stage.hostedUrl(flowId)}#bridge=1`;
  const heardBy = (page: Page) => page.evaluate<Heard[]>('heard');
  const open = async (configuration: object, url = hosted()) => {
    const page = await stage.openPage();
    await page.addInitScript(androidHost(configuration));
    await page.goto(url);
    return page;
  };
  const app = { platform: 'android', version: '1.2.0', model: 'Pixel 9', osVersion: '16' };

  test('passes its languages and its name on to the service', async () => {
    const page = await open({ languages: ['it-IT', 'en'], app, metadata: { order: 7 } });
    await page.getByRole('button', { name: 'Inizia' }).waitFor();
    const [, started] = await heardBy(page);
    expect(started).toEqual({
      verify: 1,
      type: 'started',
      identityId: expect.stringMatching(/^idn_/) as string,
      verificationId: expect.stringMatching(/^ver_/) as string,
    });
    const { api, client } = stage.stack;
    const { body } = await api.get(`/v2/verifications/${started?.verificationId ?? ''}`, { token: client.token });
    expect(body).toMatchObject({
      deviceMetadata: { order: 7 },
      device: { languages: ['it-IT', 'en'], model: 'Pixel 9', osVersion: '16' },
    });
    await page.context().close();
  });

  test('continues where it was with what the app kept, although nothing is left in the web view', async () => {
    const before = await open({ keepsResume: true });
    await press(before, 'Get started');
    await before.getByLabel('Email address').fill('ana@example.com');
    await press(before, 'Send the code');
    await heading(before, 'Enter your code').waitFor();
    const [, started] = await heardBy(before);
    expect(started?.resume).not.toContain('ana@example.com');
    await before.context().close();

    const after = await open({ keepsResume: true, resume: started?.resume });
    await heading(after, 'Enter your code').or(after.getByLabel('Email address')).first().waitFor();
    expect((await heardBy(after))[1]).toEqual(started);
    await press(after, 'Close');
    await press(after, 'Leave');
    await expect
      .poll(async () => (await heardBy(after)).map(({ type }) => type))
      .toEqual(['ready', 'started', 'cancelled', 'closed']);

    // A flow that has ended cannot continue: another start has other ids.
    const again = await open({ keepsResume: true, resume: started?.resume });
    await again.getByRole('button', { name: 'Get started' }).waitFor();
    const [, second] = await heardBy(again);
    expect(second).toMatchObject({ type: 'started' });
    expect(second?.verificationId).not.toBe(started?.verificationId);
    await Promise.all([after.context().close(), again.context().close()]);
  });

  test('asks the app to open the link of a hand-over outside', async () => {
    const page = await stage.openPage({ viewport: { width: 1280, height: 800 }, hasTouch: false });
    await page.addInitScript(androidHost({}));
    await page.goto(hosted());
    await press(page, 'Continue on your phone');
    await press(page, 'Open in the browser');
    await expect.poll(async () => (await heardBy(page)).at(-1)?.type).toBe('open');
    const { url = '' } = (await heardBy(page)).at(-1) ?? {};
    expect(url).toMatch(new RegExp(`^${stage.stack.api.baseUrl}/verify/continue#handOverToken=`));
    await page.context().close();
  });

  test('from before the bridge works as it did: its handler gets no message, and metadata comes with the address', async () => {
    const page = await open({ metadata: { fixedLanguage: 'it' } }, stage.hostedUrl(flowId, { fixedLanguage: 'de' }));
    await page.getByRole('button', { name: 'Beginnen' }).waitFor();
    expect(await heardBy(page)).toEqual([]);
    await page.context().close();
  });
});
