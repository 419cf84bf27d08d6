import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '../../src/api.ts';
import { passportPicture } from '../support/documents/pictures.ts';
import { findViolations, photograph } from './support/look-at-screen.ts';
import { chromiumPath } from './support/open-browser.ts';
import { chooseCountry, heading, openStage, orSayScreen, press, type Stage } from './support/stage.ts';

describe.skipIf(chromiumPath === null)('the demo page', { timeout: 180_000 }, () => {
  let stage: Stage;
  let demo: FastifyInstance;
  let url: string;
  beforeAll(async () => {
    stage = await openStage({ models: true });
    const { client, container, mediaDir } = stage.stack;
    const flowId = await stage.addFlow('passport', {
      steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'passport' }] } }],
      consent: null,
    });
    const file = join(mediaDir, 'demo.json');
    writeFileSync(
      file,
      JSON.stringify({ clientId: client.clientId, flows: { passport: flowId }, apiToken: client.token }),
    );
    demo = await createApi({ ...container, config: { ...container.config, demo: { file } } });
    url = `${await demo.listen({ host: '127.0.0.1', port: 0 })}/demo`;
  }, 240_000);
  afterAll(async () => {
    await demo.close();
    await stage.close();
  });

  async function openDemo(): Promise<{ page: Page; complaints: string[] }> {
    const page = await stage.openPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(url);
    return { page, complaints };
  }

  test('shows the flow, its delegate is called, and its backend confirms what was read from a photographed passport', async () => {
    const { jpeg, truth } = await passportPicture({ issuer: 'PRT', nationality: 'PRT' });
    await stage.devices.show(jpeg);
    const { page, complaints } = await openDemo();
    expect(await findViolations(page)).toEqual([]);
    await photograph(page, 'demo-light');
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    expect(await findViolations(page)).toEqual([]);
    await photograph(page, 'demo-dark');
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });

    await press(page, 'Verify my identity');
    await press(page, 'Get started');
    await chooseCountry(page);
    await press(page, 'Take photo');
    await press(page, 'Use this photo');
    await press(page, 'Submit');
    await orSayScreen(page, heading(page, 'Thank you, you’re done').waitFor({ timeout: 60_000 }));
    await press(page, 'Done');

    const delegate = await page.locator('#delegate').textContent();
    const [, identityId = '', verificationId = ''] =
      /verificationSuccess\((idn_\w+), (ver_\w+)\)/.exec(delegate ?? '') ?? [];
    await page.locator('#status', { hasText: /verified|reviewNeeded|rejected/ }).waitFor({ timeout: 90_000 });
    await photograph(page, 'demo-done');
    const { api, client } = stage.stack;
    const { body } = await api.get<{ status: string; latestVerification: { id: string; decision: object } }>(
      `/v2/identities/${identityId}`,
      { token: client.token },
    );
    expect(body.latestVerification.id).toBe(verificationId);
    expect(await page.locator('#status').textContent()).toBe(body.status);
    expect(body.status, JSON.stringify(body.latestVerification.decision)).toBe('verified');
    await page.getByRole('cell', { name: truth.fields.documentNumber }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('is notified when the person leaves', async () => {
    const { page, complaints } = await openDemo();
    await press(page, 'Verify my identity');
    await page.getByRole('button', { name: 'Get started' }).waitFor();
    await press(page, 'Close');
    await press(page, 'Leave');
    await page.getByText(/verificationCancelled\(idn_\w+, ver_\w+\)/).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
