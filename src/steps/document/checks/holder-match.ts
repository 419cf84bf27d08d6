import type { Traits } from '../../../domain/traits.ts';
import type { ConcludedStep, FinishedStep } from '../../conclusion.ts';
import { judgeMatch } from '../../faces/judge-match.ts';
import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';
import { compareFullNames } from '../names-agree.ts';

type HolderCheck = Extract<DocumentCheck, { id: 'holder-match' }>;
type Compared = NonNullable<HolderCheck['data']>['comparisons'][number];
type Likeness = 'same' | 'similar' | 'different';

/**
 * Does this document name somebody other than the documents that finished before? Then the person may submit the right one. Null when
 * nothing contradicts it: whether all documents agree is checked when all have been read.
 */
export function checkHolder({ facts, earlier, isKindCertain }: DocumentEvidence): HolderCheck | null {
  const own = {
    isGuess: !isKindCertain,
    ...(facts.fullName && { fullName: facts.fullName.value }),
    ...(facts.dateOfBirth && { dateOfBirth: facts.dateOfBirth.value }),
  };
  const compared = compareHolders(own, earlier);
  if (compared.every(({ likeness }) => likeness !== 'different')) return null;
  return {
    ...answer(compared),
    outcome: isContradicted(compared) ? 'failed' : 'warning',
    code: 'document.holder_differs',
  };
}

/**
 * Do all documents of the verification name one holder, and show one person? Somebody may have the document of another person of the same
 * name, and the flow may compare the person with one of the documents alone. Null when there is only one document.
 */
export function concludeHolder({
  traits,
  others,
}: Pick<ConcludedStep<unknown>, 'traits' | 'others'>): HolderCheck | null {
  const documents = others.filter(({ type }) => type === 'document');
  if (documents.length === 0) return null;
  const compared = compareHolders(traits, documents);
  const check = answer(compared);
  const named = new Set(compared.filter(({ field }) => field === 'fullName').map(({ stepId }) => stepId));
  if (isContradicted(compared)) {
    return { ...check, outcome: 'failed', code: 'document.documents_disagree' };
  }
  if (compared.some(({ likeness }) => likeness !== 'same')) {
    return { ...check, outcome: 'warning', code: 'document.documents_disagree' };
  }
  if (named.size < documents.length) return { ...check, outcome: 'skipped', code: 'check.input_missing' };
  return { ...check, outcome: 'passed', code: null };
}

interface Judged extends Compared {
  likeness: Likeness;
  /** The kind of one of the two documents is uncertain, or only their portraits differ, which may be many years apart. */
  isDoubt: boolean;
}

/** A doubt about either document rejects neither. */
function isContradicted(compared: readonly Judged[]): boolean {
  return compared.some(({ likeness, isDoubt }) => likeness === 'different' && !isDoubt);
}

function answer(compared: readonly Judged[]) {
  const comparisons = compared.slice(0, 50).map(({ stepId, field, agrees }) => ({ stepId, field, agrees }));
  return { id: 'holder-match' as const, durationMs: 0, data: { comparisons } };
}

/** Name, date of birth and portrait, as far as both documents contain them. */
function compareHolders(own: Traits, others: readonly FinishedStep[]): Judged[] {
  return others
    .filter(({ type }) => type === 'document')
    .flatMap(({ stepId, traits }) => {
      const isGuess = own.isGuess === true || traits.isGuess === true;
      const compared = (field: Compared['field'], likeness: Likeness): Judged => ({
        stepId,
        field,
        agrees: likeness === 'same',
        likeness,
        isDoubt: isGuess || field === 'portrait',
      });
      const name =
        own.fullName === undefined || traits.fullName === undefined
          ? []
          : [compared('fullName', compareFullNames(own.fullName, traits.fullName))];
      const birth =
        own.dateOfBirth === undefined || traits.dateOfBirth === undefined
          ? []
          : [compared('dateOfBirth', own.dateOfBirth === traits.dateOfBirth ? 'same' : 'different')];
      const portraits = comparePortraits(own, traits);
      return [...name, ...birth, ...(portraits === null ? [] : [compared('portrait', portraits)])];
    });
}

/** Null: one of them has no portrait, or the distance says nothing for certain. */
function comparePortraits({ portrait: own }: Traits, { portrait: other }: Traits): Likeness | null {
  if (own === undefined || other === undefined) return null;
  const { answer } = judgeMatch(own, other, null);
  if (answer === 'different') return 'different';
  return answer === 'same' || answer === 'tooAlike' ? 'same' : null;
}
