import type { FlowDocument } from '../../contract/flows/flow-document.ts';
import { providerMissing, type MessageProviders } from '../../domain/codes/message-providers.ts';
import { Problem, type ProblemCode } from '../../domain/faults/errors.ts';
import type { ClientMode } from '../../domain/operators/client.ts';
import { stepRegistry } from '../../steps/registry.ts';
import { canSkip } from './can-skip.ts';

/** The external providers for which this installation has an account. */
export interface StepProviders extends MessageProviders {
  /** AWS Rekognition, for enhanced-liveness steps that name it. */
  readonly awsLiveness: boolean;
}

type FlowStep = FlowDocument['steps'][number];

/** The error of a step that nobody can complete here; null when the step can be completed or skipped. */
function missingProviderOf(step: FlowStep, providers: StepProviders): ProblemCode | null {
  if (canSkip(step)) return null;
  const channel = stepRegistry[step.type].code?.channel;
  if (channel !== undefined && !providers[channel]) return providerMissing[channel];
  const needsAws = step.type === 'enhanced-liveness' && step.config.provider.name === 'aws-rekognition';
  return needsAws && !providers.awsLiveness ? 'enhanced_liveness.provider_missing' : null;
}

/**
 * Keeps people of a live client from starting a flow that they cannot finish: one with a step that needs a missing provider and cannot be
 * skipped.
 * @throws Problem `phone.provider_missing`, `email.provider_missing`, `enhanced_liveness.provider_missing`
 */
export function requireProvidersAtStart(
  { mode }: { mode: ClientMode },
  { steps }: Pick<FlowDocument, 'steps'>,
  providers: StepProviders,
): void {
  if (mode === 'test') return;
  for (const step of steps) {
    const code = missingProviderOf(step, providers);
    if (code !== null) throw new Problem(code);
  }
}

/** A live client cannot publish a flow that nobody could finish. @throws Problem `flow.provider_missing`, with every such step */
export function requireProvidersToPublish(
  { mode }: { mode: ClientMode },
  { steps }: Pick<FlowDocument, 'steps'>,
  providers: StepProviders,
): void {
  if (mode === 'test') return;
  const errors = steps.flatMap((step, index) => {
    const problem = missingProviderOf(step, providers);
    if (problem === null) return [];
    const detail = `starting it would answer ${problem}`;
    return [{ pointer: `/steps/${index}`, code: 'flow.step_without_provider' as const, detail }];
  });
  if (errors.length > 0) throw new Problem('flow.provider_missing', { errors });
}
