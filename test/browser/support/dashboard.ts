import type { Page } from 'playwright-core';
import type { Role } from '../../../src/domain/operators/role.ts';
import { eventually } from '../../support/eventually.ts';
import { addOperator, operatorPassword, signInAs } from '../../support/operator.ts';
import type { Stack } from '../../support/stack.ts';
import { enter } from './enter.ts';
import type { Scheme } from './look-at-screen.ts';
import type { TestBrowser } from './open-browser.ts';
import { pictureFile } from './screens-folder.ts';

/** A wait that is longer than these is stuck, not slow: the test machine has two cores for everything. */
const stuckMs = 20_000;

export interface Dashboard {
  page: Page;
  /** Console messages about broken scripts and the content security policy. */
  complaints: string[];
  open(path: string): Promise<void>;
  heading(name: string | RegExp): Promise<void>;
  press(name: string | RegExp): Promise<void>;
  close(): Promise<void>;
}

/** A fresh browser profile at the dashboard, with nobody signed in. */
export async function openDashboard(browser: TestBrowser, stack: Stack, scheme: Scheme = 'light'): Promise<Dashboard> {
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width: 1360, height: 900 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(stuckMs);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
  return {
    page,
    complaints,
    open: async (path) => {
      await page.goto(`${stack.api.baseUrl}/dashboard${path}`);
    },
    heading: (name) => page.getByRole('heading', { level: 1, name }).waitFor(),
    press: (name) => page.getByRole('button', { name, exact: true }).click(),
    close: () => context.close(),
  };
}

export async function fillSignIn({ page }: Dashboard, email: string, password = operatorPassword): Promise<void> {
  await enter(page.getByLabel('Email'), email);
  await enter(page.getByLabel('Password'), password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** An operator of this role, signed in, at the path. */
export async function dashboardAs(
  browser: TestBrowser,
  stack: Stack,
  role: Role,
  path = '/',
  scheme: Scheme = 'light',
) {
  const { email } = await addOperator(stack, role);
  const dashboard = await openDashboard(browser, stack, scheme);
  await dashboard.open(path);
  await fillSignIn(dashboard, email);
  await dashboard.page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor();
  return dashboard;
}

/** The same with the cookie of a sign-in, as the browser has it after an earlier visit: for tests that are not about signing in. */
export async function revisitAs(browser: TestBrowser, stack: Stack, role: Role, path = '/') {
  const { headers } = await signInAs(stack, role);
  const dashboard = await openDashboard(browser, stack);
  const [name = '', value = ''] = headers.cookie.split('=');
  await dashboard.page.context().addCookies([{ name, value, url: stack.api.baseUrl }]);
  await dashboard.open(path);
  await dashboard.page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor();
  return dashboard;
}

/** Waits until everything that the page requested has arrived. */
export async function settled({ page }: Dashboard): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const missing = page.getByRole('status').filter({ hasText: 'Loading' }).or(page.locator('.skeleton'));
  await eventually(async () => (await missing.count()) === 0, { withinMs: stuckMs, what: 'the rest of the page' });
}

/** A picture of the whole page, if pictures were requested. */
export async function photographPage({ page }: Dashboard, name: string): Promise<void> {
  const path = pictureFile('dashboard', name);
  if (path !== null) await page.screenshot({ path, fullPage: true });
}

/** A picture of what the screen shows now: a dialog above its page. */
export async function photographDialog({ page }: Dashboard, name: string): Promise<void> {
  const path = pictureFile('dashboard', name);
  if (path !== null) await page.screenshot({ path });
}
