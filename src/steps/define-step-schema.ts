import type { z } from 'zod';
import type { MediaKind } from '../domain/media/media-kind.ts';
import { type commonCheckCodes, isRetakeCode, type ReasonCode } from '../domain/faults/reason-codes.ts';
import type { StepType } from '../domain/verifications/step-type.ts';
import type { FlowFault, SurroundingFlow } from './flow-fault.ts';

/** One check's report: the shape of its evidence, and its codes in addition to the common ones. */
export interface CheckSchema {
  data: z.ZodObject;
  codes: readonly ReasonCode[];
  /** Every result of the step has this check. If it is missing, the decision counts an error. */
  always?: true;
}

/** The contents of a step's challenge, for the types that have one. */
export type ChallengeKind = 'prompts' | 'digits' | 'provider';

/** Everything about a step type that is sent over the wire or stored. Its behaviour is in `define-step.ts`. */
export interface StepSchemaDefinition {
  type: StepType;
  /** The type's key in the step's record: `document` in `{"type": "document", "document": {…}}`. */
  resultKey: string;
  /** Biometric steps need a recorded consent before any upload. */
  biometric: boolean;
  /** The person must be present: files and submits from a host's server are refused. */
  live: boolean;
  challenge: ChallengeKind | null;
  /** The step's settings in a flow, with their defaults. */
  config: z.ZodObject;
  /** The settings that the SDK may know: nothing that helps to pass a check dishonestly. */
  publicConfig: z.ZodObject;
  /** Body of the submit. */
  submit: z.ZodType;
  /** What the step contributes to the identity record, under `resultKey`. */
  result: z.ZodObject;
  checks: Readonly<Record<string, CheckSchema>>;
  /** Kinds of file that the person may upload. */
  mediaKinds: readonly MediaKind[];
  /** Codes of the quick check of a new file. */
  captureCodes: readonly ReasonCode[];
}

export type StepSchema<D extends StepSchemaDefinition = StepSchemaDefinition> = D & {
  // A method, so that the schemas of all types fit into one list.
  toPublicConfig(config: z.output<D['config']>): z.input<D['publicConfig']>;
  /** Contradictions within the config, or between it and the rest of the flow. Paths start inside the config. */
  findConfigFaults(config: z.output<D['config']>, flow: SurroundingFlow): FlowFault[];
  /** Codes of this step after which the person may try again. */
  retakeCodes: readonly ReasonCode[];
};

export function defineStepSchema<const D extends StepSchemaDefinition>(
  definition: D,
  toPublicConfig: (config: z.output<D['config']>) => z.input<D['publicConfig']>,
  findConfigFaults: (config: z.output<D['config']>, flow: SurroundingFlow) => FlowFault[] = () => [],
): StepSchema<D> {
  const codes = [...definition.captureCodes, ...Object.values(definition.checks).flatMap((check) => check.codes)];
  const retakeCodes = [...new Set(codes)].filter(isRetakeCode);
  return { ...definition, toPublicConfig, findConfigFaults, retakeCodes };
}

export type StepConfig<S extends StepSchema> = z.output<S['config']>;
export type StepSubmit<S extends StepSchema> = z.output<S['submit']>;
export type StepResult<S extends StepSchema> = z.output<S['result']>;
export type CheckId<S extends StepSchema> = keyof S['checks'] & string;
export type CheckData<S extends StepSchema, C extends CheckId<S>> = z.output<S['checks'][C]['data']>;
export type CheckCode<S extends StepSchema, C extends CheckId<S>> =
  S['checks'][C]['codes'][number] | (typeof commonCheckCodes)[number];

/** A check of this step, as its evaluation reports it: a pass has no code, everything else has one. */
export type StepCheck<S extends StepSchema> = {
  [C in CheckId<S>]: { id: C; durationMs: number } & (
    | { outcome: 'passed'; code: null; data: CheckData<S, C> }
    | { outcome: 'warning' | 'failed' | 'skipped' | 'error'; code: CheckCode<S, C>; data: CheckData<S, C> | null }
  );
}[CheckId<S>];
