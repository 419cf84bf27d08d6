import type { StepJobName } from '../jobs/job.ts';
import type { Origin, Upload } from '../media/media.ts';
import type { QueuedJob } from '../ports/job-queue.ts';
import type { StepRun } from '../verifications/step-run.ts';
import type { Verification } from '../verifications/verification.ts';
import type { SessionOfVerification, StepRunState } from './session-repositories.ts';

/** The state of a pending verification while its row is locked: everything that a submit needs. None of it is encrypted. */
export interface SubmitContext {
  /** In the flow's order. */
  stepRuns: (StepRunState & Pick<StepRun, 'version'>)[];
  /** The person's files of all attempts, in order of arrival. */
  files: Upload[];
  /** Versions of the texts that the person consented to. */
  consentVersions: string[];
  /** Whether codes were sent to the person. */
  codes: boolean;
}

/** waiting → processing of one step, with everything that is written with it. */
export interface NewSubmit {
  stepRun: Pick<StepRun, 'id' | 'version' | 'attempt'>;
  origin: Origin;
  input: unknown;
  job: StepJobName;
  /** The attempt's lifetime from now, by the database's clock; null leaves it as it is. */
  ttlMinutes: number | null;
  /** For the session's sockets. */
  message: Record<string, unknown>;
}

/** The job of a submit that was written, and the sequence number of its message. */
export interface WrittenSubmit {
  job: QueuedJob;
  sequence: number;
}

/** For a transaction that holds the verification's lock. */
export interface SubmitRepository {
  read(verificationId: string): Promise<SubmitContext>;
  /** @throws MoveRefused when the step has moved */
  write(verification: Pick<Verification, 'id' | 'clientId' | 'identityId'>, submit: NewSubmit): Promise<WrittenSubmit>;
}

export interface SharedSubmitRepository {
  /**
   * One submit under the verification's lock, in a transaction that is shared with submits of other verifications. An error from `compose`
   * is thrown here and affects nobody else. Returns null without any change when `compose` does, when somebody else holds the verification,
   * when it is no longer pending, when the session no longer has it, or when the step has moved: the submit must then be tried in a separate
   * transaction.
   */
  create<Composed extends { submit: NewSubmit }>(
    session: Pick<SessionOfVerification, 'verificationId' | 'sessionId'>,
    compose: (context: SubmitContext) => Composed | null,
  ): Promise<({ composed: Composed } & WrittenSubmit) | null>;
}
