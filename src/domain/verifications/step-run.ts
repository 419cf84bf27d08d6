import type { Check } from './check.ts';
import type { Facts } from './identity.ts';
import type { Origin } from '../media/media.ts';
import type { ModelReference } from '../ports/pages/page-reader.ts';
import type { StepRunStatus } from './step-run-status.ts';
import type { StepType } from './step-type.ts';
import type { Traits } from '../traits.ts';

/** What a finished step contributes: its part of the record, its checks, and values for the identity. */
export interface StepOutcome {
  /** The type's own part of the record (`document: {…}`), as the step's schema describes it. */
  record: unknown;
  checks: Check[];
  facts: Facts;
  /** What other steps and identities are compared with. */
  traits: Traits;
  /** The models that took part. */
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
  /** Who handed the last attempt in. */
  origin: Origin;
  /** Retake codes of the last attempt. */
  codes: string[];
  outcome: StepOutcome | null;
  /** What the step's conclusion saw when the verdict fell, for the replay; null when it has none. */
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
