import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { expectNoViolations, photograph } from './support/look-at-screen.ts';
import { chromiumPath } from './support/open-browser.ts';
import { chooseCountry, openStage, orSayScreen, press, type Stage } from './support/stage.ts';

/** Sizes that real cameras give: phones held upright, laptops. */
const streams = [
  { width: 480, height: 640 },
  { width: 720, height: 1280 },
  { width: 1080, height: 1920 },
  { width: 640, height: 480 },
];
const retakes = [
  'document.blurry_text',
  'document.glare',
  'document.cropped',
  'document.too_dark',
  'document.image_too_small',
];

const coloursUnderPointer = `(() => {
  const hovered = document.querySelector('[data-verify-flow]').shadowRoot.querySelectorAll(':is(button, label.button):hover');
  const { color, backgroundColor } = getComputedStyle([...hovered].at(-1));
  return [color, backgroundColor];
})()`;

let stage: Stage;
let flows: Readonly<Record<'liveness' | 'selfie' | 'card' | 'voice', string>>;

describe.skipIf(chromiumPath === null)('every camera screen at 390×844', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    stage = await openStage();
    flows = {
      liveness: await stage.addFlow('liveness', {
        steps: [{ id: 'live', type: 'active-liveness', config: { promptCount: 1, promptTimeoutMs: 10_000 } }],
      }),
      voice: await stage.addFlow('voice', { steps: [{ id: 'voice', type: 'voice-liveness', config: {} }] }),
      selfie: await stage.addFlow('selfie', { steps: [{ id: 'selfie', type: 'selfie', config: {} }] }),
      card: await stage.addFlow('card', {
        steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'passport' }] } }],
      }),
    };
  }, 120_000);
  afterAll(() => stage.close());

  const box = async (locator: Locator) => {
    const found = await locator.boundingBox();
    if (found === null) throw new Error('not drawn');
    return { ...found, centreX: found.x + found.width / 2, centreY: found.y + found.height / 2 };
  };

  async function expectShutterInView(page: Page, name: string): Promise<void> {
    await orSayScreen(page, page.locator('.shutter:enabled').waitFor());
    await photograph(page, name);
    await expectNoViolations(page, name);
    const { y, height } = await box(page.locator('.shutter'));
    expect(y).toBeGreaterThan(0);
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
  }

  async function begin(flowId: string): Promise<Page> {
    const page = await stage.openPage();
    await page.goto(stage.hostedUrl(flowId));
    await page.locator('ol.list').waitFor();
    for (const tick of await page.locator('.tick input').all()) await tick.check();
    await page.locator('.body .footer .button.primary:enabled').click();
    return page;
  }

  test.each(streams)('draws the ring of liveness around a face of $width×$height', async (size) => {
    await stage.devices.play([await smallPicture()], 10, size);
    const page = await begin(flows.liveness);
    await orSayScreen(page, page.locator('.tips').waitFor());
    await press(page, 'Start');
    // Not with `waitForFunction`: the page's policy does not allow it to evaluate text repeatedly.
    const hasPicture =
      "(document.querySelector('[data-verify-flow]')?.shadowRoot?.querySelector('video')?.videoWidth ?? 0) > 0 || null";
    await eventually(() => page.evaluate<true | null>(hasPicture), { withinMs: 60_000, what: 'the camera’s picture' });
    await photograph(page, `ring-${size.width}x${size.height}`);
    await expectNoViolations(page, 'ring');
    const ring = await box(page.locator('.ring'));
    const video = await box(page.locator('.stage video'));
    expect(Math.abs(ring.width - ring.height)).toBeLessThan(1);
    expect(Math.abs(video.width - video.height)).toBeLessThan(1);
    expect(Math.hypot(ring.centreX - video.centreX, ring.centreY - video.centreY)).toBeLessThan(1);
    expect(video.width).toBeLessThan(ring.width);
    await page.context().close();
  });

  test.each(streams)('keeps the shutter of the selfie in view with a stream of $width×$height', async (size) => {
    await stage.devices.play([await smallPicture()], 10, size);
    const page = await begin(flows.selfie);
    await expectShutterInView(page, `selfie-${size.width}x${size.height}`);
    await page.context().close();
  });

  test.each(streams)('keeps the shutter of the document in view with a stream of $width×$height', async (size) => {
    await stage.devices.play([await smallPicture()], 10, size);
    const page = await begin(flows.card);
    await chooseCountry(page);
    await expectShutterInView(page, `document-${size.width}x${size.height}`);
    await page.context().close();
  });

  test('keeps the digits and the button that ends the recording of a voice in view', async () => {
    const page = await begin(flows.voice);
    await press(page, 'Start');
    await orSayScreen(page, page.locator('.digits').waitFor());
    await page.getByRole('meter').waitFor();
    await expectNoViolations(page, 'voice');
    const height = page.viewportSize()?.height ?? 0;
    for (const part of [page.locator('.digits'), page.getByRole('button', { name: 'I’m done' })]) {
      const { y, height: own } = await box(part);
      expect(y).toBeGreaterThan(0);
      expect(y + own).toBeLessThanOrEqual(height);
    }
    await page.context().close();
  });

  test('keeps the words and icons of its buttons readable under the pointer', async () => {
    const page = await begin(flows.card);
    await chooseCountry(page);
    await orSayScreen(page, page.locator('.shutter:enabled').waitFor());
    const buttons = page.locator('dialog :is(button, label.button):visible:not(.shutter)');
    expect(await buttons.count()).toBeGreaterThanOrEqual(3);
    for (const button of await buttons.all()) {
      await button.hover();
      const [words, ground] = await page.evaluate<string[]>(coloursUnderPointer);
      expect(words, await button.innerText()).toBe('rgb(255, 255, 255)');
      // Dark in each of its colours.
      for (const part of (ground ?? '').match(/\d+/g)?.slice(0, 3) ?? ['255']) expect(Number(part)).toBeLessThan(100);
      await expectNoViolations(page, 'hovered');
    }
    await page.context().close();
  });

  test('keeps the shutter in view however many reasons there are to take the picture again', async () => {
    const page = await begin(flows.card);
    await orSayScreen(page, page.locator('.shutter, .choice').first().waitFor());
    await page.route('**/v2/sdk/session', async (route) => {
      const answer = await route.fetch();
      const state = (await answer.json()) as { steps?: { codes: string[] }[] };
      for (const step of state.steps ?? []) step.codes = retakes;
      await route.fulfill({ response: answer, json: state });
    });
    await page.reload();
    await orSayScreen(page, page.locator('.shutter, .choice, .body .footer .button.primary').first().waitFor());
    while ((await page.locator('.shutter').count()) === 0) {
      const next = page.locator('.choice').or(page.locator('.body .footer .button.primary:enabled'));
      await next.first().click();
      await page.waitForTimeout(300);
    }
    expect(await page.locator('.notes li').count()).toBe(1);
    await expectShutterInView(page, 'retake');
    await page.context().close();
  });
});
