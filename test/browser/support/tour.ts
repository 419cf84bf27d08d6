import type { Page } from 'playwright-core';
import type { FlowDocumentInput } from '../../../src/contract/flows/flow-document.ts';
import { eventually } from '../../support/eventually.ts';
import { enter } from './enter.ts';
import { orSayScreen, type Stage } from './stage.ts';

/** One step of every kind that a person completes alone. */
export const everyStep: FlowDocumentInput = {
  steps: [
    {
      id: 'document',
      type: 'document',
      config: { accept: [{ type: 'passport' }, { type: 'national-id', countries: ['BR', 'PT'] }], allowPdf: true },
    },
    { id: 'selfie', type: 'selfie', config: {} },
    { id: 'passive', type: 'passive-liveness', config: {} },
    { id: 'phone', type: 'phone', config: { defaultCountry: 'PT', canSkip: true } },
    { id: 'email', type: 'email', config: {} },
    { id: 'location', type: 'location', config: {} },
    { id: 'voice', type: 'voice-liveness', config: {} },
    { id: 'liveness', type: 'active-liveness', config: { promptCount: 1, promptTimeoutMs: 1000 } },
  ],
  maxAttemptsPerStep: 1,
  consent: { version: '1', texts: { en: 'I agree that my picture and my voice are used to verify me.' } },
};

/**
 * Goes through every screen of a flow. It recognises a screen by its elements and not by its words, so it works in any language. `onScreen`
 * is called on each, with a name for it.
 */
export async function tour(stage: Stage, page: Page, onScreen: (name: string) => Promise<void>): Promise<void> {
  // Not those of an overlay.
  const primary = page.locator('.body .footer .button.primary:enabled');
  const quiet = page.locator('.body .footer .button.quiet');
  const choice = (index: number) => page.locator('.choice').nth(index);
  const see = async (name: string, selector: string) => {
    await orSayScreen(page, page.locator(selector).first().waitFor());
    await onScreen(name);
  };

  await see('start', 'ol.list');
  const ticks = page.locator('.tick input');
  for (let index = 0; index < (await ticks.count()); index += 1) await ticks.nth(index).check();
  await primary.click();

  await see('document-choice', '.choice .choice-icon');
  await page.locator('.issuer .choice').click();
  await see('document-country', '.search');
  await page.locator('.tight .choice', { has: page.locator('.country', { hasText: 'PT' }) }).click();
  await page.locator('.choices:not(.tight) .choice').nth(1).click();
  await page.locator('.choices:not(.tight) .choice, .shutter').first().waitFor();
  // Portugal has more than one kind of card; then photos or a PDF.
  while ((await page.locator('.shutter').count()) === 0) {
    await onScreen('document-question');
    await choice(0).click();
    await page.locator('.choices:not(.tight) .choice, .shutter, .page').first().waitFor();
    await page.waitForTimeout(300);
  }
  for (const side of ['front', 'back']) {
    await see(`document-${side}`, '.shutter:enabled');
    await page.locator('.shutter').click();
    await page.locator('.shot img').waitFor();
    await primary.waitFor();
    await onScreen(`document-${side}-confirm`);
    await primary.click();
  }
  await see('document-review', '.list .button');
  await primary.click();

  for (const face of ['selfie', 'passive']) {
    await see(face, '.camera.face .shutter:enabled');
    await page.locator('.shutter').click();
    await page.locator('.shot img').waitFor();
    await primary.waitFor();
    await onScreen(`${face}-confirm`);
    await primary.click();
    await orSayScreen(page, page.locator('.shot').waitFor({ state: 'detached' }));
  }

  await see('phone', 'input[type=tel]');
  await page.locator('.dialling').click();
  await see('phone-country', '.search');
  await page.locator('.round.back').click();
  // A number gets only a few codes a day.
  await enter(page.locator('input[type=tel]'), nextNumber());
  await primary.click();
  await see('phone-code', '.code-field');
  await enter(page.locator('.code-field input'), '000000');
  await see('phone-code-wrong', '.notes');
  await enter(page.locator('.code-field input'), await lastCode(stage));
  await enter(page.locator('input[type=email]'), `ana${count}@example.com`);
  await onScreen('email');
  await primary.click();
  await see('email-code', '.code-field');
  await enter(page.locator('.code-field input'), await lastCode(stage, 'email'));

  await page.locator('.code-field').waitFor({ state: 'detached' });
  await see('location', '.badge');
  await quiet.waitFor();
  await primary.click();

  await see('voice', '.tips');
  await primary.click();
  await see('voice-recording', '.digits');
  await primary.click();
  await see('liveness', '.tips');
  await primary.click();
  await see('liveness-recording', '.stage video');
  await page.locator('.badge.good').waitFor({ timeout: 60_000 });
  await onScreen('done');
}

let count = 0;
const nextNumber = () => `9123456${String((count += 1)).padStart(2, '0')}`;

/** The newest message in the test inbox. */
export function lastCode({ stack }: Stage, channel: 'sms' | 'email' = 'sms'): Promise<string> {
  return eventually(async () => {
    const { body } = await stack.api.get<{ data: { code: string | null; channel: string }[] }>(
      '/v2/test-inbox?limit=1',
      { token: stack.client.token },
    );
    const [message] = body.data;
    return message?.channel === channel ? message.code : null;
  });
}
