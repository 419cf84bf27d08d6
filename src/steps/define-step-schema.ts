import type { z } from 'zod';
import type { MediaKind } from '../domain/media/media-kind.ts';
import { type commonCheckCodes, isRetakeCode, type ReasonCode } from '../domain/faults/reason-codes.ts';
import type { StepType } from '../domain/verifications/step-type.ts';
import type { FlowFault, SurroundingFlow } from './flow-fault.ts';

/** What one check reports: the shape of its evidence and the codes that it can give in addition to the common ones. */
export interface CheckSchema {
  data: z.ZodObject;
  codes: readonly ReasonCode[];
}

/** What a step's challenge consists of, for the types that have one. */
export type ChallengeKind = 'prompts' | 'digits' | 'provider';

/** Everything about a step type that goes over the wire or into the database. Behaviour is elsewhere. */
export interface StepSchemaDefinition {
  type: StepType;
  /** The type's own key in the step's record: `document` in `{"type": "document", "document": {…}}`. */
  resultKey: string;
  /** Biometric steps need a recorded consent before any upload. */
  biometric: boolean;
  /** The person must be there: files and submits of a host's server are refused. */
  live: boolean;
  challenge: ChallengeKind | null;
  /** The step's settings in a flow, with their defaults. */
  config: z.ZodObject;
  /** The part of them that the SDK may know: nothing that helps to get past a check. */
  publicConfig: z.ZodObject;
  /** Body of the submit. */
  submit: z.ZodType;
  /** What the step contributes to the identity record, under `resultKey`. */
  result: z.ZodObject;
  checks: Readonly<Record<string, CheckSchema>>;
  /** Kinds of file that the person may upload. */
  mediaKinds: readonly MediaKind[];
  /** Codes that the quick look at a fresh file can give. */
  captureCodes: readonly ReasonCode[];
}

export type StepSchema<D extends StepSchemaDefinition = StepSchemaDefinition> = D & {
  // A method, so that the schemas of all types fit into one list.
  toPublicConfig(config: z.output<D['config']>): z.input<D['publicConfig']>;
  /** Contradictions of the config, in itself or with the rest of its flow; paths begin inside the config. */
  findConfigFaults(config: z.output<D['config']>, flow: SurroundingFlow): FlowFault[];
  /** Codes of this step that let the person try again. */
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

/** A check of this step as its evaluation reports it: a pass has no code, everything else has one. */
export type StepCheck<S extends StepSchema> = {
  [C in CheckId<S>]: { id: C; durationMs: number } & (
    | { outcome: 'passed'; code: null; data: CheckData<S, C> }
    | { outcome: 'warning' | 'failed' | 'skipped' | 'error'; code: CheckCode<S, C>; data: CheckData<S, C> | null }
  );
}[CheckId<S>];
