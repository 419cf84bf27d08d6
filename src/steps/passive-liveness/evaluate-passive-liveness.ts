import type { Check } from '../../domain/verifications/check.ts';
import type { StepEvaluation } from '../../domain/verifications/evaluation.ts';
import { spoofCalibration } from '../../domain/faces/face-calibration.ts';
import { judgeLife } from '../../domain/faces/judge-life.ts';
import { isRetakeCode, type ReasonCode } from '../../domain/faults/reason-codes.ts';
import type { FinishedStep } from '../conclusion.ts';
import type { StepConfig, StepResult } from '../define-step-schema.ts';
import { judgeCopiedPortrait } from '../faces/judge-copied-portrait.ts';
import { faultsOfLook, type FaceLook } from '../faces/look-at-face.ts';
import { spoofDataOf } from '../faces/spoof-readings.ts';
import { doubtfulSign } from '../faces/judge-signs.ts';
import { isUnlikeSkin, pointsForColours } from '../faces/judge-skin.ts';
import { judgeSelfieOrigin } from '../origin/judge-origin.ts';
import { judgeFaceMask, judgeLens } from './judge-coverings.ts';
import type { passiveLivenessSchema } from './schema.ts';

type Config = StepConfig<typeof passiveLivenessSchema>;

/** Judges the stored observations. Without the model, or without a picture, nothing passes. */
export function evaluatePassiveLiveness({
  config,
  result: { look },
  earlier = [],
}: {
  config: Config;
  result: { look: FaceLook | null };
  earlier?: readonly FinishedStep[];
}): StepEvaluation {
  const faults = look === null ? [] : faultsOfLook(look);
  const record: StepResult<typeof passiveLivenessSchema> = { face: look?.face ?? null };
  const [liveness, ...more] = judgeLiveness(config, look, faults);
  const firsts = [
    liveness,
    ...(config.faceMaskCheck ? [judgeFaceMask(config, look)] : []),
    ...(config.lensCheck ? [judgeLens(config, look)] : []),
    // For a selfie that is also the liveness picture, the selfie step's own checks decide.
    ...(config.reuseSelfieOf === null
      ? [...judgeSelfieOrigin(look?.origin ?? null), ...judgeCopiedPortrait(look?.template ?? null, earlier)]
      : []),
  ];
  // A fault of the picture explains the doubts about it.
  const codes = firsts.flatMap(({ code, outcome }) => (code !== null && outcome !== 'error' ? [code] : []));
  return {
    retakeCodes: [...new Set([...faults, ...codes, ...hintsFor(firsts, look)])].filter(isRetakeCode),
    outcome: {
      record,
      checks: [liveness, ...more, ...firsts.slice(1)],
      facts: {},
      traits: look?.template != null && faults.length === 0 ? { face: look.template } : {},
      models: look?.models ?? [],
    },
  };
}

/** The width of a face that looks ahead from arm's length. */
const arm = { least: 0.22, most: 0.62 };

/**
 * When the models are uncertain, another picture often helps: the hint says what to change. A face that is too near or too far is the
 * likelier cause; otherwise it is the light.
 */
function hintsFor(checks: readonly Check[], look: FaceLook | null): ReasonCode[] {
  const doubted = checks.some(
    ({ code }) => code === 'passive_liveness.doubtful' || code === 'passive_liveness.unlike_skin',
  );
  if (!doubted || look?.face == null) return [];
  const { width } = look.face.box;
  const isFar = width < arm.least || width > arm.most;
  return [isFar ? 'passive_liveness.unsure_distance' : 'passive_liveness.unsure_light'];
}

function judgeLiveness(config: Config, look: FaceLook | null, faults: readonly ReasonCode[]): [Check, ...Check[]] {
  const { antiSpoofing = null, reproduction = null } = look ?? {};
  const { threshold } = config;
  const surer = pointsForColours(look?.skin);
  const verdict = judgeLife(antiSpoofing ?? [], { rule: look?.antiSpoofingRule ?? 'all', threshold, surer });
  const check = {
    id: 'passive-liveness',
    durationMs: look?.durationMs ?? 0,
    data: {
      antiSpoofing: spoofDataOf(verdict, threshold ?? spoofCalibration.live),
      screenScore: reproduction?.screen ?? null,
      printEdgeScore: reproduction?.printEdge ?? null,
      moireScore: reproduction?.moire ?? null,
      skin: look?.skin ?? null,
    },
  };
  if (look === null) return [{ ...check, outcome: 'error', code: 'check.input_missing' }];
  if (look.antiSpoofingMissing) return [{ ...check, outcome: 'error', code: 'check.model_missing' }];
  if (antiSpoofing === null) return [{ ...check, outcome: 'error', code: faults[0] ?? 'check.broken' }];
  // Signs that were not measured are not absent.
  const isDoubtful = verdict.life === 'doubtful' || reproduction === null;
  const isCopied = Object.values(reproduction ?? {}).some((sign) => sign >= doubtfulSign);
  // Missing: an older result, which was judged without it. Null: the service could not tell.
  const isSmooth = look.skin !== undefined && (look.skin === null || isUnlikeSkin(look.skin));
  const signs: ReasonCode[] = [
    ...(isDoubtful ? (['passive_liveness.doubtful'] as const) : []),
    ...(isCopied ? (['passive_liveness.screen_or_print'] as const) : []),
    ...(isSmooth ? (['passive_liveness.unlike_skin'] as const) : []),
  ];
  // A poor picture may cause these signs, so they are one doubt, which a better picture clears. The faults do not hide it.
  const beside: ReasonCode[] = signs.length > 0 ? ['passive_liveness.doubtful'] : [];
  const found = faults.length === 0 ? signs : [...faults, ...beside];
  const doubts = found.map((code): Check => ({ ...check, outcome: 'warning', code }));
  // A refusal does not end the search: a flow's policy may accept it.
  const isSpoof = verdict.life === 'spoof';
  const refusals: Check[] = isSpoof ? [{ ...check, outcome: 'failed', code: 'passive_liveness.not_live' }] : [];
  const [first, ...others] = [...refusals, ...doubts];
  return first === undefined ? [{ ...check, outcome: 'passed', code: null }] : [first, ...others];
}
