import { readFileSync } from 'node:fs';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { signInAs } from '../../support/operator.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { dashboardAs, settled, type Dashboard } from '../support/dashboard.ts';
import { spoilAnswers, type Hostility } from '../support/hostile-answers.ts';
import { chromiumPath, openBrowser, type TestBrowser } from '../support/open-browser.ts';
import { seedDashboard, type SeededCases } from '../support/seed-dashboard.ts';

let stack: Stack;
let browser: TestBrowser;
let cases: SeededCases;
let receiver: Receiver;
let ids: { endpointId: string; eventId: string };

/** One of everything that a page lists. */
async function seedSettings(): Promise<typeof ids> {
  const { token } = stack.client;
  const json = { url: receiver.url, description: 'production' };
  const endpoint = await stack.api.post<{ id: string }>('/v2/webhook-endpoints', { token, json });
  const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), alg: 'ECDH-ES' };
  await stack.api.post('/v2/encryption-configurations', { token, json: { name: 'vault', publicKey: jwk } });
  const owner = await signInAs(stack, 'owner');
  const invitation = { email: 'new@example.com', role: 'reviewer' };
  expect((await owner.call('POST', '/v2/invitations', { json: invitation })).status).toBe(201);
  cases = await seedDashboard(stack);
  const eventId = await eventually(
    async () => {
      const { body } = await stack.api.get<{ data: { id: string }[] }>('/v2/events?limit=1', { token });
      return body.data[0]?.id ?? null;
    },
    { what: 'an event' },
  );
  return { endpointId: endpoint.body.id, eventId };
}

const attempts = () => [cases.verified, cases.doubtful, cases.rejected, cases.running, cases.pending, cases.expired];

/** Every address of the dashboard behind its sign-in, by its path in the router. */
const addresses = (): Readonly<Record<string, readonly string[]>> => ({
  '/': ['/'],
  '/verifications': ['/verifications', '/verifications?createdAfter=garbage&createdBefore=-1&status=x&tag=%00'],
  '/verifications/$verificationId': attempts().map(({ verificationId }) => `/verifications/${verificationId}`),
  '/identities': ['/identities', '/identities?fullName=%E2%80%AE&status=x'],
  '/identities/$identityId': attempts().map(({ identityId }) => `/identities/${identityId}`),
  '/flows': ['/flows'],
  '/flows/$flowId': [`/flows/${stack.client.flowOf('unexpired')}`],
  '/flows/$flowId/versions': [`/flows/${stack.client.flowOf('unexpired')}/versions?from=x&to=-1`],
  '/developers/tokens': ['/developers/tokens'],
  '/developers/sdk': ['/developers/sdk'],
  '/developers/webhooks': ['/developers/webhooks'],
  '/developers/webhooks/$endpointId': [`/developers/webhooks/${ids.endpointId}`],
  '/developers/events': ['/developers/events'],
  '/developers/events/$eventId': [`/developers/events/${ids.eventId}`],
  '/developers/test-inbox': ['/developers/test-inbox'],
  '/developers/encryption': ['/developers/encryption'],
  '/settings': ['/settings'],
  '/settings/access': ['/settings/access'],
  '/settings/retention': ['/settings/retention'],
  '/settings/team': ['/settings/team'],
  '/settings/audit-log': ['/settings/audit-log'],
  '/settings/health': ['/settings/health'],
  $: ['/no-such-page'],
  '/profile': ['/profile'],
  '/analytics': ['/analytics', '/analytics?days=x'],
});

/** The server refuses what these filters ask for, and the page says so. */
const refused = /createdAfter=garbage|status=x|from=x/;

async function faultsOf({ page }: Dashboard, path: string): Promise<string[]> {
  const faults: string[] = [];
  const failed = await page.getByText('This could not be loaded').count();
  if (failed > 0 && !refused.test(path)) faults.push(`${path}: ${String(failed)} not loaded`);
  const broken = await page.getByText('cannot be displayed').allInnerTexts();
  faults.push(...broken.map((text) => `${path}: ${text}`));
  const text = await page.locator('body').innerText();
  if (/[\u202a-\u202e\u2066-\u2069]/u.test(text)) faults.push(`${path}: shows text that reverses what follows it`);
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  const seen = page.viewportSize()?.width ?? 0;
  if (width > seen) faults.push(`${path}: is ${String(width)} px wide`);
  return faults;
}

describe.skipIf(chromiumPath === null)('the dashboard on hostile records', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    receiver = await startReceiver((response) => void response.writeHead(500).end('\u202e<b>broken</b>'));
    stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
    await stack.startWorkers({ quality: true, otp: true, webhook: true });
    [ids, browser] = await Promise.all([seedSettings(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await stack.close();
    await receiver.close();
  });

  test('are tried on every address that the router knows', () => {
    const router = readFileSync('web/dashboard/src/router.tsx', 'utf8');
    const known = [...router.matchAll(/\.\.\.inShell,\s+path: '([^']+)'/g)].map(([, path]) => path);
    expect(known.length).toBeGreaterThan(20);
    expect(Object.keys(addresses()).toSorted()).toEqual(known.toSorted());
  });

  test.each<Hostility>(['mixed', 'overlong'])(
    'opens every page with its navigation and every part of it, and no text widens it: %s text',
    async (hostility) => {
      const at = await dashboardAs(browser, stack, 'owner');
      await at.page.route(/\/v2\//, spoilAnswers(hostility));
      const faults: string[] = [];
      for (const path of Object.values(addresses()).flat()) {
        await at.open(path);
        await settled(at).catch((error: unknown) => {
          throw new Error(`${path} is not drawn`, { cause: error });
        });
        await at.page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor();
        faults.push(...(await faultsOf(at, path)));
      }
      expect(faults).toEqual([]);
      expect(at.complaints).toEqual([]);
      await at.close();
    },
  );

  test('leads through the review queue, and can still erase the person', async () => {
    const at = await dashboardAs(browser, stack, 'admin');
    await at.page.route(/\/v2\//, spoilAnswers('mixed'));
    await at.open(`/verifications/${cases.doubtful.verificationId}?queue=reviewNeeded`);
    await settled(at);
    await at.page.getByText('Case 1 of 1').waitFor();
    await at.page.getByRole('button', { name: 'Next case' }).click();
    await at.heading('Verifications');
    await at.open(`/verifications/${cases.doubtful.verificationId}`);
    await settled(at);
    await at.press('More actions');
    await at.page.getByRole('menuitem', { name: 'Erase…' }).click();
    await at.page.getByRole('button', { name: 'Erase verification' }).waitFor();
    expect(at.complaints).toEqual([]);
    await at.close();
  });

  test('keeps a fault of one card to that card: the others, the verdict and the navigation work', async () => {
    const at = await dashboardAs(browser, stack, 'admin');
    await at.page.route(/\/v2\/verifications\/ver_/, async (route) => {
      const answer = await route.fetch();
      // Not in any release: each of these breaks the card that displays it.
      const json = { ...((await answer.json()) as object), tags: 7, flow: null };
      await route.fulfill({ response: answer, json });
    });
    await at.open(`/verifications/${cases.doubtful.verificationId}`);
    await settled(at);
    await expect
      .poll(() => at.page.getByText('cannot be displayed').allInnerTexts())
      .toEqual([
        expect.stringContaining('Tags cannot be displayed'),
        expect.stringContaining('Flow and device cannot be displayed'),
      ]);
    await at.page.getByRole('heading', { name: 'Timeline' }).waitFor();
    await at.press('Reject');
    await at.page.getByRole('dialog').waitFor();
    await at.page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor();
    await at.close();
  });
});
