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
import { dashboardAs, photographPage } from '../support/dashboard.ts';
import { chromiumPath, openBrowser, type TestBrowser } from '../support/open-browser.ts';
import { seedPerson } from '../support/seed-person.ts';

let stack: Stack;
let browser: TestBrowser;
let person: SdkSession;

describe.skipIf(chromiumPath === null)('the pictures of a case on the dashboard', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    stack = await startStack();
    await stack.startWorkers({ quality: true });
    browser = await openBrowser();
    person = await seedPerson(stack);
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  const openCase = (role: 'admin' | 'reviewer', { verificationId }: SdkSession) =>
    dashboardAs(browser, stack, role, `/verifications/${verificationId}`);
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
    // The outline covers the number's part of the picture.
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

    // Records from before places were stored show only the values.
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
});

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
