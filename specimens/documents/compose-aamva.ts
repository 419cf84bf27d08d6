import type { DocumentFieldName } from '../../src/domain/documents/document-field.ts';
import type { DocumentHolder, PrintedValue } from './document-holder.ts';

/** Issuer identification numbers that AAMVA has given to the states which specimens come from. */
const issuerNumbers: Readonly<Record<string, string>> = { CA: '636014', NY: '636001', TX: '636015', FL: '636010' };

/** What the barcode says, and the fields that it says it about. */
export interface AamvaContent {
  text: string;
  fields: Partial<Record<DocumentFieldName, PrintedValue>>;
}

/**
 * The PDF417 content of a licence (subfile `DL`) or of the card for who does not drive (`ID`), after the AAMVA DL/ID card design
 * standard 2020, annex D: header, one subfile, elements.
 */
export function composeAamva(
  { surname, givenNames, sex, dateOfBirth, dateOfIssue, dateOfExpiry, values }: DocumentHolder,
  subfileType: 'DL' | 'ID',
): AamvaContent {
  const [street = '', townLine = ''] = values.address?.lines ?? [];
  const [, city = '', region = 'CA', postalCode = ''] = /^(.*), ([A-Z]{2}) (.*)$/.exec(townLine) ?? [];
  const [first = '', ...others] = givenNames.split(' ');
  const plain = (name: DocumentFieldName) => values[name]?.lines[0] ?? '';
  const ofDrivers: readonly (readonly [string, string])[] = [
    ['DCA', plain('licenceCategories')],
    ['DCB', plain('licenceRestrictions')],
    ['DCD', plain('licenceEndorsements')],
  ];
  const elements: readonly (readonly [string, string])[] = [
    ...(subfileType === 'DL' ? ofDrivers : []),
    ['DBA', mmddyyyy(dateOfExpiry)],
    ['DCS', surname],
    ['DAC', first],
    ['DAD', others.join(' ') || 'NONE'],
    ['DBD', mmddyyyy(dateOfIssue)],
    ['DBB', mmddyyyy(dateOfBirth)],
    ['DBC', sex === 'M' ? '1' : '2'],
    ['DAY', plain('eyeColour')],
    ['DAU', inches(plain('height'))],
    ['DAG', street],
    ['DAI', city],
    ['DAJ', region],
    ['DAK', `${postalCode}0000`],
    ['DAQ', values.documentNumber?.normalised ?? ''],
    ['DCF', '83D9BN217QO983B1'],
    ['DCG', 'USA'],
    ['DDE', 'N'],
    ['DDF', 'N'],
    ['DDG', 'N'],
  ];
  const subfile = `${subfileType}${elements.map(([id, value]) => id + value).join('\n')}\r`;
  const offset = String(21 + 10).padStart(4, '0');
  const header = `@\n\u001e\rANSI ${issuerNumbers[region] ?? '636014'}100001${subfileType}${offset}${String(subfile.length).padStart(4, '0')}`;
  const value = (text: string, normalised: string | null = null): PrintedValue => ({ lines: [text], normalised });
  return {
    text: header + subfile,
    fields: {
      ...values,
      familyNames: value(surname),
      givenNames: value(givenNames),
      sex: value(sex, sex),
      dateOfBirth: value(mmddyyyy(dateOfBirth), dateOfBirth),
      dateOfIssue: value(mmddyyyy(dateOfIssue), dateOfIssue),
      dateOfExpiry: value(mmddyyyy(dateOfExpiry), dateOfExpiry),
      street: value(street),
      city: value(city),
      region: value(region),
      postalCode: value(`${postalCode}0000`, postalCode),
      country: value('USA', 'US'),
      issuingState: value('USA', 'US'),
      height: value(inches(plain('height')), plain('height')),
    },
  };
}

function mmddyyyy(isoDate: string): string {
  const [year = '', month = '', day = ''] = isoDate.split('-');
  return `${month}${day}${year}`;
}

/** `5'-09"` as `069 in`. */
function inches(height: string): string {
  const [, feet = '5', rest = '6'] = /(\d)'-(\d+)/.exec(height) ?? [];
  return `${String(Number(feet) * 12 + Number(rest)).padStart(3, '0')} in`;
}
