import {
  drawSpecimen,
  printedDate,
  type Specimen,
  type SpecimenLayout,
  type SpecimenOptions,
} from './draw-specimen.ts';

/** The data page of a passport, 125 x 88 mm (TD3). */
const passport: SpecimenLayout = {
  format: 'TD3',
  width: 125,
  height: 88,
  title: { text: 'PASSPORT / PASSEPORT', x: 45, y: 8 },
  portrait: { x: 6, y: 17, width: 33, height: 42 },
  mrz: { x: 6.5, lastBaselineAboveBottom: 8 },
  fields: (holder) => [
    { caption: 'Type', value: 'P', x: 45, y: 17 },
    { caption: 'Country code', value: holder.issuer, x: 62, y: 17 },
    { caption: 'Passport No.', value: holder.documentNumber, x: 90, y: 17 },
    { caption: 'Surname', value: holder.surname, x: 45, y: 25 },
    { caption: 'Given names', value: holder.givenNames, x: 45, y: 33 },
    { caption: 'Nationality', value: holder.nationality, x: 45, y: 41 },
    { caption: 'Personal No.', value: holder.personalNumber ?? '', x: 90, y: 41 },
    { caption: 'Date of birth', value: printedDate(holder.dateOfBirth), x: 45, y: 49 },
    { caption: 'Sex', value: holder.sex, x: 76, y: 49 },
    { caption: 'Place of birth', value: holder.placeOfBirth, x: 90, y: 49 },
    { caption: 'Date of issue', value: printedDate(holder.issueDate), x: 45, y: 57 },
    { caption: 'Authority', value: 'Passport Office', x: 90, y: 57 },
    { caption: 'Date of expiry', value: printedDate(holder.expirationDate), x: 45, y: 65 },
  ],
};

/** Draws the data page of a made-up passport. */
export function drawPassport(options: SpecimenOptions): Promise<Specimen> {
  return drawSpecimen(passport, options);
}
