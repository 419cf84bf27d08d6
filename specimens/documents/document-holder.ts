import type { DocumentFieldName } from '../../src/domain/documents/document-field.ts';
import type { CountryPeople } from './country-people.ts';

/** The value of a field: as printed, line by line, and in one notation where it has one. */
export interface PrintedValue {
  lines: readonly string[];
  normalised: string | null;
}

/** The text of a barcode, and the fields that it holds. */
export interface BarcodeContent {
  text: string;
  fields: Partial<Record<DocumentFieldName, PrintedValue>>;
}

/** A made-up person with a made-up document of some kind. */
export interface DocumentHolder {
  /** ISO 3166-1 alpha-2 of the issuer. */
  country: string;
  /** In capitals, with the marks of its language. */
  surname: string;
  givenNames: string;
  sex: 'F' | 'M';
  /** ISO dates. */
  dateOfBirth: string;
  dateOfIssue: string;
  dateOfExpiry: string;
  people: CountryPeople;
  /** Every field that the kind's data names. */
  values: Partial<Record<DocumentFieldName, PrintedValue>>;
  /** The text at each place of the print, in the order of the kind's fields: a name may be printed in parts. */
  prints: readonly PrintedValue[];
}

/** Values that are fixed instead of drawn by the seed. */
export type FixedHolder = Partial<
  Pick<DocumentHolder, 'country' | 'surname' | 'givenNames' | 'sex' | 'dateOfBirth' | 'dateOfIssue' | 'dateOfExpiry'>
>;
