import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addOperator, operatorPassword } from '../../support/operator.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { mainPages } from '../support/main-pages.ts';
import { seedDashboard, type SeededCases } from '../support/seed-dashboard.ts';
import { noWebKit, openWebKit, type WebKitPage } from './open-webkit.ts';

describe.skipIf(noWebKit !== null)('the dashboard in WebKit', { timeout: 120_000 }, () => {
  let stack: Stack;
  let cases: SeededCases;
  let page: WebKitPage;
  beforeAll(async () => {
    stack = await startStack();
    await stack.startWorkers({ otp: true });
    [cases, page] = await Promise.all([seedDashboard(stack), openWebKit({ desk: true })]);
    const { email } = await addOperator(stack, 'admin');
    await page.open(`${stack.api.baseUrl}/dashboard/`);
    await page.type('input[type=email]', email);
    await page.type('input[type=password]', operatorPassword);
    await page.press('Sign in', 'button[type=submit]');
    await page.sees('nav[aria-label=Pages]');
  }, 180_000);
  afterAll(async () => {
    await page.close();
    await stack.close();
  });

  test.each(mainPages)(
    'opens the page %s with its content, without a failure, a message in the console or a line that is too wide',
    async (name, path) => {
      await page.open(`${stack.api.baseUrl}/dashboard${path(stack, cases)}`);
      await page.sees('h1', name);
      await page.loses('.skeleton');
      expect(await page.evaluate('return root.querySelectorAll("[role=alert]").length')).toBe(0);
      expect(await page.evaluate('return document.documentElement.scrollWidth > innerWidth')).toBe(false);
      expect(await page.complaints()).toEqual([]);
    },
  );

  test('decides a case with a reason', async () => {
    await page.open(`${stack.api.baseUrl}/dashboard/verifications/${cases.doubtful.verificationId}`);
    await page.press('Reject', 'button');
    await page.type('dialog textarea, dialog input:not([type=radio])', 'The zone cannot be read');
    await page.press('Reject', 'dialog button');
    await page.sees('*', 'the verdict is recorded');
    expect(await page.complaints()).toEqual([]);
  });
});
