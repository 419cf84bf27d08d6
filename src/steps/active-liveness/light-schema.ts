import { z } from 'zod';

export const lightRegions = [
  'forehead',
  'nose',
  'bridge',
  'cheekLeft',
  'cheekRight',
  'sideLeft',
  'sideRight',
  'wallLeft',
  'wallRight',
] as const;
export type LightRegion = (typeof lightRegions)[number];

/** `unseen`: too few pictures of the light. */
export const lightAnswers = ['answered', 'weak', 'notAnswered', 'flat', 'late', 'unseen'] as const;
export type LightAnswer = (typeof lightAnswers)[number];

const colourSchema = z.tuple([z.number(), z.number()]);

/** One picture during the light: log(red / green) and log(blue / green) of each region. A region that cannot be measured is omitted. */
export const lightSampleSchema = z.object({
  atMs: z.number().int().min(0).max(60_000),
  regions: z.partialRecord(z.enum(lightRegions), colourSchema),
});
export type LightSample = z.output<typeof lightSampleSchema>;
