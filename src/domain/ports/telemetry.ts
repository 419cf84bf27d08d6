import type { PartitionMeasure } from '../repositories/retention-repository.ts';
import type { ContactChannel } from '../codes/contact.ts';
import type { JobName, QueueName } from '../jobs/job.ts';
import type { VerificationStatus } from '../verifications/verification-status.ts';

export interface EndedRequest {
  requestId: string;
  method: string;
  /** The route's pattern, never the requested address; null when no route was found. */
  route: string | null;
  status: number;
  durationMs: number;
  /** The verification that it concerned, if any. */
  verificationId: string | null;
}

export interface BegunJob {
  job: JobName;
  outboxId: string;
  attempt: number;
}

/** `idle`: there was nothing left to do. `exhausted`: out of attempts, and ended in its terminal state. */
export type JobOutcome = 'done' | 'idle' | 'failed' | 'exhausted';

export interface EndedJob {
  outcome: JobOutcome;
  durationMs: number;
  verificationId: string | null;
}

/** `test`: a client in test mode, whose messages go to the test inbox. */
export type MessageOutcome = 'sent' | 'test' | 'undeliverable' | 'failed';

/** A receiver's response, or that none came. */
export type DeliveryOutcome = '2xx' | '3xx' | '4xx' | '5xx' | 'noAnswer';

/**
 * Events for metrics and traces. Accepts words of fixed lists, ids and durations, so nothing that a person has typed can get into it. None
 * of the calls fails or waits.
 */
export interface Telemetry {
  requestEnded(request: EndedRequest): void;
  /** Runs the job; events during the run belong to it. */
  duringJob(job: BegunJob, work: () => Promise<JobOutcome>): Promise<EndedJob>;
  /** The running job concerns this verification. */
  noteVerification(verificationId: string): void;
  /** A list or figures with a replica in place: `late` and `away` came from the primary. */
  replicaRead(outcome: 'replica' | 'late' | 'away'): void;
  /** One run of a model of the catalogue. */
  modelRan(model: string, durationMs: number): void;
  deliveryTried(outcome: DeliveryOutcome, durationMs: number): void;
  codeSent(channel: ContactChannel, outcome: MessageOutcome): void;
  codeChecked(confirmed: boolean): void;
  /** `reasonCodes`: of a verdict other than `verified`. */
  verificationMoved(status: VerificationStatus, reasonCodes: readonly string[]): void;
}

/** Current state, in contrast to events. */
export interface Gauges {
  queues: readonly {
    queue: QueueName;
    /** Jobs that could run now, and those that wait for their time (a webhook's next attempt). */
    dueJobs: number;
    laterJobs: number;
    /** Since when the oldest due job could have run. */
    oldestSeconds: number;
    workers: number;
  }[];
  parts: readonly { name: string; up: boolean }[];
  /** None when they cannot be read. */
  partitions: readonly PartitionMeasure[];
}
