/** Why an attempt does not speak for its identity. */
export const silences = [
  'notVerified',
  'faceNotMatched',
  'noLiveStep',
  'pictureReplayed',
  'weakerFlow',
  'notJudged',
] as const;
export type Silence = (typeof silences)[number];
