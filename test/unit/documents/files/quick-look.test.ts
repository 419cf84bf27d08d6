import { expect, test } from 'vitest';
import type { Media, Upload } from '../../../../src/domain/media/media.ts';
import { createReadPages } from '../../../../src/services/media/read-pages.ts';
import { documentStep } from '../../../../src/steps/document/index.ts';
import { documentResultSchema } from '../../../../src/steps/document/page-result-schema.ts';
import { readingOf, today } from '../../../support/documents/evaluated-page.ts';

/** The check of a document's reading, for a picture whose quick check has ended or not when the step is worked on. */
async function codeOf(quality: Pick<Media, 'acceptable' | 'codes'>, found: readonly string[]) {
  let looks = 0;
  const file = { id: 'med_1', kind: 'document-front', contentType: 'image/jpeg', capture: null, ...quality };
  const { readPages } = createReadPages({
    prepareMedia: (media) => Promise.resolve({ media, jpeg: Buffer.from('picture') }),
    preparePdf: { read: () => Promise.reject(new Error('no PDF')) },
    pageReader: { read: () => Promise.resolve(readingOf({})) },
    cutPages: () => Promise.resolve([]),
    glance: () => Promise.resolve(true),
    inspectSurface: () => Promise.resolve({}) as never,
    quickLook: {
      inspect: () => {
        looks += 1;
        return Promise.resolve({ codes: found as never });
      },
    },
    faceAnalyser: null,
    findPortraitEdges: () => Promise.resolve(null),
  });
  const request = {
    config: { accept: [{ type: 'passport' }] },
    input: { documentType: 'passport' },
    files: [file as unknown as Upload],
    challenge: null,
    verificationId: 'ver_1',
    mayWait: false,
  };
  const result = documentResultSchema.parse(
    await documentStep.work({ readPages, films: null, takesSpecimens: () => Promise.resolve(true) }, request),
  );
  const stored = { kind: 'done', result } as const;
  const { outcome } = documentStep.evaluate({ ...request, stored, at: today, earlier: [] });
  return [outcome.checks.find(({ id }) => id === 'document-reading')?.code, looks];
}

test('a picture that was submitted before its quick check ended is checked by the step itself', async () => {
  expect(await codeOf({ acceptable: null, codes: [] }, ['document.blurry_text'])).toEqual(['document.blurry_text', 1]);
  expect(await codeOf({ acceptable: null, codes: [] }, [])).toEqual([null, 1]);
});

test('a picture that was checked is not checked again', async () => {
  expect(await codeOf({ acceptable: true, codes: [] }, ['document.blurry_text'])).toEqual([null, 0]);
  expect(await codeOf({ acceptable: false, codes: ['document.too_dark'] }, [])).toEqual(['document.too_dark', 0]);
});
