import type { DocumentType } from '../../domain/document-type.ts';
import type { StepCheck, StepConfig, StepSubmit } from '../define-step-schema.ts';
import type { MrzReading } from './mrz-reading.ts';
import type { StoredDocument } from './page-result-schema.ts';
import type { documentSchema } from './schema.ts';

/** An answer of a document step: id, outcome, code and evidence as the schema pairs them. */
export type DocumentCheck = StepCheck<typeof documentSchema>;

/** What the checks of a document look at. */
export interface DocumentEvidence {
  config: StepConfig<typeof documentSchema>;
  input: StepSubmit<typeof documentSchema>;
  result: StoredDocument;
  /** The machine-readable zone, from the first page that has one. */
  mrz: MrzReading | null;
  type: DocumentType | null;
  /** ISO 3166-1 alpha-2 code of the issuer, where it is a country. */
  country: string | null;
  at: Date;
}
