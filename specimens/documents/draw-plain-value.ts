import type { DocumentFieldName } from '../../src/domain/documents/document-field.ts';
import type { DocumentKind } from '../../src/domain/document-kinds/document-kind.ts';
import type { Random } from '../drawing/create-random.ts';
import type { DocumentHolder, PrintedValue } from './document-holder.ts';
import { drawShape } from './print-value.ts';

interface PlainRequest {
  kind: DocumentKind;
  holder: DocumentHolder;
  random: Random;
}

/** Names, places, addresses and all that is neither a number nor a date. */
export function drawPlainValue(name: DocumentFieldName, request: PlainRequest): PrintedValue {
  const draw = drawers[name];
  const text = draw === undefined ? request.random.text('ABCDEFGHJKLMNPRSTUVWXYZ', 4) : draw(request);
  const isBill = request.kind.type === 'proof-of-residency';
  const upper = (line: string) => line.toLocaleUpperCase(request.holder.country === 'TR' ? 'tr' : 'en');
  const lines = (typeof text === 'string' ? [text] : text).map((line) => (isBill ? line : upper(line)));
  return { lines, normalised: null };
}

const oneOf = (random: Random, choices: readonly string[]) => choices[random.integer(0, choices.length - 1)] ?? '';

/** Regions that the barcode of a licence knows too. */
const usStates = ['CA', 'NY', 'TX', 'FL'] as const;
const canadianProvinces = ['ON', 'BC', 'MB', 'NS'] as const;
const australianStates = ['NSW', 'VIC', 'QLD', 'SA'] as const;

const fullName = ({ kind, holder: { surname, givenNames } }: PlainRequest) =>
  kind.nameOrder === 'family-first' ? `${surname} ${givenNames}` : `${givenNames} ${surname}`;

const relative =
  (sex: 'F' | 'M') =>
  ({ kind, holder, random }: PlainRequest) => {
    const givenNames = oneOf(random, holder.people.given[sex]);
    return fullName({
      kind,
      random,
      holder: { ...holder, givenNames, surname: oneOf(random, holder.people.surnames) },
    });
  };

const place = ({ holder, random }: PlainRequest) => oneOf(random, holder.people.places);

function address({ holder, random }: PlainRequest): string[] {
  const { streets, places, postcode } = holder.people;
  const [street, town, code] = [oneOf(random, streets), oneOf(random, places), drawShape(postcode, random)];
  const house = random.integer(2, 480);
  if (holder.country === 'US') return [`${house} ${street}`, `${town}, ${random.pick(usStates)} ${code}`];
  if (holder.country === 'CA') return [`${house} ${street}`, `${town}, ${random.pick(canadianProvinces)} ${code}`];
  if (holder.country === 'AU') return [`${house} ${street}`, `${town} ${random.pick(australianStates)} ${code}`];
  if (holder.country === 'IE') return [`${house} ${street}`, `${town} ${code}`];
  if (holder.country === 'GB') return [`${house} ${street}`, `${town} ${code}`];
  if (holder.country === 'BR') return [`${street}, ${house}`, `${town} - SP ${code}`];
  if (holder.country === 'MT') return [`${street} ${house}`, `${town} ${code}`];
  if (holder.country === 'FR') return [`${house} ${street}`, `${code} ${town}`];
  return [`${street} ${house}`, `${code} ${town}`];
}

function categories({ holder, random }: PlainRequest): string {
  if (holder.country === 'BR') return random.pick(['B', 'AB', 'AD', 'E', 'AC']);
  if (holder.country === 'US') return random.pick(['C', 'D', 'M']);
  return random.pick(['AM/B1/B', 'B', 'A/B', 'AM/B/BE']);
}

/** Fields that are not named here hold a few letters. */
const drawers: Readonly<Partial<Record<DocumentFieldName, (request: PlainRequest) => string | string[]>>> = {
  familyNames: ({ holder }) => holder.surname,
  givenNames: ({ holder }) => holder.givenNames,
  fullName,
  birthName: ({ holder, random }) => oneOf(random, holder.people.surnames),
  fatherName: relative('M'),
  motherName: relative('F'),
  placeOfBirth: place,
  placeOfIssue: place,
  city: place,
  issuingAuthority: ({ holder, random }) => oneOf(random, holder.people.offices),
  address,
  street: (request) => address(request)[0] ?? '',
  postalCode: ({ holder, random }) => drawShape(holder.people.postcode, random),
  region: place,
  country: ({ holder }) => holder.country,
  licenceCategories: categories,
  licenceRestrictions: ({ random }) => random.pick(['NONE', '01', 'B']),
  licenceEndorsements: ({ random }) => random.pick(['NONE', 'M', 'T']),
  maritalStatus: ({ random }) => random.pick(['S', 'C', 'D']),
  bloodType: ({ random }) => random.pick(['O+', 'A+', 'B-', 'AB+']),
  height: ({ holder, random }) =>
    holder.country === 'US' ? `${random.integer(5, 6)}'-0${random.integer(0, 9)}"` : `1,${random.integer(50, 95)} m`,
  eyeColour: ({ holder, random }) =>
    holder.country === 'US' ? random.pick(['BRO', 'BLU', 'GRN', 'HAZ']) : random.pick(['BRAUN', 'AZUL', 'VERT']),
  personalNumber: ({ random }) => `${random.text('0123456789', 7)} SSP/SP`,
  documentCode: ({ kind }) => kind.mrz?.codes[0] ?? 'P',
  issuer: ({ holder, random }) => {
    const town = oneOf(random, holder.people.places);
    return random.pick([`Energia ${town}`, `Aqua ${town}`, `Banco ${town}`, `Telecom ${town}`]);
  },
};
