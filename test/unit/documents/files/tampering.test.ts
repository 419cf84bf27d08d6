import { describe, expect, it } from 'vitest';
import { noSignals, type PageSignals } from '../../../../src/domain/ports/pages/page-reader.ts';
import { checkTampering } from '../../../../src/steps/document/checks/tampering.ts';
import { documentStep } from '../../../../src/steps/document/index.ts';
import { emptyReading } from '../../../support/documents/made-up-document.ts';
import type { PageEvidence } from '../../../../src/steps/document/document-evidence.ts';
import { signatureSignal } from '../../../../src/domain/documents/signature-signal.ts';
import type { SignatureFault } from '../../../../src/domain/ports/pages/signature-verifier.ts';

const weak = { score: 0.2, area: null, evidence: 'faint' };

const noEvidence = { mrz: null, kind: null, visual: [], fields: new Map() };

type JudgedPage = readonly [signals: Partial<PageSignals>, source: 'picture' | 'pdf'];

function checkPages(...pages: readonly JudgedPage[]) {
  const checks = checkTampering({
    ...noEvidence,
    pages: pages.map(
      ([signals, source]) =>
        ({ page: { reading: { source, signals: { ...noSignals, ...signals } } } }) as unknown as PageEvidence,
    ),
  });
  return checks[0] ?? null;
}

function check(signals: Partial<PageSignals>, source: 'picture' | 'pdf' = 'picture') {
  return checkPages([signals, source]);
}

describe('every record says what could not be told', () => {
  const searchOf = (signals: Partial<PageSignals>) =>
    documentStep.evaluate({
      config: { accept: [{ type: 'passport' }] },
      input: { documentType: 'passport' },
      stored: {
        kind: 'done',
        result: {
          pages: [
            {
              mediaId: 'med_1',
              kind: 'document-front',
              codes: [],
              fault: null,
              reading: { ...emptyReading([]), signals: { ...noSignals, ...signals } },
            },
          ],
          durationMs: 1,
        },
      },
      at: new Date('2026-03-01T12:00:00Z'),
      earlier: [],
    }).outcome;

  it.each([
    ['nothing was looked for', {}, []],
    ['one sign was', { recompression: weak }, ['recompression']],
    ['one is strong', { portraitEdges: { ...weak, score: 0.9 } }, ['portrait-edges']],
  ])('when %s', (_case, signals, lookedFor) => {
    const { record, checks } = searchOf(signals);
    const { tamperingSearch } = record as { tamperingSearch: { lookedFor: string[]; couldNotTell: string[] } };
    expect(tamperingSearch.lookedFor).toEqual(lookedFor);
    expect([...tamperingSearch.lookedFor, ...tamperingSearch.couldNotTell]).toHaveLength(10);
    // Its own place: a check that is skipped would send everybody to review.
    expect(checks.filter(({ id, outcome }) => id === 'tampering' && outcome === 'skipped')).toEqual([]);
  });
});

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
      portraitInsertion: weak,
      textCompression: weak,
      copiedLine: weak,
    });
    const lookedFor = [
      'recompression',
      'portrait-edges',
      'portrait-compression',
      'portrait-insertion',
      'text-compression',
      'copied-line',
    ];
    expect(answer).toMatchObject({
      outcome: 'passed',
      data: { lookedFor, couldNotTell: ['ghost-image', 'editor-metadata', 'fresh-file', 'signature'] },
    });
  });

  describe('on several pages', () => {
    const everySignal = {
      recompression: weak,
      portraitEdges: weak,
      portraitCompression: weak,
      portraitInsertion: weak,
      textCompression: weak,
      copiedLine: weak,
    };
    const back = { recompression: weak, textCompression: weak };

    it('pass if both were judged, although the back has no portrait', () => {
      expect(checkPages([everySignal, 'picture'], [back, 'picture'])).toMatchObject({ outcome: 'passed' });
    });

    it.each([
      ['the compression of the page', { textCompression: weak }, 'recompression'],
      ['the compression of the lines', { recompression: weak }, 'text-compression'],
    ])('do not pass because the other page was judged, if %s could not be', (_, unknown, signal) => {
      expect(checkPages([everySignal, 'picture'], [unknown, 'picture'])).toBeNull();
      expect(checkPages([unknown, 'picture'], [everySignal, 'picture'])).toBeNull();
      const doubted = { ...unknown, portraitEdges: { ...weak, score: 0.9 } };
      const { data } = checkPages([everySignal, 'picture'], [doubted, 'picture']) ?? {};
      expect(data?.couldNotTell).toContain(signal);
      expect(data?.lookedFor).not.toContain(signal);
    });

    it('do not pass because of one file, if another could not be judged', () => {
      const file = { ...everySignal, editorMetadata: weak, freshFile: weak, signature: weak };
      expect(checkPages([file, 'pdf'], [back, 'picture'])).toMatchObject({ outcome: 'passed' });
      expect(checkPages([file, 'pdf'], [{ ...file, signature: null }, 'pdf'])).toBeNull();
      expect(checkPages([file, 'pdf'], [everySignal, 'pdf'])).toBeNull();
    });
  });

  it('name what could not be judged together with what is doubted', () => {
    const answer = check({ portraitCompression: { ...weak, score: 0.9 }, recompression: weak });
    expect(answer).toMatchObject({
      outcome: 'warning',
      code: 'document.recompressed_area',
      data: {
        couldNotTell: [
          'portrait-edges',
          'portrait-insertion',
          'ghost-image',
          'text-compression',
          'copied-line',
          'editor-metadata',
          'fresh-file',
          'signature',
        ],
      },
    });
  });

  it('doubt a file whose signature is wrong, and neither doubt nor pass one of which nobody can tell', () => {
    const signature = (state: 'valid' | 'invalid' | 'unknown', fault: SignatureFault | null) =>
      signatureSignal({ state, fault, issuer: null, claimedAt: null });
    expect(check({ signature: signature('invalid', 'not_whole_file') }, 'pdf')).toMatchObject({
      outcome: 'warning',
      code: 'document.signature_invalid',
    });
    expect(signature('unknown', 'no_issuers')).toBeNull();
    expect(check({ signature: signature('valid', null) }, 'pdf')?.outcome).not.toBe('warning');
  });

  it('doubt a line that is a copy of another by its own code', () => {
    expect(check({ copiedLine: { ...weak, score: 0.9 } })).toMatchObject({
      outcome: 'warning',
      code: 'document.copied_line',
    });
  });

  it('doubt a portrait that a net takes for inserted by its own code', () => {
    expect(check({ portraitInsertion: { ...weak, score: 0.6 } })).toMatchObject({
      outcome: 'warning',
      code: 'document.portrait_inserted',
    });
  });

  it('are a doubt as soon as one is strong, whatever else was looked for', () => {
    const answer = check({ editorMetadata: { ...weak, score: 0.8 } }, 'pdf');
    expect(answer).toMatchObject({ outcome: 'warning', code: 'document.editor_metadata' });
  });
});
