export const stepRunStatuses = ['waiting', 'processing', 'finished', 'skipped'] as const;
export type StepRunStatus = (typeof stepRunStatuses)[number];

/** Every permitted move. `processing → waiting` is a retake, `waiting → finished` the end of the attempts. */
export const stepRunMoves: Readonly<Record<StepRunStatus, readonly StepRunStatus[]>> = {
  waiting: ['processing', 'skipped', 'finished'],
  processing: ['waiting', 'finished'],
  finished: [],
  skipped: [],
};
