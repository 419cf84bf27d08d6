import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passportPicture } from '../../support/documents/pictures.ts';
import { chooseCountry, heading, openStage, press, type Stage } from '../support/stage.ts';
import { everyStep, tour } from '../support/tour.ts';
import { firefoxPath, openFirefox } from './open-firefox.ts';

const passport = { id: 'passport', type: 'document' as const, config: { accept: [{ type: 'passport' as const }] } };
const tilted = {
  ...passport,
  config: { accept: [{ type: 'passport' as const }], presence: 'tilt-required' as const },
};
const place = { id: 'place', type: 'location' as const, config: {} };

describe.skipIf(firefoxPath === null)('a person in Firefox', { timeout: 180_000 }, () => {
  let stage: Stage;
  let document: string;
  let folder: string;
  let picture: string;
  beforeAll(async () => {
    stage = await openStage({ launch: openFirefox, locale: null });
    folder = mkdtempSync(join(tmpdir(), 'verify-firefox-files-'));
    picture = join(folder, 'passport.jpg');
    writeFileSync(picture, (await passportPicture()).jpeg);
    document = await stage.addFlow('passport', { steps: [passport], maxAttemptsPerStep: 1 });
  }, 120_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await stage.close();
  }, 60_000);

  /** The files that the service stores for the newest verification, step by step. */
  async function held() {
    const { rows } = await stage.stack.sql.query<{ step: string; files: string }>(
      `select r.step_id as step, count(m.id) as files
       from step_runs r left join media m on m.step_run_id = r.id and m.kind !~ '(frame|sheet)$'
       where r.verification_id = (select max(id) from verifications) group by r.step_id`,
    );
    return Object.fromEntries(rows.map(({ step, files }) => [step, Number(files)]));
  }
  const complaintsOf = (page: Page) => {
    const complaints: string[] = [];
    // The page's policy refuses Playwright's code; our code uses no `eval`.
    page.on('pageerror', ({ message }) => {
      if (!message.includes('blocked a JavaScript eval')) complaints.push(message);
    });
    return complaints;
  };

  test('goes through every step: document and faces by camera, codes, place, a voice and the movements of active liveness', async () => {
    const page = await stage.openPage();
    const complaints = complaintsOf(page);
    await page.goto(stage.hostedUrl(await stage.addFlow('every-step', everyStep)));
    const seen: string[] = [];
    await tour(stage, page, async (name) => void seen.push(name));
    expect(seen).toEqual(expect.arrayContaining(['voice-recording', 'liveness-recording', 'done']));
    // Each recording arrived and is not empty.
    expect(await held()).toEqual({
      document: 2,
      selfie: 1,
      passive: 1,
      phone: 0,
      email: 0,
      location: 0,
      voice: 1,
      liveness: 1,
    });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('chooses a document from the device’s files', async () => {
    const page = await stage.openPage();
    await page.goto(stage.hostedUrl(document));
    await press(page, 'Get started');
    await chooseCountry(page);
    await page.getByRole('button', { name: 'Choose a photo' }).waitFor();
    // What the dialog would do, which this Firefox does not report.
    await page.locator('input[type=file]').setInputFiles(picture);
    await press(page, 'Use this photo');
    await press(page, 'Submit');
    await heading(page, 'Thank you, you’re done').waitFor();
    expect(await held()).toEqual({ passport: 1 });
    await page.context().close();
  });

  test('films a document while tilting it to the sides that the server asks for', async () => {
    const page = await stage.openPage();
    const complaints = complaintsOf(page);
    await page.goto(stage.hostedUrl(await stage.addFlow('tilted', { steps: [tilted], maxAttemptsPerStep: 1 })));
    await press(page, 'Get started');
    await chooseCountry(page);
    await press(page, 'Take photo');
    await press(page, 'Use this photo');
    await heading(page, 'Tilt the document').waitFor();
    await press(page, 'Start');
    await page.getByText(/Tilt the (left|right|upper|lower) edge towards the camera/).waitFor();
    await page.getByText('Video of the front').waitFor({ timeout: 60_000 });
    await press(page, 'Submit');
    await heading(page, 'Thank you, you’re done').waitFor();
    expect(await held()).toEqual({ passport: 2 });
    const { rows } = await stage.stack.sql.query<{ bytes: number }>(
      `select bytes from media where kind = 'document-film' order by id desc limit 1`,
    );
    expect(rows[0]?.bytes).toBeGreaterThan(1000);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('continues on a phone by a link while the desk watches, and is done on both', async () => {
    const desk = await stage.openPage({ viewport: { width: 1280, height: 800 }, hasTouch: false });
    await desk.goto(stage.hostedUrl(await stage.addFlow('place', { steps: [place] })));
    // This Firefox does not expose response bodies, so the response passes through the test.
    let url = '';
    await desk.route('**/hand-over', async (route) => {
      const response = await route.fetch();
      url = ((await response.json()) as { url: string }).url; // The contract's `HandOver`.
      await route.fulfill({ response });
    });
    await press(desk, 'Continue on your phone');
    await desk.getByRole('img', { name: /QR code/ }).waitFor();
    const phone = await stage.openPage();
    await phone.goto(url);
    await press(phone, 'Continue here');
    await heading(desk, 'Continue on your other device').waitFor();
    await press(phone, 'Get started');
    await press(phone, 'Share my location');
    await heading(phone, 'Thank you, you’re done').waitFor();
    await heading(desk, 'Thank you, you’re done').waitFor();
    await Promise.all([desk.context().close(), phone.context().close()]);
  });

  test('sees that the network is lost, and continues without a press once it is back', async () => {
    const page = await stage.openPage();
    await page.goto(stage.hostedUrl(await stage.addFlow('place-alone', { steps: [place] })));
    await press(page, 'Get started');
    await page.route('**/v2/**', (route) => route.abort());
    await press(page, 'Share my location');
    await heading(page, 'You are offline').waitFor();
    await page.unroute('**/v2/**');
    await heading(page, 'Thank you, you’re done').waitFor();
    expect(await held()).toEqual({ place: 0 });
    await page.context().close();
  });

  // Firefox has no camera or microphone that plays a file, and WebDriver BiDi has no virtual authenticator.
  test.todo('is photographed automatically: its camera shows no paper that a test could hold before it');
  test.todo('passes the checks of a real face and voice: its camera shows no person that a test could hold before it');
  test.todo('signs in with a passkey: WebDriver BiDi has no virtual authenticator');
});
