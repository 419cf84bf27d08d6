import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStack, type Stack } from '../../support/stack.ts';
import { dashboardAs } from '../support/dashboard.ts';
import { chromiumPath, openBrowser, type TestBrowser } from '../support/open-browser.ts';

let stack: Stack;
let browser: TestBrowser;

describe.skipIf(chromiumPath === null)('the dashboard of an account', () => {
  beforeAll(async () => {
    [stack, browser] = await Promise.all([startStack(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  test('shows the secret of a new token once; it works, and is refused as soon as it is revoked', async () => {
    const at = await dashboardAs(browser, stack, 'admin', '/developers/tokens');
    await at.page.getByRole('button', { name: 'New token' }).first().click();
    await at.page.getByLabel('Name').fill('till');
    await at.press('Create token');
    const secret = (await at.page.getByLabel('API token', { exact: true }).textContent()) ?? '';
    const read = () => stack.api.get('/v2/identities', { token: secret });
    expect((await read()).status).toBe(200);
    await at.page.keyboard.press('Escape');
    await at.page.getByLabel('I have stored it in a safe place').check();
    await at.press('Done');
    expect(await at.page.getByText(secret).count()).toBe(0);
    await at.press('Revoke till');
    await at.press('Revoke token');
    await at.page.getByText('The token “till” was revoked.').waitFor();
    await expect.poll(async () => (await read()).status).toBe(401);
    await at.close();
  });

  test('keeps the navigation at an unknown address, and leads from a missing record back to its list', async () => {
    const at = await dashboardAs(browser, stack, 'admin', '/no/such/page');
    await at.heading('There is no such page');
    expect(await at.page.getByRole('navigation', { name: 'Pages', exact: true }).isVisible()).toBe(true);
    await at.open('/identities/idn_01h455vb4pex5vsknk084sn02q');
    await at.heading('Not found');
    await at.page.getByRole('link', { name: 'Back to the list' }).click();
    await at.heading('Identities');
    await at.close();
  });
});
