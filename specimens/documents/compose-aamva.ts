import type { DocumentFieldName } from '../../src/domain/documents/document-field.ts';
import { withoutMarks } from '../../src/domain/mrz/transliterations.ts';
import type { BarcodeContent, DocumentHolder, PrintedValue } from './document-holder.ts';

/** Issuer identification numbers that AAMVA has given to the states and provinces which specimens come from; of each country the usual one. */
const issuerNumbers = {
  US: { usual: '636014', regions: { CA: '636014', NY: '636001', TX: '636015', FL: '636010' } },
  CA: { usual: '636012', regions: { ON: '636012', BC: '636028', MB: '636048', NS: '636013' } },
} as const satisfies Record<string, { usual: string; regions: Record<string, string> }>;

/**
 * The PDF417 content of a licence (subfile `DL`) or of the identity card of a person who does not drive (`ID`), after the AAMVA DL/ID card
 * design standard 2020, annex D: header, one subfile, elements.
 */
export function composeAamva(
  { country, surname, givenNames, sex, dateOfBirth, dateOfIssue, dateOfExpiry, values }: DocumentHolder,
  subfileType: 'DL' | 'ID',
): BarcodeContent {
  const [street = '', townLine = ''] = (values.address?.lines ?? []).map(encode);
  const isCanadian = country === 'CA';
  const date = isCanadian ? yyyymmdd : mmddyyyy;
  const [, city = '', region = isCanadian ? 'ON' : 'CA', postalCode = ''] =
    /^(.*), ([A-Z]{2}) (.*)$/.exec(townLine) ?? [];
  const familyName = encode(surname);
  const allGivenNames = encode(givenNames);
  const [first = '', ...others] = allGivenNames.split(' ');
  const plain = (name: DocumentFieldName) => values[name]?.lines[0] ?? '';
  // Canada writes its postal codes as they are, heights in centimetres, dates from the year on.
  const postalCodeText = isCanadian ? postalCode : `${postalCode}0000`;
  const height = isCanadian ? centimetres(plain('height')) : inches(plain('height'));
  const countryCode = isCanadian ? 'CAN' : 'USA';
  const ofDrivers: readonly (readonly [string, string])[] = [
    ['DCA', plain('licenceCategories')],
    ['DCB', plain('licenceRestrictions')],
    ['DCD', plain('licenceEndorsements')],
  ];
  const elements: readonly (readonly [string, string])[] = [
    ...(subfileType === 'DL' ? ofDrivers : []),
    ['DBA', date(dateOfExpiry)],
    ['DCS', familyName],
    ['DAC', first],
    ['DAD', others.join(' ') || 'NONE'],
    ['DBD', date(dateOfIssue)],
    ['DBB', date(dateOfBirth)],
    ['DBC', sex === 'M' ? '1' : '2'],
    ['DAY', plain('eyeColour')],
    ['DAU', height],
    ['DAG', street],
    ['DAI', city],
    ['DAJ', region],
    ['DAK', postalCodeText],
    ['DAQ', values.documentNumber?.normalised ?? ''],
    ['DCF', '83D9BN217QO983B1'],
    ['DCG', countryCode],
    ['DDE', 'N'],
    ['DDF', 'N'],
    ['DDG', 'N'],
  ];
  const subfile = `${subfileType}${elements.map(([id, value]) => id + value).join('\n')}\r`;
  const offset = String(21 + 10).padStart(4, '0');
  const { usual, regions }: { usual: string; regions: Readonly<Record<string, string>> } =
    issuerNumbers[isCanadian ? 'CA' : 'US'];
  const header = `@\n\u001e\rANSI ${regions[region] ?? usual}100001${subfileType}${offset}${String(subfile.length).padStart(4, '0')}`;
  const value = (text: string, normalised: string | null = null): PrintedValue => ({ lines: [text], normalised });
  return {
    text: header + subfile,
    fields: {
      ...values,
      familyNames: value(familyName),
      givenNames: value(allGivenNames),
      sex: value(sex, sex),
      dateOfBirth: value(date(dateOfBirth), dateOfBirth),
      dateOfIssue: value(date(dateOfIssue), dateOfIssue),
      dateOfExpiry: value(date(dateOfExpiry), dateOfExpiry),
      street: value(street),
      city: value(city),
      region: value(region),
      postalCode: value(postalCodeText, postalCode),
      country: value(countryCode, isCanadian ? 'CA' : 'US'),
      issuingState: value(countryCode, isCanadian ? 'CA' : 'US'),
      height: value(height, plain('height')),
    },
  };
}

/** The standard's barcode allows Latin-1 and prefers its ASCII half: names and addresses have no marks there. */
function encode(text: string): string {
  return withoutMarks(text.replaceAll('’', "'")).replace(/[^\x20-\x7e]/g, '');
}

function mmddyyyy(isoDate: string): string {
  const [year = '', month = '', day = ''] = isoDate.split('-');
  return `${month}${day}${year}`;
}

function yyyymmdd(isoDate: string): string {
  return isoDate.replaceAll('-', '');
}

/** `1,80 m` as `180 cm`. */
function centimetres(height: string): string {
  return `${height.replace(/\D/g, '').padStart(3, '0')} cm`;
}

/** `5'-09"` as `069 in`. */
function inches(height: string): string {
  const [, feet = '5', rest = '6'] = /(\d)'-(\d+)/.exec(height) ?? [];
  return `${String(Number(feet) * 12 + Number(rest)).padStart(3, '0')} in`;
}
