import type { Problem } from './schema.ts';

/** An answer that is not a success, or no answer at all (`code` is then `network`). */
export class ApiProblem extends Error {
  readonly code: string;
  readonly status: number;
  readonly requestId: string | null;
  /** The result of the search, with `verification.duplicates_not_acknowledged`. */
  readonly duplicateSearch: Problem['duplicateSearch'] | null;
  readonly faults: readonly { pointer: string; code: string; detail: string }[];

  constructor(problem: Partial<Problem>, status: number) {
    super(
      problem.title === undefined
        ? 'The server sent an invalid response.'
        : [problem.title, problem.detail].filter(Boolean).join(' '),
    );
    this.name = 'ApiProblem';
    this.code = problem.code ?? 'unreadable';
    this.status = status;
    this.requestId = problem.requestId ?? null;
    this.duplicateSearch = problem.duplicateSearch ?? null;
    this.faults = problem.errors ?? [];
  }

  /** The fault of the request body's field that the pointer names. */
  faultOf(pointer: string): string | undefined {
    return this.faults.find((fault) => fault.pointer === pointer)?.detail;
  }
}

/** The words for a person. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiProblem) {
    return error.faults.length > 0 ? error.faults.map((fault) => fault.detail).join('; ') : error.message;
  }
  return error instanceof TypeError
    ? 'The server can’t be reached. Check your connection.'
    : 'Something went wrong on this page.';
}
