import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import { findKinds } from '../../../domain/document-kinds/find-kinds.ts';
import { leastLongerSidePx } from '../../../domain/ports/pages/document-inspector.ts';
import type { ReasonCode } from '../../../domain/faults/reason-codes.ts';
import { documentChecks } from '../check-schemas.ts';
import { isDoubtful } from '../document-fields.ts';
import { showsSeveral } from '../shows-several.ts';
import { neededFieldsOf } from '../needed-fields.ts';
import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';

type ReadingCheck = Extract<DocumentCheck, { id: 'document-reading' }>;
type ReadingCode = NonNullable<ReadingCheck['code']>;

/** A picture with fewer lines of text is not a document. */
const fewestLines = 3;
/** Findings of the quick check that no reading can outweigh: the person who made the picture decided what is legible. */
const refusedLooks = [
  'document.image_too_small',
  'document.too_dark',
  'document.too_bright',
  'document.blurry_text',
] as const;

/** Could the document be read, and is every field certain? Without a zone or kind that was read, there are no fields to speak of. */
export function checkDocumentReading(evidence: DocumentEvidence): ReadingCheck[] {
  const { mrz, kind, result, fields } = evidence;
  const needed = neededFieldsOf(evidence);
  const missingFields = needed.filter((name) => !fields.has(name));
  const doubtful = doubtfulFieldsOf(evidence);
  const doubtfulFields = [...new Set([...doubtful.ofZone, ...doubtful.others])];
  const check = {
    id: 'document-reading' as const,
    durationMs: Math.round(result.durationMs),
    data: {
      pageCount: Math.min(20, result.pages.length),
      unreadPages: result.unreadPages,
      fieldCount: fields.size,
      lowestConfidence: lowestConfidenceOf(evidence),
      readersAgree: mrz?.readersAgree ?? null,
      doubtfulFields,
      missingFields,
    },
  };
  // A policy that accepts doubtful fields does not accept the pieces of two documents.
  const isInPieces = evidence.visual.some((value) => value.isInPieces === true);
  const isSeveral = evidence.isZoneMisplaced || isInPieces || showsSeveral(result, evidence.input, evidence.at);
  const isUnread = (mrz === null && kind === null) || (mrz === null && kind?.mrz != null);
  const isDisputed = mrz?.readersAgree === false;
  const ofFields: (ReadingCode | null)[] = [
    ...faultsOf(evidence),
    ...faultsOfPicture(evidence),
    missingFields.length > 0 ? 'document.field_missing' : null,
    isDisputed && doubtfulFields.length > 0 ? 'document.readers_disagree' : null,
    doubtful.others.length > 0 || (!isDisputed && doubtfulFields.length > 0) ? 'document.field_doubtful' : null,
  ];
  const doubts = [isSeveral ? ('document.several' as const) : null, ...(isUnread ? [] : ofFields)];
  const findings: ReadingCheck[] = [
    ...doubts.flatMap((code) => (code === null ? [] : [{ ...check, outcome: 'warning' as const, code }])),
    ...(isUnread ? [{ ...check, outcome: 'error' as const, code: unreadableCode(evidence) }] : []),
  ];
  return findings.length > 0 ? findings : [{ ...check, outcome: 'passed', code: null }];
}

/** Every field of the zone that may be wrong, and every other field that the record reports from a doubtful reading. */
function doubtfulFieldsOf({ mrz, fields }: DocumentEvidence): Record<'ofZone' | 'others', DocumentFieldName[]> {
  const ofZone = mrz === null ? [] : [...mrz.fields.filter(isDoubtful).map(({ name }) => name), ...mrz.disputedEmpty];
  const others = [...fields.values()].filter(({ source, isDoubtful: doubtful }) => source !== 'mrz' && doubtful);
  return { ofZone, others: others.map(({ name }) => name) };
}

/** Why there is no reading: a file that is not a picture, a picture that is not a document, or a document without its lines. */
function unreadableCode(evidence: DocumentEvidence): ReadingCode {
  const [fault] = faultsOf(evidence);
  if (fault !== undefined) return fault;
  const { result, kind, input } = evidence;
  const lineCount = result.pages.reduce((count, page) => count + (page.reading?.lines.length ?? 0), 0);
  if (lineCount < fewestLines) return 'document.no_document';
  const { documentType: type, country, subtype } = input;
  const expected = kind === null ? findKinds({ type, country, subtype }) : [kind];
  return expected.some(({ mrz }) => mrz !== null) ? 'document.mrz_not_found' : 'document.unreadable';
}

/** Each fault once. */
function faultsOf({ result }: DocumentEvidence): ReadingCode[] {
  const faults = result.pages.flatMap(({ fault }) => (fault !== null && isReadingCode(fault) ? [fault] : []));
  return [...new Set(faults)];
}

/** Too small, too dark or blurred: the person takes the picture again, and after the last attempt it goes to review. */
function faultsOfPicture({ result }: DocumentEvidence): ReadingCode[] {
  const isTooSmall = result.pages.some(
    ({ reading }) => reading?.source === 'picture' && Math.max(reading.widthPx, reading.heightPx) < leastLongerSidePx,
  );
  return refusedLooks.filter(
    (code) =>
      result.pages.some(({ codes }) => codes.includes(code)) || (isTooSmall && code === 'document.image_too_small'),
  );
}

function isReadingCode(code: ReasonCode): code is Extract<ReadingCode, `file.${string}`> {
  return code.startsWith('file.') && documentChecks['document-reading'].codes.some((known) => known === code);
}

/** The confidence of the zone if there is one, otherwise of everything that was read. */
function lowestConfidenceOf({ mrz, fields }: DocumentEvidence): number | null {
  const values = (mrz?.fields ?? [...fields.values()]).flatMap(({ confidence }) => confidence ?? []);
  return values.length === 0 ? null : Math.round(Math.min(...values) * 1000) / 1000;
}
