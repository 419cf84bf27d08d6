import type { Traits } from '../../../domain/traits.ts';
import type { ConcludedStep, FinishedStep } from '../../conclusion.ts';
import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';
import { compareFullNames } from '../names-agree.ts';

type HolderCheck = Extract<DocumentCheck, { id: 'holder-match' }>;
type Compared = NonNullable<HolderCheck['data']>['comparisons'][number];
type Likeness = 'same' | 'similar' | 'different';

/**
 * Does this document name somebody else than the documents that finished before? Then the person may bring the right one. Null
 * when nothing speaks against it: whether all documents agree is asked when all are in.
 */
export function checkHolder({ facts, earlier }: DocumentEvidence): HolderCheck | null {
  const own = {
    ...(facts.fullName && { fullName: facts.fullName.value }),
    ...(facts.dateOfBirth && { dateOfBirth: facts.dateOfBirth.value }),
  };
  const compared = compareHolders(own, earlier);
  if (compared.every(({ likeness }) => likeness !== 'different')) return null;
  return { ...answer(compared), outcome: 'failed', code: 'document.holder_differs' };
}

/** Do all documents of the verification name one holder? Null where there is one document only. */
export function concludeHolder({
  traits,
  others,
}: Pick<ConcludedStep<unknown>, 'traits' | 'others'>): HolderCheck | null {
  const documents = others.filter(({ type }) => type === 'document');
  if (documents.length === 0) return null;
  const compared = compareHolders(traits, documents);
  const check = answer(compared);
  const named = new Set(compared.filter(({ field }) => field === 'fullName').map(({ stepId }) => stepId));
  if (compared.some(({ likeness }) => likeness === 'different')) {
    return { ...check, outcome: 'failed', code: 'document.documents_disagree' };
  }
  if (compared.some(({ likeness }) => likeness === 'similar')) {
    return { ...check, outcome: 'warning', code: 'document.documents_disagree' };
  }
  if (named.size < documents.length) return { ...check, outcome: 'skipped', code: 'check.input_missing' };
  return { ...check, outcome: 'passed', code: null };
}

function answer(compared: readonly (Compared & { likeness: Likeness })[]) {
  const comparisons = compared.slice(0, 50).map(({ stepId, field, agrees }) => ({ stepId, field, agrees }));
  return { id: 'holder-match' as const, durationMs: 0, data: { comparisons } };
}

/** Name and date of birth, as far as both documents tell them. */
function compareHolders(own: Traits, others: readonly FinishedStep[]): (Compared & { likeness: Likeness })[] {
  return others
    .filter(({ type }) => type === 'document')
    .flatMap(({ stepId, traits }) => {
      const name =
        own.fullName === undefined || traits.fullName === undefined
          ? []
          : [compared(stepId, 'fullName', compareFullNames(own.fullName, traits.fullName))];
      const birth =
        own.dateOfBirth === undefined || traits.dateOfBirth === undefined
          ? []
          : [compared(stepId, 'dateOfBirth', own.dateOfBirth === traits.dateOfBirth ? 'same' : 'different')];
      return [...name, ...birth];
    });
}

function compared(stepId: string, field: Compared['field'], likeness: Likeness) {
  return { stepId, field, agrees: likeness === 'same', likeness };
}
