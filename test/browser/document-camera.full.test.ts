import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { passportPicture } from '../support/documents/pictures.ts';
import { chromiumPath } from './support/open-browser.ts';
import { openStage, orSayScreen, press, type Stage } from './support/stage.ts';

interface Kept {
  width_px: number;
  height_px: number;
  capture: { session: { widthPx: number; heightPx: number } | null; source: string } | null;
}

const stream = { width: 1280, height: 960 };

describe.skipIf(chromiumPath === null)('the camera for documents', { timeout: 120_000 }, () => {
  let stage: Stage;
  let flowId: string;
  beforeAll(async () => {
    stage = await openStage({ inspect: true });
    flowId = await stage.addFlow('passport', {
      steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'passport', countries: ['PT'] }] } }],
      consent: null,
    });
  }, 120_000);
  afterAll(() => stage.close());

  /** A drawn passport in the middle of a plain background, as a person would put it there. */
  async function onGround(share: number): Promise<Buffer> {
    const { jpeg } = await passportPicture();
    const inside = await sharp(jpeg)
      .resize(Math.round(stream.width * share), Math.round(stream.height * share), { fit: 'inside' })
      .toBuffer();
    return sharp({ create: { ...stream, channels: 3, background: '#3b4250' } })
      .composite([{ input: inside }])
      .jpeg({ quality: 95 })
      .toBuffer();
  }

  async function openCamera() {
    const page = await stage.openPage();
    await page.goto(stage.hostedUrl(flowId));
    await press(page, 'Get started');
    await orSayScreen(page, page.locator('.shutter:enabled').waitFor());
    return page;
  }

  const lastKept = () =>
    eventually(
      async () => {
        const { rows } = await stage.stack.sql.query<Kept>(
          'select width_px, height_px, capture from media where width_px is not null order by id desc limit 1',
        );
        return rows[0] ?? null;
      },
      { what: 'the stored picture' },
    );

  test('takes the picture of a passport automatically, and asks for no confirmation when the service accepts it', async () => {
    await stage.devices.play([await onGround(0.86)], 10, stream);
    const page = await openCamera();
    // Neither the shutter nor "Use this photo" is pressed.
    await orSayScreen(page, page.getByRole('button', { name: 'Submit' }).waitFor({ timeout: 60_000 }));
    expect((await lastKept()).capture?.source).toBe('camera');
    await page.context().close();
  });

  test('takes no picture of an empty table', async () => {
    const table = await sharp({ create: { ...stream, channels: 3, background: '#8c7a60' } })
      .jpeg()
      .toBuffer();
    await stage.devices.play([table], 10, stream);
    const page = await openCamera();
    await page.getByText('Fit the whole document in the frame').waitFor();
    await page.waitForTimeout(4_000);
    expect(await page.locator('.shot').count()).toBe(0);
    await page.context().close();
  });

  test('sends a photo that is larger than the stream, and names its size, so that its origin raises no doubt', async () => {
    await stage.devices.play([await onGround(0.5)], 10, stream);
    const page = await stage.openPage();
    // As a phone's camera does; the camera of this test has no photos.
    await page.addInitScript(`
      globalThis.ImageCapture = class {
        constructor(track) { this.track = track; }
        async getPhotoCapabilities() { return { imageWidth: { max: 2560 }, imageHeight: { max: 1920 }, fillLightMode: ['off', 'flash'] }; }
        async takePhoto(settings) {
          globalThis.photoSettings = settings;
          const canvas = new OffscreenCanvas(2560, 1920);
          const context = canvas.getContext('2d');
          for (let x = 0; x < 2560; x += 40) { context.fillStyle = x % 80 ? '#334' : '#ccb'; context.fillRect(x, 0, 40, 1920); }
          return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
        }
      };`);
    await page.goto(stage.hostedUrl(flowId));
    await press(page, 'Get started');
    await orSayScreen(page, page.locator('.shutter:enabled').click());
    await orSayScreen(page, page.locator('.shot img').waitFor());
    await page.getByRole('button', { name: /Use this photo|Use it anyway/ }).waitFor();
    const kept = await eventually(
      async () => {
        const last = await lastKept();
        return last.width_px > stream.width ? last : null;
      },
      { what: 'the photo' },
    );
    expect(await page.evaluate('photoSettings')).toEqual({ imageWidth: 2560, imageHeight: 1920, fillLightMode: 'off' });
    expect(kept.capture?.session).toMatchObject({ widthPx: 2560, heightPx: 1920 });
    await page.context().close();
  });
});
