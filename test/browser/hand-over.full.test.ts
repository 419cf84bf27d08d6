import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passportPicture } from '../support/documents/pictures.ts';
import { passportAtADistance } from './support/at-a-distance.ts';
import { handOverFromHost, heardBy } from './support/hand-over.ts';
import { lookAtScreen } from './support/look-at-screen.ts';
import { chromiumPath, launchBrowser } from './support/open-browser.ts';
import { chooseCountry, heading, openStage, press, type Stage } from './support/stage.ts';

const passport = { id: 'passport', type: 'document' as const, config: { accept: [{ type: 'passport' as const }] } };
const place = { id: 'place', type: 'location' as const, config: {} };

/** One hand-over is in the quick suite: interruptions.test.ts. */
describe.skipIf(chromiumPath === null)('a person who cannot continue where they are', () => {
  let stage: Stage;
  let flowId: string;
  beforeAll(async () => {
    stage = await openStage();
    flowId = await stage.addFlow('passport', { steps: [passport], maxAttemptsPerStep: 1 });
    await stage.devices.show(await passportAtADistance());
  });
  afterAll(() => stage.close());

  test('with a camera that is denied, sees how to allow it, can choose a picture, or continue elsewhere', async () => {
    const browser = await launchBrowser(stage.devices, { answerPrompts: false });
    const page = await browser.newPage({ locale: 'en-US' });
    await page.goto(stage.hostedUrl(flowId));
    await press(page, 'Get started');
    await chooseCountry(page);
    await heading(page, 'We need your camera').waitFor();
    await lookAtScreen(page, 'primer-camera');
    await press(page, 'Continue');
    await heading(page, 'Your permission is needed').waitFor();
    await page.getByText('camera.denied').waitFor();
    await page.getByText('Click the icon to the left of the address and turn on “Camera”.').waitFor();
    await lookAtScreen(page, 'camera-denied');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Choose a photo')]);
    const { jpeg } = await passportPicture();
    await chooser.setFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer: jpeg });
    await press(page, 'Use this photo');
    await heading(page, 'Check your document').waitFor();
    await browser.close();
  });

  test('at a desk, continues on the phone by a link that opens once', async () => {
    const desk = await stage.openPage({ viewport: { width: 1280, height: 800 }, hasTouch: false });
    await desk.goto(stage.hostedUrl(flowId));
    const answer = desk.waitForResponse((response) => response.url().endsWith('/hand-over'));
    await press(desk, 'Continue on your phone');
    const { url } = (await (await answer).json()) as { url: string }; // The contract's `HandOver`.
    await desk.getByRole('img', { name: /QR code/ }).waitFor();
    await lookAtScreen(desk, 'hand-over');

    const phone = await stage.openPage();
    await phone.goto(url);
    await heading(phone, 'Continue on this device?').waitFor();
    await lookAtScreen(phone, 'take-over');
    await press(phone, 'Continue here');
    await press(phone, 'Get started');
    await heading(desk, 'Continue on your other device').waitFor();
    await phone.reload();
    await heading(phone, 'Choose your document').waitFor();
    await Promise.all([desk.close(), phone.close()]);
  });

  test('at a desk, takes the session back with what the phone has submitted', async () => {
    const { desk, phone, close } = await handOverFromHost(stage, [place, passport]);
    await press(phone, 'Share my location');
    await heading(phone, 'Choose your document').waitFor();
    await desk.getByText('Checked').waitFor();
    await press(desk, 'Continue here instead');
    await heading(desk, 'Choose your document').waitFor();
    await heading(phone, 'Continued on your other device').waitFor();
    await lookAtScreen(phone, 'replaced');
    expect((await heardBy(desk)).map(([name]) => name)).toEqual(['verify:userStartedSdk']);
    await close();
  });

  test('at a desk, still watches the phone after a reload', async () => {
    const desk = await stage.openPage({ viewport: { width: 1280, height: 800 }, hasTouch: false });
    await desk.goto(stage.hostedUrl(await stage.addFlow('place-alone', { steps: [place] })));
    const answer = desk.waitForResponse((response) => response.url().endsWith('/hand-over'));
    await press(desk, 'Continue on your phone');
    const { url } = (await (await answer).json()) as { url: string }; // The contract's `HandOver`.
    const phone = await stage.openPage();
    await phone.goto(url);
    await press(phone, 'Continue here');
    await heading(desk, 'Continue on your other device').waitFor();
    await desk.reload();
    await heading(desk, 'Continue on your other device').waitFor();
    await press(phone, 'Get started');
    await press(phone, 'Share my location');
    await heading(desk, 'Thank you, you’re done').waitFor();
    await Promise.all([desk.close(), phone.close()]);
  });
});
