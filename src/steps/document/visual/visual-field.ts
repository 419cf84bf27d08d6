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
  /** The lowest confidence of its lines, 0..1. */
  confidence: number;
  /** False if a second reader saw other letters on one of its lines. */
  agreed: boolean;
  /** Whether a second reader read every line of it and saw the same. */
  isReadTwice: boolean;
  /** Whether another place on the page could also be this field with another value, or this value could belong to another field. */
  ambiguous: boolean;
  /** Another value is printed under the same label: two documents are in the picture, or something else was taken for a label. */
  isPrintedOtherwise?: boolean;
  /** The lines that have the value and no part of a label. */
  lines: readonly PlacedLine[];
  /** The lines or parts of lines that the value was read from, including those with a label. */
  readFrom: readonly PlacedLine[];
  /** Indices of the pages that have this value at its label. Missing: the one that it was read from. */
  sheets?: readonly number[];
  /** No page has this value and the others of its side: they may be of several documents. */
  isInPieces?: boolean;
  /** Its label was not read: it is where the page has the machine-readable zone's word. */
  isFoundByZone?: boolean;
}
