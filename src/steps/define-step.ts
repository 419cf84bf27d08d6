import type { z } from 'zod';
import type { Challenge, ChallengeContent, LiveRecording, LivenessAction } from '../domain/verifications/challenge.ts';
import type { Check } from '../domain/verifications/check.ts';
import type { ConfirmedContact, Contact, ContactChannel } from '../domain/codes/contact.ts';
import type { StepEvaluation, StoredResult } from '../domain/verifications/evaluation.ts';
import type { StepJobName } from '../domain/jobs/job.ts';
import type { Media, Upload } from '../domain/media/media.ts';
import type { DerivedMediaKind, MediaKind } from '../domain/media/media-kind.ts';
import type { FaceAnalyser, RgbPicture } from '../domain/ports/faces/face-analyser.ts';
import type { MailDomains } from '../domain/ports/messages/mail-domains.ts';
import type { FileOrigin } from '../domain/capture/origin.ts';
import type { NetworkPlaces } from '../domain/ports/network-places.ts';
import type { NumberFacts } from '../domain/ports/messages/number-lookup.ts';
import type { History } from '../domain/ports/history.ts';
import type { LivenessProviders } from '../domain/ports/faces/liveness-providers.ts';
import type { PdfMake } from '../domain/ports/pages/pdf-opener.ts';
import type { PageReading } from '../domain/ports/pages/page-reader.ts';
import { mostPdfPages } from '../domain/ports/pages/pdf-opener.ts';
import type { RecordingDecoder } from '../domain/ports/faces/recording-decoder.ts';
import type { SpeechToText } from '../domain/ports/faces/speech-to-text.ts';
import type { VoiceDetector } from '../domain/ports/faces/voice-detector.ts';
import type { ReasonCode } from '../domain/faults/reason-codes.ts';
import type { StepType } from '../domain/verifications/step-type.ts';
import type { Traits } from '../domain/traits.ts';
import type { StepSchema } from './define-step-schema.ts';

/** What the work behind each job may use. The workers build it; the API process never does. */
export interface StepTools {
  'document.read': {
    /** What stands on the pages of a file, in their order (a picture has one), or why nothing can be said of it. */
    readPages(
      media: Media,
      options: {
        maxPages: number;
        country: string | null;
        /** Whether these pages tell all that is asked for: the rest of the file is left unread. */
        isEnough?: (readings: readonly PageReading[]) => boolean;
      },
    ): Promise<
      | {
          readings: PageReading[];
          unreadPages: number;
          timedOut: boolean;
          /** Null for a PDF. */
          origin: FileOrigin | null;
          make?: PdfMake | null;
        }
      | { fault: ReasonCode }
    >;
  };
  /** Selfies, liveness and voices. */
  'face.judge': {
    faceAnalyser: FaceAnalyser;
    /** The picture that another step of the verification was given; null when it has none. */
    findSelfie(verificationId: string, stepId: string): Promise<Media | null>;
    /** `media`: as it is now, its original having been looked at. */
    readImage(media: Media): Promise<{ media: Media; jpeg: Buffer } | { fault: ReasonCode }>;
    /** A file as it was uploaded: hostile. */
    readFile(media: Media): Promise<Buffer>;
    recordings: RecordingDecoder;
    /** Keeps a picture that was made of an upload, together with it, in place of an earlier one of its kind. */
    keepPicture(from: Media, kind: DerivedMediaKind, picture: RgbPicture): Promise<void>;
    /** Null when its model cannot be used. */
    voiceDetector: VoiceDetector | null;
    /** Null when no engine is configured. */
    speech: SpeechToText | null;
    providers: LivenessProviders;
  };
  /** Phones, e-mail addresses and places. */
  'contact.assess': {
    /** `asked` is false when no provider is configured; `facts` is null when the provider did not answer. */
    lookUpNumber(request: {
      phoneNumber: string;
      verificationId: string;
    }): Promise<{ asked: boolean; facts: NumberFacts | null }>;
    /** Null when there is no usable database. */
    networkPlaces: NetworkPlaces | null;
    /** The address from which the session was started, as the server saw it. */
    networkAddressOf(verificationId: string): Promise<string>;
  };
}

/** Where a code is to be sent, as the person typed it. */
export type CodeRequest = { phoneNumber: string } | { email: string };

/** For steps whose person confirms a number or address by a code. */
export interface CodeConfirmation<Config> {
  channel: ContactChannel;
  /**
   * The number or address in its one spelling, when the flow and the world allow a code to be sent there. `testMode`: the
   * client's messages reach nobody. @throws Problem
   */
  readContact(request: {
    config: Config;
    body: CodeRequest;
    mailDomains: MailDomains;
    testMode: boolean;
  }): Promise<Contact>;
}

/** A whole number from 0 up to, not including, `below`, that nobody can foresee. */
export type RandomBelow = (below: number) => number;

/** What challenges are drawn with, in the API process. */
export interface ChallengeSources {
  random: RandomBelow;
  providers: LivenessProviders;
}

/** What the person is asked for while they are recorded, one prompt after the other. */
export interface PromptDrawing {
  /** From the arrival of the first chunk to the first prompt. */
  leadMs(random: RandomBelow): number;
  /** Draws the prompt that is due now, or the colour that follows the last one. `nextInMs`: null when nothing follows. */
  draw(
    random: RandomBelow,
    content: ChallengeContent,
    sent: Pick<LiveRecording, 'prompts' | 'light'>,
  ): ({ action: LivenessAction } | { colour: number }) & { nextInMs: number | null };
}

/** What a step asks of the person this once. */
export interface ChallengeDrawing<Config> {
  /** Left out: the challenge says everything at once. */
  prompts?: PromptDrawing | undefined;
  ttlSeconds(config: Config): number;
  /** @throws what the step's provider throws. */
  draw(
    sources: ChallengeSources,
    request: { config: Config; language: string; challengeId: string; light?: boolean },
  ): ChallengeContent | Promise<ChallengeContent>;
}

