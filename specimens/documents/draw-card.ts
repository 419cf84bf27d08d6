import {
  drawSpecimen,
  printedDate,
  type Specimen,
  type SpecimenLayout,
  type SpecimenOptions,
} from './draw-specimen.ts';

/** The back of an identity card, 85.6 x 54 mm (TD1). */
const cardBack: SpecimenLayout = {
  format: 'TD1',
  width: 85.6,
  height: 54,
  title: { text: 'IDENTITY CARD', x: 5, y: 7 },
  portrait: null,
  mrz: { x: 4.7, lastBaselineAboveBottom: 5 },
  fields: (holder) => [
    { caption: 'Place of birth', value: holder.placeOfBirth, x: 5, y: 16 },
    { caption: 'Date of issue', value: printedDate(holder.issueDate), x: 45, y: 16 },
    { caption: 'Authority', value: 'Registry Office', x: 5, y: 24 },
  ],
};

/** An identity card of the middle size, 105 x 74 mm (TD2), with everything on one side. */
const largeCard: SpecimenLayout = {
  format: 'TD2',
  width: 105,
  height: 74,
  title: { text: 'IDENTITY CARD', x: 38, y: 8 },
  portrait: { x: 6, y: 14, width: 27, height: 34 },
  mrz: { x: 6, lastBaselineAboveBottom: 8 },
  fields: (holder) => [
    { caption: 'Surname', value: holder.surname, x: 38, y: 17 },
    { caption: 'Given names', value: holder.givenNames, x: 38, y: 25 },
    { caption: 'Nationality', value: holder.nationality, x: 38, y: 33 },
    { caption: 'Document No.', value: holder.documentNumber, x: 68, y: 33 },
    { caption: 'Date of birth', value: printedDate(holder.dateOfBirth), x: 38, y: 41 },
    { caption: 'Sex', value: holder.sex, x: 68, y: 41 },
    { caption: 'Date of expiry', value: printedDate(holder.expirationDate), x: 38, y: 49 },
  ],
};

/** Draws the back of a made-up identity card with a zone of three lines. */
export function drawCardBack(options: SpecimenOptions): Promise<Specimen> {
  return drawSpecimen(cardBack, options);
}

/** Draws a made-up identity card of size TD2. */
export function drawLargeCard(options: SpecimenOptions): Promise<Specimen> {
  return drawSpecimen(largeCard, options);
}
