import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../specimens/drawing/create-random.ts';
import { eventually } from '../support/eventually.ts';
import { passportPicture } from '../support/documents/pictures.ts';
import { chromiumPath } from './support/open-browser.ts';
import { chooseCountry, heading, openStage, orSayScreen, press, type Stage } from './support/stage.ts';

/** 48 megapixels. */
const square = { width: 6928, height: 6928 };
const longestSide = 2600;
const mostBytes = 2_000_000;

interface Verification {
  finishedAt: string | null;
  steps: { media: { url: string }[] }[];
}

describe.skipIf(chromiumPath === null)('a picture of 48 megapixels', { timeout: 240_000 }, () => {
  let stage: Stage;
  let flowId: string;
  beforeAll(async () => {
    stage = await openStage({ models: true });
    flowId = await stage.addFlow('passport', {
      steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'passport' }], capture: 'gallery' } }],
      consent: null,
      maxAttemptsPerStep: 1,
    });
  }, 240_000);
  afterAll(() => stage.close());

  /**
   * The picture as a small sensor takes it at night. The grain is so coarse that shrinking does not remove it. `grain`: the largest
   * deviation of a value, of 255.
   */
  async function photographed(picture: Buffer, size: typeof square, grain: number): Promise<Buffer> {
    const random = createRandom(7);
    const shrunk = { width: longestSide, height: Math.round((longestSide * size.height) / size.width) };
    const pixels = await sharp(picture)
      .resize(shrunk.width, shrunk.height, { fit: 'contain', background: '#8c9096' })
      .removeAlpha()
      .raw()
      .toBuffer();
    for (let index = 0; index < pixels.length; index += 1) {
      pixels[index] = Math.max(0, Math.min(255, (pixels[index] ?? 0) + random.number(-grain, grain)));
    }
    return sharp(pixels, { raw: { ...shrunk, channels: 3 } })
      .resize(size.width, size.height, { kernel: 'cubic' })
      .jpeg({ quality: 90 })
      .toBuffer();
  }

  /** Chooses, sends and submits the picture. Returns how many bytes went over the network and the width of the stored picture. */
  async function uploadAndSubmit(file: Buffer) {
    const page = await stage.openPage();
    // The browser does not report the size of a form with files.
    await page.addInitScript(`
      const { send } = XMLHttpRequest.prototype;
      globalThis.sentBytes = [];
      XMLHttpRequest.prototype.send = function (body) {
        if (body instanceof FormData) for (const part of body.values()) if (part instanceof Blob) sentBytes.push(part.size);
        return send.call(this, body);
      };`);
    await page.goto(stage.hostedUrl(flowId));
    await press(page, 'Get started');
    await chooseCountry(page);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Choose a photo')]);
    await chooser.setFiles({ name: 'night.jpg', mimeType: 'image/jpeg', buffer: file });
    const keep = page.getByRole('button', { name: /Use this photo|Use it anyway/, disabled: false });
    await orSayScreen(page, keep.click({ timeout: 60_000 }));
    const sentBytes = await page.evaluate<number[]>('sentBytes');
    await press(page, 'Submit');
    await orSayScreen(page, heading(page, 'Thank you, you’re done').waitFor({ timeout: 90_000 }));
    await page.context().close();

    const { rows } = await stage.stack.sql.query<{ id: string }>(
      'select id from verifications order by id desc limit 1',
    );
    const { api, client } = stage.stack;
    const verification = await eventually(
      async () => {
        const path = `/v2/verifications/${rows[0]?.id ?? ''}`;
        const { body } = await api.get<Verification>(path, { token: client.token });
        return body.finishedAt === null ? null : body;
      },
      { what: 'the verdict' },
    );
    const [step] = verification.steps;
    const kept = await fetch(new URL(step?.media[0]?.url ?? '', api.baseUrl), {
      headers: { authorization: `Bearer ${client.token}` },
    });
    const { width } = await sharp(Buffer.from(await kept.arrayBuffer())).metadata();
    return { sentBytes, width };
  }

  test('of nothing but noise, which no quality brings below 2 MB, is sent smaller', async () => {
    const { jpeg } = await passportPicture();
    const { sentBytes, width } = await uploadAndSubmit(await photographed(jpeg, square, 500));
    expect(sentBytes).toEqual([expect.any(Number)]);
    expect(sentBytes[0]).toBeLessThanOrEqual(mostBytes);
    expect(width).toBeLessThan(longestSide);
  });
});
