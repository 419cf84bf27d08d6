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
  /** How alike the print is to that of the first picture. */
  alike: share,
  /**
   * How alike the surroundings are to those of the first picture if they moved with the plane of the document (`withPlane`), and if they moved
   * as a whole (`alone`). Null where too little of them is in the picture, or nothing is on them that could move.
   */
  ground: z.object({ withPlane: share, alone: share }).nullable(),
  /** The part that is brighter than usual, as shares of the document's width and height; null without one. */
  spot: z.object({ x: z.number(), y: z.number(), strength: z.number() }).nullable(),
});
export type TiltSample = z.output<typeof tiltSampleSchema>;

/** What the film of a document shows: facts, so that the evaluation can be replayed on them. */
export const tiltFilmSchema = z.object({
  challengeId: z.string().max(64).nullable(),
  fault: z.enum(reasonCodes).nullable(),
  filmMs: ms,
  times: recordingTimesSchema.nullable(),
  live: liveRecordingSchema.nullable(),
  /** Empty where no document was found at the beginning. */
  samples: z.array(tiltSampleSchema).max(400),
  /**
   * How alike each part of the page is to that part of the submitted picture, in the picture of the film that shows it best, row by row; null
   * for a part without print. `parts` is null where the submitted picture shows no outline and the page was not found in it.
   */
  parts: z.array(share.nullable()).max(200).nullable(),
  /** How much fine detail changes from picture to picture, of 255. For information: no rule uses it. */
  flicker: z.number().nullable(),
  durationMs: z.number(),
});
export type TiltFilm = z.output<typeof tiltFilmSchema>;
