import type { z } from 'zod';
import type { StepEvaluation, StoredResult } from '../domain/evaluation.ts';
import type { StepJobName } from '../domain/job.ts';
import type { Media } from '../domain/media.ts';
import type { MediaKind } from '../domain/media-kind.ts';
import type { PageReader } from '../domain/ports/page-reader.ts';
import type { ReasonCode } from '../domain/reason-codes.ts';
import type { StepSchema } from './define-step-schema.ts';

/** What a step's work may use. The workers build it; the API process never does. */
export interface StepTools {
  pageReader: PageReader;
  /** The re-encoded picture, or why there is none. */
  readImage(media: Media): Promise<{ jpeg: Buffer } | { fault: ReasonCode }>;
}

/**
 * A step type's behaviour, in the order in which it happens:
 * accept (at the submit, in the API) → job → work (in a worker, with models) → evaluate (pure, replayable).
 */
export interface StepBehaviour<Config, Input, Result> {
  /** Whether this version of the service can carry the step out. */
  offered: true;
  schema: StepSchema;
  /** How many files of each kind one attempt takes. With a limit of one, a new file replaces the old. */
  filesAtMost(config: Config): Partial<Record<MediaKind, number>>;
  /** The work to do in the background. */
  job: StepJobName;
  /** @throws Problem when the submit cannot be taken: a file is missing, or the flow does not allow it. */
  accept(request: { config: Config; input: Input; files: readonly Media[] }): void;
  /** Throws only for what another try may mend; what the files contain is an answer. */
  work(tools: StepTools, request: { config: Config; input: Input; files: readonly Media[] }): Promise<Result>;
  /** `at` is the time of the evaluation. The same arguments always give the same answer. */
  evaluate(request: { config: Config; input: Input; result: Result; at: Date }): StepEvaluation;
}

/** A step as the services see it: the types of its config, input and result stay inside. */
export interface Step {
  offered: true;
  schema: StepSchema;
  job: StepJobName;
  filesAtMost(config: unknown): Partial<Record<MediaKind, number>>;
  /** The submit's body in the step's own shape. @throws z.ZodError */
  parseInput(body: unknown): unknown;
  accept(request: { config: unknown; input: unknown; files: readonly Media[] }): void;
  work(tools: StepTools, request: { config: unknown; input: unknown; files: readonly Media[] }): Promise<unknown>;
  /** Also takes the result of work that could not be done: then every check is an error, which is never a pass. */
  evaluate(request: { config: unknown; input: unknown; stored: StoredResult; at: Date }): StepEvaluation;
}

/** A step type that the contract knows and this version cannot carry out: no flow with it can be published. */
export interface PlannedStep {
  offered: false;
  schema: StepSchema;
}

export function defineStep<S extends StepSchema, R extends z.ZodType>(
  schema: S,
  storedResult: R,
  behaviour: Omit<StepBehaviour<z.output<S['config']>, z.output<S['submit']>, z.output<R>>, 'offered' | 'schema'>,
): Step {
  const configOf = (config: unknown) => schema.config.parse(config) as z.output<S['config']>;
  const inputOf = (input: unknown) => schema.submit.parse(input) as z.output<S['submit']>;
  return {
    offered: true,
    schema,
    job: behaviour.job,
    filesAtMost: (config) => behaviour.filesAtMost(configOf(config)),
    parseInput: inputOf,
    accept: ({ config, input, files }) => behaviour.accept({ config: configOf(config), input: inputOf(input), files }),
    work: (tools, { config, input, files }) =>
      behaviour.work(tools, { config: configOf(config), input: inputOf(input), files }),
    evaluate: ({ config, input, stored, at }) =>
      stored.kind === 'broken'
        ? { retakeCodes: [], outcome: untoldOutcome(schema, stored.code) }
        : behaviour.evaluate({
            config: configOf(config),
            input: inputOf(input),
            result: storedResult.parse(stored.result),
            at,
          }),
  };
}

export function planStep(schema: StepSchema): PlannedStep {
  return { offered: false, schema };
}

/** Every check of the step as "we could not tell". */
function untoldOutcome(schema: StepSchema, code: ReasonCode): StepEvaluation['outcome'] {
  return {
    record: null,
    checks: Object.keys(schema.checks).map((id) => ({ id, outcome: 'error', code, data: null, durationMs: 0 })),
    facts: {},
    models: [],
  };
}
