import { ApiProblem, messageOf } from '../../api/problem.ts';

export interface BulkResult<Row> {
  done: Row[];
  /** Another operator decided these after the list was read: they stay as they are. */
  decidedMeanwhile: Row[];
  failed: { row: Row; message: string }[];
}

/** One request after the other, so that a bulk change never crowds out other callers. A row that fails does not stop the rest. */
export async function runEach<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
): Promise<BulkResult<Row>> {
  const result: BulkResult<Row> = { done: [], decidedMeanwhile: [], failed: [] };
  for (const row of rows) {
    try {
      await act(row);
      result.done.push(row);
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'verification.reviewed_meanwhile')
        result.decidedMeanwhile.push(row);
      else result.failed.push({ row, message: messageOf(error) });
    }
  }
  return result;
}
