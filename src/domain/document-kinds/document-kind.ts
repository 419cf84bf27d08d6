import type { DocumentFieldName } from '../documents/document-field.ts';
import type { DocumentType } from '../documents/document-type.ts';
import type { MrzFormat } from '../mrz/format.ts';
import type { NationalRuleName } from '../national-numbers/index.ts';

export const documentSides = ['front', 'back'] as const;
export type DocumentSide = (typeof documentSides)[number];

/** How the printed value of a field is to be understood. `year-range`: two years, valid to the end of the second one. */
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

/** Where the value stands, seen from its label. `anywhere`: the label is not printed, and the value's shape finds it. */
export const valuePlaces = ['below', 'right', 'above', 'anywhere'] as const;
export type ValuePlace = (typeof valuePlaces)[number];

/** A labelled field of the visual zone. */
export interface KindField {
  name: DocumentFieldName;
  side: DocumentSide;
  /**
   * As printed, in every language that the document has; the first one is what the record calls the field. Two fields may
   * share a label (`3.` on European licences: date and place of birth): each takes the part that has its form.
   */
  labels: readonly string[];
  form: FieldForm;
  place: ValuePlace;
  /** Whether every document of this kind has it: a required field that is not found is a `document.field_missing`. */
  required: boolean;
  /** Lines that the value may take. Fields of names with one name (`Primer apellido`, `Segundo apellido`) are joined. */
  mostLines: number;
  /** The national rule that the value keeps. */
  rule: NationalRuleName | null;
  /** What the value looks like: `A` a letter, `0` a digit, `X` either, all else as it stands. Null: anything. */
  shape: string | null;
  /** Several values are printed under these labels, and the zone repeats whichever its issuer likes. */
  isOneOfSeveral: boolean;
}

/** A kind of document, as data. A new one is a file in this folder. */
export interface DocumentKind {
  type: DocumentType;
  /** ISO 3166-1 alpha-2; null: any country. */
  country: string | null;
  /** Kebab-case, unique within type and country; null for the only one. */
  subtype: string | null;
  /** Whether a flow takes it only where it names its subtype: it is not what people mean by the type. */
  mustBeNamed: boolean;
  /** In English, for people. */
  name: string;
  /** Languages of labels and of the names of months. ISO 639-1; Unicode's CLDR knows the months of every one. */
  languages: readonly string[];
  size: DocumentSize;
  sides: readonly DocumentSide[];
  /**
   * The machine-readable zone: its formats, the side that it is on, and how its document code may begin. A code of two letters is of
   * the kinds that list it and of no other; where such a kind lists single letters too, its title has to be in print with them.
   */
  mrz: {
    side: DocumentSide;
    formats: readonly MrzFormat[];
    codes: readonly string[];
    /** The printed field that the zone repeats in its optional data. */
    optionalData?: DocumentFieldName;
  } | null;
  barcodes: readonly { side: DocumentSide; symbology: 'pdf417' | 'qr'; standard: 'aamva' | null }[];
  /** The side with the holder's portrait. */
  portrait: DocumentSide | null;
  /** How dates are printed, and the calendar of their years. */
  dates: { pattern: DatePattern; calendar: 'gregorian' | 'buddhist' };
  /** What is printed for female, male and neither. */
  sexes: Readonly<Record<'F' | 'M' | 'X', string>>;
  /** Whether a document of this kind ends: one that does not is never expired. */
  expires: boolean;
  /** How a name that is printed as one line is put together. */
  nameOrder: 'given-first' | 'family-first';
  /** Labels under which a document of this kind may print both names on one line, with a comma behind the family name. */
  wholeNameLabels: readonly string[];
  /** Printed words that distinguish a side from those of other kinds: title, issuer. Compared without case and accents. */
  marks: Readonly<Partial<Record<DocumentSide, readonly string[]>>>;
  fields: readonly KindField[];
}

/** A field as its kind states it: only where it differs from the usual. */
export type KindFieldDraft = Pick<KindField, 'name' | 'labels'> & Partial<KindField>;
type DefaultedKindPart =
  'mustBeNamed' | 'barcodes' | 'sexes' | 'expires' | 'nameOrder' | 'wholeNameLabels' | 'portrait' | 'mrz';
/** What a file of this folder says: only where its document differs from the usual. */
export type DocumentKindDraft = Omit<DocumentKind, 'fields' | DefaultedKindPart> &
  Partial<Pick<DocumentKind, DefaultedKindPart>> & { fields: readonly KindFieldDraft[] };

/** A kind with the usual filled in: front side, value below its label, one line, required unless it says otherwise. */
export function defineKind(draft: DocumentKindDraft): DocumentKind {
  return {
    mustBeNamed: false,
    barcodes: [],
    sexes: { F: 'F', M: 'M', X: 'X' },
    expires: true,
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
      isOneOfSeveral: false,
      ...field,
    })),
  };
}

/** The form that a field of this name usually has. */
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
