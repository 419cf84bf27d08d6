import type { ProviderChallenge } from '../../verifications/challenge.ts';

/** The provider of an enhanced liveness step, as the flow names it. The installation's settings have the credentials. */
export type LivenessProviderSettings =
  | { name: 'aws-rekognition'; region: string; threshold: number }
  | {
      name: 'signed-result';
      startUrl: string;
      resultUrl: string;
      jwksUrl: string;
      issuer: string;
      audience: string;
      threshold: number;
    };

/** The provider's own answer to this server. `picture`: the best one that it took of the person. */
export type LivenessProviderResult =
  { state: 'finished'; live: boolean; score: number | null; picture: Buffer | null } | { state: 'notCompleted' };

/** The installation has no credentials for the provider. */
export class LivenessProviderMissing extends Error {
  constructor(provider: string) {
    super(`no credentials for ${provider}`);
    this.name = 'LivenessProviderMissing';
  }
}

/** The provider's answer is implausible, or the provider refuses the request. Its message is not included, because it may quote data. */
export class LivenessProviderFailed extends Error {
  constructor(provider: string, options?: ErrorOptions) {
    super(`${provider} gave no usable answer`, options);
    this.name = 'LivenessProviderFailed';
  }
}

/**
 * Third parties that check liveness with their own SDK. The device's statement about the result is ignored: this server fetches the result
 * from the provider.
 */
export interface LivenessProviders {
  /**
   * Opens a check at the provider for this challenge only.
   * @throws LivenessProviderMissing, LivenessProviderFailed or ProviderAway
   */
  start(
    settings: LivenessProviderSettings,
    challengeId: string,
  ): Promise<{ provider: ProviderChallenge; reference: string }>;
  /** @throws LivenessProviderMissing, LivenessProviderFailed or ProviderAway */
  fetchResult(settings: LivenessProviderSettings, reference: string): Promise<LivenessProviderResult>;
}
