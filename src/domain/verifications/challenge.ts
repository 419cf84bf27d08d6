import { tiltDirections } from './tilt-directions.ts';

/** Movements that a challenge can contain; left and right are the person's. */
export const livenessActions = ['turn-left', 'turn-right', 'look-up', 'smile', 'blink'] as const;
export type LivenessAction = (typeof livenessActions)[number];

/** Everything that a prompt can ask for: movements of a person, and tilts of a document. */
export const promptActions = [...livenessActions, ...tiltDirections] as const;
export type PromptAction = (typeof promptActions)[number];

export function isLivenessAction(action: PromptAction): action is LivenessAction {
  return livenessActions.some((one) => one === action);
}

/** `atMs` counts from the start of the recording. */
export interface LivenessPrompt {
  action: LivenessAction;
  atMs: number;
}

/** What a provider's own SDK needs on the person's device. Includes short-lived credentials, so it is encrypted wherever it is stored. */
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

/** What the person has to do this time. `reference` is the provider's session, for the server's own query. */
export type ChallengeContent =
  /** `light`: colours follow the last prompt. Missing in challenges stored before the light existed. */
  | { kind: 'prompts'; promptCount: number; promptTimeoutMs: number; light?: boolean }
  | { kind: 'digits'; digits: string; language: string }
  | { kind: 'provider'; provider: ProviderChallenge; reference: string };

/** A prompt that was chosen when it was due, and when it was sent: milliseconds since the challenge was issued, by the database's clock. */
export interface SentPrompt {
  action: PromptAction;
  sentMs: number;
}

/** A colour that the screen shows after the last prompt: an index into `lightColours`. `sentMs` as for a prompt. */
export interface SentColour {
  colour: number;
  sentMs: number;
}

/** A part of a recording that arrived while the recording was made. `receivedMs` counts like `sentMs`. */
export interface RecordingChunk {
  bytes: number;
  /** SHA-256, in hexadecimal digits. */
  digest: string;
  objectKey: string;
  receivedMs: number;
}

/** What the server knows about a recording whose arrival it observed. The recording is exactly the concatenation of its chunks. */
export interface LiveRecording {
  prompts: SentPrompt[];
  /** Missing before it is sent, and when there is none. */
  light?: SentColour[];
  chunks: RecordingChunk[];
  /** When the next prompt is due; null before the first chunk and after the last prompt. A colour counts as a prompt. */
  nextPromptMs: number | null;
}

/** Issued by the server at random for one attempt of one step, used once, and short-lived by the database's clock. */
export interface Challenge {
  id: string;
  stepRunId: string;
  attempt: number;
  content: ChallengeContent;
  expiresAt: Date;
  /** By the database’s clock, like all its times. */
  drawnAt: Date;
  /** When its whole recording had arrived, or the submit used it up; null while it is open. */
  usedAt: Date | null;
  /** Null before the first chunk, and for challenges without a recording. */
  recording: LiveRecording | null;
}

/** How often the person may request another challenge in an attempt. With more, a recording could wait for its own challenge. */
export const maxChallengesPerAttempt = 3;

/** An upload of a whole file that started in time may end this much after the challenge's end. */
export const uploadGraceSeconds = 60;

/** A recording that arrives while it is made is complete at the latest this long after the longest recording ends. */
export const liveGraceSeconds = 6;
/** Larger than a second of any camera's video, so that a device may send accumulated data at once. */
export const maxChunkBytes = 2_000_000;
export const maxChunks = 200;

/** Whether the recording for the challenge must arrive while it is made. */
export function isRecordedLive(kind: ChallengeContent['kind'] | null): boolean {
  return kind === 'prompts' || kind === 'digits';
}
