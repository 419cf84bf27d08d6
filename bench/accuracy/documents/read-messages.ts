import { documentTypes } from '../../../src/domain/documents/document-type.ts';
import type { DocumentSample, SampleFile } from './sample.ts';

/** Accepts everything, since the section measures the reading and not what a flow accepts. */
export const sampleConfig = {
  accept: [
    ...documentTypes.map((type) => ({ type })),
    { type: 'passport', subtypes: ['visa'] },
    { type: 'national-id', subtypes: ['residence-permit'] },
  ],
  requireUnexpired: false,
  allowPdf: true,
};

/** The messages to and from the reading process. */
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
