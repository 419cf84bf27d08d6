import type { DocumentFieldName } from '../../domain/documents/document-field.ts';
import type { DocumentKind, DocumentSide } from '../../domain/document-kinds/document-kind.ts';
import type { DocumentType } from '../../domain/documents/document-type.ts';
import type { Facts } from '../../domain/verifications/identity.ts';
import type { StepCheck, StepConfig, StepSubmit } from '../define-step-schema.ts';
import type { FinishedStep } from '../conclusion.ts';
import type { BarcodeReading } from './barcode-reading.ts';
import type { FieldReading } from './field-reading.ts';
import type { MrzReading } from './mrz-reading.ts';
import type { StoredDocument, StoredPage } from './page-result-schema.ts';
import type { documentSchema } from './schema.ts';
import type { PlacedLine } from './visual/page-layout.ts';
import type { VisualField } from './visual/visual-field.ts';

/** A check of a document step: id, outcome, code and evidence, in the combinations of the schema. */
export type DocumentCheck = StepCheck<typeof documentSchema>;

/** An uploaded page with everything found on it. */
export interface PageEvidence {
  page: StoredPage;
  /** Its print: lines outside the machine-readable zone. */
  lines: readonly PlacedLine[];
  /** Lines outside the zone with a filler of a zone: they confirm nothing, but a true value may be on them. */
  withFillers?: readonly PlacedLine[];
  /** The side under which it was uploaded; null for pages without a side. */
  claimedSide: DocumentSide | null;
  /** The recognised side. */
  shownSide: DocumentSide | null;
  /** The document has no room for this page, so its print and portrait count for nothing. Missing: it has. */
  isExtra?: boolean;
}

/** The input of a document's checks. */
export interface DocumentEvidence {
  config: StepConfig<typeof documentSchema>;
  input: StepSubmit<typeof documentSchema>;
  result: StoredDocument;
  earlier: readonly FinishedStep[];
  pages: readonly PageEvidence[];
  /** The machine-readable zone, from the first page that has one. */
  mrz: MrzReading | null;
  barcode: BarcodeReading | null;
  /** The kind from the catalogue, or null when none was recognised. */
  kind: DocumentKind | null;
  /** Whether the kind is beyond doubt. With an uncertain kind, no check fails. */
  isKindCertain: boolean;
  /** Whether the print alone identifies the kind and therefore the issuing country. */
  isToldByPrint: boolean;
  /** Whether an issuer signed a PDF that it does not vouch for: in `pages`, such a PDF is as if it were not signed. */
  isSignedByOther: boolean;
  /** Whether the zone is on a side of the document that has none. */
  isZoneMisplaced: boolean;
  type: DocumentType | null;
  /** ISO 3166-1 alpha-2 code of the issuer, if it is a country. */
  country: string | null;
  /** The labelled values of the print, with the lines that contain them. */
  visual: readonly VisualField[];
  /** Every source's value of every field, best first. */
  readings: readonly FieldReading[];
  /** The best value of each field. */
  fields: ReadonlyMap<DocumentFieldName, FieldReading>;
  facts: Facts;
  at: Date;
}

/** The best value of a field in its normalised form; null when nobody read it. */
export function valueOf({ fields }: Pick<DocumentEvidence, 'fields'>, name: DocumentFieldName): string | null {
  const reading = fields.get(name);
  return reading === undefined ? null : (reading.normalisedValue ?? reading.value);
}

/**
 * Whether a value was read without a doubt. A check that needs the value passes only then: the doubt has its own finding, which a policy may
 * accept, and the flow's other requirements stay.
 */
export function isSure({ fields }: Pick<DocumentEvidence, 'fields'>, name: DocumentFieldName): boolean {
  return fields.get(name)?.isDoubtful === false;
}

/** The value of a date field; null when nobody read one. */
export function dateOf(evidence: Pick<DocumentEvidence, 'fields'>, name: DocumentFieldName): string | null {
  const value = valueOf(evidence, name);
  return value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null;
}
