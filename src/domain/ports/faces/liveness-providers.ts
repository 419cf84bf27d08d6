import type { ProviderChallenge } from '../../verifications/challenge.ts';

/** The provider of an enhanced liveness step, as its flow names it. Credentials are settings of the installation. */
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

/** What the provider itself told this server. `picture`: the best one that it took of the person. */
export type LivenessProviderResult =
  { state: 'finished'; live: boolean; score: number | null; picture: Buffer | null } | { state: 'notCompleted' };

/** The installation has no credentials for the provider. */
export class LivenessProviderMissing extends Error {
  constructor(provider: string) {
    super(`no credentials for ${provider}`);
    this.name = 'LivenessProviderMissing';
  }
}

/** The provider's answer cannot be believed or refuses the question. Its own words stay out of it: they may quote data. */
export class LivenessProviderFailed extends Error {
  constructor(provider: string, options?: ErrorOptions) {
    super(`${provider} gave no usable answer`, options);
    this.name = 'LivenessProviderFailed';
  }
}

/**
 * Third parties that check liveness with their own SDK. Whatever the person's device says of the result is ignored: it is
 * fetched from the provider by this server.
 */
export interface LivenessProviders {
  /**
   * Opens a check at the provider for this challenge alone.
   * @throws LivenessProviderMissing, LivenessProviderFailed or ProviderAway
   */
  start(
    settings: LivenessProviderSettings,
    challengeId: string,
  ): Promise<{ provider: ProviderChallenge; reference: string }>;
  /** @throws LivenessProviderMissing, LivenessProviderFailed or ProviderAway */
  fetchResult(settings: LivenessProviderSettings, reference: string): Promise<LivenessProviderResult>;
}
