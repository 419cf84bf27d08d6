import type { StepJobName } from '../jobs/job.ts';
import type { Upload } from '../media/media.ts';
import type { QueuedJob } from '../ports/job-queue.ts';
import type { StepRun } from '../verifications/step-run.ts';
import type { StepRunState } from './session-repositories.ts';

/** Where a pending verification stands while its row is held: all that a submit looks at. Nothing of it is sealed. */
export interface SubmitPlace {
  /** In the flow's order. */
  stepRuns: (StepRunState & Pick<StepRun, 'version'>)[];
  /** The person's files of all attempts, in the order in which they came. */
  files: Upload[];
  /** Of the texts that were consented to. */
  consentVersions: string[];
  /** Whether codes were sent to the person. */
  codes: boolean;
}

/** waiting → processing of one step, with everything that is written with it. */
export interface NewSubmit {
  stepRun: Pick<StepRun, 'id' | 'version' | 'attempt'>;
  input: unknown;
  job: StepJobName;
  /** The attempt lives this long from now, by the database's clock. */
  ttlMinutes: number;
  /** For the session's sockets. */
  message: Record<string, unknown>;
}

export interface SubmitRepository {
  /**
   * One submit under the verification's lock, in a transaction that submits of other verifications share. What `compose`
   * throws is thrown here and stops nobody else.
   * Answers null, and has then changed nothing, when `compose` does, when somebody else holds the verification, when it is no
   * longer pending, or when the step has moved: the submit is to be tried in its own transaction.
   */
  create<Composed extends { submit: NewSubmit }>(
    verificationId: string,
    compose: (place: SubmitPlace) => Composed | null,
  ): Promise<{ composed: Composed; job: QueuedJob; sequence: number } | null>;
}
