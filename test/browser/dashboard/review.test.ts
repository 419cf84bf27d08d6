import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VerificationRecord } from '../../../src/contract/verification.ts';
import { createPrepareSetUp } from '../../../src/services/operators/prepare-set-up.ts';
import { problemLine } from '../../support/api-client.ts';
import { addOperator, operatorPassword, signInAs } from '../../support/operator.ts';
import { sampleOf } from '../../support/sample-of.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { dashboardAs, fillSignIn, openDashboard, revisitAs, settled } from '../support/dashboard.ts';
import { findViolationsInBothSchemes } from '../support/look-at-screen.ts';
import { chromiumPath, openBrowser, type TestBrowser } from '../support/open-browser.ts';
import { seedDashboard, type SeededCases } from '../support/seed-dashboard.ts';

let stack: Stack;
let browser: TestBrowser;
let cases: SeededCases;
let receiver: Receiver;
/** What the receiver currently answers. */
let answering = 204;

describe.skipIf(chromiumPath === null)('the dashboard', () => {
  beforeAll(async () => {
    receiver = await startReceiver((response) => void response.writeHead(answering).end());
    stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
    const json = { url: receiver.url, description: 'production' };
    await stack.api.post('/v2/webhook-endpoints', { token: stack.client.token, json });
    await stack.startWorkers({ otp: true, webhook: true });
    [cases, browser] = await Promise.all([seedDashboard(stack), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await stack.close();
    await receiver.close();
  });

  test('creates the first owner with the token of the console, who then turns on the second factor and signs in with it', async () => {
    const token = await createPrepareSetUp(stack.container)(null);
    const at = await openDashboard(browser, stack);
    await at.open(`/set-up#${token}`);
    await at.page.getByLabel('Your name').fill('Ana');
    await at.page.getByLabel('Email').fill('ana@example.com');
    await at.page.getByLabel('Password').fill(operatorPassword);
    await at.press('Create owner');
    await at.heading('Overview');
    expect(at.page.url()).not.toContain('#');

    await at.open('/profile');
    await at.press('Turn on');
    const secret = (await at.page.getByLabel('Secret', { exact: true }).textContent()) ?? '';
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await at.page.getByLabel('The six digits in the app').fill(totp.generate());
    await at.page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    const codes = ((await at.page.getByLabel('Recovery codes', { exact: true }).textContent()) ?? '').split(' ');
    expect(codes).toHaveLength(10);
    await at.page.getByLabel('I have stored it in a safe place').check();
    await at.press('Done');
    await at.page.getByText('Signing in requires a one-time password').waitFor();
    await at.press(/profile and appearance/);
    await at.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await fillSignIn(at, 'ana@example.com', 'not the password');
    await at.page.getByText('Wrong email address or password.').waitFor();
    await fillSignIn(at, 'ana@example.com');
    // The code that turned it on is used up: the next code counts.
    await at.page.getByLabel('Six digits').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
    await at.press('Continue');
    await at.heading('Profile and security');
    expect(at.complaints).toEqual([]);
    await at.close();
  });

  // These two at the same time, and the last four: each waits for a page most of its time.
  test.concurrent(
    'keeps filters over a sign-in, a reload and a step back, and counts what they find',
    async ({ expect }) => {
      const at = await dashboardAs(browser, stack, 'reviewer', '/verifications?status=rejected&metadataKey=shop');
      await at.page.getByText('Nothing matches these filters').waitFor();
      await at.press('Remove the filter Metadata key');
      const rows = at.page.getByRole('group', { name: 'Verifications' }).getByRole('row');
      await expect.poll(() => rows.count()).toBe(2);
      await at.page.reload();
      await expect.poll(() => rows.count()).toBe(2);
      expect(new URL(at.page.url()).search).toBe('?status=rejected');
      await at.page.goBack();
      await at.page.getByText('Nothing matches these filters').waitFor();
      await at.close();
    },
  );

  test.concurrent('loads the code of every page before it is opened', async ({ expect }) => {
    const at = await revisitAs(browser, stack, 'admin');
    await at.heading('Overview');
    const isLoaded = (chunk: string) =>
      at.page.evaluate(
        (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(`/${name}-`)),
        chunk,
      );
    await expect.poll(() => isLoaded('analytics')).toBe(true);
    const scripts: string[] = [];
    at.page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await at.page.getByRole('link', { name: 'Flows', exact: true }).click();
    await at.heading('Flows');
    expect(scripts).toEqual([]);
    await at.close();
  });

  test('records a verdict from the queue with the keyboard; its reason is in the record and its webhook in the log', async () => {
    const { verificationId } = cases.doubtful;
    const at = await revisitAs(browser, stack, 'admin', '/verifications');
    await at.page.getByRole('link', { name: 'Start reviewing' }).click();
    await at.heading('ANNA MARIA ERIKSSON');
    await at.page.getByText('Case 1 of 1').waitFor();
    await at.page.getByText('document.field_doubtful').first().waitFor();
    await at.page.keyboard.press('r');
    await at.page.getByRole('textbox', { name: 'Reason' }).fill('Another person in the picture');
    await at.page.keyboard.press('Control+Enter');
    await at.page.getByText('the verdict is recorded').waitFor();
    const record = await stack.api.get<VerificationRecord>(`/v2/verifications/${verificationId}`, {
      token: stack.client.token,
    });
    expect(record.body).toMatchObject({
      status: 'rejected',
      decision: { automatic: 'reviewNeeded', manual: { status: 'rejected', reason: 'Another person in the picture' } },
    });
    await at.open(`/verifications/${verificationId}`);
    await at.page.getByText('“Another person in the picture”').waitFor();
    await at.page.getByRole('link', { name: 'verification.updated' }).click();
    await at.heading('verification.updated');
    await at.page.getByText('HTTP 204').first().waitFor();
    expect(at.complaints).toEqual([]);
    await at.close();
  });

  test('decides and tags several at once, names those that another operator decided meanwhile, and overwrites none', async () => {
    const { verificationId: doubtful } = cases.doubtful;
    const { verificationId: rejected } = cases.rejected;
    const { token } = stack.client;
    const recordOf = async (id: string) =>
      (await stack.api.get<VerificationRecord>(`/v2/verifications/${id}`, { token })).body;
    const at = await revisitAs(browser, stack, 'reviewer', '/verifications');
    await at.page.keyboard.press('/');
    await at.page.keyboard.type('anna maria eriksson');
    await at.page.keyboard.press('Enter');
    await at.page.getByText('Find: anna maria eriksson').waitFor();
    await at.page.getByLabel('All on this page').check();
    await at.page.getByText('2 selected').waitFor();
    await at.press('Tag…');
    await at.page.getByRole('textbox', { name: 'Tag', exact: true }).fill('batch 7');
    await at.press('Add tag');
    await at.page.getByText('2 verifications changed').waitFor();
    await at.page.getByLabel('All on this page').check();
    await at.press('Decide…');
    await at.page.getByRole('textbox', { name: 'Reason' }).fill('A batch of drawn specimens');
    const meanwhile = { status: 'verified', reason: 'I have seen the original' };
    // Both cases show the same document, and the other operator knows the person.
    const acknowledgedDuplicates = [cases.rejected.identityId];
    const seenDecidedAt = (await recordOf(doubtful)).decision?.manual?.decidedAt ?? null;
    const knowingly = { token, json: { ...meanwhile, acknowledgedDuplicates, seenDecidedAt } };
    expect((await stack.api.post(`/v2/verifications/${doubtful}/review`, knowingly)).status).toBe(200);
    await at.press('Reject');
    await at.page.getByText('1 of 2 changed').waitFor();
    await at.page.getByText('Another operator has decided these').waitFor();
    const named = at.page.getByRole('dialog').getByRole('link');
    expect(await named.count()).toBe(1);
    expect(await named.getAttribute('href')).toBe(`/dashboard/verifications/${doubtful}`);
    expect(await recordOf(doubtful)).toMatchObject({ tags: ['batch 7'], decision: { manual: meanwhile } });
    expect(await recordOf(rejected)).toMatchObject({
      tags: ['batch 7'],
      decision: { manual: { status: 'rejected', reason: 'A batch of drawn specimens' } },
    });
    await at.page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

    await at.open(`/verifications/${doubtful}`);
    await at.heading('ANNA MARIA ERIKSSON');
    await at.press('Reject');
    await at.page.getByRole('textbox', { name: 'Reason' }).fill('Too late');
    const again = { status: 'reviewNeeded', reason: 'On second thoughts' };
    await stack.api.post(`/v2/verifications/${doubtful}/review`, { token, json: again });
    await at.page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await at.page.getByText('Another operator has decided this case').waitFor();
    expect(await recordOf(doubtful)).toMatchObject({ decision: { manual: again } });
    await at.page.keyboard.press('Escape');
    await at.page.getByText('“On second thoughts”').waitFor();
    await at.page.keyboard.press('?');
    await at.page.getByRole('heading', { name: 'Review queue' }).waitFor();
    expect(await findViolationsInBothSchemes(at.page)).toEqual([]);
    expect(at.complaints).toEqual([]);
    await at.close();
  });

  test.concurrent('sends a test event, shows each attempt with its answer, and delivers again', async ({ expect }) => {
    const at = await revisitAs(browser, stack, 'developer', '/developers/webhooks');
    await at.page.getByRole('link', { name: receiver.url }).click();
    const before = receiver.requests.length;
    await at.press('Send test event');
    await expect.poll(() => receiver.requests.length).toBe(before + 1);
    // By its event: the first entry of the list changes when the page refreshes.
    const eventId = String(receiver.requests.at(-1)?.headers['webhook-id']);
    const row = at.page.getByRole('listitem').filter({ has: at.page.locator(`a[href$="/${eventId}"]`) });
    await row.getByText('Delivered', { exact: true }).waitFor();
    answering = 500;
    await row.getByRole('button', { name: 'Deliver again' }).click();
    await expect.poll(() => receiver.requests.length).toBe(before + 2);
    await row.getByRole('button', { name: /^Attempts of/ }).click();
    await row.getByText('HTTP 500', { exact: true }).waitFor();
    await row.getByText('Attempt 1').waitFor();
    answering = 204;
    await at.close();
  });

  test.concurrent('lets each role do what it may and nothing else, in the page and over REST', async ({ expect }) => {
    const reviewer = await revisitAs(browser, stack, 'reviewer');
    const pagesOf = (at: typeof reviewer) =>
      at.page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link').allTextContents();
    expect(await pagesOf(reviewer)).toEqual([
      'Overview',
      'Verifications',
      'Identities',
      'Flows',
      'Test inbox',
      'API reference',
      'Health',
    ]);
    await reviewer.open('/settings/team');
    await reviewer.page.getByText('Your role has no access to this page').first().waitFor();
    await reviewer.close();
    const rest = await signInAs(stack, 'read-only');
    const headers = { 'x-client-id': stack.client.clientId };
    const refused = await rest.call('POST', `/v2/verifications/${cases.rejected.verificationId}/review`, {
      headers,
      json: { status: 'verified', reason: 'I may not' },
    });
    expect(problemLine(refused)).toBe('403 auth.role_missing');
    const reader = await revisitAs(browser, stack, 'read-only', `/verifications/${cases.rejected.verificationId}`);
    await reader.heading('ANNA MARIA ERIKSSON');
    await reader.page.getByText('Every check passed').or(reader.page.getByText('document.expired').first()).waitFor();
    // A reason leads to the step with its evidence.
    const reasons = reader.page.getByRole('list', { name: 'Reasons' });
    await reasons.getByRole('button', { name: 'Document' }).first().click();
    await reader.page.locator('#step-document:focus').waitFor();
    for (const name of ['Verify', 'Reject', 'Add']) {
      expect(await reader.page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
    }
    await reader.close();
  });

  test.concurrent('is clean to axe-core, in light and in dark', async ({ expect }) => {
    const at = await revisitAs(browser, stack, 'owner');
    for (const path of sampleOf([`/verifications/${cases.rejected.verificationId}`, '/', '/verifications'], 1)) {
      await at.open(path);
      await settled(at);
      expect(await findViolationsInBothSchemes(at.page), path).toEqual([]);
    }
    expect(at.complaints).toEqual([]);
    await at.close();
  });

  test.concurrent(
    'refuses an operator who was removed at the next press, and asks them to sign in where they are',
    async ({ expect }) => {
      const { email, operatorId } = await addOperator(stack, 'admin');
      const at = await openDashboard(browser, stack);
      await at.open('/identities');
      await fillSignIn(at, email);
      await at.heading('Identities');
      const owner = await signInAs(stack, 'owner');
      expect((await owner.call('DELETE', `/v2/operators/${operatorId}`)).status).toBe(204);
      await at.page.getByRole('link', { name: 'Verifications' }).click();
      await at.heading('Sign in');
      expect(new URL(at.page.url()).pathname).toBe('/dashboard/verifications');
      await at.close();
    },
  );
});
