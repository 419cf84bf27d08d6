import { documentTypes } from '../../../src/domain/documents/document-type.ts';
import type { DocumentSample, SampleFile } from './sample.ts';

/** Takes everything, since what is measured is the reading and not what a flow wants. */
export const sampleConfig = {
  accept: [
    ...documentTypes.map((type) => ({ type })),
    { type: 'passport', subtypes: ['visa'] },
    { type: 'national-id', subtypes: ['residence-permit'] },
  ],
  requireUnexpired: false,
  allowPdf: true,
};

/** What goes to the reading process and what comes back. */
export interface ReadRequest {
  id: number;
  input: DocumentSample['input'];
  files: readonly SampleFile[];
}

export interface ReadAnswer {
  id: number;
  /** The stored result of the step's work. */
  result: unknown;
  totalMs: number;
  memory: { residentMb: number; peakMb: number | null };
}
