import type { DocumentFieldName } from '../../../domain/document-field.ts';
import type { ReasonCode } from '../../../domain/reason-codes.ts';
import { documentChecks } from '../check-schemas.ts';
import { isDoubtful } from '../document-fields.ts';
import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';
import type { MrzReading } from '../mrz-reading.ts';

type ReadingCheck = Extract<DocumentCheck, { id: 'document-reading' }>;
type ReadingCode = NonNullable<ReadingCheck['code']>;

/** Fields without which a document proves nothing. */
const neededFields: readonly DocumentFieldName[] = ['documentNumber', 'dateOfBirth', 'dateOfExpiry', 'familyNames'];

/** Fewer lines of text than this are no document. */
const fewestLines = 3;

/** Could the document be read, and is every field certain? */
export function checkDocumentReading(evidence: DocumentEvidence): ReadingCheck {
  const { mrz, result } = evidence;
  const doubtfulFields = mrz ? [...mrz.fields.filter(isDoubtful).map((field) => field.name), ...mrz.disputedEmpty] : [];
  const missingFields = neededFields.filter((name) => !mrz?.fields.some((field) => field.name === name));
  const check = {
    id: 'document-reading' as const,
    durationMs: Math.round(result.durationMs),
    data: {
      pageCount: result.pages.length,
      fieldCount: mrz?.fields.length ?? 0,
      lowestConfidence: lowestConfidenceOf(mrz),
      readersAgree: mrz?.readersAgree ?? null,
      doubtfulFields,
      missingFields,
    },
  };
  if (mrz === null) return { ...check, outcome: 'error', code: unreadableCode(evidence) };
  if (missingFields.length > 0) return { ...check, outcome: 'warning', code: 'document.field_missing' };
  if (doubtfulFields.length === 0) return { ...check, outcome: 'passed', code: null };
  return {
    ...check,
    outcome: 'warning',
    code: mrz.readersAgree === false ? 'document.readers_disagree' : 'document.field_doubtful',
  };
}

/** Why there is no reading: a file that is no picture, a picture that is no document, a document without its lines. */
function unreadableCode({ result }: DocumentEvidence): ReadingCode {
  const fault = result.pages.find((page) => page.fault !== null)?.fault ?? null;
  if (fault !== null && isReadingCode(fault)) return fault;
  const lineCount = result.pages.reduce((count, page) => count + (page.reading?.lines.length ?? 0), 0);
  return lineCount < fewestLines ? 'document.no_document' : 'document.mrz_not_found';
}

function isReadingCode(code: ReasonCode): code is Extract<ReadingCode, `file.${string}`> {
  return code.startsWith('file.') && documentChecks['document-reading'].codes.some((known) => known === code);
}

function lowestConfidenceOf(mrz: MrzReading | null): number | null {
  if (mrz === null || mrz.fields.length === 0) return null;
  return Math.round(Math.min(...mrz.fields.map((field) => field.confidence)) * 1000) / 1000;
}
