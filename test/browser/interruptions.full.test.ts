import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passportAtADistance } from './support/at-a-distance.ts';
import { chromiumPath } from './support/open-browser.ts';
import { heading, openStage, orSayScreen, type Stage } from './support/stage.ts';
import { everyStep, tour } from './support/tour.ts';

/** What stays on the same screen after the page is reloaded. */
const lasting = [
  'start',
  'document-choice',
  'document-question',
  'document-front',
  'document-back',
  'document-review',
  'selfie',
  'passive',
  'phone',
  'phone-code',
  'email',
  'email-code',
  'location',
  'voice',
  'liveness',
  'done',
];
const recordings = ['voice-recording', 'liveness-recording'];

describe.skipIf(chromiumPath === null)('in every step, a person who is interrupted', { timeout: 240_000 }, () => {
  let stage: Stage;
  let flowId: string;
  beforeAll(async () => {
    stage = await openStage();
    flowId = await stage.addFlow('every-step', everyStep);
    await stage.devices.show(await passportAtADistance());
  }, 120_000);
  afterAll(() => stage.close());

  const headingOf = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();

  test('by a reload, is at the same place; a recording begins again with the same challenge or a new one', async () => {
    const page = await stage.openPage();
    const seen: string[] = [];
    await page.goto(stage.hostedUrl(flowId));
    await tour(stage, page, async (name) => {
      if (lasting.includes(name)) {
        const before = await headingOf(page);
        // Text is stored while it is typed.
        const typed = page.locator('.field input');
        const words = (await typed.count()) > 0 ? await typed.inputValue() : null;
        await page.reload();
        await orSayScreen(page, heading(page, before).waitFor());
        if (words !== null) expect(await typed.inputValue()).toBe(words);
        seen.push(name);
      }
      if (recordings.includes(name)) {
        await page.reload();
        await page.locator('.tips').waitFor();
        await page.locator('.footer .button.primary:enabled').click();
        await page.locator(name === 'voice-recording' ? '.digits' : '.stage video').waitFor();
        seen.push(name);
      }
    });
    expect(new Set(seen)).toEqual(new Set([...lasting, ...recordings]));
    await page.context().close();
  });
});
