/** A field of a barcode, as encoded and normalised. */
export interface CodedField {
  value: string;
  normalisedValue: string;
}
