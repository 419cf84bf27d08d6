import type { CDPSession } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLines } from '../../support/audit-lines.ts';
import { addOperator, operatorPassword } from '../../support/operator.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { fillSignIn, openDashboard, type Dashboard } from '../support/dashboard.ts';
import { chromiumPath, openBrowser, type TestBrowser } from '../support/open-browser.ts';

let stack: Stack;
let browser: TestBrowser;

/** An authenticator of Chromium's own: inside the machine, with a fingerprint that is there or not. */
async function addAuthenticator({ page }: Dashboard): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

async function signOut(at: Dashboard): Promise<void> {
  await at.press(/profile and appearance/);
  await at.page.getByRole('menuitem', { name: 'Sign out' }).click();
}

describe.skipIf(chromiumPath === null)('a passkey', () => {
  beforeAll(async () => {
    [stack, browser] = await Promise.all([startStack(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  test('is registered with the password, signs in without it, is renamed and removed; a copy that counts back is refused', async () => {
    const { email, operatorId } = await addOperator(stack, 'admin');
    const at = await openDashboard(browser, stack);
    // A passkey belongs to a domain name, and browsers do not accept an IP address as one.
    const site = stack.api.baseUrl.replace('127.0.0.1', 'localhost');
    const { cdp, authenticatorId } = await addAuthenticator(at);
    await at.page.goto(`${site}/dashboard/profile`);
    await fillSignIn(at, email);
    await at.press('Add a passkey');
    const dialog = at.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Laptop');
    await dialog.getByLabel('Your password').fill('not the password');
    await at.press('Add passkey');
    await dialog.getByText('is not your password').waitFor();
    await dialog.getByLabel('Your password').fill(operatorPassword);
    await at.press('Add passkey');
    await at.page.getByText('The passkey was added.').waitFor();

    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toHaveLength(1);
    await signOut(at);
    await at.press('Sign in with a passkey');
    await at.heading('Profile and security');

    const name = at.page.getByLabel('Name of the passkey Laptop');
    await name.fill('Work laptop');
    await name.blur();
    await at.page.getByLabel('Name of the passkey Work laptop').waitFor();

    // A person whom the authenticator does not recognise is not signed in.
    await signOut(at);
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await at.press('Sign in with a passkey');
    await at.page.getByText('No passkey was used.').waitFor();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });

    // An older copy of the authenticator has a lower counter.
    await stack.sql.query('update passkeys set counter = 1000 where operator_id = $1', [operatorId]);
    await at.press('Sign in with a passkey');
    await at.page.getByText('This passkey doesn’t work here.').waitFor();
    await stack.sql.query('update passkeys set counter = 0 where operator_id = $1', [operatorId]);
    await at.press('Sign in with a passkey');
    await at.heading('Profile and security');

    await at.press('Remove Work laptop');
    await at.press('Remove passkey');
    // The cookie alone does not remove a passkey: the password is required.
    await dialog.getByLabel('Your password').fill('not the password');
    await at.press('Remove passkey');
    await dialog.getByText('is not your password').waitFor();
    expect(await at.page.getByLabel('Name of the passkey Work laptop').count()).toBe(1);
    await dialog.getByLabel('Your password').fill(operatorPassword);
    await at.press('Remove passkey');
    await at.page.getByLabel('Name of the passkey Work laptop').waitFor({ state: 'detached' });
    await signOut(at);
    await at.press('Sign in with a passkey');
    await at.page.getByText('This passkey doesn’t work here.').waitFor();
    const { rows } = await stack.sql.query<{ action: string }>(
      `select distinct action from ${auditLines} where actor = $1 and action like 'operator.passkey%' order by action`,
      [operatorId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['operator.passkey_added', 'operator.passkey_removed']);
    expect(at.complaints).toEqual([]);
    await at.close();
  });
});
