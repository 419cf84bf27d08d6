import { describe, expect, test } from 'vitest';
import { createImageNormaliser } from '../../../src/adapters/native/captures/image-normaliser.ts';
import { documentStep } from '../../../src/steps/document/index.ts';
import { documentResultSchema } from '../../../src/steps/document/page-result-schema.ts';
import { openPageReader } from '../open-page-reader.ts';
import { listRealSpecimens } from '../real-specimens.ts';

/** Passports whose machine-readable zone and visual zone print different dates of expiry. */
const contradicting = ['62_pass-aus.png', '100_pass-ltu.jpg'];
const specimens = listRealSpecimens().filter(({ file }) => contradicting.includes(file));

describe.skipIf(specimens.length === 0)('real specimens that contradict themselves', () => {
  test.each(specimens.map((specimen) => [specimen.file, specimen] as const))(
    '%s: the dates of expiry do not agree',
    async (_file, { picture }) => {
      const reader = await openPageReader();
      const normalised = await createImageNormaliser().normalise(picture);
      if ('fault' in normalised) throw new Error(normalised.fault);
      const reading = await reader.read(normalised.image.jpeg);
      const page = { mediaId: 'med_1', kind: 'document-front', codes: [], fault: null, reading };
      const { outcome } = documentStep.evaluate({
        config: { accept: [{ type: 'passport' }], requireUnexpired: false },
        input: { documentType: 'passport' },
        stored: { kind: 'done', result: documentResultSchema.parse({ pages: [page], durationMs: 1 }) },
        at: new Date('2026-03-01T12:00:00Z'),
        earlier: [],
      });
      const check = outcome.checks.find(({ id }) => id === 'cross-check');
      expect(check, JSON.stringify(reading.lines.map(({ text }) => text))).toMatchObject({
        outcome: 'warning',
        code: 'document.fields_disagree',
      });
      const { comparisons } = check?.data as { comparisons: { field: string; agrees: boolean }[] };
      expect(comparisons.filter(({ agrees }) => !agrees).map(({ field }) => field)).toEqual(['dateOfExpiry']);
    },
    120_000,
  );
});
