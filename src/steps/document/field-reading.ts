import type { DocumentFieldName, FieldSource } from '../../domain/documents/document-field.ts';
import type { DocumentSide } from '../../domain/document-kinds/document-kind.ts';

/** One source's word on one field. */
export interface FieldReading {
  name: DocumentFieldName;
  source: FieldSource;
  side: DocumentSide | null;
  /** As printed or encoded. */
  value: string;
  /** In one notation; null where the form has none. */
  normalisedValue: string | null;
  /** 0..1; null where the source has none. */
  confidence: number | null;
  repaired: boolean;
  label: string;
  isDoubtful: boolean;
  /** Of the visual zone: its label was not read, and it was found as the machine-readable zone's own word. */
  isFoundByZone?: boolean;
}
