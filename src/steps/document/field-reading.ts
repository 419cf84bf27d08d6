import type { DocumentFieldName, FieldSource } from '../../domain/documents/document-field.ts';
import type { DocumentSide } from '../../domain/document-kinds/document-kind.ts';
import type { ReadFrom } from './field-place.ts';

/** One source's value of one field. */
export interface FieldReading {
  name: DocumentFieldName;
  source: FieldSource;
  side: DocumentSide | null;
  /** As printed or encoded. */
  value: string;
  /** Normalised; null when the form has no normalised notation. */
  normalisedValue: string | null;
  /** Confidence 0..1; null when the source has none. */
  confidence: number | null;
  repaired: boolean;
  label: string;
  isDoubtful: boolean;
  /** For the visual zone: its label was not read, and it was found by the value in the machine-readable zone. */
  isFoundByZone?: boolean;
  /** Missing when its place is not known. */
  from?: ReadFrom | undefined;
}
