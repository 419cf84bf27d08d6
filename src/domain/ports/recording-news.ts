import type { SentPrompt } from '../verifications/challenge.ts';

/** A chunk of a recording that was stored: ids, and the prompts that were sent by then. */
export interface RecordingChunkNews {
  verificationId: string;
  stepId: string;
  challengeId: string;
  index: number;
  objectKey: string;
  prompts: SentPrompt[];
}

/**
 * Announces the chunks of recordings to workers, which may measure them before the person submits the step. A lost call only costs time: the
 * judgement measures everything that was not measured before.
 */
export interface RecordingNews {
  announce(news: RecordingChunkNews): void;
  /** Calls back for every chunk, until the connection is closed. */
  subscribe(onNews: (news: RecordingChunkNews) => void): void;
  /** True for one caller within the time that a recording can take: this process may measure the recording ahead. */
  claim(challengeId: string): Promise<boolean>;
  close(): Promise<void>;
}
