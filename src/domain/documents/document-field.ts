/** The part of the document where a field was read. */
export const fieldSources = ['mrz', 'barcode', 'visual'] as const;
export type FieldSource = (typeof fieldSources)[number];

/** Names of the fields that a document can yield. `normalisedValue` holds dates as ISO 8601, `value` holds them as printed. */
export const documentFieldNames = [
  'documentCode',
  'documentNumber',
  'personalNumber',
  'taxNumber',
  'registrationNumber',
  'cardAccessNumber',
  'fullName',
  'givenNames',
  'familyNames',
  'birthName',
  'fatherName',
  'motherName',
  'dateOfBirth',
  'placeOfBirth',
  'sex',
  'nationality',
  'issuingState',
  'issuingAuthority',
  'placeOfIssue',
  'dateOfIssue',
  'dateOfExpiry',
  'dateOfFirstLicence',
  'licenceCategories',
  'licenceRestrictions',
  'licenceEndorsements',
  'maritalStatus',
  'bloodType',
  'height',
  'eyeColour',
  'optionalData',
  'optionalDataSecond',
  'address',
  'street',
  'city',
  'region',
  'postalCode',
  'country',
  'issuer',
  'accountNumber',
] as const;

export type DocumentFieldName = (typeof documentFieldNames)[number];
