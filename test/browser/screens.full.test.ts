import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages, type Language } from '../../src/domain/language.ts';
import { passportAtADistance } from './support/at-a-distance.ts';
import { findOverflow, findViolationsInBothSchemes, photograph } from './support/look-at-screen.ts';
import { chromiumPath } from './support/open-browser.ts';
import { openStage, type Stage } from './support/stage.ts';
import { everyStep, tour } from './support/tour.ts';

/** One language with tall marks, one with long words, one in another alphabet, one with special letters. */
const lookedAtByAxe: readonly Language[] = ['th', 'de', 'ru', 'tr'];

describe.skipIf(chromiumPath === null)('every screen in every language', () => {
  let stage: Stage;
  let flowId: string;
  beforeAll(async () => {
    stage = await openStage();
    flowId = await stage.addFlow('every-step', everyStep);
    await stage.devices.show(await passportAtADistance());
  });
  afterAll(() => stage.close());

  test.each(languages)(
    'fits on 320 px in %s, and in four of them axe finds nothing in light and dark',
    { timeout: 240_000 },
    async (language) => {
      const page = await stage.openPage({ viewport: { width: 320, height: 640 } });
      const found: string[] = [];
      await page.goto(stage.hostedUrl(flowId, { fixedLanguage: language }));
      await tour(stage, page, async (name) => {
        found.push(...(await findOverflow(page)).map((place) => `${name}: ${place}`));
        await photograph(page, `${name}-320-${language}`);
        if (!lookedAtByAxe.includes(language)) return;
        found.push(...(await findViolationsInBothSchemes(page)).map((violation) => `${name}: ${violation}`));
      });
      expect(found).toEqual([]);
      await page.close();
    },
  );
});
