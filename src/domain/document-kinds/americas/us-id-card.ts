import { defineKind } from '../document-kind.ts';
import { usDrivingLicence } from './us-driving-licence.ts';

/** Identification card of a state of the USA: the driving licence's twin for people who do not drive. */
export const usIdCard = defineKind({
  ...usDrivingLicence,
  type: 'national-id',
  subtype: 'state-id',
  name: 'Identification card of a state of the USA',
  marks: { front: ['Identification Card', 'ID Card', 'Non-Driver', 'USA'] },
  fields: usDrivingLicence.fields.filter(({ name }) => !name.startsWith('licence')),
});
