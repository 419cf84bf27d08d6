import type { DocumentFieldName } from '../../domain/documents/document-field.ts';
import type { DocumentKind, DocumentSide } from '../../domain/document-kinds/document-kind.ts';
import type { DocumentType } from '../../domain/documents/document-type.ts';
import type { Facts } from '../../domain/verifications/identity.ts';
import type { StepCheck, StepConfig, StepSubmit } from '../define-step-schema.ts';
import type { FinishedStep } from '../conclusion.ts';
import type { AamvaReading } from './aamva-reading.ts';
import type { FieldReading } from './field-reading.ts';
import type { MrzReading } from './mrz-reading.ts';
import type { StoredDocument, StoredPage } from './page-result-schema.ts';
import type { documentSchema } from './schema.ts';
import type { PlacedLine } from './visual/page-layout.ts';
import type { VisualField } from './visual/read-visual-fields.ts';

/** An answer of a document step: id, outcome, code and evidence as the schema pairs them. */
export type DocumentCheck = StepCheck<typeof documentSchema>;

/** An uploaded page with what was found on it. */
export interface PageEvidence {
  page: StoredPage;
  /** Its print: lines outside the machine-readable zone. */
  lines: readonly PlacedLine[];
  /** As uploaded; null for pages of no particular side. */
  claimedSide: DocumentSide | null;
  /** As recognised. */
  shownSide: DocumentSide | null;
}

/** What the checks of a document look at. */
export interface DocumentEvidence {
  config: StepConfig<typeof documentSchema>;
  input: StepSubmit<typeof documentSchema>;
  result: StoredDocument;
  earlier: readonly FinishedStep[];
  pages: readonly PageEvidence[];
  /** The machine-readable zone, from the first page that has one. */
  mrz: MrzReading | null;
  barcode: AamvaReading | null;
  /** The kind of the catalogue, or null when none was recognised. */
  kind: DocumentKind | null;
  /** Whether the kind is beyond doubt: an uncertain one judges nothing as failed. */
  isKindCertain: boolean;
  /** Whether the print alone says which kind it is, and with it which country issued it. */
  isToldByPrint: boolean;
  type: DocumentType | null;
  /** ISO 3166-1 alpha-2 code of the issuer, where it is a country. */
  country: string | null;
  /** The labelled values of the print, with the lines that hold them. */
  visual: readonly VisualField[];
  /** Every source's word on every field, best first. */
  readings: readonly FieldReading[];
  /** The best word on each field. */
  fields: ReadonlyMap<DocumentFieldName, FieldReading>;
  facts: Facts;
  at: Date;
}

/** The best value of a field in its one notation; null when nobody read it. */
export function valueOf({ fields }: Pick<DocumentEvidence, 'fields'>, name: DocumentFieldName): string | null {
  const reading = fields.get(name);
  return reading === undefined ? null : (reading.normalisedValue ?? reading.value);
}

/** A value of a field that is a date; null when nobody read one. */
export function dateOf(evidence: Pick<DocumentEvidence, 'fields'>, name: DocumentFieldName): string | null {
  const value = valueOf(evidence, name);
  return value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null;
}
