import type { z } from 'zod';
import type { Challenge } from '../domain/verifications/challenge.ts';
import type { ConfirmedContact } from '../domain/codes/contact.ts';
import type { StepEvaluation, StoredResult } from '../domain/verifications/evaluation.ts';
import type { StepJobName } from '../domain/jobs/job.ts';
import type { Upload } from '../domain/media/media.ts';
import type { MediaKind } from '../domain/media/media-kind.ts';
import { mostPdfPages } from '../domain/ports/pages/pdf-opener.ts';
import type { StepSchema } from './define-step-schema.ts';
import type { ChallengeDrawing } from './challenge-drawing.ts';
import type { CodeConfirmation } from './code-confirmation.ts';
import type { Conclusion, FinishedStep } from './conclusion.ts';
import type { StepAhead } from './step-ahead.ts';
import type { StepTools } from './step-tools.ts';
import { uniformOutcome } from './uniform-outcome.ts';

/** The input of one attempt. `challenge`: the one that it answers; null for types without challenges. */
export interface SubmittedAttempt<Config, Input> {
  config: Config;
  input: Input;
  files: readonly Upload[];
  challenge: Challenge | null;
  /** What the person has confirmed, for steps that send a code. */
  contact?: ConfirmedContact | null;
  verificationId: string;
  /** Whether work that could finish without an external provider should wait for one that is unavailable, by throwing `ProviderAway`. */
  mayWait: boolean;
}

/**
 * A step type's behaviour, in the order of a step's life: accept (at the submit, in the API) → job → work (in a worker, with models) →
 * evaluate (pure, replayable) → conclude (when every step has ended).
 */
export interface StepBehaviour<Config, Input, Result, J extends StepJobName, Seen> {
  /** The most files of each kind in one attempt. With a limit of one, a new file replaces the old one. */
  filesAtMost(config: Config): Partial<Record<MediaKind, number>>;
  /** The kind of file that answers a challenge and arrives while it is recorded. Omitted: the step records nothing. */
  recordedKind?(config: Config): MediaKind | null;
  /** Whether the pictures must come from the SDK's camera. Omitted: they need not. */
  requiresCamera?(config: Config): boolean;
  /** The most pages of one PDF; 0: the step accepts no PDF. Omitted: the service's own limit. */
  pdfPagesAtMost?(config: Config): number;
  /** For types whose schema has a kind of challenge. */
  challenge?: ChallengeDrawing<Config>;
  /** The background work. */
  job: J;
  /** Omitted: the step sends no code. Otherwise a submit needs a confirmed code. */
  code?: CodeConfirmation<Config>;
  /** @throws Problem when the submit cannot be accepted: a file is missing, or the flow does not allow it */
  accept(request: { config: Config; input: Input; files: readonly Upload[] }): void;
  /** Omitted: nothing of a recording is measured before the submit. */
  ahead?: StepAhead;
  /** Omitted: no picture is read before the submit. `country`: whose document the flow expects; null when it may be one of several. */
  readAhead?: (config: Config) => { country: string | null };
  /** Throws only errors that a retry may fix. The content of the files is a result. */
  work(tools: StepTools[J], request: SubmittedAttempt<Config, Input>): Promise<Result>;
  /** `at` is the time of the evaluation, `earlier` the steps that had finished by then. The same arguments always give the same result. */
  evaluate(request: {
    config: Config;
    input: Input;
    result: Result;
    at: Date;
    earlier: readonly FinishedStep[];
  }): StepEvaluation;
  conclusion?: { seen: z.ZodType<Seen> } & Conclusion<Config, Seen>;
}

/** A step as the services see it: the types of its config, input and result stay inside. */
export interface Step {
  schema: StepSchema;
  job: StepJobName;
  /** Null for types without a challenge. */
  challenge: ChallengeDrawing<unknown> | null;
  filesAtMost(config: unknown): Partial<Record<MediaKind, number>>;
  /** Null where the step records nothing with this config. */
  recordedKind(config: unknown): MediaKind | null;
  requiresCamera(config: unknown): boolean;
  pdfPagesAtMost(config: unknown): number;
  code: CodeConfirmation<unknown> | null;
  /** The submit's body, parsed by the step's schema. @throws z.ZodError */
  parseInput(body: unknown): unknown;
  accept(request: { config: unknown; input: unknown; files: readonly Upload[] }): void;
  ahead: StepAhead | null;
  /** Null where no picture is read before the submit. */
  readAhead: ((config: unknown) => { country: string | null }) | null;
  /** `tools` are those of the step's own job. */
  work(tools: StepTools[StepJobName], request: SubmittedAttempt<unknown, unknown>): Promise<unknown>;
  /** Also takes the result of work that failed: then every check is an error, which is never a pass. */
  evaluate(request: {
    config: unknown;
    input: unknown;
    stored: StoredResult;
    at: Date;
    earlier: readonly FinishedStep[];
  }): StepEvaluation;
  /** Null when the step's own result is sufficient. */
  conclusion: Conclusion<unknown, unknown> | null;
}

export function defineStep<S extends StepSchema, R extends z.ZodType, J extends StepJobName, Seen = null>(
  schema: S,
  storedResult: R,
  behaviour: StepBehaviour<z.output<S['config']>, z.output<S['submit']>, z.output<R>, J, Seen>,
): Step {
  const configOf = (config: unknown) => schema.config.parse(config) as z.output<S['config']>;
  const inputOf = (input: unknown) => schema.submit.parse(input) as z.output<S['submit']>;
  const { conclusion, challenge, code, readAhead } = behaviour;
  return {
    schema,
    job: behaviour.job,
    challenge: challenge
      ? {
          prompts: challenge.prompts,
          ttlSeconds: (config) => challenge.ttlSeconds(configOf(config)),
          draw: (sources, request) => challenge.draw(sources, { ...request, config: configOf(request.config) }),
        }
      : null,
    filesAtMost: (config) => behaviour.filesAtMost(configOf(config)),
    recordedKind: (config) => behaviour.recordedKind?.(configOf(config)) ?? null,
    requiresCamera: (config) => behaviour.requiresCamera?.(configOf(config)) ?? false,
    pdfPagesAtMost: (config) => behaviour.pdfPagesAtMost?.(configOf(config)) ?? mostPdfPages,
    code: code
      ? {
          channel: code.channel,
          readContact: (request) => code.readContact({ ...request, config: configOf(request.config) }),
        }
      : null,
    ahead: behaviour.ahead ?? null,
    readAhead: readAhead ? (config) => readAhead(configOf(config)) : null,
    parseInput: inputOf,
    accept: ({ config, input, files }) => behaviour.accept({ config: configOf(config), input: inputOf(input), files }),
    work: (tools, { config, input, ...request }) =>
      behaviour.work(
        // The handler of a job passes its tools only to the steps of that job.
        tools as StepTools[J],
        { ...request, config: configOf(config), input: inputOf(input) },
      ),
    evaluate: ({ config, input, stored, at, earlier }) =>
      stored.kind === 'broken'
        ? { retakeCodes: [], outcome: uniformOutcome(schema, { outcome: 'error', code: stored.code }) }
        : behaviour.evaluate({
            config: configOf(config),
            input: inputOf(input),
            result: storedResult.parse(stored.result),
            at,
            earlier,
          }),
    conclusion: conclusion
      ? {
          look: (history, request) => conclusion.look(history, { ...request, config: configOf(request.config) }),
          judge: (request) =>
            conclusion.judge({
              ...request,
              config: configOf(request.config),
              seen: conclusion.seen.parse(request.seen),
            }),
        }
      : null,
  };
}
