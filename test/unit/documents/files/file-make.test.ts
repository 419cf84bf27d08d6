import { expect, test } from 'vitest';
import type { Upload } from '../../../../src/domain/media/media.ts';
import type { PdfMake } from '../../../../src/domain/ports/pages/pdf-opener.ts';
import { evaluateDocument } from '../../../../src/steps/document/evaluate-document.ts';
import { documentStep } from '../../../../src/steps/document/index.ts';
import { documentResultSchema } from '../../../../src/steps/document/page-result-schema.ts';
import { documentSchema } from '../../../../src/steps/document/schema.ts';
import { emptyReading } from '../../../support/documents/made-up-document.ts';

const config = documentSchema.config.parse({ accept: [{ type: 'proof-of-residency' }] });
const input = { documentType: 'proof-of-residency' as const };
const file = { id: 'med_1', kind: 'document-page', codes: [], contentType: 'application/pdf' } as unknown as Upload; // The input of the work.
const make: PdfMake = {
  producer: 'Billing\u0000 3\u202e.1',
  creator: null,
  createdAt: new Date('2026-09-01T10:00:00Z'),
  changedAt: new Date('2026-09-02T10:00:00Z'),
  pageCount: 2,
  textPages: 1,
  fonts: ['Hel\u0007vetica'],
  revisions: 2,
  signatures: 1,
};

async function recordOf(made: PdfMake | null) {
  const readPages = () =>
    Promise.resolve({ readings: [emptyReading([])], unreadPages: 0, timedOut: false, origin: null, make: made });
  const request = { config, input, files: [file], challenge: null, verificationId: '', mayWait: false };
  const result = documentResultSchema.parse(
    await documentStep.work({ readPages, films: null, takesSpecimens: () => Promise.resolve(true) }, request),
  );
  return evaluateDocument({ config, input, result, earlier: [], at: new Date('2026-10-01') }).outcome.record;
}

test('the document’s record says how a PDF was made, without control characters that its maker hid in the words', async () => {
  expect(await recordOf(make)).toMatchObject({
    files: [
      {
        mediaId: 'med_1',
        producer: 'Billing 3.1',
        creator: null,
        createdAt: '2026-09-01T10:00:00.000Z',
        changedAt: '2026-09-02T10:00:00.000Z',
        pageCount: 2,
        textPages: 1,
        fonts: ['Helvetica'],
        revisions: 2,
        signatures: 1,
      },
    ],
  });
});

test('the document’s record has the result of a PDF’s signatures', async () => {
  const signature = { state: 'invalid', fault: 'not_whole_file', issuer: null, claimedAt: null } as const;
  expect(await recordOf({ ...make, signature })).toMatchObject({ files: [{ signature }] });
  expect(await recordOf({ ...make, signature: null })).toMatchObject({ files: [{ signature: null }] });
});

test('an impossible time is left out', async () => {
  for (const year of [1601, 9999]) {
    const record = await recordOf({ ...make, createdAt: new Date(Date.UTC(year, 1, 1)) });
    expect(record).toMatchObject({ files: [{ createdAt: null }] });
  }
});

test('pictures have no such facts', async () => {
  expect(await recordOf(null)).toMatchObject({ files: [] });
});
