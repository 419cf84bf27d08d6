import type { DocumentKind } from '../../../src/domain/document-kinds/document-kind.ts';
import { documentStep } from '../../../src/steps/document/index.ts';
import { documentResultSchema, type StoredDocument } from '../../../src/steps/document/page-result-schema.ts';

export const evaluatedAt = new Date('2026-03-01T12:00:00.000Z');

/** Some kinds are accepted only by a flow that names them. */
export const acceptedAs = ({ type, subtype, mustBeNamed }: DocumentKind) =>
  mustBeNamed ? { type, subtypes: [subtype] } : { type };

/** The step's answer for a stored document, with the code or the outcome of each check. */
export function judge(
  kind: DocumentKind,
  result: StoredDocument,
  config: object = {},
  input: object = {},
  at = evaluatedAt,
) {
  const { outcome, retakeCodes } = documentStep.evaluate({
    config: { accept: [acceptedAs(kind)], ...config },
    input: { documentType: kind.type, ...input },
    stored: { kind: 'done', result: documentResultSchema.parse(result) },
    at,
    earlier: [],
  });
  // Of a check with several findings, the first.
  const codes = Object.fromEntries(
    outcome.checks.toReversed().map(({ id, code, outcome: answer }) => [id, code ?? answer]),
  );
  return { outcome, retakeCodes, codes };
}

/** Whether every check passes, apart from the one that doubts all documents of some kinds. */
export function isPassed(kind: DocumentKind, result: StoredDocument): boolean {
  return judge(kind, result).outcome.checks.every(({ id, outcome }) => outcome === 'passed' || id === 'linked-sides');
}
