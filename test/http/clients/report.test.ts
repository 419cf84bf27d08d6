import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPdfReportWriter, openReportFonts } from '../../../src/adapters/pdf-report-writer.ts';
import { spellInFonts } from '../../../src/adapters/spell-in-fonts.ts';
import type { Report } from '../../../src/domain/ports/report-writer.ts';
import { createReadReport } from '../../../src/services/verifications/read-report.ts';
import { problemLine } from '../../support/api-client.ts';
import { finishSession } from '../../support/finish-session.ts';
import { smallPicture } from '../../support/documents/pictures.ts';
import { sessionStart, startSdkSession, type SdkSession } from '../../support/sdk-client.ts';
import { documentOnly, seedClient } from '../../support/seed.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
let session: SdkSession;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  await stack.client.addFlow('once', { ...documentOnly, maxAttemptsPerStep: 1 });
  session = await stack.startSession('once');
  await finishSession(stack, session);
  await stack.sql.query(`update media set state = 'ready' where verification_id = $1`, [session.verificationId]);
  await stack.api.post(`/v2/verifications/${session.verificationId}/review`, {
    token: stack.client.token,
    json: { status: 'rejected', reason: 'Zażółć gęślą jaźń', notes: 'ตรวจสอบแล้ว' },
  });
});
afterAll(() => stack.close());

const read = ({ verificationId }: SdkSession, token = stack.client.token) =>
  stack.api.get<Buffer>(`/v2/verifications/${verificationId}/report.pdf`, { token });

/** The report before it is written as a PDF. */
async function compose({ clientId, verificationId }: { clientId: string; verificationId: string }): Promise<Report> {
  const written: Report[] = [];
  const reportWriter = {
    write: (report: Report) => {
      written.push(report);
      return Promise.resolve(Buffer.alloc(0));
    },
  };
  const caller = { clientId, actorId: 'tok_1', scopes: [], administers: true };
  await createReadReport({ ...stack.container, reportWriter })(caller, verificationId);
  const [report] = written;
  if (report === undefined) throw new Error('no report was written');
  return report;
}

describe('the report', () => {
  test('is a PDF with its pages, for callers who may read the attempt and its files', async () => {
    const answer = await read(session);
    expect([answer.status, answer.contentType]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${session.verificationId}.pdf"`);
    const document = await PDFDocument.load(answer.body, { updateMetadata: false });
    expect(document.getPageCount()).toBeGreaterThan(0);
    expect(document.getTitle()).toBe(`Verification ${session.verificationId}`);
    const { token } = await stack.client.addToken(['webhooks:write']);
    expect(problemLine(await read(session, token))).toBe('403 auth.scope_missing');
    // The report shows the person's documents and face.
    const withoutFiles = await stack.client.addToken(['identities:read']);
    expect(problemLine(await read(session, withoutFiles.token))).toBe('403 auth.scope_missing');
    const both = await stack.client.addToken(['identities:read', 'media:read']);
    expect((await read(session, both.token)).status).toBe(200);
    const other = await seedClient(stack.container.db);
    expect(problemLine(await read(session, other.token))).toBe('404 verification.not_found');
  });

  test('says first that its client is in test mode, so that nobody takes it for the report of a person', async () => {
    const client = await seedClient(stack.container.db, 'test');
    const { verificationId } = await startSdkSession(
      stack.api,
      sessionStart(client.clientId, client.flowOf('document-only')),
    );
    await stack.api.post(`/v2/verifications/${verificationId}/simulate`, {
      token: client.token,
      json: { status: 'verified' },
    });
    const labels = async () =>
      (await compose({ clientId: client.clientId, verificationId })).sections[0]?.rows.map(({ label }) => label);
    expect((await labels())?.[0]).toBe('Test mode');
    await stack.sql.query(`update clients set mode = 'live' where id = $1`, [client.clientId]);
    expect(await labels()).not.toContain('Test mode');
  });

  test('does not exist before a verdict', async () => {
    expect(problemLine(await read(await stack.startSession('once')))).toBe('409 verification.not_finished');
  });

  test('says both verdicts, each reason in plain words with its code, the checks, the files and the times', async () => {
    const { verificationId } = session;
    const { sections } = await compose({ clientId: stack.client.clientId, verificationId });
    expect(sections.map(({ heading }) => heading)).toEqual([
      'Attempt',
      'Verdict',
      'Reasons',
      'Identity',
      'Step document (document)',
      'Timeline',
    ]);
    const rowsOf = (heading: string) => sections.find((section) => section.heading === heading)?.rows ?? [];
    expect(rowsOf('Verdict').map(({ label }) => label)).toEqual(expect.arrayContaining(['Automatic', 'By a person']));
    expect(rowsOf('Verdict')).toContainEqual({ label: 'Reason', value: 'Zażółć gęślą jaźń' });
    const [reason] = rowsOf('Reasons');
    expect(reason?.label).toMatch(/^[a-z_]+\.[a-z_]+$/);
    expect(reason?.value).toMatch(/^[A-Z].+\. \(document, /);
    expect(rowsOf('Step document (document)').map(({ label }) => label)).toContain('document-reading');
    expect(rowsOf('Timeline').map(({ value }) => value)).toEqual(
      expect.arrayContaining(['started', 'verdict', 'reviewed']),
    );
    expect(sections.flatMap(({ pictures }) => pictures)).toHaveLength(1);
  });
});

describe('the written PDF', () => {
  test('has as many pages as it needs, and contains its pictures', async () => {
    const jpeg = await smallPicture();
    const pdf = await createPdfReportWriter().write({
      title: 'Many',
      sections: Array.from({ length: 12 }, (_, index) => ({
        heading: `Section ${index}`,
        rows: Array.from({ length: 8 }, () => ({ label: 'label', value: 'word '.repeat(40) })),
        pictures: [{ caption: 'front', jpeg }],
      })),
    });
    const document = await PDFDocument.load(pdf);
    // No separate page for a page number.
    expect(document.getPageCount()).toBeGreaterThan(8);
    expect(document.getPageCount()).toBeLessThan(20);
  });

  test.each([
    ['English, German, French, Spanish, Portuguese, Italian', 'Müller Œuvre Ñandú São Perché ß'],
    ['Polish and Turkish', 'Zażółć gęślą jaźń İstanbul ığüşöç'],
    ['Russian', 'Ёжик Щукин Ивановна'],
    ['Thai', 'สมชาย ใจดี น้ำผึ้ง'],
  ])('has a letter for every one of %s', (_languages, text) => {
    const { fonts, hasGlyph } = openReportFonts();
    const drawn = spellInFonts(text, fonts, hasGlyph);
    expect(drawn.map((run) => run.text).join('')).toBe(text);
  });

  test('cuts a text where its letters need another font, and shows what no font has as a question mark', () => {
    const has = (font: string, point: number) => (font === 'thai' ? point > 0xe00 && point < 0xe80 : point < 0x250);
    expect(spellInFonts('Ana สม 漢 b', ['latin', 'thai'], has)).toEqual([
      { font: 'latin', text: 'Ana ' },
      { font: 'thai', text: 'สม' },
      { font: 'latin', text: ' ? b' },
    ]);
  });
});
