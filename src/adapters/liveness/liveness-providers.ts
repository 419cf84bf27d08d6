import type { Logger } from 'pino';
import {
  LivenessProviderMissing,
  type LivenessProviders,
  type LivenessProviderSettings,
} from '../../domain/ports/faces/liveness-providers.ts';
import { ProviderAway } from '../../domain/ports/provider-away.ts';
import { createProviderGate, type ProviderGate } from '../network/provider-gate.ts';
import type { ConnectionGuard } from '../network/target-guard.ts';
import { createRekognitionLiveness, type AwsAccount } from './rekognition-liveness.ts';
import { createSignedResultLiveness } from './signed-result-liveness.ts';

/** A hanging provider occupies the worker's only place for some 16 s, so it is not called again immediately. */
const retryEveryMs = 30_000;
/** Clients name providers in their flows. */
const mostGates = 1_000;

/** Every provider that a flow can name. `aws`: null when the installation has no account there. */
export function createLivenessProviders(options: {
  aws: AwsAccount | null;
  guard: ConnectionGuard;
  log: Pick<Logger, 'error' | 'warn'>;
}): LivenessProviders {
  const rekognition = options.aws && createRekognitionLiveness(options.aws);
  const signed = createSignedResultLiveness({ guard: options.guard });
  const gates = new Map<string, ProviderGate>();

  /** One client's unavailable provider must not block another client's. */
  function gateOf(settings: LivenessProviderSettings): ProviderGate {
    const provider =
      settings.name === 'aws-rekognition' ? `${settings.name} ${settings.region}` : new URL(settings.resultUrl).origin;
    const known = gates.get(provider);
    if (known !== undefined) return known;
    if (gates.size >= mostGates) gates.clear();
    const isAnswer = (error: unknown) => !(error instanceof ProviderAway);
    const made = createProviderGate({ provider, isAnswer, log: options.log, retryEveryMs });
    gates.set(provider, made);
    return made;
  }

  const requireRekognition = () => {
    if (rekognition === null) throw new LivenessProviderMissing('aws-rekognition');
    return rekognition;
  };
  return {
    async start(settings, challengeId) {
      if (settings.name === 'signed-result') return signed.start(settings);
      return gateOf(settings).ask(() => requireRekognition().start(settings, challengeId));
    },
    async fetchResult(settings, reference) {
      return gateOf(settings).ask<Awaited<ReturnType<LivenessProviders['fetchResult']>>>(() =>
        settings.name === 'aws-rekognition'
          ? requireRekognition().fetchResult(settings, reference)
          : signed.fetchResult(settings, reference),
      );
    },
  };
}
