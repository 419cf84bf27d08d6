import type { BarcodeStandard } from '../barcodes/parse-card.ts';
import type { DocumentFieldName } from '../documents/document-field.ts';
import type { DocumentType } from '../documents/document-type.ts';
import type { MrzFormat } from '../mrz/format.ts';
import type { NationalRuleName } from '../national-numbers/index.ts';

export const documentSides = ['front', 'back'] as const;
export type DocumentSide = (typeof documentSides)[number];

/** The type of a field's printed value. `year-range`: two years; the document is valid to the end of the second one. */
export const fieldForms = [
  'text',
  'name',
  'date',
  'number',
  'sex',
  'country',
  'address',
  'categories',
  'year-range',
] as const;
export type FieldForm = (typeof fieldForms)[number];

/** ID-1, ID-2 and ID-3 of ISO/IEC 7810 in millimetres: 85.6 x 54, 105 x 74, 125 x 88; and sheets. */
export const documentSizes = ['id-1', 'id-2', 'id-3', 'a4'] as const;
export type DocumentSize = (typeof documentSizes)[number];

/** How dates are printed: `mmm` is the month's name cut to three letters, `mmmm` its whole name. */
export const datePatterns = [
  'dd/mm/yyyy',
  'dd-mm-yyyy',
  'dd.mm.yyyy',
  'dd mm yyyy',
  'dd mmm yyyy',
  'dd-mmm-yyyy',
  'dd mmmm yyyy',
  'mm/dd/yyyy',
  'yyyy-mm-dd',
] as const;
export type DatePattern = (typeof datePatterns)[number];

/** The position of the value relative to its label. `anywhere`: no label is printed, and the shape of the value identifies it. */
export const valuePlaces = ['below', 'right', 'above', 'anywhere'] as const;
export type ValuePlace = (typeof valuePlaces)[number];

/** A labelled field of the visual zone. */
export interface KindField {
  name: DocumentFieldName;
  side: DocumentSide;
  /**
   * As printed, in every language of the document; the record uses the first one as the field's name. Two fields may share a label (`3.` on
   * European licences: date and place of birth): each takes the part that has its form.
   */
  labels: readonly string[];
  form: FieldForm;
  place: ValuePlace;
  /** Whether every document of this kind has the field. If a required field is not found, the check reports `document.field_missing`. */
  required: boolean;
  /** The number of lines that the value may have. Name fields with the same name (`Primer apellido`, `Segundo apellido`) are joined. */
  mostLines: number;
  /** The national rule for the value. */
  rule: NationalRuleName | null;
  /** The shape of the value, in the characters of `number-shape.ts`. Null: any shape. */
  shape: string | null;
  /** Whether the number begins with the year and month in which the card got it, two digits each. */
  beginsWithMonth: boolean;
  /** These labels have several values, and each issuer chooses which one the zone repeats. */
  isOneOfSeveral: boolean;
}

