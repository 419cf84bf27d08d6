import type { DocumentFieldName } from '../../../src/domain/documents/document-field.ts';
import type { DocumentType } from '../../../src/domain/documents/document-type.ts';
import type { MediaKind } from '../../../src/domain/media/media-kind.ts';

/** The content of one zone of a document. */
export interface ZoneTruth {
  /** As printed: with diacritics in the print, with fillers of the machine-readable zone as spaces. */
  value: string;
  /** Dates as ISO 8601, numbers without separators; null when there is no other notation. */
  normalised: string | null;
}

/** The right value of a field; null when that zone does not have it. */
export interface FieldTruth {
  printed: ZoneTruth | null;
  mrz: ZoneTruth | null;
  barcode: ZoneTruth | null;
}

export type DocumentTruth = Partial<Record<DocumentFieldName, FieldTruth>>;

/** Why a real document need not pass, however well it is read. */
export type Shortcoming = 'printed invalid' | 'contradicts itself' | 'illegible' | 'a side is missing' | 'altered';

export interface SampleFile {
  kind: MediaKind;
  contentType: string;
  bytes: Buffer;
}

/** A document whose truth is known, as a person would submit it. */
export interface DocumentSample {
  /** Identifies the sample: kind, seed, distortion, or the file's name. */
  label: string;
  /** Group of the table by kind. */
  kind: string;
  distortion: string;
  /** Draws or opens the files; not called when a kept reading exists. */
  files: () => Promise<readonly SampleFile[]>;
  /** The document type that the person chose. */
  input: { documentType: DocumentType; country?: string; subtype?: string };
  mrz: readonly string[] | null;
  fields: DocumentTruth;
  /** Whether `fields` has everything that the document contains, so that any other value is invented. */
  isTruthComplete: boolean;
  /** The contents of its barcodes. */
  barcodes: readonly string[];
  /** The check digits in print are wrong, so that a right reading must not pass. */
  printedInvalid: boolean;
  /** Fields on which the document contradicts itself: the cross-check must name them. */
  conflicts: readonly DocumentFieldName[];
  legible: boolean;
  /** Null: honest, whole and legible. */
  shortcoming: Shortcoming | null;
}

export interface DocumentSet {
  title: string;
  /** How the set was made: seeds, folder. */
  facts: readonly string[];
  count: number;
  samples: () => AsyncIterable<DocumentSample>;
  complete: boolean;
}
