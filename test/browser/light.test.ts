import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallPicture } from '../support/documents/pictures.ts';
import { hexOfColour, lightStepCount, lightStepMs } from '../../src/domain/verifications/light-colours.ts';
import { eventually } from '../support/eventually.ts';
import { isFullSuite, sampleOf } from '../support/sample-of.ts';
import { findViolations } from './support/look-at-screen.ts';
import { chromiumPath } from './support/open-browser.ts';
import { openStage, orSayScreen, press, type Stage } from './support/stage.ts';

interface DrawnChallenge {
  challengeId: string;
  light: object | null;
}
interface SentColour {
  colour: number;
  sentMs: number;
}
interface SeenColour {
  colour: string;
  /** The part of the screen that only the light covers. */
  share: number;
  text: string;
}

/** Records each colour that the screen takes on, once its fade is over, and how much of the screen it covers. */
const watchLight = `
  window.seenColours = [];
  const root = () => document.querySelector('[data-verify-flow]').shadowRoot;
  const picture = ({ width, height }) => (Math.PI / 4) * width * height;
  setInterval(() => {
    const light = root()?.querySelector('.light');
    if (!light) return;
    const asked = light.style.backgroundColor;
    if (window.seenColours.at(-1)?.colour === asked) return;
    const box = light.getBoundingClientRect();
    const video = root().querySelector('.stage').getBoundingClientRect();
    const whole = innerWidth * innerHeight;
    const corners = [[2, 2], [innerWidth - 3, 2], [2, innerHeight - 3], [innerWidth - 3, innerHeight - 3]];
    const covered = corners.every(([x, y]) => root().elementFromPoint(x, y) === light);
    const share = covered ? (box.width * box.height - picture(video)) / whole : 0;
    window.seenColours.push({ colour: asked, share, text: root().querySelector('.prompt').textContent.trim() });
  }, 20);
`;

/** Records what the page requests of the camera and of the recorder. */
const watchRecorder = `
  window.asked = [];
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = (wanted) => {
    if (wanted.video) window.asked.push({ framesPerSecond: wanted.video.frameRate.ideal });
    return open(wanted);
  };
  window.MediaRecorder = class extends MediaRecorder {
    constructor(stream, options) {
      super(stream, options);
      window.asked.at(-1).bitsPerSecond = options.videoBitsPerSecond;
    }
  };
`;

let stage: Stage;
let flowId: string;

