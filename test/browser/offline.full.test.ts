import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageReader } from '../../src/domain/ports/pages/page-reader.ts';
import { emptyReader } from '../support/steps.ts';
import { passportAtADistance } from './support/at-a-distance.ts';
import { openLosingNetwork, type Loss } from './support/losing-network.ts';
import { chromiumPath } from './support/open-browser.ts';
import { chooseCountry, heading, openStage, orSayScreen, press, type Stage } from './support/stage.ts';
import { everyStep, tour } from './support/tour.ts';

const stepRequests = {
  document: ['files', 'submit'],
  selfie: ['files', 'submit'],
  passive: ['files', 'submit'],
  phone: ['code', 'code/check', 'submit'],
  email: ['code', 'code/check', 'submit'],
  location: ['submit'],
  voice: ['challenge', 'chunks', 'recording', 'submit'],
  liveness: ['challenge', 'chunks', 'recording', 'submit'],
};
/** Everything that a tour through every step requests. */
const requests = [
  'POST sessions',
  'POST session/consent',
  'GET document-kinds',
  'GET phone-countries',
  ...Object.entries(stepRequests).flatMap(([step, names]) => names.map((name) => `POST session/steps/${step}/${name}`)),
];
const recordings = ['voice-recording', 'liveness-recording'];
const passport = { id: 'passport', type: 'document' as const, config: { accept: [{ type: 'passport' as const }] } };

