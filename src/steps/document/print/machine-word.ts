import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';

/** The value of a field in a zone or barcode. */
export interface MachineWord {
  name: DocumentFieldName;
  value: string;
  /** Normalised. */
  meaning: string;
}
