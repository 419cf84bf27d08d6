import type { AamvaCard } from '../../domain/aamva/parse-aamva.ts';
import type { Barcode } from '../../domain/ports/pages/page-reader.ts';

/** The contents of a barcode that follows the AAMVA standard. */
export interface AamvaReading {
  barcode: Barcode;
  card: AamvaCard;
  /** Index of its page among the stored pages. */
  page: number;
}
