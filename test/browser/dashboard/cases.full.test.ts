import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VerificationRecord } from '../../../src/contract/verification.ts';
import type { SdkSession } from '../../support/sdk-client.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { dashboardAs, photographPage, type Dashboard } from '../support/dashboard.ts';
import { chromiumPath, openBrowser, type TestBrowser } from '../support/open-browser.ts';
import { seedDashboard, type SeededCases } from '../support/seed-dashboard.ts';
import { seedPerson } from '../support/seed-person.ts';

let stack: Stack;
let browser: TestBrowser;
let cases: SeededCases;
let person: SdkSession;

describe.skipIf(chromiumPath === null)('a case on the dashboard', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
    await stack.startWorkers({ quality: true, otp: true, webhook: true });
    [cases, browser] = await Promise.all([seedDashboard(stack), openBrowser()]);
    person = await seedPerson(stack);
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  const openCase = (role: 'admin' | 'reviewer', { verificationId }: SdkSession) =>
    dashboardAs(browser, stack, role, `/verifications/${verificationId}`);
  const more = async (at: Dashboard, item: string | RegExp) => {
    await at.press('More actions');
    await at.page.getByRole('menuitem', { name: item }).click();
  };
  const recordOf = ({ verificationId }: SdkSession) =>
    stack.api.get<VerificationRecord>(`/v2/verifications/${verificationId}`, { token: stack.client.token });

  test('is assigned and commented on: its timeline, the list of one’s own cases and the colleagues show it', async () => {
    const { verificationId } = cases.doubtful;
    const at = await openCase('reviewer', cases.doubtful);
    const timeline = at.page.getByRole('region', { name: 'Timeline' });
    await at.page.getByLabel('Operator', { exact: true }).selectOption({ label: 'You' });
    await timeline.getByText('Assigned to An reviewer').waitFor();
    await at.page.getByLabel('New comment').fill('She moved last month.\n<b>Ask</b> for a bill.');
    await at.press('Comment');
    await at.page.getByRole('list', { name: 'Comments' }).getByText('<b>Ask</b> for a bill.').waitFor();
    await timeline.getByText('Comment', { exact: true }).waitFor();
    expect(await at.page.getByLabel('New comment').inputValue()).toBe('');
    await photographPage(at, 'verification-assigned');
    await at.open('/verifications');
    await at.page.getByLabel('Assigned to', { exact: true }).selectOption({ label: 'Me' });
    const rows = at.page.getByRole('group', { name: 'Verifications' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(2);
    await rows.getByRole('cell', { name: 'You', exact: true }).waitFor();
    expect(at.complaints).toEqual([]);
    await at.close();

    const colleague = await dashboardAs(browser, stack, 'reviewer', '/verifications?assigneeId=me');
    await colleague.page.getByText('Nothing matches these filters').waitFor();
    await colleague.open(`/verifications/${verificationId}`);
    const chosen = colleague.page.getByLabel('Operator', { exact: true }).locator('option:checked');
    await expect.poll(() => chosen.textContent()).toBe('An reviewer');
    await colleague.page.getByText('She moved last month.').waitFor();
    await colleague.close();
    const reader = await dashboardAs(browser, stack, 'read-only', `/verifications/${verificationId}`);
    await reader.page.getByText('She moved last month.').waitFor();
    expect(await reader.page.getByLabel('New comment').count()).toBe(0);
    expect(await reader.page.getByLabel('Operator', { exact: true }).count()).toBe(0);
    await reader.close();
  });

  test('is saved as a report', async () => {
    const at = await openCase('reviewer', person);
    const file = await saved(at.page, () => more(at, 'Report as PDF'));
    expect(file.name).toBe(`${person.verificationId}.pdf`);
    expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    await at.close();
  });

  test('that is in progress ends as the operator simulates, with its reason', async () => {
    const at = await openCase('admin', cases.pending);
    await more(at, 'Simulate an outcome…');
    await at.page.getByLabel('Outcome', { exact: true }).selectOption('rejected');
    await at.page.getByLabel('Reason', { exact: true }).selectOption('document.expired');
    await at.press('Simulate');
    await at.page.getByText('document.expired').first().waitFor();
    expect((await recordOf(cases.pending)).body).toMatchObject({ status: 'rejected' });
    expect(at.complaints).toEqual([]);
    await at.close();
  });

  test('is erased when its whole id is typed, and then appears nowhere', async () => {
    const at = await openCase('admin', cases.cancelled);
    await more(at, 'Erase…');
    const erase = at.page.getByRole('button', { name: 'Erase verification' });
    expect(await erase.isDisabled()).toBe(true);
    await at.page.getByLabel(/to continue/).fill(cases.cancelled.verificationId.slice(-6));
    expect(await erase.isDisabled()).toBe(true);
    await at.page.getByLabel(/to continue/).fill(cases.cancelled.verificationId);
    await erase.click();
    await at.page.getByText('The verification was erased.').waitFor();
    await at.heading('Verifications');
    await at.open(`/verifications/${cases.cancelled.verificationId}`);
    await at.page.getByText('Erased').first().waitFor();
    await photographPage(at, 'verification-erased');
    expect((await recordOf(cases.cancelled)).body).toMatchObject({ status: 'deleted' });
    expect(await at.page.getByRole('img').count()).toBe(0);
    await at.open('/verifications/ver_01h455vb4pex5vsknk084sn02q');
    await at.heading('Not found');
    await at.page.getByText('verification.not_found').waitFor();
    expect(at.complaints).toEqual([]);
    await at.close();
  });

  test('is opened again by a link for the same person, which leads into the flow', async () => {
    const at = await dashboardAs(browser, stack, 'admin', `/identities/${cases.verified.identityId}`);
    await at.press('Verify again');
    await at.page.getByLabel('Flow').selectOption({ label: 'email' });
    await at.press('Make link');
    const link = (await at.page.getByLabel('The link', { exact: true }).textContent()) ?? '';
    const page = await at.page.context().newPage();
    await page.goto(link);
    await page.getByRole('button', { name: 'Get started' }).waitFor();
    const identity = await stack.api.get<{ activeVerification: { id: string } | null }>(
      `/v2/identities/${cases.verified.identityId}`,
      { token: stack.client.token },
    );
    expect(identity.body.activeVerification).not.toBeNull();
    await at.close();
  });

  test('is in the list, which is saved as a table and whose filters are stored under a name', async () => {
    const at = await dashboardAs(browser, stack, 'admin', '/verifications?status=rejected');
    const rows = at.page.getByRole('group', { name: 'Verifications' }).getByRole('row');
    await rows.nth(1).waitFor();
    const shown = (await rows.count()) - 1;
    const { name, bytes } = await saved(at.page, () => at.press('Export CSV'));
    const lines = bytes.toString('utf8').trim().split('\r\n');
    expect(name).toMatch(/^verifications.*\.csv$/);
    expect(lines.length - 1).toBe(shown);
    expect(lines.every((line) => line.startsWith('"'))).toBe(true);
    await at.page.getByText(`${shown} rows were exported.`).waitFor();

    await at.press('Saved filters');
    await at.page.getByRole('menuitem', { name: 'Save this filter…' }).click();
    await at.page.getByLabel('Name', { exact: true }).fill('Refused');
    await at.press('Save');
    await at.open('/verifications');
    await at.press('Saved filters');
    await at.page.getByRole('menuitem', { name: 'Refused' }).click();
    await expect.poll(() => new URL(at.page.url()).search).toBe('?status=rejected');
    await at.press('Saved filters');
    await at.press('Forget Refused');
    await at.page.getByRole('menuitem', { name: 'Refused' }).waitFor({ state: 'hidden' });
    expect(at.complaints).toEqual([]);
    await at.close();
  });

  test('of a person who is erased leaves no name and no picture, and everything of another is saved as one file', async () => {
    const at = await dashboardAs(browser, stack, 'admin', `/identities/${person.identityId}`);
    const { name, bytes } = await saved(at.page, () => more(at, 'Export everything'));
    expect(name).toBe(`${person.identityId}.zip`);
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    await at.open(`/identities/${cases.erased.identityId}`);
    await at.page.getByText('Erased').first().waitFor();
    await photographPage(at, 'identity-erased');
    expect(await at.page.getByRole('button', { name: 'Verify again' }).count()).toBe(0);
    await at.close();
  });
});

/** The file that the page saves on the operator's disk. */
async function saved(page: Page, press: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
