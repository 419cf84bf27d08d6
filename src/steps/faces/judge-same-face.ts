import type { Check } from '../../domain/check.ts';
import type { ConcludedStep } from '../define-step.ts';
import { judgeMatch, matchDataWithout } from './judge-match.ts';

/**
 * Whose life it was: a living person must not vouch for another's selfie or document. The selfie counts before the document's
 * portrait; without either there is nobody to be taken for.
 */
export function judgeSameFace({ traits, others }: ConcludedStep<unknown>): Check[] {
  const selfies = others.filter(({ type }) => type === 'selfie');
  const documents = others.filter(({ type }) => type === 'document');
  if (selfies.length + documents.length === 0) return [];
  const check = { id: 'facematch', durationMs: 0 };
  const without = { ...matchDataWithout(null) };
  const reference =
    selfies.find((selfie) => selfie.traits.face !== undefined)?.traits.face ??
    documents.find((document) => document.traits.portrait !== undefined)?.traits.portrait;
  // The step's own check says why there is no face.
  if (traits.face === undefined) return [{ ...check, outcome: 'skipped', code: 'check.input_missing', data: without }];
  if (reference === undefined) {
    return [{ ...check, outcome: 'warning', code: 'facematch.no_reference_face', data: without }];
  }
  const { answer, data } = judgeMatch(traits.face, reference, null);
  if (answer === 'different') return [{ ...check, data, outcome: 'failed', code: 'facematch.different_person' }];
  if (answer === 'untold') return [{ ...check, data, outcome: 'error', code: 'check.broken' }];
  if (answer === 'borderline') return [{ ...check, data, outcome: 'warning', code: 'facematch.borderline' }];
  return [{ ...check, data, outcome: 'passed', code: null }];
}
