import { noSignals, type PageSignals } from '../../../src/domain/ports/pages/page-reader.ts';
import type { DocumentEvidence } from '../../../src/steps/document/document-evidence.ts';
import { documentSchema } from '../../../src/steps/document/schema.ts';

const at = new Date('2026-03-01T12:00:00.000Z');

/** A card of a kind with a number and an address, of which nothing was read. */
export const card = {
  type: 'national-id',
  country: 'DE',
  subtype: null,
  mustBeNamed: false,
  expires: true,
  mrz: null,
  fields: [{ name: 'documentNumber', required: true }],
};
export const page = { fault: null, codes: [], reading: null };

/** What the checks of a document read, where this says nothing else. */
export function evidenceOf(more: object, { accept = [{ type: 'national-id' }] }: { accept?: object[] } = {}) {
  return {
    config: documentSchema.config.parse({ accept }),
    input: { documentType: 'national-id' },
    type: 'national-id',
    country: 'DE',
    kind: card,
    isKindCertain: true,
    isZoneMisplaced: false,
    isSignedByOther: false,
    mrz: null,
    pages: [],
    visual: [],
    fields: new Map(),
    result: { pages: [page], unreadPages: 0, durationMs: 1 },
    at,
    ...more,
  } as unknown as DocumentEvidence;
}

export const readings = (values: Record<string, string>, isDoubtful = false) =>
  new Map(Object.entries(values).map(([name, value]) => [name, { name, value, normalisedValue: value, isDoubtful }]));

/** A front with these signals, whatever it shows. */
export function picturesWith(signals: Partial<PageSignals>) {
  const pages = [
    { page: { kind: 'document-front', reading: { source: 'pdf', signals: { ...noSignals, ...signals } } } },
  ];
  return evidenceOf({ pages, result: { pages: [], film: null } });
}
