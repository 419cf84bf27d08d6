import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStack, type Stack } from '../../support/stack.ts';
import { dashboardAs, settled } from '../support/dashboard.ts';
import { chromiumPath, openBrowser } from '../support/open-browser.ts';
import { seedDashboard, type SeededCases } from '../support/seed-dashboard.ts';

let stack: Stack;
let browser: Browser;
let cases: SeededCases;

const overlong = '𝕏'.repeat(200);
/** What a stranger's device, a forged document or an old release may have left in a record, by the field's name. */
const hostile: Readonly<Record<string, unknown>> = {
  languages: ['x', '', 'en_US.UTF-8', overlong],
  language: 'x',
  model: `<img src=x onerror=alert(1)>${overlong}`,
  osVersion: '\u202e0.1',
  userAgent: overlong,
  platform: '\u0000',
  country: 'UTO',
  networkCountry: 'XXK',
  subtype: 'D',
  value: overlong,
  normalisedValue: '{{constructor}}',
  metadata: { toString: 1, __proto__: 'x', nested: { country: 'D', languages: 'x' }, text: overlong },
  data: { toString: null, country: 'D', list: [[['x']]] },
};

/** The server's answer with the hostile values in place of what it holds under these names. */
function spoilt(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spoilt);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const replacement = hostile[name];
      const sameKind =
        inner !== null && typeof replacement === typeof inner && Array.isArray(replacement) === Array.isArray(inner);
      // Evidence of a check. Lists carry their rows, and identities their facts, under the same name.
      const ofCheck = name !== 'data' || 'outcome' in value;
      return [name, sameKind && ofCheck ? replacement : spoilt(inner)];
    }),
  );
}

async function spoil(route: Route): Promise<void> {
  const answer = await route.fetch();
  if (!(answer.headers()['content-type'] ?? '').includes('json')) return route.fulfill({ response: answer });
  await route.fulfill({ response: answer, json: spoilt(await answer.json()) });
}

describe.skipIf(chromiumPath === null)('the dashboard on hostile records', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    stack = await startStack();
    await stack.startWorkers({ otp: true });
    [cases, browser] = await Promise.all([seedDashboard(stack), openBrowser(null)]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  test('opens every page of people and attempts, with its navigation, and can still erase the person', async () => {
    const at = await dashboardAs(browser, stack, 'admin');
    await at.page.route(/\/v2\/(verifications|identities|events|analytics|audit-log)/, spoil);
    const attempts = [cases.verified, cases.doubtful, cases.rejected, cases.pending, cases.expired];
    for (const path of [
      '/',
      '/analytics?days=x',
      '/developers/events',
      ...attempts.flatMap(({ verificationId, identityId }) => [
        `/verifications/${verificationId}`,
        `/identities/${identityId}`,
      ]),
    ]) {
      await at.open(path);
      await settled(at);
      await at.page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor();
      const broken = await at.page
        .getByText('This could not be loaded')
        .or(at.page.getByText('cannot be displayed'))
        .count();
      expect(`${path}: ${String(broken)} broken parts`).toBe(`${path}: 0 broken parts`);
    }
    await at.open(`/verifications/${cases.doubtful.verificationId}?queue=reviewNeeded`);
    await settled(at);
    await at.page.getByText('Case 1 of 1').waitFor();
    await at.page.getByRole('button', { name: 'Next case' }).click();
    await at.heading('Verifications');
    // The server refuses these filters; the page around them stays.
    for (const path of ['/verifications?createdAfter=garbage&createdBefore=-1', '/settings/audit-log?from=x&to=%00']) {
      await at.open(path);
      await at.heading(/Verifications|Audit log/);
    }
    await at.open(`/verifications/${cases.doubtful.verificationId}`);
    await settled(at);
    await at.press('More actions');
    await at.page.getByRole('menuitem', { name: 'Erase…' }).click();
    await at.page.getByRole('button', { name: 'Erase verification' }).waitFor();
    expect(at.complaints).toEqual([]);
    await at.close();
  });
});
