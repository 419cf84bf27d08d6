import { z } from 'zod';
import { countFaces } from '../../domain/faces/face-faults.ts';
import type { Check } from '../../domain/verifications/check.ts';
import type { StepEvaluation } from '../../domain/verifications/evaluation.ts';
import { LivenessProviderFailed, LivenessProviderMissing } from '../../domain/ports/faces/liveness-providers.ts';
import { askOrForgo } from '../../domain/ports/provider-away.ts';
import { defineStep } from '../define-step.ts';
import type { StepTools } from '../step-tools.ts';
import type { CheckCode, StepConfig, StepResult } from '../define-step-schema.ts';
import { faceTemplateSchema } from '../face-template-schema.ts';
import { livenessConclusion } from '../faces/liveness-conclusion.ts';
import { modelReferenceSchema } from '../value-schemas.ts';
import { defaultProviderThreshold, enhancedLivenessSchema } from './schema.ts';

type Config = StepConfig<typeof enhancedLivenessSchema>;

/** The provider's answer to this server: facts, so that the evaluation can be replayed on them. */
const askedProviderSchema = z.object({
  /** The provider's own session; null without a challenge. */
  reference: z.string().max(200).nullable(),
  answer: z.enum(['finished', 'notCompleted', 'failed']),
  live: z.boolean(),
  score: z.number().min(0).max(1).nullable(),
  fetchedAt: z.iso.datetime().nullable(),
  /** The face in the provider's picture. */
  template: faceTemplateSchema.nullable(),
  models: z.array(modelReferenceSchema).max(20),
  durationMs: z.number(),
});
type AskedProvider = z.output<typeof askedProviderSchema>;

/** This far below the threshold, the provider is not certain. */
const doubtfulBelow = 0.2;

/** A check by a provider with its own SDK. The result comes from the provider alone, whatever the device says. */
export const enhancedLivenessStep = defineStep(enhancedLivenessSchema, askedProviderSchema, {
  job: 'face.judge',
  challenge: {
    ttlSeconds: ({ challengeTtlSeconds }) => challengeTtlSeconds,
    async draw({ providers }, { config, challengeId }) {
      return { kind: 'provider', ...(await providers.start(config.provider, challengeId)) };
    },
  },
  filesAtMost: () => ({}),
  // The submit itself uses up the challenge.
  accept: () => undefined,

  async work(tools, { config, challenge, mayWait }): Promise<AskedProvider> {
    const startedAt = performance.now();
    const reference = challenge?.content.kind === 'provider' ? challenge.content.reference : null;
    const untold = { reference, answer: 'failed', live: false, score: null, fetchedAt: null, template: null } as const;
    const ask = (known: string) => askOrForgo(mayWait, () => tools.providers.fetchResult(config.provider, known));
    const result = reference === null ? null : await ask(reference).catch(unlessItFailed);
    const took = () => performance.now() - startedAt;
    if (result === null) return { ...untold, models: [], durationMs: took() };
    const fetchedAt = new Date().toISOString();
    if (result.state === 'notCompleted') {
      return { ...untold, answer: 'notCompleted', fetchedAt, models: [], durationMs: took() };
    }
    const { live, score, picture } = result;
    const face = await describePicture(tools, picture);
    return { reference, answer: 'finished', live, score, fetchedAt, ...face, durationMs: took() };
  },

  evaluate: ({ config, result }) => evaluate(config, result),
  conclusion: livenessConclusion,
});

/** Null for an implausible answer, or a provider that is not configured. */
function unlessItFailed(error: unknown): null {
  if (error instanceof LivenessProviderFailed || error instanceof LivenessProviderMissing) return null;
  throw error;
}

/** The provider may be any server that the flow's owner names, so its picture is as untrusted as an upload. */
async function describePicture(
  { faceAnalyser, normaliser }: Pick<StepTools['face.judge'], 'faceAnalyser' | 'normaliser'>,
  picture: Buffer | null,
): Promise<Pick<AskedProvider, 'template' | 'models'>> {
  if (picture === null) return { template: null, models: [] };
  try {
    const safe = await normaliser.normalise(picture);
    if ('fault' in safe) return { template: null, models: [] };
    const reading = await faceAnalyser.analyse(safe.image.jpeg, { template: true });
    // With several people in the picture, the provider does not say which one it found alive.
    const template = countFaces(reading) === 1 ? (reading.faces[0]?.template ?? null) : null;
    return { template, models: reading.models };
  } catch {
    // Without a readable picture there is no face to compare.
    return { template: null, models: [] };
  }
}

function evaluate({ provider }: Config, result: AskedProvider): StepEvaluation {
  const verdict = judge(provider.threshold, result);
  const record: StepResult<typeof enhancedLivenessSchema> = {
    providerName: provider.name,
    providerReference: result.reference,
  };
  const check: Check = {
    id: 'enhanced-liveness',
    ...verdict,
    data: {
      providerName: provider.name,
      score: result.score,
      threshold: provider.threshold,
      fetchedAt: result.fetchedAt,
    },
    durationMs: Math.round(result.durationMs),
  };
  const believed = verdict.outcome === 'passed' || verdict.outcome === 'warning';
  return {
    retakeCodes: verdict.code === 'enhanced_liveness.not_completed' ? [verdict.code] : [],
    outcome: {
      record,
      checks: [check],
      facts: {},
      traits: believed && result.template !== null ? { face: result.template } : {},
      models: result.models,
    },
  };
}

type Code = CheckCode<typeof enhancedLivenessSchema, 'enhanced-liveness'>;

function judge(
  threshold: number,
  { answer, live, score }: AskedProvider,
): { outcome: 'passed'; code: null } | { outcome: 'warning' | 'failed' | 'error'; code: Code } {
  if (answer === 'failed') return { outcome: 'error', code: 'enhanced_liveness.provider_failed' };
  if (answer === 'notCompleted') return { outcome: 'failed', code: 'enhanced_liveness.not_completed' };
  if (!live) return { outcome: 'failed', code: 'enhanced_liveness.not_live' };
  if (score === null) {
    // A provider without scores is taken at its word, except by a flow that sets a threshold itself.
    const isSet = threshold > 0 && threshold !== defaultProviderThreshold;
    return isSet ? { outcome: 'warning', code: 'enhanced_liveness.no_score' } : { outcome: 'passed', code: null };
  }
  if (score >= threshold) return { outcome: 'passed', code: null };
  if (score >= threshold - doubtfulBelow) return { outcome: 'warning', code: 'enhanced_liveness.doubtful' };
  return { outcome: 'failed', code: 'enhanced_liveness.not_live' };
}
