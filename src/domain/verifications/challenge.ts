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
  /** `light`: colours follow the last prompt. Left out in what was stored before there were any. */
  | { kind: 'prompts'; promptCount: number; promptTimeoutMs: number; light?: boolean }
  | { kind: 'digits'; digits: string; language: string }
  | { kind: 'provider'; provider: ProviderChallenge; reference: string };

/** A prompt that was drawn when it was due, and when it was sent: milliseconds from the drawing of the challenge, by the database's clock. */
export interface SentPrompt {
  action: LivenessAction;
  sentMs: number;
}

/** A colour that the screen shows after the last prompt: a number of `lightColours`. `sentMs` as of a prompt. */
export interface SentColour {
  colour: number;
  sentMs: number;
}

/** A part of a recording that arrived while the recording was made. `receivedMs` counts as `sentMs` does. */
export interface RecordingChunk {
  bytes: number;
  /** SHA-256, in hexadecimal digits. */
  digest: string;
  objectKey: string;
  receivedMs: number;
}

/** What the server knows of a recording that it watched arrive. The recording is exactly its chunks, one after the other. */
export interface LiveRecording {
  prompts: SentPrompt[];
  /** Left out before it is sent, and where there is none. */
  light?: SentColour[];
  chunks: RecordingChunk[];
  /** When the next prompt is due; null before the first chunk and after the last one. A colour counts as a prompt. */
  nextPromptMs: number | null;
}

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
  /** Null before the first chunk, and for challenges whose recording comes as one file. */
  recording: LiveRecording | null;
}

/** The person may ask for another one so often in an attempt; more would let a recording wait for its own challenge. */
export const maxChallengesPerAttempt = 3;

/** An upload of a whole file that began in time may end this much after the challenge's end. */
export const uploadGraceSeconds = 60;

/** A recording that arrives while it is made is whole this much after the longest recording ends, at the latest. */
export const liveGraceSeconds = 6;
/** Larger than a second of any camera's film, so that a device may send what has gathered in one piece. */
export const maxChunkBytes = 2_000_000;
export const maxChunks = 200;

/** Whether the recording for the challenge has to arrive while it is made. */
export function isRecordedLive(kind: ChallengeContent['kind'] | null): boolean {
  return kind === 'prompts';
}
