import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import type { SdkSession } from '../../support/sdk-client.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { dashboardAs, photographPage, settled, type Dashboard } from '../support/dashboard.ts';
import { findViolations } from '../support/look-at-screen.ts';
import { chromiumPath, openBrowser, type TestBrowser } from '../support/open-browser.ts';
import { seedDashboard, type SeededCases } from '../support/seed-dashboard.ts';
import { seedPerson } from '../support/seed-person.ts';

const narrowest = 320;

let stack: Stack;
let browser: TestBrowser;
let cases: SeededCases;
let person: SdkSession;
let receiver: Receiver;

/** The width of a small laptop. */
const wide = 1280;
const hiddenOfLists =
  "Math.max(0, ...[...document.querySelectorAll('[role=group]:has(> table)')].map((list) => list.scrollWidth - list.clientWidth))";

describe.skipIf(chromiumPath === null)('every page of the dashboard', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    receiver = await startReceiver((response) => void response.writeHead(500).end('{"error":"broken"}'));
    stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
    const json = { url: receiver.url, description: 'production' };
    await stack.api.post('/v2/webhook-endpoints', { token: stack.client.token, json });
    await stack.startWorkers({ quality: true, otp: true, webhook: true });
    [cases, browser] = await Promise.all([seedDashboard(stack), openBrowser()]);
    person = await seedPerson(stack);
    await stack.api.post(`/v2/verifications/${person.verificationId}/review`, {
      token: stack.client.token,
      json: { status: 'verified', reason: 'Looked at by hand' },
    });
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await stack.close();
    await receiver.close();
  });

  const pages = () => ({
    overview: '/',
    verifications: '/verifications',
    'verification-doubtful': `/verifications/${cases.doubtful.verificationId}?queue=reviewNeeded`,
    'verification-rejected': `/verifications/${cases.rejected.verificationId}`,
    'verification-person': `/verifications/${person.verificationId}`,
    'verification-running': `/verifications/${cases.running.verificationId}`,
    'verification-expired': `/verifications/${cases.expired.verificationId}`,
    'verification-erased': `/verifications/${cases.erased.verificationId}`,
    'verification-pending': `/verifications/${cases.pending.verificationId}`,
    identities: '/identities',
    identity: `/identities/${person.identityId}`,
    flows: '/flows',
    flow: `/flows/${stack.client.flowOf('unexpired')}`,
    'flow-versions': `/flows/${stack.client.flowOf('unexpired')}/versions`,
    analytics: '/analytics',
    'api-tokens': '/developers/tokens',
    sdk: '/developers/sdk',
    webhooks: '/developers/webhooks',
    events: '/developers/events',
    'test-inbox': '/developers/test-inbox',
    encryption: '/developers/encryption',
    settings: '/settings',
    access: '/settings/access',
    retention: '/settings/retention',
    team: '/settings/team',
    'audit-log': '/settings/audit-log',
    health: '/settings/health',
    profile: '/profile',
    'not-found': '/no-such-page',
  });

  async function visit(at: Dashboard, name: string, path: string): Promise<string[]> {
    await at.open(path);
    await settled(at);
    await photographPage(at, name);
    const width = await at.page.evaluate<number>('document.documentElement.scrollWidth');
    const seen = at.page.viewportSize()?.width ?? 0;
    // On a wide screen, no column of a list is out of sight.
    const hidden = seen < wide ? 0 : await at.page.evaluate<number>(hiddenOfLists);
    const fits = [
      ...(width > seen ? [`is ${width} px wide`] : []),
      ...(hidden > 0 ? [`hides ${hidden} px of a list`] : []),
    ];
    return [...(await findViolations(at.page)), ...fits].map((fault) => `${name}: ${fault}`);
  }

  test.each(['light', 'dark'] as const)('is clean to axe-core and fits from 320 px to wide, %s', async (scheme) => {
    const at = await dashboardAs(browser, stack, 'owner', '/', scheme);
    const faults: string[] = [];
    await at.page.setViewportSize({ width: wide, height: 900 });
    for (const [name, path] of Object.entries(pages())) faults.push(...(await visit(at, `${name}-${scheme}`, path)));
    await at.page.setViewportSize({ width: narrowest, height: 640 });
    for (const [name, path] of Object.entries(pages())) {
      faults.push(...(await visit(at, `${name}-${scheme}-narrow`, path)));
    }
    expect(faults).toEqual([]);
    expect(at.complaints).toEqual([]);
    await at.close();
  });
});
