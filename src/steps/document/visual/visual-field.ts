import type { DocumentSide, KindField } from '../../../domain/document-kinds/document-kind.ts';
import type { PlacedLine } from './page-layout.ts';
import type { ParsedValue } from './parse-value.ts';

/** A page of a document: the side that it shows, and its lines. */
export interface VisualPage {
  side: DocumentSide | null;
  lines: readonly PlacedLine[];
}

/** A labelled value of the visual zone. */
export interface VisualField extends ParsedValue {
  field: KindField;
  side: DocumentSide | null;
  /** The least certain line of it, 0..1. */
  confidence: number;
  /** False where a second reader saw other letters on a line of it. */
  agreed: boolean;
  /** Whether a second reader was asked for every line of it and saw the same. */
  isReadTwice: boolean;
  /** Whether another place of the page could as well be the field's, with another value, or the value another field's. */
  ambiguous: boolean;
  /** Another value is printed under the same label: two documents are in the picture, or a label was taken for another. */
  isPrintedOtherwise?: boolean;
  /** The lines that hold the value and nothing of a label. */
  lines: readonly PlacedLine[];
  /** The lines or parts of lines that it was read from, whether or not they hold a label, too. */
  readFrom: readonly PlacedLine[];
  /** Its label was not read: it is where the machine-readable zone's word stands on the page. */
  isFoundByZone?: boolean;
}
