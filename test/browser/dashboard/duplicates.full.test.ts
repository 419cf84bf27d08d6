import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VerificationRecord } from '../../../src/contract/verification.ts';
import { check, conclude } from '../../support/conclude.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { dashboardAs } from '../support/dashboard.ts';
import { findViolationsInBothSchemes } from '../support/look-at-screen.ts';
import { chromiumPath, openBrowser, type TestBrowser } from '../support/open-browser.ts';

let stack: Stack;
let browser: TestBrowser;

describe.skipIf(chromiumPath === null)('the dashboard', () => {
  beforeAll(async () => {
    stack = await startStack();
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  async function attempt(
    documentNumber: string,
    { fullName, identityId }: { fullName?: string; identityId?: string } = {},
  ): Promise<{ verificationId: string; identityId: string }> {
    const json = { flowId: stack.client.flowOf('document-only'), ...(identityId !== undefined && { identityId }) };
    const { token } = stack.client;
    const { body } = await stack.api.post<{ verificationId: string; identityId: string }>('/v2/verifications', {
      token,
      json,
    });
    const traits = {
      documentType: 'passport',
      documentCountry: 'PT',
      documentNumber,
      ...(fullName !== undefined && { fullName }),
    } as const;
    const checks = [check('document-reading', 'warning', 'document.field_doubtful')];
    await conclude(stack, body.verificationId, { document: { checks, traits } });
    return body;
  }

  test('names other identities that may be the person before a case is verified, and lets the operator verify knowingly', async () => {
    const waiting = await attempt('C123456');
    const other = await attempt('C123456');
    const at = await dashboardAs(browser, stack, 'reviewer', `/verifications/${waiting.verificationId}`);
    await at.press('Verify');
    const dialog = at.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('I have seen the original');
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await dialog.getByText('Another identity may be this person.').waitFor();
    await dialog.getByText('the same document').waitFor();
    const link = dialog.getByRole('link', { name: other.verificationId });
    expect(await link.getAttribute('href')).toBe(`/dashboard/verifications/${other.verificationId}`);
    expect(await dialog.getByRole('button', { name: 'Verify' }).isDisabled()).toBe(true);
    expect(await findViolationsInBothSchemes(at.page)).toEqual([]);
    await dialog.getByLabel('I have compared them, and verify anyway').check();
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await at.page.getByText('Verified although other identities may be this person').waitFor();
    const { body } = await stack.api.get<VerificationRecord>(`/v2/verifications/${waiting.verificationId}`, {
      token: stack.client.token,
    });
    expect(body).toMatchObject({
      status: 'verified',
      decision: { manual: { search: { duplicates: [{ identityId: other.identityId, by: ['document'] }] } } },
    });
    // The browser itself notes the refusal.
    expect(at.complaints.filter((complaint) => !complaint.includes('409'))).toEqual([]);
    await at.close();
  });

  test('names a verification of the same identity that shows another person, and lets the operator verify knowingly', async () => {
    const first = await attempt('C555551', { fullName: 'ANA SOUZA LIMA' });
    const waiting = await attempt('C555552', { fullName: 'RUI TEIXEIRA', identityId: first.identityId });
    const json = { status: 'verified', reason: 'Seen' };
    await stack.api.post(`/v2/verifications/${first.verificationId}/review`, { token: stack.client.token, json });
    const at = await dashboardAs(browser, stack, 'reviewer', `/verifications/${waiting.verificationId}`);
    await at.press('Verify');
    const dialog = at.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A new name');
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await dialog.getByText('Other verifications of this identity show another person.').waitFor();
    await dialog.getByRole('link', { name: first.verificationId }).waitFor();
    await dialog.getByText('another name').waitFor();
    expect(await findViolationsInBothSchemes(at.page)).toEqual([]);
    await dialog.getByLabel('I have compared them, and verify anyway').check();
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await at.page.getByText('Verified although other verifications of this identity show another person').waitFor();
    await at.close();
  });

  test('leaves such a case undecided when several are decided at once, and says why', async () => {
    const { verificationId } = await attempt('C777777');
    await attempt('C777777');
    const at = await dashboardAs(browser, stack, 'reviewer', '/verifications?status=reviewNeeded');
    await at.page.getByLabel('All on this page').check();
    await at.press('Decide…');
    const dialog = at.page.getByRole('dialog');
    await dialog.getByLabel('Verdict').selectOption({ label: 'Verified' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('All seen');
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await at.page.getByText('These could not be changed.').waitFor();
    await at.page
      .getByText(/Same document: ver_/)
      .first()
      .waitFor();
    const { body } = await stack.api.get<VerificationRecord>(`/v2/verifications/${verificationId}`, {
      token: stack.client.token,
    });
    expect(body.status).toBe('reviewNeeded');
    await at.close();
  });
});
