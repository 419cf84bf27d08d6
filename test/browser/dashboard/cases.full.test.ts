import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VerificationRecord } from '../../../src/contract/verification.ts';
import type { SdkSession } from '../../support/sdk-client.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { sharedPageReader } from '../../support/documents/shared-page-reader.ts';
import { sharedModels } from '../../support/shared-models.ts';
import { findTestModels, openFaceAnalyser } from '../../support/test-models.ts';
import { findViolations } from '../support/look-at-screen.ts';
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

  test('shows its pictures large, next to each other; each is enlarged, turned and put back, within its frame', async () => {
    const at = await openCase('reviewer', person);
    await at.page.getByRole('button', { name: 'Enlarge: Selfie' }).click();
    const dialog = at.page.getByRole('dialog', { name: 'Pictures' });
    const selfie = dialog.getByRole('img', { name: 'Selfie' });
    const beside = dialog.getByRole('img', { name: /Portrait of the document|Front/ });
    await Promise.all([selfie.waitFor(), beside.waitFor()]);
    const [left, right] = [await selfie.boundingBox(), await beside.boundingBox()];
    expect(left?.x ?? 0).toBeLessThan(right?.x ?? 0);
    await photographPage(at, 'viewer');

    const widthOf = async () => (await selfie.boundingBox())?.width ?? 0;
    const before = await widthOf();
    await at.press('Make Selfie larger');
    await at.press('Make Selfie larger');
    await expect.poll(widthOf).toBeGreaterThan(before * 1.9);
    expect(await at.page.getByText('200 %').count()).toBe(1);
    await at.press('Turn Selfie');
    await photographPage(at, 'viewer-turned');
    await at.press('Reset Selfie');
    await expect.poll(widthOf).toBeCloseTo(before, 0);

    // A picture that is wider than high stays within its frame when it is turned.
    await at.page.getByLabel('Picture', { exact: true }).selectOption({ label: 'Front (document)' });
    const front = dialog.getByRole('img', { name: 'Front' }).first();
    await at.page.getByRole('button', { name: 'Turn Front' }).first().click();
    const inside = await front.boundingBox();
    const frame = await dialog.getByRole('region', { name: 'Front, enlarged' }).first().boundingBox();
    expect(inside?.height ?? 0).toBeLessThanOrEqual((frame?.height ?? 0) + 1);
    expect(inside?.width ?? 0).toBeLessThanOrEqual((frame?.width ?? 0) + 1);
    await at.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(at.complaints).toEqual([]);
    await at.close();
  });

  test('shows the document’s portrait next to the selfie, each cut out around the face, with the distance of the two', async () => {
    const at = await openCase('reviewer', person);
    const card = at.page.getByRole('region', { name: 'Faces' });
    await card.waitFor();
    const analyser = await openFaceAnalyser(findTestModels());
    for (const name of ['Portrait of the document', 'Selfie']) {
      await card.getByRole('img', { name }).waitFor();
      const cut = () => at.page.evaluate<string>(`document.querySelector('canvas[aria-label="${name}"]').toDataURL()`);
      const empty = await at.page.evaluate<string>(
        `Object.assign(document.createElement('canvas'), { width: 320, height: 320 }).toDataURL()`,
      );
      await expect.poll(cut).not.toBe(empty);
      const picture = sharp(Buffer.from((await cut()).split(',')[1] ?? '', 'base64')).flatten({
        background: '#808080',
      });
      const [face] = (await analyser.analyse(await picture.jpeg({ quality: 95 }).toBuffer(), { small: true })).faces;
      const { left, top, width, height } = face?.box ?? { left: 0, top: 0, width: 0, height: 0 };
      // Of 320 pixels: in the middle, and most of what is shown.
      expect([name, Math.abs(left + width / 2 - 160) < 40, Math.abs(top + height / 2 - 160) < 40]).toEqual([
        name,
        true,
        true,
      ]);
      expect(Math.max(width, height)).toBeGreaterThan(140);
    }
    const { body } = await recordOf(person);
    const checks = body.steps.flatMap((step) => step.checks.map(({ id, data }) => ({ id, data })));
    const { distance } = checks.find(({ id }) => id === 'facematch')?.data as { distance: number };
    await card.getByText(distance.toFixed(2), { exact: true }).waitFor();
    await photographPage(at, 'faces');
    expect(at.complaints).toEqual([]);
    await at.close();
  });

  test('shows where a value is printed, outlined on its picture and enlarged, to the pointer and to the keyboard alike', async () => {
    const at = await openCase('reviewer', person);
    const { body } = await recordOf(person);
    const step = body.steps.find(({ type }) => type === 'document');
    if (step?.type !== 'document' || step.document === null) throw new Error('No document was read');
    const { documentNumber } = step.document.fields;
    if (documentNumber?.place === undefined) throw new Error('The place of the number is not known');
    const { box, mediaId } = documentNumber.place;
    expect(step.media.map(({ id }) => id)).toContain(mediaId);
    const fields = at.page.getByRole('region', { name: 'Fields of the document' });
    const value = fields
      .getByRole('row', { name: /Document number/ })
      .getByRole('button')
      .first();
    const lens = at.page.getByRole('tooltip');
    const picture = at.page.getByRole('button', { name: 'Enlarge: Front' });
    await picture.getByRole('img').waitFor();
    expect(await lens.count()).toBe(0);

    await value.hover();
    await lens.getByText('Read here: Front').waitFor();
    // The outline is over the number's own part of the picture.
    const [frame, outline] = [await picture.boundingBox(), await picture.locator('rect').boundingBox()];
    const file = (await stack.api.get<Buffer>(`/v2/media/${mediaId}`, { token: stack.client.token })).body;
    const { width, height } = await sharp(file).metadata();
    const scale = Math.min((frame?.width ?? 0) / width, (frame?.height ?? 0) / height);
    const middle = (frame?.x ?? 0) + (frame?.width ?? 0) / 2 + (box.x + box.width / 2 - 0.5) * width * scale;
    expect(Math.abs((outline?.x ?? 0) + (outline?.width ?? 0) / 2 - middle)).toBeLessThan(3);
    expect(await readLens(at.page)).toContain(documentNumber.value);
    await photographPage(at, 'field-place');
    await at.page.mouse.move(0, 0);
    await expect.poll(() => lens.count()).toBe(0);
    expect(await picture.locator('rect').count()).toBe(0);

    await value.focus();
    await lens.waitFor();
    expect(await value.getAttribute('aria-describedby')).toBe(await lens.getAttribute('id'));
    expect(await findViolations(at.page)).toEqual([]);
    await at.page.keyboard.press('Escape');
    await expect.poll(() => lens.count()).toBe(0);
    await at.page.keyboard.press('Tab');
    await lens.waitFor();
    await at.page.keyboard.press('Enter');
    await at.page.getByRole('dialog', { name: 'Pictures' }).getByRole('img', { name: 'Front' }).first().waitFor();
    expect(at.complaints).toEqual([]);
    await at.close();

    // Records of before places were stored show the values alone.
    const old = await dashboardAs(browser, stack, 'reviewer', '/verifications');
    await old.page.route('**/v2/verifications/*', async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replace(/,"place":\{[^{}]*\{[^{}]*\}[^{}]*\}/g, '');
      await route.fulfill({ response, body: text });
    });
    await old.open(`/verifications/${person.verificationId}`);
    const told = old.page.getByRole('region', { name: 'Fields of the document' });
    await told.getByRole('cell', { name: documentNumber.value }).first().waitFor();
    expect(await told.getByRole('button').count()).toBe(0);
    await old.close();
  });

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

  test('that is under way ends as one simulates, with its reason', async () => {
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

  test('is erased when its whole id is typed, and is then nowhere', async () => {
    const at = await openCase('admin', cases.cancelled);
    await more(at, 'Erase…');
    const erase = at.page.getByRole('button', { name: 'Erase verification' });
    expect(await erase.isDisabled()).toBe(true);
    await at.page.getByLabel(/to go on/).fill(cases.cancelled.verificationId.slice(-6));
    expect(await erase.isDisabled()).toBe(true);
    await at.page.getByLabel(/to go on/).fill(cases.cancelled.verificationId);
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

  test('stands in the list, which is saved as a table and whose filters are kept under a name', async () => {
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

/** What the page saves on the disk of the operator. */
async function saved(page: Page, press: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** What the recogniser reads on the enlarged part, without spaces. */
async function readLens(page: Page): Promise<string> {
  const drawn = () =>
    page.evaluate<string>(`(() => {
      const canvas = document.querySelector('[role="tooltip"] canvas');
      const [, , , alpha = 0] = canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
      return alpha === 0 ? '' : canvas.toDataURL();
    })()`);
  await expect.poll(drawn).not.toBe('');
  const png = Buffer.from((await drawn()).split(',')[1] ?? '', 'base64');
  const jpeg = await sharp(png).flatten({ background: '#ffffff' }).jpeg({ quality: 95 }).toBuffer();
  const { lines } = await (await sharedPageReader(sharedModels())).read(jpeg);
  return lines.map(({ text }) => text.replace(/\s/g, '')).join('\n');
}
