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
 * Checks that all documents of the verification name one holder and show one person. A person may hold the document of somebody with the same
 * name, and the flow may compare the person with only one of the documents. Empty when there is only one document.
 */
export function concludeHolder({ traits, others }: Pick<ConcludedStep<unknown>, 'traits' | 'others'>): HolderCheck[] {
  const documents = others.filter(({ type }) => type === 'document');
  if (documents.length === 0) return [];
  const shown = concludePortraits(traits, documents);
  const doubts = [...doubtNames(traits, documents), ...(shown === null ? [] : [shown])];
  return doubts.length > 0 ? doubts : [{ ...answer(compareHolders(traits, documents)), outcome: 'passed', code: null }];
}

/** Finds both documents that disagree and documents without a name: a policy may accept one of the two findings. */
function doubtNames(traits: Traits, documents: readonly FinishedStep[]): HolderCheck[] {
  const compared = compareHolders(traits, documents);
  const check = answer(compared);
  const named = new Set(compared.filter(({ field }) => field === 'fullName').map(({ stepId }) => stepId));
  const found: HolderCheck[] = [];
  if (compared.some(({ likeness }) => likeness !== 'same')) {
    const outcome = isContradicted(compared) ? 'failed' : 'warning';
    found.push({ ...check, outcome, code: 'document.documents_disagree' });
  }
  if (named.size < documents.length) found.push({ ...check, outcome: 'skipped', code: 'check.input_missing' });
  return found;
}

/** Null unless the face model is sure that two portraits show different people. Portraits may be many years apart, so this rejects nobody. */
function concludePortraits({ portrait: own }: Traits, documents: readonly FinishedStep[]): HolderCheck | null {
  const unlike = documents.filter(
    ({ traits: { portrait: other } }) =>
      own !== undefined && other !== undefined && judgeMatch(own, other, null).answer === 'different',
  );
  if (unlike.length === 0) return null;
  const comparisons = unlike.slice(0, 50).map(({ stepId }) => ({ stepId, field: 'portrait' as const, agrees: false }));
  return {
    id: 'holder-match',
    durationMs: 0,
    data: { comparisons },
    outcome: 'warning',
    code: 'document.portraits_differ',
  };
}

interface Judged extends Compared {
  likeness: Likeness;
  /** The kind of one of the two documents is uncertain. */
  isGuess: boolean;
}

/** A guess about either document rejects neither. */
function isContradicted(compared: readonly Judged[]): boolean {
  return compared.some(({ likeness, isGuess }) => likeness === 'different' && !isGuess);
}

function answer(compared: readonly Judged[]) {
  const comparisons = compared.slice(0, 50).map(({ stepId, field, agrees }) => ({ stepId, field, agrees }));
  return { id: 'holder-match' as const, durationMs: 0, data: { comparisons } };
}

/** Name and date of birth, as far as both documents contain them. */
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
        isGuess,
      });
      const name =
        own.fullName === undefined || traits.fullName === undefined
          ? []
          : [compared('fullName', compareFullNames(own.fullName, traits.fullName))];
      const birth =
        own.dateOfBirth === undefined || traits.dateOfBirth === undefined
          ? []
          : [compared('dateOfBirth', own.dateOfBirth === traits.dateOfBirth ? 'same' : 'different')];
      return [...name, ...birth];
    });
}
