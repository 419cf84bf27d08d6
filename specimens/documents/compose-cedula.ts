import type { BarcodeContent, DocumentHolder, PrintedValue } from './document-holder.ts';

/** What the record says about its holder; the date of birth is an ISO date. */
type CedulaValues = Pick<DocumentHolder, 'surname' | 'givenNames' | 'sex' | 'dateOfBirth'> & {
  number: string;
  bloodType: string;
};

const bytes = 531;
const bytesOfName = 23;

/** The barcode of a drawn cédula. */
export function barcodeOfCedula({ values, ...holder }: DocumentHolder): BarcodeContent {
  const number = values.documentNumber?.normalised ?? '';
  const bloodType = values.bloodType?.lines[0] ?? '';
  const { surname, givenNames, sex, dateOfBirth } = holder;
  const value = (text: string, normalised: string | null = null): PrintedValue => ({ lines: [text], normalised });
  return {
    text: composeCedula({ ...holder, number, bloodType }),
    fields: {
      documentNumber: value(padded(number), number),
      familyNames: value(surname),
      givenNames: value(givenNames),
      sex: value(sex, sex),
      dateOfBirth: value(dateOfBirth.replaceAll('-', ''), dateOfBirth),
      bloodType: value(bloodType),
    },
  };
}

/**
 * The content of the PDF417 on the back of a yellow cédula; `domain/barcodes/parse-cedula.ts` says where its layout is from. Bytes without
 * meaning are in the place of the fingerprints.
 */
export function composeCedula({ surname, givenNames, sex, dateOfBirth, number, bloodType }: CedulaValues): string {
  const [firstSurname = '', ...otherSurnames] = surname.split(' ');
  const [firstName = '', ...otherNames] = givenNames.split(' ');
  const names = [firstSurname, otherSurnames.join(' '), firstName, otherNames.join(' ')];
  const fields = [
    '02',
    '99998888'.padEnd(22, '\0'),
    'PubDSK_1'.padEnd(16, '\0'),
    '99997777',
    padded(number),
    ...names.map((name) => name.slice(0, bytesOfName).padEnd(bytesOfName, '\0')),
    `0${sex}${dateOfBirth.replaceAll('-', '')}160010`,
    bloodType.padEnd(3, '\0'),
  ].join('');
  const fingerprints = Array.from({ length: bytes - fields.length }, (_, index) =>
    String.fromCharCode(((index + fields.length) * 73 + 41) % 256),
  ).join('');
  return fields + fingerprints;
}

function padded(number: string): string {
  return number.padStart(10, '0');
}
