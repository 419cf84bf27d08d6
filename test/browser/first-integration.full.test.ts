import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../src/embedded/free-port.ts';
import { passportPicture } from '../support/documents/pictures.ts';
import { eventually } from '../support/eventually.ts';
import { codeBlocks } from '../support/files/code-blocks.ts';
import { chromiumPath } from './support/open-browser.ts';
import { chooseCountry, heading, openStage, orSayScreen, press, type Stage } from './support/stage.ts';

/** docs/first-integration.md: its backend and its page as a reader saves them, on the real service and in a real browser. */
const blocks = codeBlocks(readFileSync(new URL('../../docs/first-integration.md', import.meta.url), 'utf8'));
const codeOf = (language: string) => {
  const found = blocks.filter((block) => block.language === language);
  expect(found).toHaveLength(1);
  return found[0]?.code ?? '';
};

describe.skipIf(chromiumPath === null)('the first integration of the docs', { timeout: 180_000 }, () => {
  const place = mkdtempSync(join(tmpdir(), 'verify-shop-'));
  let stage: Stage;
  let shop: ChildProcess;
  let port: number;
  let said = '';
  beforeAll(async () => {
    stage = await openStage({ models: true, env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128' } });
    const { stack } = stage;
    await stack.startWorkers({ webhook: true });
    const flowId = await stage.addFlow('passport', {
      steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'passport' }] } }],
    });
    port = await findFreePort();
    const json = { url: `http://127.0.0.1:${port}/webhooks` };
    const endpoint = await stack.api.post<{ secret: string }>('/v2/webhook-endpoints', {
      token: stack.client.token,
      json,
    });
    expect(endpoint.status).toBe(201);
    writeFileSync(join(place, 'shop.mjs'), codeOf('js'));
    writeFileSync(join(place, 'shop.html'), codeOf('html'));
    shop = spawn(process.execPath, ['shop.mjs'], {
      cwd: place,
      env: {
        PATH: process.env.PATH,
        BASE: stack.api.baseUrl,
        CLIENT_ID: stack.client.clientId,
        FLOW_ID: flowId,
        API_TOKEN: stack.client.token,
        WEBHOOK_SECRET: endpoint.body.secret,
        PORT: String(port),
      },
    });
    for (const stream of [shop.stdout, shop.stderr]) stream?.on('data', (bytes: Buffer) => (said += bytes.toString()));
    await eventually(() => said.includes('Open http'), { what: 'the shop' });
  }, 240_000);
  afterAll(async () => {
    shop.kill();
    await stage.close();
    rmSync(place, { recursive: true, force: true });
  });

  test('verifies a customer: the flow opens in the page, a signed webhook comes, and the backend reads the verdict', async () => {
    const { jpeg } = await passportPicture({ issuer: 'PRT', nationality: 'PRT' });
    const page = await stage.openPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`http://localhost:${port}/`);
    await press(page, 'Verify me');
    await page.getByRole('button', { name: 'Get started' }).waitFor();
    const ticks = page.locator('.tick input');
    for (let index = 0; index < (await ticks.count()); index += 1) await ticks.nth(index).check();
    await press(page, 'Get started');
    await chooseCountry(page);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Choose a photo')]);
    await chooser.setFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer: jpeg });
    await press(page, /Use this photo|Use it anyway/);
    await press(page, 'Submit');
    await orSayScreen(page, heading(page, 'Thank you, you’re done').waitFor({ timeout: 60_000 }));
    await press(page, 'Done');
    await page.getByText('The verdict: verified').waitFor({ timeout: 90_000 });
    expect(said).toMatch(/webhook verification\.completed, its signature is valid/);
    expect(said).toMatch(/GET \/v2\/identities\/idn_\w+ says: verified/);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('refuses a webhook whose signature is wrong, one that is too old and one without any', async () => {
    const post = async (headers: Record<string, string>) =>
      (await fetch(`http://127.0.0.1:${port}/webhooks`, { method: 'POST', headers, body: '{}' })).status;
    const now = String(Math.floor(Date.now() / 1000));
    expect(await post({})).toBe(401);
    expect(await post({ 'webhook-id': 'a', 'webhook-timestamp': now, 'webhook-signature': 'v1,AAAA' })).toBe(401);
    expect(await post({ 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' })).toBe(401);
  });
});
