import { isIssuer } from '../../../domain/documents/issuing-state.ts';
import type { DocumentKind, DocumentSide } from '../../../domain/document-kinds/document-kind.ts';
import type { DocumentCheck, DocumentEvidence, PageEvidence } from '../document-evidence.ts';

type TypeCheck = Extract<DocumentCheck, { id: 'document-type' }>;
type Mismatch = NonNullable<TypeCheck['data']>['mismatches'][number];

/** Pages that share this part of their lines show the same side. */
const sameLines = 0.8;
const fewestSameLines = 4;

/**
 * Is it the document that the flow requires and the person named, and does each picture show its side? A kind that is not certain is a doubt,
 * and so is everything else about it: a policy that accepts unknown kinds does not accept every country.
 */
export function checkDocumentType(evidence: DocumentEvidence): TypeCheck[] {
  const { type, country, kind, mrz, isKindCertain, pages } = evidence;
  const check = { id: 'document-type' as const, durationMs: 0 };
  const data = { type, subtype: kind?.subtype ?? null, country, side: shownSideOf(pages), mismatches: [] };
  if (kind === null && mrz === null) return [{ ...check, outcome: 'error', code: 'document.type_unknown', data }];
  const isUnknown = type === null || !isKindCertain;
  const refused = (mismatch: Mismatch, code: NonNullable<TypeCheck['code']>): TypeCheck => ({
    ...check,
    outcome: isUnknown ? 'warning' : 'failed',
    code,
    data: { ...data, mismatches: [mismatch] },
  });
  const sides = faultOfSides(pages);
  const doubts = [
    ...(isUnknown ? (['document.type_unknown'] as const) : []),
    ...(hasIssuer(evidence) ? [] : (['document.issuer_unknown'] as const)),
  ];
  const findings: TypeCheck[] = [
    ...doubts.map((code): TypeCheck => ({ ...check, outcome: 'warning', code, data })),
    ...mismatchesOf(evidence).map((mismatch) => refused(mismatch, codeOf[mismatch])),
    ...(sides === null ? [] : [refused('side', sides)]),
  ];
  return findings.length > 0 ? findings : [{ ...check, outcome: 'passed', code: null, data }];
}

/** A letter has no zone that could tell its issuer. */
function hasIssuer({ kind, country, mrz, result: { specimens = true } }: DocumentEvidence): boolean {
  if (country !== null || kind?.type === 'proof-of-residency') return true;
  return isIssuer(mrz?.parsed.fields.issuer?.value ?? '', { specimens });
}

const codeOf = {
  type: 'document.type_not_accepted',
  country: 'document.country_not_accepted',
  subtype: 'document.subtype_not_accepted',
} as const;

/**
 * Everything that the flow requires otherwise. Of a kind that is in no catalogue, the zone tells the country alone. A flow that accepts
 * nothing of the type says nothing about its subtypes.
 */
function mismatchesOf({ config, input, type, country, kind }: DocumentEvidence): (keyof typeof codeOf)[] {
  const ofType = config.accept.filter((accepted) => accepted.type === (type ?? input.documentType));
  const isOtherType = ofType.length === 0 || (type !== null && type !== input.documentType);
  // A letter has no identifiable country, so the flow's requirement cannot be confirmed.
  const ofCountry = (ofType.length === 0 ? config.accept : ofType).filter(
    ({ countries }) => countries === null || (country !== null && countries.includes(country)),
  );
  const isLetter = kind?.type === 'proof-of-residency';
  const isOtherCountry =
    ofCountry.length === 0 || (input.country !== undefined && !isLetter && input.country !== country);
  const entries = ofCountry.length === 0 ? ofType : ofCountry;
  const isOtherSubtype = kind !== null && ofType.length > 0 && !isSubtypeAccepted(kind, entries, input);
  return [
    ...(isOtherType ? (['type'] as const) : []),
    ...(isOtherCountry ? (['country'] as const) : []),
    ...(isOtherSubtype ? (['subtype'] as const) : []),
  ];
}

function isSubtypeAccepted(
  { subtype, mustBeNamed }: DocumentKind,
  entries: DocumentEvidence['config']['accept'],
  input: DocumentEvidence['input'],
): boolean {
  const isAccepted = entries.some(({ subtypes }) =>
    subtypes === null ? !mustBeNamed : subtype !== null && subtypes.includes(subtype),
  );
  return isAccepted && (input.subtype === undefined || input.subtype === subtype);
}

function isWrongSide({ claimedSide, shownSide }: PageEvidence): boolean {
  return claimedSide !== null && shownSide !== null && claimedSide !== shownSide;
}

function shownSideOf(pages: readonly PageEvidence[]): DocumentSide | null {
  const wrong = pages.find(isWrongSide) ?? (pages.length === 1 ? pages[0] : undefined);
  return wrong?.shownSide ?? null;
}

function faultOfSides(pages: readonly PageEvidence[]): 'document.same_picture_twice' | 'document.wrong_side' | null {
  if (showsOneSideTwice(pages)) return 'document.same_picture_twice';
  return pages.some(isWrongSide) ? 'document.wrong_side' : null;
}

/** Front and back that are known to show one side, or that have the same text. */
function showsOneSideTwice(pages: readonly PageEvidence[]): boolean {
  const front = pages.find(({ claimedSide }) => claimedSide === 'front');
  const back = pages.find(({ claimedSide }) => claimedSide === 'back');
  if (front === undefined || back === undefined) return false;
  if (front.shownSide !== null && front.shownSide === back.shownSide) return true;
  const [ones, others] = [front, back].map(({ lines }) => new Set(lines.map(({ squeezed }) => squeezed.text)));
  if (ones === undefined || others === undefined) return false;
  const shared = [...ones].filter((line) => others.has(line)).length;
  return shared >= fewestSameLines && shared >= sameLines * Math.max(ones.size, others.size);
}
