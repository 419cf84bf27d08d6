import type { DocumentFieldName } from '../document-field.ts';
import type { DocumentType } from '../document-type.ts';
import type { MrzFormat } from '../mrz/format.ts';

export const documentSides = ['front', 'back'] as const;
export type DocumentSide = (typeof documentSides)[number];

/** How the printed value of a field is to be understood. */
export const fieldForms = ['text', 'name', 'date', 'number', 'sex', 'country', 'address', 'categories'] as const;
export type FieldForm = (typeof fieldForms)[number];

/** A labelled field of the visual zone. */
export interface KindField {
  name: DocumentFieldName;
  side: DocumentSide;
  /** As printed, in every language that the document has; the first one is what the record calls the field. */
  labels: readonly string[];
  form: FieldForm;
  /** Where the value stands. */
  place: 'below' | 'right';
  /** Whether every document of this kind has it: a required field that is not found is a `document.field_missing`. */
  required: boolean;
  /** Lines that the value may take. */
  mostLines: number;
  /** Name of the national rule that the value must keep, such as `br-cpf`. */
  rule?: string;
}

/** A kind of document, as data. A new one is a file in this folder. */
export interface DocumentKind {
  type: DocumentType;
  /** ISO 3166-1 alpha-2; null: any country. */
  country: string | null;
  /** Kebab-case, unique within type and country; null for the only one. */
  subtype: string | null;
  /** In English, for people. */
  name: string;
  sides: readonly DocumentSide[];
  /** The machine-readable zone's formats and the side that it is on. */
  mrz: { side: DocumentSide; formats: readonly MrzFormat[] } | null;
  barcodes: readonly { side: DocumentSide; symbology: 'pdf417' | 'qr'; standard: 'aamva' | null }[];
  /** The side with the holder's portrait. */
  portrait: DocumentSide | null;
  /** Order of the parts of a printed date, and the calendar of its years. */
  dates: { order: 'dmy' | 'mdy' | 'ymd'; calendar: 'gregorian' | 'buddhist' };
  /** Printed words by which a page is told from other kinds, by side: title, issuer. Compared without case and accents. */
  marks: Readonly<Partial<Record<DocumentSide, readonly string[]>>>;
  fields: readonly KindField[];
}
