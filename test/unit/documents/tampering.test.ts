import { describe, expect, it } from 'vitest';
import { noSignals, type PageSignals } from '../../../src/domain/ports/pages/page-reader.ts';
import { checkTampering } from '../../../src/steps/document/checks/tampering.ts';
import type { DocumentEvidence, PageEvidence } from '../../../src/steps/document/document-evidence.ts';

const weak = { score: 0.2, area: null, evidence: 'faint' };

function check(signals: Partial<PageSignals>, source: 'picture' | 'pdf' = 'picture') {
  const page = { page: { reading: { source, signals: { ...noSignals, ...signals } } } } as unknown as PageEvidence;
  return checkTampering({ pages: [page] } as unknown as DocumentEvidence);
}

describe('signs of tampering', () => {
  it('are not answered when nobody looked', () => {
    expect(check({})).toBeNull();
  });

  it('never pass on a part of what could be looked for', () => {
    expect(check({ editorMetadata: { ...weak, score: 0.4 } }, 'pdf')).toBeNull();
    expect(check({ recompression: weak })).toBeNull();
    expect(check({ recompression: weak, portraitEdges: weak }, 'pdf')).toBeNull();
    expect(check({ recompression: weak, portraitEdges: weak })).toBeNull();
  });

  it('pass when all was looked for and nothing is strong, and name what was looked for', () => {
    const answer = check({
      recompression: weak,
      portraitEdges: weak,
      portraitCompression: weak,
      textCompression: weak,
    });
    const lookedFor = ['recompression', 'portrait-edges', 'portrait-compression', 'text-compression'];
    expect(answer).toMatchObject({
      outcome: 'passed',
      data: { lookedFor, couldNotTell: ['editor-metadata', 'fresh-file'] },
    });
  });

  it('name what could not be told beside what is doubted', () => {
    const answer = check({ portraitCompression: { ...weak, score: 0.9 }, recompression: weak });
    expect(answer).toMatchObject({
      outcome: 'warning',
      code: 'document.recompressed_area',
      data: { couldNotTell: ['portrait-edges', 'text-compression', 'editor-metadata', 'fresh-file'] },
    });
  });

  it('are a doubt as soon as one is strong, whatever else was looked for', () => {
    const answer = check({ editorMetadata: { ...weak, score: 0.8 } }, 'pdf');
    expect(answer).toMatchObject({ outcome: 'warning', code: 'document.editor_metadata' });
  });
});
