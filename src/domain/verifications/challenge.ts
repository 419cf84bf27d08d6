/** Movements that a challenge can ask for; left and right are the person's own. */
export const livenessActions = ['turn-left', 'turn-right', 'look-up', 'smile', 'blink'] as const;
export type LivenessAction = (typeof livenessActions)[number];

/** `atMs` counts from the start of the recording. */
export interface LivenessPrompt {
  action: LivenessAction;
  atMs: number;
}

/** What a provider's own SDK needs on the person's device. Short-lived credentials among it: sealed wherever it is stored. */
export type ProviderChallenge =
  | {
      name: 'aws-rekognition';
      parameters: {
        region: string;
        sessionId: string;
        accessKeyId: string;
        secretAccessKey: string;
        sessionToken: string;
        credentialsExpireAt: string;
      };
    }
  | { name: 'signed-result'; parameters: { startUrl: string; nonce: string } };

/** What the person has to do this once. `reference` names the provider's session, for the server's own question. */
export type ChallengeContent =
  | { kind: 'prompts'; prompts: LivenessPrompt[] }
  | { kind: 'digits'; digits: string; language: string }
  | { kind: 'provider'; provider: ProviderChallenge; reference: string };

/** Drawn by the server for one attempt of one step, used once, and short-lived by the database's clock. */
export interface Challenge {
  id: string;
  stepRunId: string;
  attempt: number;
  content: ChallengeContent;
  expiresAt: Date;
  /** By the database’s clock, as every time of it. */
  drawnAt: Date;
  /** When the recording for it had arrived whole, or the submit used it up; null while it is open. */
  usedAt: Date | null;
}

/** The person may ask for another one so often in an attempt; more would let a recording wait for its own challenge. */
export const maxChallengesPerAttempt = 3;

/** An upload that began in time may end this much after the challenge's end. */
export const uploadGraceSeconds = 60;
