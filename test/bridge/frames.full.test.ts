import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import portuguese from '../../web/sdk/src/i18n/texts/pt.json' with { type: 'json' };
import { chromiumPath } from '../browser/support/open-browser.ts';
import { chooseCountry, openStage, type Stage } from '../browser/support/stage.ts';
import { passportPicture } from '../support/documents/pictures.ts';
import { startFrameHost, type FrameHost } from './support/frame-host.ts';

interface Heard {
  verify: number;
  type: string;
  identityId?: string;
  verificationId?: string;
  code?: string;
}

const passport = { id: 'passport', type: 'document' as const, config: { accept: [{ type: 'passport' as const }] } };

describe.skipIf(chromiumPath === null)('the hosted page in a frame', () => {
  let stage: Stage;
  let shop: FrameHost;
  let stranger: FrameHost;
  let flowId: string;
  beforeAll(async () => {
    stage = await openStage();
    [shop, stranger] = await Promise.all([startFrameHost(), startFrameHost()]);
    flowId = await stage.addFlow('passport', { steps: [passport], maxAttemptsPerStep: 1 });
    await stage.stack.api.patch('/v2/settings', { token: stage.stack.client.token, json: { origins: [shop.origin] } });
    await stage.devices.show((await passportPicture()).jpeg);
  }, 120_000);
  afterAll(async () => {
    shop.close();
    stranger.close();
    await stage.close();
  });

  const hosted = () => `${stage.hostedUrl(flowId)}#bridge=1`;
  const heardBy = (page: Page) => page.evaluate<Heard[]>('heard');
  const typesHeardBy = async (page: Page) => (await heardBy(page)).map(({ type }) => type);
  const open = async (host: FrameHost, configuration: object | undefined, url = hosted()) => {
    const page = await stage.openPage();
    await page.goto(host.pageFor(url, configuration));
    return { page, frame: page.locator('iframe').first().contentFrame() };
  };
  const press = (frame: FrameLocator, name: string | RegExp) => frame.getByRole('button', { name }).click();
  const titled = (frame: FrameLocator, name: string) => frame.getByRole('heading', { level: 1, name }).waitFor();

  test('is configured by a message, runs a document flow, and tells its host both ids: no token, no verdict', async () => {
    const metadata = { order: 4711, fixedLanguage: 'pt' };
    const { page, frame } = await open(shop, { metadata, keepsResume: true });
    await press(frame, portuguese['start.begin']);
    await chooseCountry(frame);
    await press(frame, portuguese['camera.shoot']);
    await press(frame, portuguese['confirm.keep']);
    await press(frame, portuguese['review.submit']);
    await expect.poll(() => typesHeardBy(page)).toContain('finished');
    const [ready, started, finished] = await heardBy(page);
    const { identityId = '', verificationId = '' } = finished ?? {};
    expect([ready, started, finished]).toEqual([
      { verify: 1, type: 'ready', oldest: 1 },
      { verify: 1, type: 'started', identityId, verificationId },
      { verify: 1, type: 'finished', identityId, verificationId },
    ]);
    const { api, client } = stage.stack;
    const { body } = await api.get(`/v2/verifications/${verificationId}`, { token: client.token });
    expect(body).toMatchObject({ identityId, deviceMetadata: metadata });
    await frame.getByRole('button', { name: portuguese['action.done'] }).click();
    await page.locator('iframe').waitFor({ state: 'detached' });
    expect(await typesHeardBy(page)).toEqual(['ready', 'started', 'finished', 'closed']);
    await page.context().close();
  });

  test('tells its host that the person left, with both ids', async () => {
    const { page, frame } = await open(shop, {});
    await press(frame, 'Get started');
    await press(frame, 'Close');
    await press(frame, 'Leave');
    await page.locator('iframe').waitFor({ state: 'detached' });
    expect(await typesHeardBy(page)).toEqual(['ready', 'started', 'cancelled', 'closed']);
    const verificationId = (await heardBy(page))[2]?.verificationId ?? '';
    const { api, client } = stage.stack;
    const { body } = await api.get(`/v2/verifications/${verificationId}`, { token: client.token });
    expect(body).toMatchObject({ status: 'cancelled' });
    await page.context().close();
  });

  test('that may not start, shows why and tells its host the code', async () => {
    const blocked = await stage.addFlow('blocked', {
      steps: [passport],
      ipRestriction: { deny: ['0.0.0.0/0', '::/0'] },
    });
    const { page, frame } = await open(shop, {}, `${stage.hostedUrl(blocked)}#bridge=1`);
    await frame.getByText('session.ip_restricted').waitFor();
    await frame.getByRole('button', { name: 'Close' }).last().click();
    await page.locator('iframe').waitFor({ state: 'detached' });
    expect((await heardBy(page)).slice(1)).toEqual([
      { verify: 1, type: 'failed', code: 'session.ip_restricted' },
      { verify: 1, type: 'closed' },
    ]);
    await page.context().close();
  });

  test('is not shown by a page of another origin', async () => {
    const { page, frame } = await open(stranger, {});
    await expect.poll(() => page.frames()[1]?.url() ?? '').toMatch(/^chrome-error:/);
    expect(await frame.locator('[data-verify-flow]').count()).toBe(0);
    expect(await heardBy(page)).toEqual([]);
    await page.context().close();
  });

  test('behind a proxy that removes the policy starts nothing and sends no message', async () => {
    const page = await stage.openPage();
    await page.route(`${stage.stack.api.baseUrl}/verify/**`, async (route) => {
      const response = await route.fetch();
      const { 'content-security-policy': _policy, 'x-frame-options': _options, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.goto(stranger.pageFor(hosted(), {}));
    await page.frameLocator('iframe').getByText('session.origin_not_allowed').waitFor();
    expect(await heardBy(page)).toEqual([]);
    await page.context().close();
  });

  test('accepts messages only from the window that frames it', async () => {
    const { page, frame } = await open(shop, undefined);
    await expect.poll(() => typesHeardBy(page)).toEqual(['ready']);
    // A frame next to it, which even has an origin that the client names.
    await page.evaluate(`new Promise((done) => {
      const other = document.createElement('iframe');
      other.srcdoc = '<script>parent.frames[0].postMessage({ verify: 1, type: "configure", metadata: { fixedLanguage: "de" } }, "*")</scr' + 'ipt>';
      other.onload = done;
      document.body.append(other);
    })`);
    await page.evaluate(
      `frames[0].postMessage({ verify: 1, type: 'configure', metadata: { fixedLanguage: 'it' } }, '*')`,
    );
    await frame.getByRole('button', { name: 'Inizia' }).waitFor();
    await page.context().close();
  });

  test('whose host sends nothing, or nonsense, ends in a screen with a code', async () => {
    const nonsense = await open(shop, { languages: 'pt' });
    await nonsense.frame.getByText('sdk.failed').waitFor();
    const silent = await stage.openPage();
    await silent.clock.install();
    await silent.goto(shop.pageFor(hosted()));
    await expect.poll(() => typesHeardBy(silent)).toEqual(['ready']);
    await silent.clock.fastForward(20_000);
    await titled(silent.frameLocator('iframe'), 'Something went wrong');
    await silent.frameLocator('iframe').getByText('wait.too_long').waitFor();
    await Promise.all([nonsense.page.context().close(), silent.context().close()]);
  });

  test('without a bridge in its address, is a page like any other', async () => {
    const { page, frame } = await open(shop, {}, stage.hostedUrl(flowId, { fixedLanguage: 'de' }));
    await frame.getByRole('button', { name: 'Beginnen' }).waitFor();
    expect(await heardBy(page)).toEqual([]);
    await page.context().close();
  });
});
