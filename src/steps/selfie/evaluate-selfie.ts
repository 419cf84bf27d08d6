import type { StepEvaluation } from '../../domain/verifications/evaluation.ts';
import { isRetakeCode, type ReasonCode } from '../../domain/faults/reason-codes.ts';
import type { Check } from '../../domain/verifications/check.ts';
import type { FinishedStep } from '../conclusion.ts';
import type { StepResult } from '../define-step-schema.ts';
import { faultsOfLook, type FaceLook } from '../faces/look-at-face.ts';
import { judgeCopiedPortrait } from '../faces/judge-copied-portrait.ts';
import { judgeSelfieOrigin } from '../origin/judge-origin.ts';
import type { selfieSchema } from './schema.ts';

/** The checks of the picture itself. The comparisons follow when every step has ended, because the document may be read later. */
export function evaluateSelfie({
  result: { look },
  earlier,
}: {
  result: { look: FaceLook };
  earlier: readonly FinishedStep[];
}): StepEvaluation {
  const faults = faultsOfLook(look);
  const copied = judgeCopiedPortrait(look.template, earlier);
  const record: StepResult<typeof selfieSchema> = { face: look.face };
  return {
    retakeCodes: [...faults, ...copied.flatMap(({ code }) => code ?? [])].filter(isRetakeCode),
    outcome: {
      record,
      checks: [...captureChecksOf(look, faults), ...judgeSelfieOrigin(look.origin), ...copied],
      facts: {},
      // A face that could not be judged is compared with nothing: the picture may show several people.
      traits: look.template !== null && faults.length === 0 ? { face: look.template } : {},
      models: look.models,
    },
  };
}

/** Every fault of the picture, or a pass. */
function captureChecksOf({ eyeDistancePx, occlusion, durationMs }: FaceLook, faults: readonly ReasonCode[]): Check[] {
  const check = { id: 'face-capture', data: { eyeDistancePx, occlusion }, durationMs };
  if (faults.length === 0) return [{ ...check, outcome: 'passed', code: null }];
  return faults.map((code) => ({ ...check, outcome: 'warning', code }));
}
