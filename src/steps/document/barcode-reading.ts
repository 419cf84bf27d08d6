import type { CodedCard } from '../../domain/barcodes/parse-card.ts';
import type { Barcode } from '../../domain/ports/pages/page-reader.ts';

/** The contents of a barcode whose layout the service reads. */
export interface BarcodeReading {
  barcode: Barcode;
  card: CodedCard;
  /** Index of its page among the stored pages. */
  page: number;
}
