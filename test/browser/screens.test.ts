import { afterAll, beforeAll, describe, test } from 'vitest';
import { isFullSuite, sampleOf } from '../support/sample-of.ts';
import { passportAtADistance } from './support/at-a-distance.ts';
import { chromiumPath } from './support/open-browser.ts';
import { findOverflow, findViolationsInBothSchemes, photograph, photographLooks } from './support/look-at-screen.ts';
import { openStage, type Stage } from './support/stage.ts';
import { everyStep, tour } from './support/tour.ts';

describe.skipIf(chromiumPath === null)('every screen', () => {
  let stage: Stage;
  let flowId: string;
  beforeAll(async () => {
    stage = await openStage();
    flowId = await stage.addFlow('every-step', everyStep);
    await stage.devices.show(await passportAtADistance());
  });
  afterAll(() => stage.close());

  // Both at the same time: the tour waits for recordings.
  test.concurrent(
    'has nothing that axe finds, in light and in dark, and holds text of twice the size',
    { timeout: 180_000 },
    async ({ expect }) => {
      const page = await stage.openPage();
      const found: string[] = [];
      let screens = 0;
      await page.goto(stage.hostedUrl(flowId));
      await tour(stage, page, async (name) => {
        // The quick suite looks at every sixth screen.
        if (!isFullSuite && screens++ % 6 > 0) return;
        const violations = await findViolationsInBothSchemes(page, async (scheme) => {
          if (name.endsWith('recording')) await photograph(page, `${name}-${scheme}-phone`);
        });
        found.push(...violations.map((violation) => `${name}: ${violation}`));
        if (!name.endsWith('recording')) await photographLooks(page, name);
        await page.evaluate('document.documentElement.style.fontSize = "200%"');
        found.push(...(await findOverflow(page)).map((place) => `${name} (text of 200 %): ${place}`));
        await page.evaluate('document.documentElement.style.fontSize = ""');
      });
      expect(found).toEqual([]);
    },
  );

  test.concurrent.for(sampleOf(['th', 'tr', 'ru', 'de'], 1))(
    'at the beginning has nothing that axe finds in %s, in light and in dark',
    async (language, { expect }) => {
      const page = await stage.openPage();
      await page.goto(stage.hostedUrl(flowId, { fixedLanguage: language }));
      await page.locator(`dialog[lang=${language}] ol.list`).waitFor();
      expect(await findViolationsInBothSchemes(page)).toEqual([]);
      await page.context().close();
    },
  );
});
