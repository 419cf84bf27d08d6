import { describe, expect, it, test } from 'vitest';
import type { DocumentKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { Media } from '../../../../src/domain/media/media.ts';
import type { PageSignals, PageReading } from '../../../../src/domain/ports/pages/page-reader.ts';
import type { OpenedPdf } from '../../../../src/domain/ports/pages/pdf-opener.ts';
import type { FileSignature } from '../../../../src/domain/ports/pages/signature-verifier.ts';
import { createReadPages } from '../../../../src/services/media/read-pages.ts';
import { judge } from '../../../support/documents/judge-document.ts';
import { emptyReading, makeUpDocument, storeDocument } from '../../../support/documents/made-up-document.ts';
import { ownPaper } from '../../../support/documents/own-paper.ts';
import { sampleOf } from '../../../support/sample-of.ts';

const none = { score: 0, area: null, evidence: 'Nothing was found.' };
const found = { score: 0.9, area: null, evidence: 'The file was saved by “GIMP”.' };
const signedBy = (...issues: NonNullable<NonNullable<PageSignals['signature']>['issues']>) => ({
  score: 0,
  area: null,
  evidence: 'An issuer signed the whole file.',
  issues,
});

interface Variant {
  signals: Partial<PageSignals>;
  /** Whether the second reader read the lines as the first one did. */
  agreed: boolean;
}
const variants: [string, Variant][] = [
  ['nothing to find', { signals: { editorMetadata: none, freshFile: none }, agreed: true }],
  ['no second reader', { signals: { editorMetadata: none, freshFile: none }, agreed: false }],
  ['an editor named', { signals: { editorMetadata: found, freshFile: none }, agreed: true }],
  ['a fresh file', { signals: { editorMetadata: none, freshFile: found }, agreed: true }],
  ['a copy', { signals: { editorMetadata: none, freshFile: none, copyScore: 0.99, screenScore: 0.9 }, agreed: true }],
  ['all of that', { signals: { editorMetadata: found, freshFile: found, copyScore: 0.99 }, agreed: false }],
];

/** All findings on a PDF of the document, signed so that its text is what was signed. */
function findingsOn(kind: DocumentKind, { signals, agreed }: Variant, signature: PageSignals['signature']) {
  const { pages, ...rest } = storeDocument(kind, makeUpDocument(kind, 1), (reading) => ({
    ...reading,
    source: 'pdf',
    lines: reading.lines.map((line) => ({
      ...line,
      agreed,
      confidence: agreed ? line.confidence : 0.5,
      ...(signature !== null && { signed: true }),
    })),
    signals: { ...ownPaper, ...signals, signature },
  }));
  const inPdf = pages.map((page) => ({ ...page, kind: 'document-page' as const }));
  const { outcome } = judge(kind, { ...rest, pages: inPdf }, { allowPdf: true });
  const { checks, record, traits, facts } = outcome;
  return { checks, record, traits, facts };
}

const named = sampleOf(
  documentKinds.map((kind) => [kindKeyOf(kind), kind] as const),
  12,
);

describe.each(named)('%s in a PDF that an issuer of other documents signed', (_key, kind) => {
  const others = [
    signedBy({ type: kind.type === 'proof-of-residency' ? 'passport' : 'proof-of-residency', countries: null }),
    signedBy({ type: kind.type, countries: ['AQ'] }),
    signedBy(),
  ];

  it.each(variants)('has the findings of the unsigned file and one more: %s', (_what, variant) => {
    const { checks, ...unsigned } = findingsOn(kind, variant, null);
    for (const other of others) {
      const signed = findingsOn(kind, variant, other);
      const more = signed.checks.filter(({ code }) => code === 'document.signed_by_other');
      expect(more).toHaveLength(1);
      expect({ ...signed, checks: signed.checks.filter((check) => !more.includes(check)) }).toEqual({
        ...unsigned,
        checks,
      });
    }
  });

  it('needs neither a second reader nor a look at its programs if its own issuer signed it', () => {
    const own = signedBy({ type: kind.type, countries: null });
    const { checks } = findingsOn(kind, { signals: { editorMetadata: found, freshFile: found }, agreed: false }, own);
    const codes = checks.map(({ code }) => code);
    expect(codes).not.toContain('document.editor_metadata');
    expect(codes).not.toContain('document.fresh_file');
    const sure = findingsOn(kind, { signals: { editorMetadata: null, freshFile: null }, agreed: true }, own);
    expect(checks).toEqual(sure.checks);
  });
});

test('a signature changes nothing that is read from the file, except what says that it was signed', async () => {
  const box = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const;
  const line = { text: 'Jane Sample', confidence: 0.5, box, agreed: false };
  async function read(signature: FileSignature | null): Promise<PageReading[]> {
    const opened: OpenedPdf = {
      pageCount: 1,
      producer: 'GIMP 2.10',
      creator: null,
      createdAt: new Date('2026-10-04'),
      signature,
      textOf: () => Promise.resolve([line]),
      sketch: () => Promise.resolve(Buffer.from([0])),
      draw: () => Promise.resolve({ jpeg: Buffer.from([0]), widthPx: 100, heightPx: 100, textLayer: [line] }),
    };
    const { readPages } = createReadPages({
      quickLook: null,
      prepareMedia: () => Promise.reject(new Error('not a picture')),
      preparePdf: { read: async (_media, _maxPages, use) => ({ result: await use(opened), make: null }) },
      glance: () => Promise.resolve(true),
      pageReader: { read: () => Promise.resolve(emptyReading([line])) },
      cutPages: () => Promise.resolve([]),
      inspectSurface: () => Promise.reject(new Error('not a picture')),
      clock: { elapsedMs: () => 0, now: () => new Date('2026-10-04') },
      faceAnalyser: null,
      findPortraitEdges: () => Promise.resolve(null),
    });
    const pdf = { id: 'med_1', contentType: 'application/pdf' } as unknown as Media; // The input of the reading.
    const answer = await readPages(pdf, { maxPages: 1, country: null });
    if ('fault' in answer) throw new Error(answer.fault);
    return answer.readings;
  }
  const unsigned = await read(null);
  expect(unsigned[0]?.signals.editorMetadata?.score).toBeGreaterThan(0.5);
  const signature = { state: 'valid', fault: null, issuer: 'Power', issues: [], claimedAt: null } as const;
  expect(await read(signature)).toEqual(
    unsigned.map(({ signals, lines, ...rest }) => ({
      ...rest,
      lines: lines.map((one) => ({ ...one, signed: true })),
      signals: { ...signals, signature: signedBy() },
    })),
  );
});
