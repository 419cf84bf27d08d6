import type { DocumentSide } from '../../../domain/document-kinds/document-kind.ts';
import type { DocumentCheck, DocumentEvidence, PageEvidence } from '../document-evidence.ts';

type TypeCheck = Extract<DocumentCheck, { id: 'document-type' }>;
type Mismatch = NonNullable<TypeCheck['data']>['mismatches'][number];

/** Pages that share this part of their lines show the same side. */
const sameLines = 0.8;
const fewestSameLines = 4;

/** Is it the document that the flow requires and the person named, and does each picture show its side? */
export function checkDocumentType(evidence: DocumentEvidence): TypeCheck {
  const { type, country, kind, mrz, isKindCertain, pages } = evidence;
  const check = { id: 'document-type' as const, durationMs: 0 };
  const wrong = pages.find(isWrongSide);
  const data = { type, subtype: kind?.subtype ?? null, country, side: shownSideOf(pages), mismatches: [] };
  if (kind === null && mrz === null) return { ...check, outcome: 'error', code: 'document.type_unknown', data };
  if (type === null || !isKindCertain) return { ...check, outcome: 'warning', code: 'document.type_unknown', data };
  const refused = (mismatch: Mismatch, code: NonNullable<TypeCheck['code']>): TypeCheck => ({
    ...check,
    outcome: 'failed',
    code,
    data: { ...data, mismatches: [mismatch] },
  });
  const mismatch = mismatchOf(evidence);
  if (mismatch === 'type') return refused('type', 'document.type_not_accepted');
  if (mismatch === 'country') return refused('country', 'document.country_not_accepted');
  if (mismatch === 'subtype') return refused('subtype', 'document.subtype_not_accepted');
  if (showsOneSideTwice(pages)) return refused('side', 'document.same_picture_twice');
  if (wrong !== undefined) return refused('side', 'document.wrong_side');
  return { ...check, outcome: 'passed', code: null, data };
}

function mismatchOf({ config, input, type, country, kind }: DocumentEvidence): Mismatch | null {
  const ofType = config.accept.filter((accepted) => accepted.type === type);
  if (ofType.length === 0 || type !== input.documentType) return 'type';
  const ofCountry = ofType.filter(
    ({ countries }) => countries === null || (country !== null && countries.includes(country)),
  );
  // A letter has no identifiable country, so the flow's requirement cannot be confirmed.
  if (ofCountry.length === 0) return 'country';
  if (input.country !== undefined && kind?.type !== 'proof-of-residency' && input.country !== country) return 'country';
  const subtype = kind?.subtype ?? null;
  const isSubtypeAccepted = ofCountry.some(({ subtypes }) =>
    subtypes === null ? kind?.mustBeNamed !== true : subtype !== null && subtypes.includes(subtype),
  );
  const isSubtypeAsSaid = input.subtype === undefined || input.subtype === subtype;
  return isSubtypeAccepted && isSubtypeAsSaid ? null : 'subtype';
}

function isWrongSide({ claimedSide, shownSide }: PageEvidence): boolean {
  return claimedSide !== null && shownSide !== null && claimedSide !== shownSide;
}

function shownSideOf(pages: readonly PageEvidence[]): DocumentSide | null {
  const wrong = pages.find(isWrongSide) ?? (pages.length === 1 ? pages[0] : undefined);
  return wrong?.shownSide ?? null;
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