describe.skipIf(chromiumPath === null)('the light of a recording', () => {
  beforeAll(async () => {
    stage = await openStage();
    flowId = await stage.addFlow('light', {
      steps: [
        { id: 'live', type: 'active-liveness', config: { promptCount: 1, promptTimeoutMs: 1000, light: 'required' } },
      ],
    });
    await stage.devices.play([await smallPicture()], 10);
  }, 120_000);
  afterAll(() => stage.close());

  async function begin(
    reducedMotion: 'reduce' | 'no-preference',
    viewport = { width: 390, height: 844 },
  ): Promise<Page> {
    const page = await stage.openPage({ reducedMotion, viewport });
    await page.goto(stage.hostedUrl(flowId));
    await page.locator('ol.list').waitFor();
    for (const tick of await page.locator('.tick input').all()) await tick.check();
    await page.locator('.body .footer .button.primary:enabled').click();
    await orSayScreen(page, page.locator('.tips').waitFor());
    return page;
  }

  /** The challenge that the page draws when the button is pressed. */
  async function drawnBy(page: Page, button: string): Promise<DrawnChallenge> {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => /\/challenge(\?|$)/.test(response.url()) && response.status() === 201),
      press(page, button),
    ]);
    return (await answer.json()) as DrawnChallenge;
  }

  /** What the database has on the colours of the newest recording, once all were sent: a slow machine starts a second recording. */
  function sentColours({ challengeId }: DrawnChallenge): Promise<SentColour[]> {
    return eventually(
      async () => {
        const { rows } = await stage.stack.sql.query<{ recording: { light?: SentColour[] } | null }>(
          `select recording from challenges
            where step_run_id = (select step_run_id from challenges where id = $1)
            order by created_at desc limit 1`,
          [challengeId],
        );
        const sent = rows[0]?.recording?.light ?? [];
        return sent.length === lightStepCount && sent;
      },
      { what: 'the last colour' },
    );
  }

  // At the same time, like the tests after them, because each waits seconds for the colours or for a network.
  const viewports = [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ];
  test.concurrent.for(sampleOf(viewports, 1))(
    'fills 70 % of a screen of $width×$height with the colours that the server drew, one at a time',
    async (viewport, { expect }) => {
      const page = await begin('no-preference', viewport);
      await page.getByText('They don’t flash').waitFor();
      await page.evaluate(watchLight);
      const sent = await sentColours(await drawnBy(page, 'Start'));
      const readSeen = async () => (await page.evaluate<SeenColour[]>('window.seenColours')).slice(-lightStepCount);
      // The server has the last colour a moment before the screen shows it.
      await expect
        .poll(async () => (await readSeen()).map(({ colour }) => hexOf(colour)))
        .toEqual(sent.map(({ colour }) => hexOfColour(colour)));
      const seen = await readSeen();
      expect(Math.min(...seen.map(({ share }) => share))).toBeGreaterThanOrEqual(0.7);
      expect(new Set(seen.map(({ text }) => text))).toEqual(new Set(['Hold still and look at the screen']));
      sent.slice(1).forEach(({ sentMs }, index) => {
        expect(sentMs - (sent[index]?.sentMs ?? 0)).toBeGreaterThanOrEqual(lightStepMs);
      });
      await page.context().close();
    },
  );

  test.concurrent(
    'is recorded again with fewer bits in fewer frames when the network is too slow: its colours need bits',
    async ({ expect }) => {
      const page = await begin('reduce');
      await page.evaluate(watchRecorder);
      let chunks = 0;
      await page.route('**/chunks', (route) => {
        chunks += 1;
        const neverArrives = chunks === 1;
        return neverArrives ? undefined : route.continue();
      });
      await press(page, 'Record with colours');
      await expect
        .poll(() => page.evaluate('window.asked'))
        .toEqual([
          { framesPerSecond: 24, bitsPerSecond: 1_500_000 },
          { framesPerSecond: 15, bitsPerSecond: 250_000 },
        ]);
      await page.context().close();
    },
  );

  test.concurrent('is left out if the person says so', async ({ expect }) => {
    const page = await begin('no-preference');
    expect((await drawnBy(page, 'Record without colours')).light).toBeNull();
    await page.context().close();
  });

  test.concurrent('starts only on request on a device that asks for less motion', async ({ expect }) => {
    const page = await begin('reduce');
    await page.getByRole('button', { name: 'Record with colours' }).waitFor();
    expect((await drawnBy(page, 'Start')).light).toBeNull();
    await page.context().close();
  });

  test.concurrent('offers another device on a screen that cannot show it', async () => {
    const page = await stage.openPage({ forcedColors: 'active' });
    await page.goto(stage.hostedUrl(flowId));
    await page.locator('ol.list').waitFor();
    for (const tick of await page.locator('.tick input').all()) await tick.check();
    await page.locator('.body .footer .button.primary:enabled').click();
    await orSayScreen(page, page.locator('.tips').waitFor());
    await press(page, 'Use another device');
    await page.locator('.qr').waitFor();
    await page.context().close();
  });

  test.skipIf(!isFullSuite)('has nothing that axe finds while it shines', async () => {
    const page = await begin('no-preference');
    await press(page, 'Start');
    await page.locator('.light').waitFor({ state: 'attached', timeout: 60_000 });
    const violations = await findViolations(page);
    expect(await page.locator('.light').count()).toBe(1);
    expect(violations).toEqual([]);
    await page.context().close();
  });
});

/** `rgb(1, 2, 3)` as `#010203`. */
function hexOf(colour: string): string {
  const parts = colour.match(/\d+/g) ?? [];
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}
