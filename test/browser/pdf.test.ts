import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billPdf, encryptedPdf } from '../support/documents/pdfs.ts';
import { sampleOf } from '../support/sample-of.ts';
import { lookAtScreen } from './support/look-at-screen.ts';
import { chromiumPath } from './support/open-browser.ts';
import { chooseCountry, heading, openStage, orSayScreen, press, type Stage } from './support/stage.ts';

const bill = {
  id: 'bill',
  type: 'document' as const,
  config: { accept: [{ type: 'proof-of-residency' as const }], allowPdf: true, maxPdfPages: 3 },
};

describe.skipIf(chromiumPath === null)('a document that is a PDF', () => {
  let stage: Stage;
  let flowId: string;
  beforeAll(async () => {
    stage = await openStage({ inspect: true });
    flowId = await stage.addFlow('bill', { steps: [bill], maxAttemptsPerStep: 1, consent: null });
  }, 120_000);
  afterAll(() => stage.close());

  async function openAtChoice() {
    const page = await stage.openPage();
    await page.goto(stage.hostedUrl(flowId));
    await press(page, 'Get started');
    await chooseCountry(page);
    await press(page, 'Upload a PDF');
    await heading(page, 'Your document as a PDF').waitFor();
    await page.getByText('Up to 3 pages, without a password.').waitFor();
    return page;
  }
  async function choose(page: Page, buffer: Buffer) {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Choose a PDF')]);
    await chooser.setFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer });
  }

  test('is sent as it is, shown before it is submitted, taken back and chosen again; the service has it whole, once', async () => {
    const page = await openAtChoice();
    await lookAtScreen(page, 'pdf');
    await choose(page, await billPdf(['Example Energy'], 1));
    await orSayScreen(page, heading(page, 'Check your document').waitFor());
    await page.getByRole('listitem').filter({ hasText: 'PDF' }).waitFor();
    await lookAtScreen(page, 'pdf-review');
    await press(page, 'Remove');
    await heading(page, 'Your document as a PDF').waitFor();

    const twoPages = await billPdf(['Example Energy', 'Ana Silva'], 2);
    await choose(page, twoPages);
    await orSayScreen(page, heading(page, 'Check your document').waitFor());
    expect(await page.getByRole('listitem').filter({ hasText: 'PDF' }).count()).toBe(1);
    await press(page, 'Submit');
    await orSayScreen(page, heading(page, 'Thank you, you’re done').waitFor());

    const { rows } = await stage.stack.sql.query<{ content_type: string; bytes: number }>(
      `select m.content_type, m.bytes from media m join step_runs r on r.id = m.step_run_id
       where r.verification_id = (select max(id) from verifications)`,
    );
    expect(rows).toEqual([{ content_type: 'application/pdf', bytes: twoPages.length }]);
    await page.context().close();
  });

  const refusals = [
    ['locked with a password', () => Promise.resolve(encryptedPdf()), 'file.encrypted_pdf'],
    ['too long', () => billPdf(['Example Energy'], 21), 'file.too_many_pages'],
    ['no PDF at all', () => Promise.resolve(Buffer.from('not a PDF')), 'file.unsupported_type'],
  ] as const;
  test.each(sampleOf(refusals, 1))(
    'that is %s is refused with its code, and another one is taken',
    async (_what, make, code) => {
      const page = await openAtChoice();
      await choose(page, await make());
      await orSayScreen(page, page.getByText(code).waitFor());
      await heading(page, 'Your document as a PDF').waitFor();
      await lookAtScreen(page, `pdf-${code}`);
      await choose(page, await billPdf(['Example Energy']));
      await orSayScreen(page, heading(page, 'Check your document').waitFor());
      expect(await page.getByRole('listitem').filter({ hasText: 'PDF' }).count()).toBe(1);
      await page.context().close();
    },
  );
});
