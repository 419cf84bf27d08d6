import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';

/** What a zone or barcode says of a field. */
export interface MachineWord {
  name: DocumentFieldName;
  value: string;
  /** In its one notation. */
  meaning: string;
}
