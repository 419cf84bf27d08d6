import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FlowDocumentInput } from '../../src/contract/flows/flow-document.ts';
import { problemLine } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { billPdf, encryptedPdf, manyPages, scannedPdf } from '../support/documents/pdfs.ts';
import { passportPicture, smallPicture } from '../support/documents/pictures.ts';
import { certify, signAround } from '../support/documents/signed-pdf.ts';
import { sampleOf } from '../support/sample-of.ts';
import { qualityOf } from '../support/quality-of.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { startStack, type Stack } from '../support/stack.ts';

const pdfFlow = {
  steps: [
    {
      id: 'document',
      type: 'document',
      config: { accept: [{ type: 'passport' }], requireUnexpired: false, allowPdf: true, maxPdfPages: 2 },
    },
  ],
} satisfies FlowDocumentInput;

/** Looks at files as they arrive, and reads none: what a submit takes does not depend on what a page says. */
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ quality: true });
  await stack.client.addFlow('pdf', pdfFlow);
  await stack.client.addFlow('letters', {
    steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'proof-of-residency' }] } }],
  });
  await stack.client.addFlow('portuguese', {
    steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'passport', countries: ['PT'] }] } }],
  });
}, 120_000);
afterAll(() => stack.close());

const upload = (session: SdkSession, pdf: Buffer) => session.upload(pdf, { kind: 'document-page', name: 'page.pdf' });

describe('a PDF that is read', () => {
  let reading: Stack;
  beforeAll(async () => {
    reading = await startStack();
    await reading.startWorkers({ quality: true, document: true, maintenance: true });
    await reading.client.addFlow('pdf', pdfFlow);
  }, 120_000);
  afterAll(() => reading.close());

  test('is checked, read in full, and stored only as a PDF of its pictures', async () => {
    const session = await reading.startSession('pdf');
    const { jpeg, truth } = await passportPicture();
    const original = Buffer.concat([await scannedPdf([jpeg]), Buffer.from('behind-the-end')]);
    expect((await upload(session, original)).status).toBe(201);
    expect(await qualityOf(session)).toEqual({ acceptable: true, codes: [] });
    const { mediaId } = (await session.state()).body.steps[0]?.files[0] ?? { mediaId: '' };
    const mediaOf = () => reading.api.get<Buffer>(`/v2/media/${mediaId}`, { token: reading.client.token });
    // The stranger's own bytes are never served.
    expect((await mediaOf()).status).toBe(409);
    expect((await session.submit()).status).toBe(202);

    const fields = await eventually(
      async () => {
        const path = `/v2/identities/${session.identityId}`;
        const { body } = await reading.api.get<{
          latestVerification: { steps: { document: { mrz: { lines: string[] } | null } | null }[] } | null;
        }>(path, { token: reading.client.token });
        return body.latestVerification?.steps[0]?.document?.mrz?.lines ?? null;
      },
      { what: 'the verdict' },
    );
    expect(fields).toEqual(truth.mrz);
    const { status, headers, body } = await mediaOf();
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="med_[^"]+\.pdf"$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(body.subarray(0, 5).toString()).toBe('%PDF-');
    expect(body.includes('behind-the-end')).toBe(false);
    expect(body.includes('pdf-lib')).toBe(false);
  });
});

describe('a PDF that is uploaded', () => {
  test.each([
    ['is locked', 'file.encrypted_pdf', encryptedPdf],
    ['has thousands of pages', 'file.too_many_pages', () => manyPages(10_000)],
    ['has one page more than the flow takes', 'file.too_many_pages', () => billPdf(['Conta de luz'], 3)],
    ['is no PDF but for its header', 'file.unreadable_pdf', () => Buffer.from('%PDF-1.7\n')],
  ] as const)('and %s gets its code, and the step does not accept it', async (_what, code, make) => {
    const session = await stack.startSession('pdf');
    await upload(session, await make());
    expect(await qualityOf(session)).toEqual({ acceptable: false, codes: [code] });
    expect((await session.submit()).status).toBe(409);
  });

  test('and has as many pages as the flow accepts is accepted, also in place of one with more', async () => {
    const session = await stack.startSession('pdf');
    await upload(session, await billPdf(['Conta de luz'], 3));
    const { mediaId } = (await session.state()).body.steps[0]?.files[0] ?? { mediaId: '' };
    expect((await session.deleteFile(mediaId)).status).toBe(204);
    await upload(session, await billPdf(['Conta de luz'], 2));
    expect(await qualityOf(session)).toEqual({ acceptable: true, codes: [] });
    expect((await session.submit()).status).toBe(202);
  });

  test('in a signed envelope counts as the PDF that it contains', async () => {
    const session = await stack.startSession('pdf');
    const signer = await certify({ subject: 'CN=Billing, O=Example Energy' });
    await upload(session, signAround(signer, await billPdf(['Conta de luz'], 2)));
    expect(await qualityOf(session)).toEqual({ acceptable: true, codes: [] });
    expect((await session.submit()).status).toBe(202);
    const other = await stack.startSession('pdf');
    expect(problemLine(await upload(other, signAround(signer, Buffer.from('no PDF'))))).toBe(
      '415 file.unsupported_type',
    );
  });

  test('is not accepted if the flow does not allow it', async () => {
    const session = await stack.startSession();
    expect((await upload(session, await billPdf(['Conta de luz']))).status).toBe(422);
  });

  test('is refused at the upload by a flow that accepts only photographs of letters', async () => {
    const session = await stack.startSession('letters');
    const answer = await upload(session, await billPdf(['Conta de luz']));
    expect(problemLine(answer)).toBe('415 file.unsupported_type');
    expect((await session.state()).body.steps[0]?.files).toEqual([]);
  });
});

describe('a document that the flow cannot accept', () => {
  const refusals = [
    ['of another type', { documentType: 'national-id' }, '/documentType'],
    ['of a country outside the flow', { documentType: 'passport', country: 'FR' }, '/country'],
    ['of a subtype that no kind has', { documentType: 'passport', subtype: 'no-such' }, '/subtype'],
  ] as const;
  test.each(sampleOf(refusals, 1))('%s is refused at the submit and costs no attempt', async (_, input, pointer) => {
    const session = await stack.startSession('portuguese');
    await session.upload(await smallPicture());
    const answer = await session.submit('document', input);
    expect(problemLine(answer)).toBe('422 step.document_not_accepted');
    expect(answer.body).toMatchObject({ errors: [{ pointer }] });
    expect((await session.state()).body.steps[0]).toMatchObject({ status: 'waiting', attempt: 1, attemptsLeft: 3 });
  });
});
