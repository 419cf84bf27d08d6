import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { PageReader } from '../../src/domain/ports/pages/page-reader.ts';
import { emptyReader } from '../support/steps.ts';
import { passportAtADistance } from './support/at-a-distance.ts';
import { lookAtScreen } from './support/look-at-screen.ts';
import { chromiumPath, launchBrowser } from './support/open-browser.ts';
import { heading, openStage, press, chooseCountry, type Stage } from './support/stage.ts';

let stage: Stage;
let finishReading = () => {};

/** Screens that a person sees when something takes long, is refused, or is done by another person. */
describe.skipIf(chromiumPath === null)('a person who waits or refuses', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    const read = new Promise<void>((resolve) => {
      finishReading = resolve;
    });
    const reader = {
      async read() {
        await read;
        return emptyReader.read();
      },
    } satisfies PageReader;
    stage = await openStage({ reader });
    await stage.devices.show(await passportAtADistance());
  }, 120_000);
  afterAll(async () => {
    finishReading();
    await stage.close();
  });

  async function begin(page: Page, flow: Parameters<Stage['addFlow']>[1]['steps'][number], name = flow.id) {
    await page.goto(stage.hostedUrl(await stage.addFlow(name, { steps: [flow], maxAttemptsPerStep: 2 })));
    await page.locator('ol.list').waitFor();
    for (const tick of await page.locator('.tick input').all()) await tick.check();
    await press(page, 'Get started');
  }

  test('for the checks, sees that they are made', async () => {
    const page = await stage.openPage();
    await begin(page, { id: 'document', type: 'document', config: { accept: [{ type: 'passport' }] } });
    await chooseCountry(page);
    await press(page, 'Take photo');
    await press(page, /Use this photo|Use it anyway/);
    await press(page, 'Submit');
    await heading(page, 'Checking your information').waitFor();
    await lookAtScreen(page, 'processing');
    await page.context().close();
  });

  test('to use the microphone or to say where they are, sees why it is asked and how to allow it', async () => {
    const browser = await launchBrowser(stage.devices, { answerPrompts: false });
    const page = await browser.newPage({ locale: 'en-US' });
    await begin(page, { id: 'voice', type: 'voice-liveness', config: {} });
    await heading(page, 'We need your microphone').waitFor();
    await lookAtScreen(page, 'primer-microphone');
    await press(page, 'Continue');
    await press(page, 'Start');
    await page.getByText('microphone.denied').waitFor();
    await lookAtScreen(page, 'microphone-denied');
    const other = await browser.newPage({ locale: 'en-US' });
    await begin(other, { id: 'place', type: 'location', config: {} });
    await press(other, 'Share my location');
    await other.getByText('location.denied').waitFor();
    await lookAtScreen(other, 'location-denied');
    await browser.close();
  });

  test('the light of a recording, sees that it is a choice', async () => {
    const page = await stage.openPage({ reducedMotion: 'no-preference' });
    await begin(page, { id: 'live', type: 'active-liveness', config: { light: 'required' } });
    await page.getByText('They don’t flash').waitFor();
    await lookAtScreen(page, 'light-choice');
    await page.context().close();
  });

  test('to be checked by a partner, sees who checks and how to come back', async () => {
    const page = await stage.openPage();
    await page.route('**/v2/sdk/sessions', async (route) => {
      const answer = await route.fetch();
      const session = (await answer.json()) as { steps: object[] };
      session.steps = session.steps.map((step) => ({ ...step, type: 'enhanced-liveness', config: {} }));
      await route.fulfill({ response: answer, json: session });
    });
    const parameters = { startUrl: 'https://partner.example/start', nonce: 'n' };
    await page.route('**/challenge', (route) =>
      route.fulfill({ status: 201, json: { challengeId: 'chl_1', provider: { name: 'signed-result', parameters } } }),
    );
    await begin(page, { id: 'place', type: 'location', config: {} }, 'partner');
    await heading(page, 'Face check').waitFor();
    await lookAtScreen(page, 'partner');
    await press(page, 'Continue');
    await page.getByRole('link', { name: 'Open the check' }).waitFor();
    await lookAtScreen(page, 'partner-opened');
    await page.context().close();
  });
});
