import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passportAtADistance } from './support/at-a-distance.ts';
import { chromiumPath } from './support/open-browser.ts';
import { lookAtScreen } from './support/look-at-screen.ts';
import { startHostApp, type HostApp } from './support/host-app.ts';
import { chooseCountry, heading, openStage, press, type Stage } from './support/stage.ts';

describe.skipIf(chromiumPath === null)('a document, from the page of a host on another origin', () => {
  let stage: Stage;
  let host: HostApp;
  beforeAll(async () => {
    stage = await openStage();
    const steps = [{ id: 'passport', type: 'document' as const, config: { accept: [{ type: 'passport' as const }] } }];
    const flowId = await stage.addFlow('passport', { steps, maxAttemptsPerStep: 2 });
    const ids = { clientId: stage.stack.client.clientId, flowId };
    host = await startHostApp(stage.stack.api.baseUrl, ids, { order: 4711 });
    await stage.devices.show(await passportAtADistance());
  });
  afterAll(async () => {
    host.close();
    await stage.close();
  });

  test('is photographed, refused with its code, taken again and submitted; the delegate gets what REST says', async () => {
    const page = await stage.openPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy') && !/worker/i.test(message.text()))
        complaints.push(message.text());
    });
    await page.goto(host.url);
    await page.locator('#call').click();
    await press(page, 'Get started');
    await chooseCountry(page);

    const uploadAndSubmit = async () => {
      await press(page, 'Take photo');
      await press(page, 'Use this photo');
      await press(page, 'Submit');
    };
    await uploadAndSubmit();
    // The reader saw an empty page: a retake code, and the same step again.
    await page.getByText('document.no_document').waitFor();
    await lookAtScreen(page, 'retake');
    await uploadAndSubmit();
    await heading(page, 'Thank you, you’re done').waitFor();

    const told = await page.evaluate<string[][]>('told');
    const [, identityId = '', verificationId = ''] = told.at(-1) ?? [];
    expect(told).toEqual([
      ['verify:userStartedSdk', identityId, verificationId],
      ['verify:userFinishedSdk', identityId, verificationId],
      ['success', identityId, verificationId],
    ]);
    const { api, client } = stage.stack;
    const identity = await api.get(`/v2/identities/${identityId}`, { token: client.token });
    expect(identity.body).toMatchObject({ id: identityId, verifications: [{ id: verificationId }] });
    const verification = await api.get(`/v2/verifications/${verificationId}`, { token: client.token });
    expect(verification.body).toMatchObject({
      deviceMetadata: { order: 4711 },
      steps: [{ id: 'passport', attempts: 2 }],
    });

    await press(page, 'Done');
    await page.locator('[data-verify-flow]').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  test('is chosen at the press of a button: what the choice needs was loaded while the person read', async () => {
    const page = await stage.openPage();
    const kinds = page.waitForResponse((response) => response.url().endsWith('/v2/document-kinds'));
    await page.goto(host.url);
    await page.locator('#call').click();
    await (await kinds).finished();
    // From here on nothing is answered.
    await page.route('**/v2/**', () => {});
    await press(page, 'Get started');
    await heading(page, 'Choose your document').waitFor();
    await page.getByRole('button', { name: 'Passport' }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('is left half-way: the person confirms, and the delegate and REST say cancelled', async () => {
    const page = await stage.openPage();
    await page.goto(host.url);
    await page.getByRole('button', { name: 'Verify me' }).click();
    await press(page, 'Get started');
    await page.keyboard.press('Escape');
    await heading(page, 'Stop the verification?').waitFor();
    await lookAtScreen(page, 'cancel');
    await press(page, 'Continue verification');
    await press(page, 'Close');
    await press(page, 'Leave');
    await page.locator('[data-verify-flow]').waitFor({ state: 'detached' });

    const told = await page.evaluate<string[][]>('told');
    expect(told.map(([what]) => what)).toEqual(['verify:userStartedSdk', 'verify:exitedSdk', 'cancelled']);
    const verificationId = told.at(-1)?.[2] ?? '';
    const { api, client } = stage.stack;
    const verification = await api.get(`/v2/verifications/${verificationId}`, { token: client.token });
    expect(verification.body).toMatchObject({ status: 'cancelled' });
  });
});