/** What one attempt submitted. `challenge`: the one that it was made for; null for types without one. */
export interface HandedIn<Config, Input> {
  config: Config;
  input: Input;
  files: readonly Upload[];
  challenge: Challenge | null;
  /** What the person has confirmed; for steps that send a code. */
  contact?: ConfirmedContact | null;
  verificationId: string;
  /** Whether work that can end without an outside provider should wait for one that is away, by throwing `ProviderAway`. */
  mayWait: boolean;
}

/** Another step of the same verification that has finished. */
export interface FinishedStep {
  stepId: string;
  type: StepType;
  config: unknown;
  traits: Traits;
}

/**
 * Checks that need more than the step's own result: the verification's other steps, once all have ended, and the client's
 * other identities. `look` gathers in the deciding transaction and `judge` is pure, so that what was seen can be replayed.
 */
export interface Conclusion<Config, Seen> {
  look(history: History, request: ConcludedStep<Config>): Promise<Seen>;
  /** Answers checks of the step's schema that `evaluate` leaves out. */
  judge(request: ConcludedStep<Config> & { seen: Seen; at: Date }): Check[];
}

export interface ConcludedStep<Config> {
  stepId: string;
  config: Config;
  traits: Traits;
  /** In the flow's order; skipped steps are not among them. */
  others: readonly FinishedStep[];
}

/**
 * A step type's behaviour, in the order in which it happens:
 * accept (at the submit, in the API) → job → work (in a worker, with models) → evaluate (pure, replayable) → conclude (when
 * every step has ended).
 */
export interface StepBehaviour<Config, Input, Result, J extends StepJobName, Seen> {
  /** How many files of each kind one attempt takes. With a limit of one, a new file replaces the old. */
  filesAtMost(config: Config): Partial<Record<MediaKind, number>>;
  /** Whether the pictures must come from the SDK's camera. Left out: the type does not ask. */
  requiresCamera?(config: Config): boolean;
  /** Pages of one PDF, for types that take any; 0: no PDF is taken. As many as are ever opened when left out. */
  pdfPagesAtMost?(config: Config): number;
  /** For types whose schema names a kind of challenge. */
  challenge?: ChallengeDrawing<Config>;
  /** The work to do in the background. */
  job: J;
  /** Left out: the step sends no code. With it, a submit needs a confirmed one. */
  code?: CodeConfirmation<Config>;
  /** @throws Problem when the submit cannot be taken: a file is missing, or the flow does not allow it. */
  accept(request: { config: Config; input: Input; files: readonly Upload[] }): void;
  /** Throws only for what another try may mend; what the files contain is an answer. */
  work(tools: StepTools[J], request: HandedIn<Config, Input>): Promise<Result>;
  /**
   * `at` is the time of the evaluation, `earlier` the steps that had finished by then. The same arguments always give the same
   * answer.
   */
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
  requiresCamera(config: unknown): boolean;
  pdfPagesAtMost(config: unknown): number;
  code: CodeConfirmation<unknown> | null;
  /** The submit's body in the step's own shape. @throws z.ZodError */
  parseInput(body: unknown): unknown;
  accept(request: { config: unknown; input: unknown; files: readonly Upload[] }): void;
  /** `tools` are those of the step's own job. */
  work(tools: StepTools[StepJobName], request: HandedIn<unknown, unknown>): Promise<unknown>;
  /** Also takes the result of work that could not be done: then every check is an error, which is never a pass. */
  evaluate(request: {
    config: unknown;
    input: unknown;
    stored: StoredResult;
    at: Date;
    earlier: readonly FinishedStep[];
  }): StepEvaluation;
  /** Null when the step's own result tells everything. */
  conclusion: Conclusion<unknown, unknown> | null;
}

export function defineStep<S extends StepSchema, R extends z.ZodType, J extends StepJobName, Seen = null>(
  schema: S,
  storedResult: R,
  behaviour: StepBehaviour<z.output<S['config']>, z.output<S['submit']>, z.output<R>, J, Seen>,
): Step {
  const configOf = (config: unknown) => schema.config.parse(config) as z.output<S['config']>;
  const inputOf = (input: unknown) => schema.submit.parse(input) as z.output<S['submit']>;
  const { conclusion, challenge, code } = behaviour;
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
    requiresCamera: (config) => behaviour.requiresCamera?.(configOf(config)) ?? false,
    pdfPagesAtMost: (config) => behaviour.pdfPagesAtMost?.(configOf(config)) ?? mostPdfPages,
    code: code
      ? {
          channel: code.channel,
          readContact: (request) => code.readContact({ ...request, config: configOf(request.config) }),
        }
      : null,
    parseInput: inputOf,
    accept: ({ config, input, files }) => behaviour.accept({ config: configOf(config), input: inputOf(input), files }),
    work: (tools, { config, input, ...request }) =>
      behaviour.work(
        // The handler of a job hands its own tools to the steps of that job alone.
        tools as StepTools[J],
        { ...request, config: configOf(config), input: inputOf(input) },
      ),
    evaluate: ({ config, input, stored, at, earlier }) =>
      stored.kind === 'broken'
        ? { retakeCodes: [], outcome: untoldOutcome(schema, stored.code) }
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

/** Every check of the step as "we could not tell". */
function untoldOutcome(schema: StepSchema, code: ReasonCode): StepEvaluation['outcome'] {
  return {
    record: null,
    checks: Object.keys(schema.checks).map((id) => ({ id, outcome: 'error', code, data: null, durationMs: 0 })),
    facts: {},
    traits: {},
    models: [],
  };
}
