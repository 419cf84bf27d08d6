export const stepRunStatuses = ['waiting', 'processing', 'finished', 'skipped'] as const;
export type StepRunStatus = (typeof stepRunStatuses)[number];

/** Every permitted move. `processing → waiting` is a retake, `waiting → finished` means that no attempts are left. */
export const stepRunMoves: Readonly<Record<StepRunStatus, readonly StepRunStatus[]>> = {
  waiting: ['processing', 'skipped', 'finished'],
  processing: ['waiting', 'finished'],
  finished: [],
  skipped: [],
};
