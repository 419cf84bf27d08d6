import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStack, type Stack } from '../../support/stack.ts';
import { fillSignIn, openDashboard, type Dashboard } from '../support/dashboard.ts';
import { addOperator } from '../../support/operator.ts';
import { chromiumPath, openBrowser, type TestBrowser } from '../support/open-browser.ts';

let stack: Stack;
let browser: TestBrowser;

describe.skipIf(chromiumPath === null)('a page of the dashboard whose code is lost', () => {
  beforeAll(async () => {
    [stack, browser] = await Promise.all([startStack(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  /** The code of the page of flows, whatever its hash. */
  const code = /\/dashboard\/assets\/flows-[^/]*\.js/;
  const home = /\/dashboard\/?$/;

  /** Signed in at the overview, with the code of the page of flows lost in the way that `lose` says. */
  async function withoutFlows(lose: (at: Dashboard) => Promise<unknown>) {
    const at = await openDashboard(browser, stack);
    await lose(at);
    let loads = 0;
    at.page.on('domcontentloaded', () => (loads += 1));
    await at.open('/');
    await fillSignIn(at, (await addOperator(stack, 'admin')).email);
    await at.heading('Overview');
    await at.page.evaluate('window.isSamePage = true');
    return { at, loads: () => loads, open: () => at.page.getByRole('link', { name: 'Flows', exact: true }).click() };
  }
  const isSamePage = ({ page }: Dashboard) => page.evaluate<boolean>('window.isSamePage === true');

  test('on the network says so next to the navigation, and is there on “Try again” without a reload', async () => {
    const { at, open } = await withoutFlows(({ page }) => page.route(code, (route) => route.abort()));
    // Without a network: a reload would show the browser’s own error page.
    await at.page.route(home, (route) => route.abort());
    await open();
    const failure = at.page.getByRole('alert').filter({ hasText: 'The server can’t be reached.' });
    await failure.waitFor();
    await at.page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor();
    await at.press('Try again');
    await failure.waitFor();
    await at.page.unrouteAll();
    await at.press('Try again');
    await at.heading('Flows');
    expect(await isSamePage(at)).toBe(true);
    await at.close();
  });

  test('on the network is fetched again when the person opens it again', async () => {
    const { at, open } = await withoutFlows(({ page }) => page.route(code, (route) => route.abort()));
    await open();
    await at.page.getByRole('alert').waitFor();
    await at.page.getByRole('link', { name: 'Overview' }).click();
    await at.heading('Overview');
    await at.page.unrouteAll();
    await open();
    await at.heading('Flows');
    expect(await isSamePage(at)).toBe(true);
    await at.close();
  });

  /** The server names another version to a page that asks, as after a deployment. */
  const serveNewer = ({ page }: Dashboard) =>
    page.route(home, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/assets\/index-[^"]+\.js/, 'assets/index-newer.js');
      await route.fulfill({ response, body });
    });

  test('because a newer version was deployed loads that version with one reload', async () => {
    let isDeployed = false;
    const { at, loads, open } = await withoutFlows(({ page }) =>
      page.route(code, (route) => (isDeployed ? route.continue() : route.fulfill({ status: 404 }))),
    );
    const before = loads();
    await serveNewer(at);
    // A reload loads the version whose parts are there.
    at.page.on('domcontentloaded', () => (isDeployed = true));
    await open();
    await at.heading('Flows');
    expect([await isSamePage(at), loads() - before]).toEqual([false, 1]);
    await at.close();
  });

  test('for good does not reload by itself again and again', async () => {
    const { at, loads, open } = await withoutFlows(({ page }) =>
      page.route(code, (route) => route.fulfill({ status: 404 })),
    );
    await serveNewer(at);
    const before = loads();
    await open();
    await at.page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    expect(loads() - before).toBe(1);
    await at.close();
  });
});
