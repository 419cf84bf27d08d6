import { z } from 'zod';
import { reasonCodes } from '../../../domain/faults/reason-codes.ts';
import { liveRecordingSchema } from '../../recordings/live-recording.ts';
import { recordingTimesSchema } from '../../recordings/recording-times.ts';

const ms = z.number().int().min(0).max(60_000);
const share = z.number().min(-1).max(1);

/** What one picture of the film shows of the document. */
const tiltSampleSchema = z.object({
  atMs: ms,
  /** Degrees by which the left side is nearer to the camera than the right one, and the upper side than the lower one. */
  yaw: z.number(),
  pitch: z.number(),
  /** The similarity of the print to that of the first picture. */
  alike: share,
  /**
   * The similarity of the surroundings to those of the first picture if they moved with the plane of the document (`withPlane`), and if
   * they moved as a whole (`alone`). Null when too little of them is visible, or they have no detail whose movement could be seen.
   */
  ground: z.object({ withPlane: share, alone: share }).nullable(),
  /** The part that is brighter than usual, as fractions of the document's width and height; null when there is none. */
  spot: z.object({ x: z.number(), y: z.number(), strength: z.number() }).nullable(),
});
export type TiltSample = z.output<typeof tiltSampleSchema>;

/** Observations of the film: facts, so that the evaluation can be replayed on them. */
export const tiltFilmSchema = z.object({
  challengeId: z.string().max(64).nullable(),
  fault: z.enum(reasonCodes).nullable(),
  filmMs: ms,
  times: recordingTimesSchema.nullable(),
  live: liveRecordingSchema.nullable(),
  /** Empty when no document was found at the beginning. */
  samples: z.array(tiltSampleSchema).max(400),
  /**
   * The similarity of each part of the page to that part of the submitted picture, in the film's picture that shows it best, row by row;
   * null for a part without print. `parts` is null when the submitted picture shows no outline and the page was not found in it.
   */
  parts: z.array(share.nullable()).max(200).nullable(),
  /** How much fine detail changes from picture to picture, of 255. For information only: no rule uses it. */
  flicker: z.number().nullable(),
  /** The result of `measureScreenPattern`. Missing in results stored before it was measured. */
  screenPattern: z.number().min(0).max(1).nullable().default(null),
  /** `FrameChange.banding`, the median over the film; null when there is nothing to compare. Missing in results stored before. */
  banding: z.number().nullable().default(null),
  durationMs: z.number(),
});
export type TiltFilm = z.output<typeof tiltFilmSchema>;
