import { chromium } from 'playwright-core';
import { buildWeb } from '../../../src/embedded/build-web.ts';
import { chromiumPath } from '../../../test/browser/support/open-browser.ts';
import { timesRow, type Section } from '../../section.ts';

const openings = 20;
const mostFirstScreenMs = 1000;
const mostChangeMs = 100;

/** How long a person waits: a hosted page opened with an empty cache, and the change from screen to screen. */
export const browserSdk: Section = {
  name: 'browser-sdk',
  title: 'Browser SDK',
  async measure(stack, say) {
    if (chromiumPath === null) throw new Error('this section needs Chromium');
    await buildWeb(say);
    const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] });
    const url = `${stack.apiUrl}/verify/${stack.demo.clientId}/${stack.demo.flows['document-only']}`;
    const firstScreens: number[] = [];
    const changes: number[] = [];
    say(`opening the hosted page ${openings} times`);
    for (let opening = 0; opening < openings; opening += 1) {
      // A separate context has a separate cache.
      const context = await browser.newContext({ locale: 'en-US' });
      const page = await context.newPage();
      const startedAt = performance.now();
      await page.goto(url, { waitUntil: 'commit' });
      const begin = page.getByRole('button', { name: 'Get started' });
      await begin.waitFor();
      firstScreens.push(performance.now() - startedAt);
      // From the press to the frame that shows the next heading, by the page's own clock.
      const change = await page.evaluate<number>(`new Promise((resolve) => {
        const root = document.querySelector('[data-verify-flow]').shadowRoot;
        const before = root.querySelector('h1').textContent;
        const pressedAt = performance.now();
        const look = () => {
          const heading = root.querySelector('h1');
          if (heading !== null && heading.textContent !== before) resolve(performance.now() - pressedAt);
          else requestAnimationFrame(look);
        };
        root.querySelector('.footer .button.primary').click();
        look();
      })`);
      changes.push(change);
      await context.close();
    }
    await browser.close();
    return [
      timesRow('hosted page to first screen, empty cache, p95', firstScreens, mostFirstScreenMs, 'openings'),
      timesRow('press to next screen, p95', changes, mostChangeMs, 'presses'),
    ];
  },
};
