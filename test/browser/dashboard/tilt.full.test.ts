import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { blankPicture } from '../../support/documents/pictures.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { dashboardAs, photographPage } from '../support/dashboard.ts';
import { chromiumPath, openBrowser, type TestBrowser } from '../support/open-browser.ts';

let stack: Stack;
let browser: TestBrowser;

const report = {
  answer: 'shown',
  filmMs: 7_000,
  prompts: [
    { action: 'tilt-left', atMs: 1_000, followedAtMs: 1_500 },
    { action: 'tilt-top', atMs: 3_000, followedAtMs: null },
  ],
  lostShare: 0,
  alikePicture: 0.96,
  parallax: 0.6,
  reflection: 90,
  reflectionTravel: 0.7,
  flicker: null,
  turnCurve: Array.from({ length: 40 }, (_, index) => ({
    atMs: index * 170,
    yawDegrees: 24 * Math.sin(index / 6),
    pitchDegrees: 0,
  })),
  reflectionCurve: Array.from({ length: 20 }, (_, index) => ({
    atMs: index * 300,
    x: index / 20,
    y: 0.5,
    strength: 60,
  })),
};

describe.skipIf(chromiumPath === null)('the film of a tilted document in a case', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    stack = await startStack();
    await stack.startWorkers({ quality: true, document: true, maintenance: true });
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  test('shows each prompt with its answer, the tilts and the reflection over time, in words and as plots', async () => {
    const session = await stack.startSession('document-only');
    await session.upload(await blankPicture());
    const path = `/v2/verifications/${session.verificationId}`;
    await session.submit();
    await eventually(async () => {
      const { body } = await stack.api.get<{ steps: { attempts: number; document: object | null }[] }>(path, {
        token: stack.client.token,
      });
      return body.steps.length > 0;
    });
    const at = await dashboardAs(browser, stack, 'reviewer', `/verifications/${session.verificationId}`);
    await at.page.route(`**${path}`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { steps: Record<string, unknown>[] };
      const fields = { type: 'passport', subtype: null, country: null, fields: {}, mrz: null, barcode: null };
      body.steps[0] = { ...body.steps[0], document: { ...fields, portrait: null, presence: report } };
      await route.fulfill({ response: answer, json: body });
    });
    await at.page.reload();
    const plot = at.page.getByRole('img', { name: 'Tilt of the document: 2 prompts, 1 followed' });
    await plot.waitFor();
    const points = await plot.locator('polyline').first().getAttribute('points');
    expect(points?.split(' ')).toHaveLength(report.turnCurve.length);
    // The zero line, two prompts and one answer.
    expect(await plot.locator('line').count()).toBe(4);
    await at.page.getByText('Tilt left: asked at 1.0 s, followed at 1.5 s').waitFor();
    await at.page.getByText('Tilt top: asked at 3.0 s, not followed').waitFor();
    await at.page
      .getByRole('img', { name: 'Place of the reflection: it moved by 0.7 widths of the document' })
      .waitFor();
    await photographPage(at, 'tilted-document');
    expect(at.complaints).toEqual([]);
    await at.close();
  });
});
