import type { Check } from '../../domain/verifications/check.ts';
import type { StepConfig } from '../define-step-schema.ts';
import type { FaceLook } from '../faces/look-at-face.ts';
import type { passiveLivenessSchema } from './schema.ts';

type Config = StepConfig<typeof passiveLivenessSchema>;

/**
 * Visible eyes in sockets this dark are behind tinted glasses. Of 240 webcam pictures of 8 people without tinted glasses, the darkest have
 * 0.24; glass that absorbs 70 % of the light has 1.
 */
const tintedFrom = 0.6;

/** Scores between this share of the threshold and the threshold are doubts. */
const doubtShare = 0.6;

/** A mask over mouth and nose. Unknown, or nearly a mask: a warning, never a pass. */
export function judgeFaceMask({ faceMaskThreshold }: Config, look: FaceLook | null): Check {
  const score = look?.coverings?.mask ?? null;
  const check = {
    id: 'face-mask',
    durationMs: 0,
    // Without a model, the colours of the face are used.
    data: { score, threshold: faceMaskThreshold, model: null },
  };
  if (look === null) return { ...check, outcome: 'error', code: 'check.input_missing' };
  if (score === null) return { ...check, outcome: 'warning', code: 'face_mask.worn' };
  if (score >= faceMaskThreshold) return { ...check, outcome: 'failed', code: 'face_mask.worn' };
  if (score >= doubtShare * faceMaskThreshold) return { ...check, outcome: 'warning', code: 'face_mask.worn' };
  return { ...check, outcome: 'passed', code: null };
}

/**
 * Sunglasses, tinted glasses, strong reflections, or eyes that are hidden for another reason. Tints and reflections ask for another picture
 * and never refuse: honest people have both, and in 26 of 30 webcam pictures of one of them the glasses reflect a window.
 */
export function judgeLens({ lensThreshold }: Config, look: FaceLook | null): Check {
  const { sunglasses = null, reflections = null, eyesVisible = null } = look?.coverings ?? {};
  const hidden = eyesVisible === null ? null : 1 - eyesVisible;
  // Dark sockets are sunglasses only when the eyes are hidden.
  const dark = sunglasses === null || hidden === null ? null : Math.min(sunglasses, hidden);
  const signs = [dark, reflections, hidden].filter((sign) => sign !== null);
  const score = signs.length < 3 ? null : Math.max(...signs);
  const check = { id: 'lens', durationMs: 0, data: { score, threshold: lensThreshold, model: null } };
  if (look === null) return { ...check, outcome: 'error', code: 'check.input_missing' };
  if (score === null) return { ...check, outcome: 'warning', code: 'lens.eyes_not_visible' };
  const isTinted = (sunglasses ?? 0) >= tintedFrom && (dark ?? 0) < doubtShare * lensThreshold;
  if (isTinted) return { ...check, outcome: 'warning', code: 'lens.tinted' };
  if (score < doubtShare * lensThreshold) return { ...check, outcome: 'passed', code: null };
  const outcome = score >= lensThreshold ? 'failed' : 'warning';
  if ((dark ?? 0) >= score * doubtShare) return { ...check, outcome, code: 'lens.sunglasses' };
  if ((reflections ?? 0) >= score) return { ...check, outcome: 'warning', code: 'lens.reflections' };
  return { ...check, outcome, code: 'lens.eyes_not_visible' };
}
