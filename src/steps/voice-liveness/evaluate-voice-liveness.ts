import type { StepEvaluation } from '../../domain/evaluation.ts';
import { isRetakeCode } from '../../domain/reason-codes.ts';
import type { CheckCode, StepConfig, StepResult } from '../define-step-schema.ts';
import type { HeardVoice } from './heard-voice-schema.ts';
import type { voiceLivenessSchema } from './schema.ts';

type Config = StepConfig<typeof voiceLivenessSchema>;
type Code = CheckCode<typeof voiceLivenessSchema, 'voice-liveness'>;
type Verdict = { outcome: 'passed'; code: null } | { outcome: 'warning' | 'failed' | 'error'; code: Code };

/** Somebody who says a digit needs this long for it, at the least. */
const leastSpeechMsPerDigit = 120;
/** Any speech at all. */
const leastSpeechMs = 250;
const mostClipped = 0.02;
/** A mouth that moves with the voice has 0.3 and more. */
const leastCorrelation = 0.15;

/** Judges the stored observations. Without an engine that understands speech nothing passes. */
export function evaluateVoiceLiveness({ config, result }: { config: Config; result: HeardVoice }): StepEvaluation {
  const verdict = judge(config, result);
  const digitsMatch = result.heardDigits === null ? null : result.heardDigits === result.digits;
  const record: StepResult<typeof voiceLivenessSchema> = {
    heardDigits: result.heardDigits,
    audioMs: result.fault === null ? result.audioMs : null,
  };
  const data = {
    challengeId: result.challengeId,
    speechMs: result.speechMs,
    clippedFraction: result.fault === null ? result.clippedFraction : null,
    digitsMatch,
    mouthSpeechCorrelation: result.mouthSpeechCorrelation,
    models: result.models,
  };
  return {
    retakeCodes:
      verdict.code !== null && verdict.outcome !== 'error' && isRetakeCode(verdict.code) ? [verdict.code] : [],
    outcome: {
      record,
      checks: [{ id: 'voice-liveness', ...verdict, data, durationMs: Math.round(result.durationMs) }],
      facts: {},
      traits: {},
      models: result.models,
    },
  };
}

function judge({ withVideo }: Config, result: HeardVoice): Verdict {
  if (result.fault !== null) return { outcome: 'failed', code: result.fault as Code }; // The decoder's own codes.
  if (result.digits === null) return { outcome: 'error', code: 'check.input_missing' };
  if (result.clippedFraction > mostClipped) return { outcome: 'failed', code: 'voice_liveness.clipped' };
  if (result.speechMs === null) return { outcome: 'error', code: 'check.model_missing' };
  if (result.speechMs < leastSpeechMs) return { outcome: 'failed', code: 'voice_liveness.no_speech' };
  if (result.speechMs < leastSpeechMsPerDigit * result.digits.length) {
    return { outcome: 'failed', code: 'voice_liveness.too_short' };
  }
  if (withVideo && (result.mouthSpeechCorrelation ?? -1) < leastCorrelation) {
    return { outcome: 'failed', code: 'voice_liveness.mouth_still' };
  }
  if (result.engine === 'missing') return { outcome: 'warning', code: 'voice_liveness.no_speech_engine' };
  if (result.engine === 'failed') return { outcome: 'error', code: 'check.broken' };
  if (result.heardDigits !== result.digits) return { outcome: 'failed', code: 'voice_liveness.wrong_digits' };
  return { outcome: 'passed', code: null };
}