/** A kind of document, as data. A new one is a file in this folder. */
export interface DocumentKind {
  type: DocumentType;
  /** ISO 3166-1 alpha-2; null: any country. */
  country: string | null;
  /** Kebab-case, unique within type and country; null for the only one. */
  subtype: string | null;
  /** Whether a flow accepts it only if the flow names its subtype, because people do not mean it when they name the type. */
  mustBeNamed: boolean;
  /** For people, in English. */
  name: string;
  /** Languages of the labels and of the month names. ISO 639-1; Unicode's CLDR has the months of all of them. */
  languages: readonly string[];
  size: DocumentSize;
  sides: readonly DocumentSide[];
  /**
   * The machine-readable zone: its formats, its side, and how its document code may begin. A code of two letters belongs only to the kinds
   * that list it. If such a kind also lists single letters, a zone with one of those needs the kind's title in the print, too.
   */
  mrz: {
    side: DocumentSide;
    formats: readonly MrzFormat[];
    codes: readonly string[];
    /** The printed field that the zone repeats in its optional data. */
    optionalData?: DocumentFieldName;
  } | null;
  barcodes: readonly { side: DocumentSide; symbology: 'pdf417' | 'qr'; standard: BarcodeStandard | null }[];
  /** The side with the holder's portrait. */
  portrait: DocumentSide | null;
  /** The format of printed dates, and the calendar of their years. */
  dates: { pattern: DatePattern; calendar: 'gregorian' | 'buddhist' };
  /** The printed words or letters for female, male and unspecified. */
  sexes: Readonly<Record<'F' | 'M' | 'X', string>>;
  /** Whether a document of this kind expires. One that does not is valid forever. */
  expires: boolean;
  /**
   * For how many years the issuer's law makes a document valid, by the month of its issue (`YYYY-MM`) and the holder's age then, newest rule
   * first. Empty: no rule is known. With a number that begins with that month, it tells how long the document is valid.
   */
  yearsValid: readonly { issuedFrom: string; adults: number; minors: number }[];
  /**
   * Documents that the issuer's law prolonged without a new print: those issued to adults from the first day to the last one, ISO dates, by so
   * many years.
   */
  prolonged: readonly { issuedFrom: string; issuedTo: string; years: number }[];
  /** The order of the parts of a name that is printed on one line. */
  nameOrder: 'given-first' | 'family-first';
  /** Labels under which a document of this kind may print both names on one line, with a comma after the family name. */
  wholeNameLabels: readonly string[];
  /** Printed words that distinguish a side from those of other kinds: title, issuer. Compared without case and accents. */
  marks: Readonly<Partial<Record<DocumentSide, readonly string[]>>>;
  fields: readonly KindField[];
}

/** A field as its kind defines it: only what differs from the defaults. */
export type KindFieldDraft = Pick<KindField, 'name' | 'labels'> & Partial<KindField>;
type DefaultedKindPart =
  | 'mustBeNamed'
  | 'barcodes'
  | 'sexes'
  | 'expires'
  | 'yearsValid'
  | 'prolonged'
  | 'nameOrder'
  | 'wholeNameLabels'
  | 'portrait'
  | 'mrz';
/** The content of a file in this folder: only what differs from the defaults. */
export type DocumentKindDraft = Omit<DocumentKind, 'fields' | DefaultedKindPart> &
  Partial<Pick<DocumentKind, DefaultedKindPart>> & { fields: readonly KindFieldDraft[] };

/** A kind with its defaults filled in: front side, value below its label, one line, required. */
export function defineKind(draft: DocumentKindDraft): DocumentKind {
  return {
    mustBeNamed: false,
    barcodes: [],
    sexes: { F: 'F', M: 'M', X: 'X' },
    expires: true,
    yearsValid: [],
    prolonged: [],
    nameOrder: 'given-first',
    wholeNameLabels: [],
    portrait: 'front',
    mrz: null,
    ...draft,
    fields: draft.fields.map((field) => ({
      side: 'front',
      form: usualFormOf(field.name),
      place: 'below',
      required: true,
      mostLines: field.name === 'address' ? 4 : 1,
      rule: null,
      shape: null,
      beginsWithMonth: false,
      isOneOfSeveral: false,
      ...field,
    })),
  };
}

/** The usual form of a field with this name. */
export function usualFormOf(name: DocumentFieldName): FieldForm {
  return usualForms[name] ?? 'text';
}

const usualForms: Readonly<Partial<Record<DocumentFieldName, FieldForm>>> = {
  documentNumber: 'number',
  personalNumber: 'number',
  taxNumber: 'number',
  registrationNumber: 'number',
  cardAccessNumber: 'number',
  accountNumber: 'number',
  fullName: 'name',
  givenNames: 'name',
  familyNames: 'name',
  birthName: 'name',
  fatherName: 'name',
  motherName: 'name',
  dateOfBirth: 'date',
  dateOfIssue: 'date',
  dateOfExpiry: 'date',
  dateOfFirstLicence: 'date',
  sex: 'sex',
  nationality: 'country',
  issuingState: 'country',
  address: 'address',
  licenceCategories: 'categories',
};
