import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addOperator } from '../../support/operator.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { dashboardAs, photographDialog, settled, type Dashboard } from '../support/dashboard.ts';
import { findViolationsInBothSchemes } from '../support/look-at-screen.ts';
import { chromiumPath, openBrowser, type TestBrowser } from '../support/open-browser.ts';
import { seedDashboard, type SeededCases } from '../support/seed-dashboard.ts';

let stack: Stack;
let browser: TestBrowser;
let cases: SeededCases;
let receiver: Receiver;
let endpointId: string;

const button = (name: string | RegExp) => (at: Dashboard) =>
  at.page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const menu = (item: string, name: string | RegExp = 'More actions') => {
  return async (at: Dashboard) => {
    await button(name)(at);
    await at.page.getByRole('menuitem', { name: item }).click();
  };
};
const afterChoosingAll = (name: string) => async (at: Dashboard) => {
  await at.page.getByLabel('All on this page').check();
  await button(name)(at);
};

/** Each dialog: its page, and what opens it. */
const dialogs = (): Readonly<Record<string, readonly [path: string, open: (at: Dashboard) => Promise<void>]>> => ({
  'flow-new': ['/flows', button('New flow')],
  'flow-link': [`/flows/${stack.client.flowOf('email')}`, button('Try it')],
  'flow-rename': [`/flows/${stack.client.flowOf('email')}`, menu('Rename…')],
  'flow-disable': [`/flows/${stack.client.flowOf('email')}`, menu('Disable…')],
  'flow-delete': [`/flows/${stack.client.flowOf('email')}`, menu('Delete…')],
  'verification-review': [`/verifications/${cases.doubtful.verificationId}`, button('Reject')],
  'verification-again': [`/verifications/${cases.verified.verificationId}`, menu('Verify this person again…')],
  'verification-simulate': [`/verifications/${cases.pending.verificationId}`, menu('Simulate an outcome…')],
  'verification-erase': [`/verifications/${cases.verified.verificationId}`, menu('Erase…')],
  'verifications-decide': ['/verifications', afterChoosingAll('Decide…')],
  'verifications-tag': ['/verifications', afterChoosingAll('Tag…')],
  'filter-save': ['/verifications?status=rejected', menu('Save this filter…', 'Saved filters')],
  'identity-erase': [`/identities/${cases.verified.identityId}`, menu('Erase…')],
  'token-new': ['/developers/tokens', button('New token')],
  'token-rotate': ['/developers/tokens', button(/^Rotate /)],
  'token-revoke': ['/developers/tokens', button(/^Revoke /)],
  'endpoint-new': ['/developers/webhooks', button('New endpoint')],
  'endpoint-change': [`/developers/webhooks/${endpointId}`, menu('Change…')],
  'endpoint-secret': [`/developers/webhooks/${endpointId}`, menu('Rotate secret…')],
  'endpoint-remove': [`/developers/webhooks/${endpointId}`, menu('Remove…')],
  'encryption-new': ['/developers/encryption', button('New configuration')],
  'encryption-remove': ['/developers/encryption', button('Remove vault')],
  'team-invite': ['/settings/team', button('Invite')],
  'team-clients': ['/settings/team', button(/^Clients of An reviewer/)],
  'team-remove': ['/settings/team', button('Remove An reviewer')],
  retention: ['/settings/retention', changeRetention],
  'second-factor': ['/profile', button('Turn on')],
  passkey: ['/profile', button('Add a passkey')],
  keyboard: ['/', (at) => at.page.keyboard.press('?')],
});

/** How far the open dialog is wider than what it shows. */
const overflow = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('dialog[open]'))`;

/** In dialogs with a text field, that field; in questions, the button that cancels; never the button that closes. */
const focus = `(() => {
  const dialog = document.querySelector('dialog[open]');
  const field = dialog.querySelector(':is(input, textarea):read-write');
  const at = document.activeElement;
  if (field !== null) return at === field ? null : 'the focus is not in the first text field';
  const onlyCloses = dialog.querySelectorAll('button, select, input').length === 1;
  return dialog.contains(at) && (onlyCloses || at.getAttribute('aria-label') !== 'Close') ? null : 'the focus is on the button that closes';
})()`;

async function changeRetention(at: Dashboard): Promise<void> {
  await at.page.getByLabel('Pictures and recordings (days)').fill('30');
  await button('Save')(at);
}

describe.skipIf(chromiumPath === null)('every dialog of the dashboard', { timeout: 600_000 }, () => {
  beforeAll(async () => {
    receiver = await startReceiver((response) => void response.writeHead(204).end());
    stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
    const { token } = stack.client;
    const json = { url: receiver.url, description: 'production' };
    endpointId = (await stack.api.post<{ id: string }>('/v2/webhook-endpoints', { token, json })).body.id;
    const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
    const key = { name: 'vault', publicKey: { ...(await exportJWK(publicKey)), alg: 'ECDH-ES' } };
    await stack.api.post('/v2/encryption-configurations', { token, json: key });
    await addOperator(stack, 'reviewer');
    await stack.startWorkers({ quality: true, otp: true, webhook: true });
    [cases, browser] = await Promise.all([seedDashboard(stack), openBrowser()]);
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await stack.close();
    await receiver.close();
  });

  test('opens with the focus in its first field, is clean to axe-core and fits on a phone and a desk, in light and dark', async () => {
    const at = await dashboardAs(browser, stack, 'owner');
    const faults: string[] = [];
    for (const [name, [path, open]] of Object.entries(dialogs())) {
      await at.page.setViewportSize({ width: 1280, height: 800 });
      await at.open(path);
      await settled(at);
      await open(at);
      const dialog = at.page.locator('dialog[open]');
      await dialog.waitFor();
      // Some dialogs load their content first.
      if (name !== 'keyboard') await dialog.getByRole('button').nth(1).waitFor();
      await expect.poll(() => at.page.evaluate<string | null>(focus), { message: name }).toBeNull();
      for (const [size, width] of Object.entries({ desk: 1280, phone: 390 })) {
        await at.page.setViewportSize({ width, height: 800 });
        const violations = await findViolationsInBothSchemes(at.page, (scheme) =>
          photographDialog(at, `dialog-${name}-${scheme}-${size}`),
        );
        const over = await at.page.evaluate<number>(overflow);
        if (over > 0) violations.push(`overflows by ${over} px`);
        faults.push(...violations.map((violation) => `${name} ${size}: ${violation}`));
      }
      await at.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    }
    expect(faults).toEqual([]);
    expect(at.complaints).toEqual([]);
    await at.close();
  });
});
