import type { Check } from './check.ts';
import type { Facts } from './identity.ts';
import type { Origin } from '../media/media.ts';
import type { ModelReference } from '../ports/pages/page-reader.ts';
import type { StepRunStatus } from './step-run-status.ts';
import type { StepType } from './step-type.ts';
import type { Traits } from '../traits.ts';

/** A finished step's result: its part of the record, its checks, and values for the identity. */
export interface StepOutcome {
  /** The type's own part of the record (`document: {…}`), described by the step's schema. */
  record: unknown;
  checks: Check[];
  facts: Facts;
  /** Values that are compared with other steps and identities. */
  traits: Traits;
  /** The models that were used. */
  models: ModelReference[];
}

/** A step of one verification. */
export interface StepRun {
  id: string;
  verificationId: string;
  stepId: string;
  type: StepType;
  position: number;
  status: StepRunStatus;
  version: number;
  attempt: number;
  /** Who submitted the last attempt. */
  origin: Origin;
  /** Retake codes of the last attempt. */
  codes: string[];
  outcome: StepOutcome | null;
  /** The conclusion's observations at the time of the verdict, for the replay; null when there are none. */
  seen: unknown;
  finishedAt: Date | null;
}

/** One submit of a step. `result` is what the work found, stored so that the evaluation can be replayed. */
export interface StepAttempt {
  stepRunId: string;
  attempt: number;
  input: unknown;
  result: unknown;
  codes: string[];
  submittedAt: Date;
  finishedAt: Date | null;
}
