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

/** What is announced about uploads. No announcement has personal data. */
export interface UploadAnnouncements {
  chunk: RecordingChunkNews;
  /** A picture was stored that its step's job will read. `country`: whose document it is, according to the device (ISO 3166-1 alpha-2). */
  picture: { mediaId: string; country: string | null };
  /** Workers stop preparing this picture: the person deleted or replaced it, or its step's job has begun. */
  gone: { mediaId: string };
}

/**
 * Announces uploads to workers, which may do some of the work before the person submits the step. A lost call only costs time: the step's job
 * does everything that was not done before.
 */
export interface UploadNews {
  announce<What extends keyof UploadAnnouncements>(what: What, news: UploadAnnouncements[What]): void;
  /** Calls back for every announcement of this kind, until the connection is closed. */
  subscribe<What extends keyof UploadAnnouncements>(
    what: What,
    onNews: (news: UploadAnnouncements[What]) => void,
  ): void;
  /** True for one caller within two minutes: this process may do the work on that challenge's recording, or on that picture. */
  claim(id: string): Promise<boolean>;
  close(): Promise<void>;
}
