import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { exportJWK, generateKeyPair } from 'jose';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { problemLine } from '../../support/api-client.ts';
import { operatorPassword } from '../../support/operator.ts';
import { sessionStart } from '../../support/sdk-client.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { dashboardAs, openDashboard, photographPage } from '../support/dashboard.ts';
import { chromiumPath, openBrowser, type TestBrowser } from '../support/open-browser.ts';
import { seedDashboard, type SeededCases } from '../support/seed-dashboard.ts';

let stack: Stack;
let browser: TestBrowser;
let cases: SeededCases;

describe.skipIf(chromiumPath === null)('the settings of a client on the dashboard', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    stack = await startStack();
    await stack.startWorkers({ quality: true, otp: true, maintenance: true });
    [cases, browser] = await Promise.all([seedDashboard(stack), openBrowser()]);
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  const startSession = (flow = 'email') =>
    stack.api.post('/v2/sdk/sessions', { json: sessionStart(stack.client.clientId, stack.client.flowOf(flow)) });

  test('drafts a flow, says what is wrong while the operator types, publishes it, and it can be started', async () => {
    const at = await dashboardAs(browser, stack, 'developer', '/flows');
    await at.page.getByRole('button', { name: 'New flow' }).first().click();
    await at.page.getByLabel('Name').fill('Onboarding');
    await at.press('Create draft');
    await at.heading('Onboarding');
    await at.press('Add step');
    await at.page.getByRole('menuitem', { name: /^Phone/ }).click();
    const stepId = at.page.getByLabel('Step id');
    await stepId.fill('selfie');
    await at.page.getByText('This draft can’t be saved yet.').waitFor();
    expect(await at.page.getByRole('button', { name: 'Save draft' }).isDisabled()).toBe(true);
    await stepId.fill('mobile');
    await at.page.getByText('This draft can’t be saved yet.').waitFor({ state: 'hidden' });
    await at.press('Move mobile up');
    await at.page.getByRole('button', { name: 'Publish', exact: true }).click();
    await at.page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await at.page.getByText('Version 1 has been published.').waitFor();
    const flowId = new URL(at.page.url()).pathname.split('/').at(-1) ?? '';
    const started = await stack.api.post<{ steps: { id: string }[] }>('/v2/sdk/sessions', {
      json: {
        clientId: stack.client.clientId,
        flowId,
        sdk: { platform: 'test', version: '1.0.0' },
        device: { languages: ['en'] },
      },
    });
    expect(started.body.steps.map(({ id }) => id)).toEqual(['document', 'mobile', 'selfie']);
    await at.press('Try it');
    await at.press('Make link');
    await at.page.getByRole('img', { name: 'QR code of the link' }).waitFor();
    expect(at.complaints).toEqual([]);
    await at.close();
  });

  test('shows the appearance of a client and of a flow in the SDK itself, as the operator types', async () => {
    const at = await dashboardAs(browser, stack, 'admin', '/settings');
    const preview = at.page.frameLocator('iframe[title=Preview]');
    await preview.getByText('Test client asks you to verify your identity.', { exact: false }).waitFor();
    await at.page.getByLabel('Name', { exact: true }).fill('Banco Azul');
    await preview.getByText('Banco Azul asks you', { exact: false }).waitFor();
    const colour = at.page.getByRole('textbox', { name: 'Buttons', exact: true });
    await colour.fill('#7A1F5C');
    const ground = () =>
      at.page
        .frames()
        .find((frame) => frame.url().endsWith('/verify/preview'))
        ?.evaluate<string>(
          `getComputedStyle(document.querySelector('[data-verify-flow]').shadowRoot.querySelector('.button.primary')).backgroundColor`,
        );
    await expect.poll(ground).toBe('rgb(122, 31, 92)');
    // The form keeps the focus: the preview does not take it.
    expect(await at.page.evaluate<string>('document.activeElement.value')).toBe('#7A1F5C');
    await photographPage(at, 'settings-preview');
    await at.open(`/flows/${stack.client.flowOf('email')}`);
    await at.press('Settings');
    await preview.getByText('Your email address').waitFor();
    await photographPage(at, 'flow-settings-preview');
    // The router stores the scroll position; the preview stores no session.
    const kept = await at.page.evaluate<string[]>('Object.values(sessionStorage)');
    expect(kept.filter((value) => value.includes('sessionToken'))).toEqual([]);
    expect(at.complaints).toEqual([]);
    await at.close();
  });

  test('registers a public key for encryption, sends no private one, and removes it again', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
    const at = await dashboardAs(browser, stack, 'admin', '/developers/encryption');
    const asked: string[] = [];
    at.page.on('request', (request) => asked.push(request.postData() ?? ''));
    await at.page.getByRole('button', { name: 'New configuration' }).first().click();
    await at.page.getByLabel('Name', { exact: true }).fill('vault');
    const key = at.page.getByLabel('Public key (JWK)');
    const secret = await exportJWK(privateKey);
    await key.fill(JSON.stringify({ ...secret, alg: 'ECDH-ES' }));
    await at.press('Register key');
    await at.page.getByText('This is a private key. Paste the public part only.').waitFor();
    await key.fill('{"kty":"EC"}');
    await at.press('Register key');
    await at.page.getByRole('dialog').getByRole('alert').waitFor();
    await photographPage(at, 'encryption-refused');
    await key.fill(JSON.stringify({ ...(await exportJWK(publicKey)), alg: 'ECDH-ES' }));
    await at.press('Register key');
    await at.page.getByText('EC P-256').waitFor();
    await photographPage(at, 'encryption-one');
    expect(asked.some((body) => body.includes(secret.d ?? 'no secret'))).toBe(false);
    await at.press('Remove vault');
    await at.press('Remove configuration');
    await at.page.getByText('“vault” is removed.').waitFor();
    await at.page.getByText('No configurations yet').waitFor();
    expect(at.complaints).toEqual([]);
    await at.close();
  });

  test('says what a retention setting would delete before it is saved', async () => {
    await stack.sql.query(
      `update verifications set finished_at = now() - interval '90 days', created_at = now() - interval '91 days' where id = $1`,
      [cases.rejected.verificationId],
    );
    const at = await dashboardAs(browser, stack, 'owner', '/settings/retention');
    const would = at.page.getByRole('region', { name: 'What would be deleted now' });
    await would.getByText('0', { exact: true }).first().waitFor();
    await at.page.getByLabel('Data (days)').fill('30');
    await expect.poll(() => would.textContent()).toMatch(/Verifications\s*1/);
    await photographPage(at, 'retention-preview');
    await at.press('Save');
    await at.press('Change retention');
    await at.page.getByRole('dialog').waitFor({ state: 'hidden' });
    const settings = await stack.api.get('/v2/settings', { token: stack.client.token });
    expect(settings.body).toMatchObject({ dataRetentionDays: 30, mediaRetentionDays: null });
    await at.page.reload();
    expect(await at.page.getByLabel('Data (days)').inputValue()).toBe('30');
    expect(at.complaints).toEqual([]);
    await at.close();
  });

  test('names the line that is not a network, and keeps denied networks out', async () => {
    const at = await dashboardAs(browser, stack, 'admin', '/settings/access');
    const denied = at.page.getByLabel('Denied networks');
    await denied.fill('10.0.0.0/8\nsomewhere');
    await at.press('Save rules');
    await at.page.getByText(/^somewhere /).waitFor();
    await photographPage(at, 'access-refused');
    await denied.fill('127.0.0.0/8\n::1/128');
    await at.press('Save rules');
    await at.page.getByText('IP rules saved.').waitFor();
    expect(problemLine(await startSession())).toBe('403 session.ip_restricted');
    await at.page.getByLabel('Denied networks').fill('');
    await at.press('Save rules');
    await expect.poll(async () => (await startSession()).status).toBe(201);
    expect(at.complaints).toEqual([]);
    await at.close();
  });

  test('finds actions in the audit log, and says whether its chain is intact', async () => {
    const at = await dashboardAs(browser, stack, 'owner', '/settings/audit-log?action=ip_rules.updated');
    const rows = at.page.getByRole('row');
    await rows.nth(1).waitFor();
    await at.page.getByText('What: IP rules updated').waitFor();
    const by = at.page.getByLabel('By', { exact: true });
    await by.selectOption({ label: 'The service' });
    await at.page.getByText('No entries').waitFor();
    await at.press('Remove the filter By');
    await rows.nth(1).waitFor();
    await at.press('Check the chain');
    await at.page.getByText(/^The chain is intact: \d+ entries/).waitFor();
    await photographPage(at, 'audit-holds');
    await stack.sql.query(`alter table audit_entries disable trigger user`);
    await stack.sql.query(
      `update audit_entries set action = 'identity.read' where action = 'ip_rules.updated' and ctid = (select min(ctid) from audit_entries where action = 'ip_rules.updated')`,
    );
    await at.press('Check the chain');
    await at.page.getByText(/^The chain is broken/).waitFor();
    await photographPage(at, 'audit-broken');
    expect(at.complaints).toEqual([]);
    await at.close();
  });

  test('invites somebody, who joins by the link once, with the rights of their role', async () => {
    const at = await dashboardAs(browser, stack, 'owner', '/settings/team');
    await at.press('Invite');
    await at.page.getByLabel('Email', { exact: true }).fill('rui@example.com');
    await at.page.getByLabel('Role', { exact: true }).selectOption('reviewer');
    await at.press('Make invitation');
    const link = (await at.page.getByRole('dialog').locator('code').first().textContent()) ?? '';
    await photographPage(at, 'team-invited');
    const joining = await openDashboard(browser, stack);
    await joining.page.goto(link);
    await photographPage(joining, 'join');
    await joining.page.getByLabel('Your name').fill('Rui');
    await joining.page.getByLabel('Password', { exact: true }).fill(operatorPassword);
    await joining.press('Join');
    await joining.heading('Overview');
    expect(joining.page.url()).not.toContain('#');
    await joining.open('/settings/team');
    await joining.page.getByText('Your role has no access to this page').first().waitFor();
    const again = await openDashboard(browser, stack);
    await again.page.goto(link);
    await again.page.getByLabel('Your name').fill('Eve');
    await again.page.getByLabel('Password', { exact: true }).fill(operatorPassword);
    await again.press('Join');
    await again.page.getByRole('alert').first().waitFor();
    await photographPage(again, 'join-refused');
    expect([...at.complaints, ...joining.complaints, ...again.complaints]).toEqual([]);
    await Promise.all([at.close(), joining.close(), again.close()]);
  });

  test('creates a link to try a flow, whose QR code a phone reads; its codes appear in the test inbox', async () => {
    const at = await dashboardAs(browser, stack, 'developer', `/flows/${stack.client.flowOf('email')}`);
    await at.press('Try it');
    await at.press('Make link');
    const code = at.page.getByRole('img', { name: 'QR code of the link' });
    await code.waitFor();
    await photographPage(at, 'flow-link');
    const link = (await at.page.getByLabel('The link', { exact: true }).textContent()) ?? '';
    const { data, info } = await sharp(await code.screenshot())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
    await prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer }, fireImmediately: true });
    const seen = await readBarcodes(
      { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' },
      { formats: ['QRCode'] },
    );
    expect(seen.map(({ text }) => text)).toEqual([link]);

    const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
    await phone.goto(link);
    await phone.getByRole('button', { name: 'Get started' }).click();
    await phone.getByLabel('Email address').fill('try@example.com');
    await phone.getByRole('button', { name: 'Send the code' }).click();
    await at.open('/developers/test-inbox');
    await at.page.getByText('try@example.com').waitFor();
    const typed = (await at.page.getByLabel('Code', { exact: true }).first().textContent()) ?? '';
    await phone.locator('.code-field input').fill(typed);
    await phone.getByRole('heading', { name: 'Thank you, you’re done' }).waitFor();
    expect(at.complaints).toEqual([]);
    await Promise.all([at.close(), phone.close()]);
  });
});
