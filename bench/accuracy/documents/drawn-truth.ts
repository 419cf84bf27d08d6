import { documentFieldNames, type DocumentFieldName } from '../../../src/domain/documents/document-field.ts';
import { countryOfMrzCode } from '../../../src/domain/documents/issuing-state.ts';
import { parseMrz, type MrzFieldName } from '../../../src/domain/mrz/parse-mrz.ts';
import type { PrintedValue } from '../../../specimens/documents/document-holder.ts';
import type { DrawnTruth } from '../../../specimens/documents/draw-document.ts';
import type { DocumentTruth, ZoneTruth } from './sample.ts';

/** The contract's names of the fields of the machine-readable zone. */
const nameOf: Readonly<Record<MrzFieldName, DocumentFieldName>> = {
  documentCode: 'documentCode',
  issuer: 'issuingState',
  documentNumber: 'documentNumber',
  nationality: 'nationality',
  dateOfBirth: 'dateOfBirth',
  sex: 'sex',
  expirationDate: 'dateOfExpiry',
  surname: 'familyNames',
  givenNames: 'givenNames',
  personalNumber: 'personalNumber',
  optionalData: 'optionalData',
  secondOptionalData: 'optionalDataSecond',
};

/** The content of each zone of a drawn document, field by field. */
export function truthOfDrawn(drawn: DrawnTruth): DocumentTruth {
  const mrz = zoneTruthOf(drawn);
  const inAddress = addressParts(drawn.printed.address?.lines.join('\n') ?? '', drawn.holder.country);
  const truth: DocumentTruth = {};
  for (const name of documentFieldNames) {
    const printed = printedTruthOf(drawn.printed[name] ?? inAddress[name]);
    const barcode = printedTruthOf(drawn.barcodeFields[name]);
    const inZone = mrz.get(name) ?? null;
    if ((printed ?? barcode ?? inZone) !== null) truth[name] = { printed, barcode, mrz: inZone };
  }
  return truth;
}

/** The parts of an address in the form of the specimens: street and number above, town and code below. */
function addressParts(address: string, country: string): DrawnTruth['printed'] {
  const patterns: Readonly<Partial<Record<string, RegExp>>> = {
    US: /^(?<street>.*)\n(?<city>.*), (?<region>[A-Z]{2}) (?<postalCode>.*)$/,
    GB: /^(?<street>.*)\n(?<city>.*?) (?<postalCode>\S+ \S+)$/,
    BR: /^(?<street>.*)\n(?<city>.*) - (?<region>[A-Z]{2}) (?<postalCode>.*)$/,
    IE: /^(?<street>.*)\n(?<city>.*?) (?<postalCode>\S+ \S+)$/,
    CA: /^(?<street>.*)\n(?<city>.*), (?<region>[A-Z]{2}) (?<postalCode>\S+ \S+)$/,
    AU: /^(?<street>.*)\n(?<city>.*) (?<region>[A-Z]{2,3}) (?<postalCode>\S+)$/,
    GR: /^(?<street>.*)\n(?<postalCode>\S+ \S+) (?<city>.*)$/,
    SE: /^(?<street>.*)\n(?<postalCode>\S+ \S+) (?<city>.*)$/,
    MT: /^(?<street>.*)\n(?<city>.*) (?<postalCode>\S+ \S+)$/,
    NL: /^(?<street>.*)\n(?<postalCode>\S+ \S+) (?<city>.*)$/,
    CZ: /^(?<street>.*)\n(?<postalCode>\S+ \S+) (?<city>.*)$/,
  };
  const groups = (patterns[country] ?? /^(?<street>.*)\n(?<postalCode>\S+) (?<city>.*)$/).exec(address)?.groups ?? {};
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, { lines: [value], normalised: null }]),
  );
}

function printedTruthOf(value: PrintedValue | undefined): ZoneTruth | null {
  return value === undefined ? null : { value: value.lines.join(' '), normalised: value.normalised };
}

function zoneTruthOf({ mrz, holder, printed }: DrawnTruth): Map<DocumentFieldName, ZoneTruth> {
  const truth = new Map<DocumentFieldName, ZoneTruth>();
  if (mrz === null) return truth;
  const { fields } = parseMrz(mrz.format, mrz.lines, new Date(`${holder.dateOfIssue}T00:00:00Z`));
  for (const [name, field] of Object.entries(fields)) {
    if (field.value === null) continue;
    const value = field.raw.replace(/<+$/, '').replace(/<+/g, ' ').trim() || field.value;
    const country = name === 'issuer' || name === 'nationality' ? countryOfMrzCode(field.value) : null;
    truth.set(nameOf[name as MrzFieldName], { value, normalised: country ?? field.value }); // Object.entries widens the keys.
  }
  // Cards repeat the holder's number in their optional data.
  const number = printed.personalNumber?.normalised ?? null;
  const optional = truth.get('optionalData');
  if (number !== null && optional?.value === number) truth.set('personalNumber', optional);
  const [family, given] = [truth.get('familyNames'), truth.get('givenNames')];
  if (family && given) truth.set('fullName', { value: `${given.value} ${family.value}`, normalised: null });
  return truth;
}
