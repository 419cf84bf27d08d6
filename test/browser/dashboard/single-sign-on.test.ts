import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLocalProvider, type PersonAtProvider } from '../../support/sign-in/local-provider.ts';
import { openidSettings } from '../../support/sign-in/openid-issuer.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { chromiumPath, openBrowser, type TestBrowser } from '../support/open-browser.ts';

type Provider = Awaited<ReturnType<typeof startLocalProvider>>;

const people = new Map<string, PersonAtProvider>([
  ['ana', { email: 'ana@example.com', email_verified: true, name: 'Ana Example', roles: ['verify-staff'] }],
  ['ben', { email: 'ben@example.com', email_verified: true, name: 'Ben Example', roles: ['canteen'] }],
]);
let provider: Provider;
let stack: Stack;
let browser: TestBrowser;

/** Types a name on the provider's own page and consents. */
async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue with Example Identity' }).click();
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button').first().click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function openSignIn(path: string): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(`${stack.api.baseUrl}/dashboard${path}`);
  return page;
}

describe.skipIf(chromiumPath === null)('single sign-on', () => {
  beforeAll(async () => {
    provider = await startLocalProvider(people);
    [stack, browser] = await Promise.all([
      startStack({
        env: { ...openidSettings(provider.issuer), OIDC_ONLY: 'true', OIDC_SCOPES: 'openid email profile roles' },
        apis: 1,
      }),
      openBrowser(),
    ]);
    provider.register([`${stack.api.baseUrl}/v2/sign-in/provider/callback`]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await stack.close();
    await provider.close();
  });

  test('leads through the provider back to the page that was opened; passwords are not asked for', async () => {
    const page = await openSignIn('/identities');
    await page.getByRole('link', { name: 'Continue with Example Identity' }).waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    await signInAtProvider(page, 'ana');
    await page.getByRole('heading', { level: 1, name: 'Identities' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/identities');
  });

  test('tells a person without a role here why they cannot sign in, and what to do', async () => {
    const operators = async () => (await stack.sql.query('select 1 from operators')).rowCount;
    const before = await operators();
    const page = await openSignIn('/');
    await signInAtProvider(page, 'ben');
    await page.getByRole('alert').getByText('has no role here. Ask an owner').waitFor();
    expect(await operators()).toBe(before);
  });
});
