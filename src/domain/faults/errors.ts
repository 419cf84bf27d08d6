import { problemTable, type ProblemCode } from './problem-table.ts';

export { problemTable, type ProblemCode } from './problem-table.ts';

/** One fault of a request: its place (a JSON pointer into the body, or `query:/limit` and the like) and its kind. */
export interface Fault {
  pointer: string;
  code: string;
  detail: string;
}

export interface ProblemOptions {
  /** For the caller, in English, about this one case. Never an internal cause, which goes to the log. */
  detail?: string;
  errors?: readonly Fault[];
  /** Becomes the header `Retry-After`. */
  retryAfterSeconds?: number;
  /** Extension members of the problem document, as the contract's problem schema lists them. */
  extra?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/** The only exception that reaches the caller unchanged. Everything else becomes `service.internal_error`. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly detail: string | undefined;
  readonly errors: readonly Fault[];
  readonly retryAfterSeconds: number | undefined;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.detail = options.detail;
    this.errors = options.errors ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.extra = options.extra ?? {};
  }

  get status(): number {
    return problemTable[this.code].status;
  }

  get retryable(): boolean {
    return problemTable[this.code].retryable;
  }

  get text(): string {
    return problemTable[this.code].text;
  }
}

export function isProblemCode(value: string): value is ProblemCode {
  return Object.hasOwn(problemTable, value);
}
