import type { components } from './generated/api.d.ts';

export type ProblemDocument = components['schemas']['Problem'];

/**
 * A response without success, with its problem document. `code` is stable, `retryable` says whether the same call may succeed
 * later.
 */
export class ApiProblem extends Error {
  readonly problem: ProblemDocument;

  constructor(problem: ProblemDocument) {
    super(`${problem.status} ${problem.code}: ${problem.title}`);
    this.name = 'ApiProblem';
    this.problem = problem;
  }

  get code(): ProblemDocument['code'] {
    return this.problem.code;
  }

  get status(): number {
    return this.problem.status;
  }

  get retryable(): boolean {
    return this.problem.retryable;
  }
}
