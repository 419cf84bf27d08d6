import type { AamvaCard } from '../../domain/aamva/parse-aamva.ts';
import type { Barcode } from '../../domain/ports/pages/page-reader.ts';

/** A barcode that follows the AAMVA standard, with what it says. */
export interface AamvaReading {
  barcode: Barcode;
  card: AamvaCard;
}
