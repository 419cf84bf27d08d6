import { LivenessProviderMissing, type LivenessProviders } from '../../domain/ports/faces/liveness-providers.ts';
import type { ConnectionGuard } from '../network/target-guard.ts';
import { createRekognitionLiveness, type AwsAccount } from './rekognition-liveness.ts';
import { createSignedResultLiveness } from './signed-result-liveness.ts';

/** Every provider that a flow can name. `aws`: null when the installation has no account there. */
export function createLivenessProviders(options: {
  aws: AwsAccount | null;
  guard: ConnectionGuard;
}): LivenessProviders {
  const rekognition = options.aws && createRekognitionLiveness(options.aws);
  const signed = createSignedResultLiveness({ guard: options.guard });
  const requireRekognition = () => {
    if (rekognition === null) throw new LivenessProviderMissing('aws-rekognition');
    return rekognition;
  };
  return {
    async start(settings, challengeId) {
      return settings.name === 'aws-rekognition'
        ? requireRekognition().start(settings, challengeId)
        : signed.start(settings);
    },
    async fetchResult(settings, reference) {
      return settings.name === 'aws-rekognition'
        ? requireRekognition().fetchResult(settings, reference)
        : signed.fetchResult(settings, reference);
    },
  };
}