describe.skipIf(chromiumPath === null)('a person whose network goes away', { timeout: 240_000 }, () => {
  let stage: Stage;
  let everything: string;
  let document: string;
  /** Where the document reader waits after a test has stopped it. */
  let gate = Promise.resolve();
  const reader: PageReader = { read: () => gate.then(() => emptyReader.read()) };
  beforeAll(async () => {
    stage = await openStage({ reader });
    everything = await stage.addFlow('every-step', everyStep);
    document = await stage.addFlow('passport', { steps: [passport], maxAttemptsPerStep: 2, consent: null });
    await stage.devices.show(await passportAtADistance());
  }, 120_000);
  afterAll(() => stage.close(), 120_000);

  const code = (page: Page) => page.getByText('network.offline');
  const seeOffline = async (page: Page) => {
    await heading(page, 'You are offline').waitFor();
    await code(page).waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  };
  const seeScreen = async (page: Page) => code(page).waitFor({ state: 'detached' });
  const currentHeading = (page: Page) => page.locator('.body h1').innerText();

  /** What the service has of the newest verification: attempts and files of each step, and the codes that were sent. */
  async function held() {
    const { rows } = await stage.stack.sql.query<{ step: string }>(
      `select r.step_id || ': ' || r.attempt || ' attempt, ' || count(distinct m.id) || ' files, ' || count(distinct c.id) || ' codes' as step
       from step_runs r left join media m on m.step_run_id = r.id and m.kind !~ '(frame|sheet)$' left join code_sends c on c.step_run_id = r.id
       where r.verification_id = (select max(id) from verifications) group by r.id order by r.step_id`,
    );
    return rows.map(({ step }) => step);
  }
  async function count(table: 'verifications' | 'identities') {
    const { rows } = await stage.stack.sql.query<{ count: string }>(`select count(*) from ${table}`);
    return Number(rows[0]?.count);
  }

  test.each<[Loss, string]>([
    ['request', 'on its way there'],
    ['answer', 'with the answer on its way back'],
  ])(
    'during each %s that a step makes (%s) sees it; the step continues by itself, and nothing arrives twice',
    async (loss) => {
      const before = await count('verifications');
      const page = await stage.openPage();
      const network = await openLosingNetwork(page, { loss, whenLost: () => seeOffline(page) });
      await page.goto(stage.hostedUrl(everything));
      await tour(stage, page, async () => {});
      expect(network.lost.filter((name) => !name.startsWith('GET session')).toSorted()).toEqual(requests.toSorted());
      expect(await count('verifications')).toBe(before + 1);
      expect(await held()).toEqual([
        'document: 1 attempt, 2 files, 0 codes',
        'email: 1 attempt, 0 files, 1 codes',
        'liveness: 1 attempt, 1 files, 0 codes',
        'location: 1 attempt, 0 files, 0 codes',
        'passive: 1 attempt, 1 files, 0 codes',
        'phone: 1 attempt, 0 files, 1 codes',
        'selfie: 1 attempt, 1 files, 0 codes',
        'voice: 1 attempt, 1 files, 0 codes',
      ]);
      await page.context().close();
    },
  );

  test('while they are in a step sees it, and is where they were with what they typed once it is back', async () => {
    const page = await stage.openPage();
    const network = await openLosingNetwork(page);
    const seen: string[] = [];
    await page.goto(stage.hostedUrl(everything));
    await tour(stage, page, async (name) => {
      if (recordings.includes(name) || name === 'done') return;
      const before = await currentHeading(page);
      const typed = page.locator('.field input');
      const words = (await typed.count()) > 0 ? await typed.inputValue() : null;
      await network.away();
      await seeOffline(page);
      // Trying again without a network shows the same message again.
      await press(page, 'Try again');
      await seeOffline(page);
      await network.back();
      await seeScreen(page);
      expect(await currentHeading(page)).toBe(before);
      if (words !== null) expect(await typed.inputValue()).toBe(words);
      seen.push(name);
    });
    expect(new Set(seen).size).toBe(22);
    await page.context().close();
  });

  test('while they are recorded sees it only after the recording is over, and the recording arrives', async () => {
    const page = await stage.openPage();
    const network = await openLosingNetwork(page);
    /** How many rings of a recording are under the message when it appears. */
    const covered: Promise<number>[] = [];
    await page.goto(stage.hostedUrl(everything));
    await tour(stage, page, async (name) => {
      if (!recordings.includes(name)) return;
      await page.locator(name === 'voice-recording' ? '.digits' : '.prompt svg').waitFor();
      await network.away();
      const rings = seeOffline(page).then(() => page.locator('.ring').count());
      covered.push(rings.finally(() => network.back()));
    });
    expect(await Promise.all(covered)).toEqual([0, 0]);
    expect(await held()).toEqual(
      expect.arrayContaining(['liveness: 1 attempt, 1 files, 0 codes', 'voice: 1 attempt, 1 files, 0 codes']),
    );
    await page.context().close();
  });

  async function openAtCamera(page: Page) {
    await page.goto(stage.hostedUrl(document));
    await press(page, 'Get started');
    await chooseCountry(page);
    await page.getByRole('button', { name: 'Take photo' }).waitFor();
  }
  async function photographPage(page: Page) {
    await press(page, 'Take photo');
    await press(page, 'Use this photo');
    await heading(page, 'Check your document').waitFor();
  }

  test('while a picture is taken again submits only the second one', async () => {
    const page = await stage.openPage();
    await openAtCamera(page);
    await photographPage(page);
    const network = await openLosingNetwork(page, { loss: 'answer', whenLost: () => seeOffline(page) });
    await press(page, 'Replace');
    await photographPage(page);
    await press(page, 'Submit');
    await page.getByText('document.no_document').waitFor();
    expect(network.lost).toEqual(expect.arrayContaining(['DELETE session/steps/passport/files']));
    expect(await held()).toEqual(['passport: 2 attempt, 1 files, 0 codes']);
    await page.context().close();
  });

  test('while the checks run sees it, and sees their result once it is back', async () => {
    let open = () => {};
    // Until then the reader is at work.
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const page = await stage.openPage();
    await openAtCamera(page);
    await photographPage(page);
    await press(page, 'Submit');
    await heading(page, 'Checking your information').waitFor();
    const network = await openLosingNetwork(page);
    await network.away();
    await seeOffline(page);
    open();
    gate = Promise.resolve();
    await network.back();
    // Nothing could be read: the last attempt ends the step.
    await orSayScreen(page, page.getByText('document.no_document').waitFor());
    await photographPage(page);
    await press(page, 'Submit');
    await orSayScreen(page, heading(page, 'Thank you, you’re done').waitFor());
    await page.context().close();
  });

  test('continues on their phone although the answer that opened the link there was lost', async () => {
    const desk = await stage.openPage({ viewport: { width: 1280, height: 800 }, hasTouch: false });
    await desk.goto(stage.hostedUrl(document));
    const answer = desk.waitForResponse((response) => response.url().endsWith('/hand-over'));
    await press(desk, 'Continue on your phone');
    const { url } = (await (await answer).json()) as { url: string }; // The contract's `HandOver`.
    const phone = await stage.openPage();
    const network = await openLosingNetwork(phone, { loss: 'answer', whenLost: () => seeOffline(phone) });
    await phone.goto(url);
    await press(phone, 'Continue here');
    await press(phone, 'Get started');
    await heading(phone, 'Choose your document').waitFor();
    expect(network.lost).toEqual(expect.arrayContaining(['POST hand-over/preview', 'POST hand-over/open']));
    await Promise.all([desk.context().close(), phone.context().close()]);
  });

  test('may still leave, and the session ends by itself', async () => {
    const page = await stage.openPage();
    const network = await openLosingNetwork(page);
    await openAtCamera(page);
    await press(page, 'Close');
    await heading(page, 'Stop the verification?').waitFor();
    await network.away();
    await press(page, 'Leave');
    await heading(page, 'Verification cancelled').waitFor();
    await page.context().close();
  });

  test('to one that leads nowhere, and who presses “Try again”, sends the request at once and not after the next wait', async () => {
    const page = await stage.openPage();
    await openAtCamera(page);
    let tries = 0;
    let there = false;
    await page.route('**/files', (route) => {
      tries += 1;
      return there ? route.continue() : route.abort('timedout');
    });
    await press(page, 'Take photo');
    // The waits double up to eight seconds: the fifth one has begun.
    await expect.poll(() => tries).toBe(5);
    await seeOffline(page);
    there = true;
    await press(page, 'Try again');
    await expect.poll(() => tries, { timeout: 3000 }).toBe(6);
    await page.getByRole('button', { name: 'Use this photo' }).waitFor();
    await page.context().close();
  });
});
