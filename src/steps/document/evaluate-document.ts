import type { Check } from '../../domain/verifications/check.ts';
import type { StepEvaluation } from '../../domain/verifications/evaluation.ts';
import { isRetakeCode, type ReasonCode } from '../../domain/faults/reason-codes.ts';
import type { Traits } from '../../domain/traits.ts';
import type { StepResult } from '../define-step-schema.ts';
import { checkAge } from './checks/age.ts';
import { checkAgreement } from './checks/cross-check.ts';
import { checkDocumentExpiry } from './checks/document-expiry.ts';
import { checkDocumentNumber } from './checks/document-number.ts';
import { checkDocumentOrigin } from './checks/document-origin.ts';
import { checkDocumentPresence } from './checks/document-presence.ts';
import { checkDocumentReading } from './checks/document-reading.ts';
import { checkDocumentType } from './checks/document-type.ts';
import { checkHolder } from './checks/holder-match.ts';
import { checkMrzCheckDigits } from './checks/mrz-check-digits.ts';
import { checkLinkedSides } from './checks/linked-sides.ts';
import { checkScreenOrCopy } from './checks/screen-or-copy.ts';
import { checkTampering, searchOfTampering } from './checks/tampering.ts';
import { dateOf, isSure, type DocumentCheck, type DocumentEvidence, type PageEvidence } from './document-evidence.ts';
import { documentFieldsOf } from './document-fields.ts';
import { gatherEvidence, numberFieldOf } from './gather-evidence.ts';
import { findHolderPortrait } from './holder-portrait.ts';
import { checkDigitFieldOf } from './mrz-reading.ts';
import { reportTilt } from './presence/report-tilt.ts';
import type { documentSchema } from './schema.ts';

/**
 * The checks, in the order of the record. A new check is a file and a line here. A check that does not apply to a kind of document returns
 * null. One that can find several things at once returns an entry for each.
 */
const checks: readonly ((evidence: DocumentEvidence) => DocumentCheck | readonly DocumentCheck[] | null)[] = [
  checkDocumentReading,
  checkMrzCheckDigits,
  checkAgreement,
  checkLinkedSides,
  checkDocumentType,
  checkDocumentExpiry,
  checkAge,
  checkDocumentNumber,
  checkHolder,
  checkScreenOrCopy,
  checkTampering,
  checkDocumentOrigin,
  checkDocumentPresence,
];

/** Judges the stored reading of a document. */
export function evaluateDocument(
  given: Pick<DocumentEvidence, 'config' | 'input' | 'result' | 'at' | 'earlier'>,
): StepEvaluation {
  const evidence = gatherEvidence(given);
  const { mrz, barcode, result } = evidence;
  const portrait = findHolderPortrait(evidence);
  const template = portrait?.page.reading?.portrait;
  const answers = checks.flatMap((check) => check(evidence) ?? []).map((answer) => withoutGuess(answer, evidence));
  const record: StepResult<typeof documentSchema> = {
    type: evidence.type,
    subtype: evidence.kind?.subtype ?? null,
    country: evidence.country,
    fields: documentFieldsOf(evidence.fields, result.pages),
    mrz: mrz && {
      format: mrz.parsed.format,
      lines: [...mrz.lines],
      checkDigits: mrz.parsed.checkDigits.map(({ name, valid }) => ({ name: checkDigitFieldOf(name), valid })),
      readersAgree: mrz.readersAgree,
    },
    portrait: portraitPlaceOf(portrait),
    ...(result.files && { files: result.files }),
    presence: result.film == null ? null : reportTilt(result.film),
    tamperingSearch: searchOfTampering(evidence),
    barcode: barcode && {
      symbology: barcode.barcode.symbology,
      standard: barcode.card.standard,
      text: barcode.barcode.text,
    },
  };
  return {
    retakeCodes: retakeCodesOf(answers, evidence),
    outcome: {
      record,
      checks: answers.map((answer): Check => answer),
      facts: evidence.facts,
      traits: { ...traitsOf(evidence), ...(template != null && { portrait: template }) },
      models: modelsOf(result),
    },
  };
}

/** The check digits of ICAO 9303 are valid for any document. Every other check depends on the rules or labels of the kind. */
const judgingAnyKind: readonly DocumentCheck['id'][] = ['mrz-check-digits'];

/**
 * A guess cannot reject: with an uncertain kind, findings are doubts. The kind determines which number is which, what a number says about
 * its holder, and which label precedes a name or a date, so a wrong kind may also cause a contradiction.
 */
function withoutGuess(answer: DocumentCheck, { isKindCertain }: DocumentEvidence): DocumentCheck {
  const isGuess = !isKindCertain && answer.outcome === 'failed' && !judgingAnyKind.includes(answer.id);
  return isGuess ? { ...answer, outcome: 'warning' } : answer;
}

/** What a reflection or the picture's edge may hide: values that were not read, or not with certainty. */
const unreadCodes: readonly ReasonCode[] = [
  'document.field_missing',
  'document.field_doubtful',
  'document.readers_disagree',
  'document.not_found_in_print',
];
const hidingCodes: readonly ReasonCode[] = ['document.glare', 'document.cropped'];

/**
 * What the person can improve, starting with the reasons why a page or a value could not be read. Of each check its first finding, which
 * explains the others.
 */
function retakeCodesOf(all: readonly DocumentCheck[], { result, mrz, kind }: DocumentEvidence): ReasonCode[] {
  const answers = all.filter(({ id }, index) => all.findIndex((other) => other.id === id) === index);
  const codes = answers.flatMap(({ code }) => (code !== null && isRetakeCode(code) ? [code] : []));
  const isUnread = answers.some(({ code }) => code !== null && unreadCodes.includes(code));
  // The quick check of the picture explains why something could not be read. It says nothing against what was read.
  const explanations = result.pages
    .flatMap((page) => page.codes)
    .filter((code) => (mrz === null && kind === null) || (isUnread && hidingCodes.includes(code)));
  return [...new Set([...explanations, ...codes])];
}

function traitsOf(evidence: DocumentEvidence): Traits {
  const { type, country, facts, kind, isKindCertain } = evidence;
  const issued = type === 'proof-of-residency' ? dateOf(evidence, 'dateOfIssue') : null;
  const { documentNumber, fullName, dateOfBirth, address } = facts;
  return {
    ...(!isKindCertain && { isGuess: true }),
    ...(type !== null && { documentType: type }),
    ...(country !== null && { documentCountry: country }),
    ...(documentNumber && { documentNumber: documentNumber.value }),
    ...(documentNumber && !isSure(evidence, numberFieldOf(evidence)) && { isNumberDoubtful: true }),
    ...(issued !== null && { letter: `${kind?.subtype ?? ''} ${issued}` }),
    ...(fullName && { fullName: fullName.value }),
    ...(dateOfBirth && { dateOfBirth: dateOfBirth.value }),
    ...(address && { address: address.value }),
  };
}

/** The position of the portrait; it cannot be cut out of a PDF. */
function portraitPlaceOf(found: PageEvidence | null): StepResult<typeof documentSchema>['portrait'] {
  const reading = found?.page.reading;
  if (found == null || reading?.portraitArea === undefined || reading.source === 'pdf') return null;
  const { portraitArea: box, turnDegrees } = reading;
  return { mediaId: found.page.mediaId, box, turnDegrees };
}

function modelsOf({ pages }: DocumentEvidence['result']): StepEvaluation['outcome']['models'] {
  const models = pages.flatMap(({ reading }) => reading?.models ?? []);
  return models.filter((model, index) => models.findIndex(({ sha256 }) => sha256 === model.sha256) === index);
}
