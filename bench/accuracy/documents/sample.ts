import type { DocumentFieldName } from '../../../src/domain/documents/document-field.ts';
import type { DocumentType } from '../../../src/domain/documents/document-type.ts';
import type { MediaKind } from '../../../src/domain/media/media-kind.ts';

/** What one zone of a document says. */
export interface ZoneTruth {
  /** As it stands there: diacritics of the print; fillers of the machine-readable zone as spaces. */
  value: string;
  /** Dates as ISO 8601, numbers without separators; null when there is no other notation. */
  normalised: string | null;
}

/** What is right for a field; null where that zone does not hold it. */
export interface FieldTruth {
  printed: ZoneTruth | null;
  mrz: ZoneTruth | null;
  barcode: ZoneTruth | null;
}

export type DocumentTruth = Partial<Record<DocumentFieldName, FieldTruth>>;

export interface SampleFile {
  kind: MediaKind;
  contentType: string;
  bytes: Buffer;
}

/** A document whose truth is known, as a person would submit it. */
export interface DocumentSample {
  /** What finds it again: kind, seed, distortion, or the file's name. */
  label: string;
  /** Group of the table by kind. */
  kind: string;
  distortion: string;
  /** Draws or opens them; not called where a kept reading makes it needless. */
  files: () => Promise<readonly SampleFile[]>;
  /** What the person says that it is. */
  input: { documentType: DocumentType; country?: string; subtype?: string };
  mrz: readonly string[] | null;
  fields: DocumentTruth;
  /** Whether `fields` has everything that the document says, so that any other value is made up. */
  isTruthComplete: boolean;
  /** What its barcodes hold. */
  barcodes: readonly string[];
  /** The check digits in print are wrong, so that a right reading must not pass. */
  printedInvalid: boolean;
  /** Fields on which the document contradicts itself: the cross-check must name them. */
  conflicts: readonly DocumentFieldName[];
  legible: boolean;
}

export interface DocumentSet {
  title: string;
  /** How the set is made: seeds, folder. */
  facts: readonly string[];
  count: number;
  samples: () => AsyncIterable<DocumentSample>;
  complete: boolean;
}
