import type { StepEvaluation } from '../../domain/evaluation.ts';
import type { Facts } from '../../domain/identity.ts';
import type { Check } from '../../domain/check.ts';
import type { DocumentType } from '../../domain/document-type.ts';
import { countryOfMrzCode } from '../../domain/issuing-state.ts';
import { isRetakeCode, type ReasonCode } from '../../domain/reason-codes.ts';
import type { Traits } from '../../domain/traits.ts';
import type { StepResult } from '../define-step-schema.ts';
import { checkAge } from './checks/age.ts';
import { checkDocumentExpiry } from './checks/document-expiry.ts';
import { checkDocumentReading } from './checks/document-reading.ts';
import { checkDocumentType } from './checks/document-type.ts';
import { checkMrzCheckDigits } from './checks/mrz-check-digits.ts';
import type { DocumentCheck, DocumentEvidence } from './document-evidence.ts';
import { documentFieldsOf } from './document-fields.ts';
import { checkDigitFieldOf, readMrz, type MrzReading } from './mrz-reading.ts';
import type { documentSchema } from './schema.ts';

/** The checks, in the order in which the record lists them. A new check is a file and a line here. */
const checks: readonly ((evidence: DocumentEvidence) => DocumentCheck | null)[] = [
  checkDocumentReading,
  checkMrzCheckDigits,
  checkDocumentType,
  checkDocumentExpiry,
  checkAge,
];

/** Judges the stored reading of a document. */
export function evaluateDocument({
  config,
  input,
  result,
  at,
}: Pick<DocumentEvidence, 'config' | 'input' | 'result' | 'at'>): StepEvaluation {
  const page = result.pages.find((candidate) => candidate.reading?.mrz != null);
  const reading = page?.reading ?? null;
  const mrz = reading?.mrz ? readMrz(reading.mrz, reading.lines, at) : null;
  const evidence: DocumentEvidence = { config, input, result, at, mrz, ...kindOf(mrz) };

  const answers = checks.flatMap((check) => check(evidence) ?? []);
  const record: StepResult<typeof documentSchema> = {
    type: evidence.type,
    subtype: null,
    country: evidence.country,
    fields: mrz === null ? {} : documentFieldsOf(mrz),
    mrz: mrz && {
      format: mrz.parsed.format,
      lines: [...mrz.lines],
      checkDigits: mrz.parsed.checkDigits.map(({ name, valid }) => ({ name: checkDigitFieldOf(name), valid })),
      readersAgree: mrz.readersAgree,
    },
    barcode: null,
  };
  const facts = mrz === null ? {} : factsOf(mrz);
  return {
    retakeCodes: retakeCodesOf(answers, evidence),
    outcome: {
      record,
      checks: answers.map((answer): Check => answer),
      facts,
      traits: { ...traitsOf(evidence, facts), ...portraitOf(evidence) },
      models: result.pages.flatMap((candidate) => candidate.reading?.models ?? []),
    },
  };
}

/** What the document says it is: the first letter of its code (ICAO 9303 parts 4, 5 and 7) and its issuer. */
function kindOf(mrz: MrzReading | null): { type: DocumentType | null; country: string | null } {
  if (mrz === null) return { type: null, country: null };
  const { documentCode, issuer } = mrz.parsed.fields;
  const types: Readonly<Record<string, DocumentType>> = {
    P: 'passport',
    I: 'national-id',
    A: 'national-id',
    C: 'national-id',
  };
  return {
    type: types[documentCode?.value?.charAt(0) ?? ''] ?? null,
    country: issuer?.value == null ? null : countryOfMrzCode(issuer.value),
  };
}

/** What the person can do better, the reasons why a page could not be read first. */
function retakeCodesOf(answers: readonly DocumentCheck[], { result, mrz }: DocumentEvidence): ReasonCode[] {
  const codes = answers.flatMap(({ code }) => (code !== null && isRetakeCode(code) ? [code] : []));
  // What the quick look at the picture said explains why nothing could be read; it says nothing against what was read.
  const explanations = mrz === null ? result.pages.flatMap((page) => page.codes) : [];
  return [...new Set([...explanations, ...codes])];
}

function traitsOf({ type, country }: DocumentEvidence, { documentNumber, fullName, dateOfBirth }: Facts): Traits {
  return {
    ...(type !== null && { documentType: type }),
    ...(country !== null && { documentCountry: country }),
    ...(documentNumber && { documentNumber: documentNumber.value }),
    ...(fullName && { fullName: fullName.value }),
    ...(dateOfBirth && { dateOfBirth: dateOfBirth.value }),
  };
}

/** The first portrait in the order of the pages: the front comes first. */
function portraitOf({ result }: DocumentEvidence): Traits {
  const portrait = result.pages.find(({ reading }) => reading?.portrait != null)?.reading?.portrait;
  return portrait == null ? {} : { portrait };
}

function factsOf(mrz: MrzReading): Facts {
  const { surname, givenNames, dateOfBirth, documentNumber, nationality } = mrz.parsed.fields;
  const fullName = [givenNames?.value, surname?.value].filter((part) => part != null).join(' ');
  const values = {
    fullName: fullName === '' ? null : fullName,
    dateOfBirth: dateOfBirth?.value ?? null,
    documentNumber: documentNumber?.value ?? null,
    nationality: nationality?.value == null ? null : (countryOfMrzCode(nationality.value) ?? nationality.value),
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === null ? [] : [[name, { value, source: 'document:mrz' }]],
    ),
  );
}
