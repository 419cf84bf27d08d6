import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHostApp } from './support/host-app.ts';
import { photograph } from './support/look-at-screen.ts';
import { chromiumPath } from './support/open-browser.ts';
import { openStage, press, type Stage } from './support/stage.ts';
import { startReactHost } from './support/start-react-host.ts';

const email = { id: 'email', type: 'email' as const, config: {} };
const font = readFileSync(
  createRequire(import.meta.url).resolve('@fontsource/noto-sans/files/noto-sans-latin-400-italic.woff2'),
);

/** A part of the flow, as an expression of the page. */
const inFlow = (selector: string) =>
  `document.querySelector('[data-verify-flow]').shadowRoot.querySelector('${selector}')`;

describe.skipIf(chromiumPath === null)('in the app of a host', () => {
  let stage: Stage;
  let flowId: string;
  beforeAll(async () => {
    stage = await openStage();
    flowId = await stage.addFlow('email', { steps: [email] });
  }, 120_000);
  afterAll(() => stage.close());

  const begin = async (page: Awaited<ReturnType<Stage['openPage']>>) => {
    await page.getByRole('button', { name: 'Get started' }).waitFor();
    const ticks = page.locator('.tick input');
    for (let index = 0; index < (await ticks.count()); index += 1) await ticks.nth(index).check();
    await press(page, 'Get started');
  };

  test('made with React, the observer hears how each flow ended, and nothing after it is gone', async () => {
    const host = await startReactHost();
    const page = await stage.openPage();
    const warnings: string[] = [];
    page.on('console', (message) => warnings.push(message.text()));
    await page.goto(
      host.urlFor({ clientId: stage.stack.client.clientId, flowId, baseUrl: stage.stack.api.baseUrl, metadata: {} }),
    );
    await press(page, 'Show');
    await begin(page);
    await page.getByLabel('Email address').fill('react@example.com');
    await press(page, 'Send the code');
    await page.locator('.code-field input').fill('000000');
    await page.getByText('code.wrong').waitFor();
    await press(page, 'Close');
    await press(page, 'Leave');
    await page.locator('output', { hasText: /^cancelled idn_\w+ ver_\w+$/ }).waitFor();
    expect(warnings.filter((text) => text.includes('delegate'))).toEqual([]);

    await press(page, 'Stop watching');
    await press(page, 'Show');
    await begin(page);
    expect(warnings.filter((text) => text.includes('set VerifyButtonResult.shared.delegate')).length).toBe(1);
    await press(page, 'Close');
    await press(page, 'Leave');
    await page.locator('[data-verify-flow]').waitFor({ state: 'detached' });
    expect(await page.locator('output').textContent()).toMatch(/^cancelled idn_\w+ ver_\w+$/);
    await page.context().close();
    host.close();
  });

  test('that chose unreadable colours, the console says so; readable ones cause no message', async () => {
    const ids = { clientId: stage.stack.client.clientId, flowId };
    const warnings: string[] = [];
    for (const [buttonColor, buttonTextColor] of [
      ['#FFEE88', '#FFFFFF'],
      ['#7A1F5C', '#FFFFFF'],
    ]) {
      const host = await startHostApp(stage.stack.api.baseUrl, ids, { buttonColor, buttonTextColor });
      const page = await stage.openPage();
      page.on('console', (message) => {
        if (message.text().startsWith('Verify:')) warnings.push(message.text());
      });
      await page.goto(host.url);
      await page.locator('#call').click();
      const button = page.getByRole('button', { name: 'Get started' });
      await button.waitFor();
      await expect
        .poll(() => page.evaluate<string>(`getComputedStyle(${inFlow('.button.primary')}).backgroundColor`))
        .toBe(buttonColor === '#FFEE88' ? 'rgb(255, 238, 136)' : 'rgb(122, 31, 92)');
      await photograph(page, `colours-${buttonColor?.slice(1) ?? ''}`);
      await page.context().close();
      host.close();
    }
    expect(warnings).toEqual([expect.stringContaining('the contrast of buttonColor and buttonTextColor is 1.2 : 1')]);
  });

  test('with its own fonts, they are used; one that cannot be loaded leaves the system’s', async () => {
    const page = await stage.openPage();
    const headers = { 'access-control-allow-origin': '*' };
    await page.route('https://fonts.example/regular.woff2', (route) =>
      route.fulfill({ body: font, contentType: 'font/woff2', headers }),
    );
    await page.route('https://fonts.example/none.woff2', (route) => route.fulfill({ status: 404, headers }));
    const fontsOf = (regularFont: string) => stage.hostedUrl(flowId, { regularFont });
    await page.goto(fontsOf('https://fonts.example/regular.woff2'));
    await page.getByRole('button', { name: 'Get started' }).waitFor();
    const family = () => page.evaluate<string>(`getComputedStyle(${inFlow('h1')}).fontFamily`);
    await expect.poll(family).toContain('Verify Host');
    expect(await page.evaluate<boolean>(`document.fonts.check('1rem "Verify Host"')`)).toBe(true);
    await page.goto(fontsOf('https://fonts.example/none.woff2'));
    await page.getByRole('button', { name: 'Get started' }).waitFor();
    expect(await family()).not.toContain('Verify Host');
    await page.context().close();
  });

  test('whose client hides our name, no screen shows it', async () => {
    const page = await stage.openPage();
    await page.goto(stage.hostedUrl(flowId));
    await page.getByText('Secured by Verify').waitFor();
    const { api, client } = stage.stack;
    await api.patch('/v2/settings', { token: client.token, json: { showVendorBranding: false } });
    const other = await stage.openPage();
    await other.goto(stage.hostedUrl(flowId));
    await other.getByRole('button', { name: 'Get started' }).waitFor();
    expect(await other.getByText('Secured by Verify').count()).toBe(0);
    await photograph(other, 'without-vendor');
    await api.patch('/v2/settings', { token: client.token, json: { showVendorBranding: true } });
    await Promise.all([page.context().close(), other.context().close()]);
  });
});
