import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { FaceAnalyser, FaceReading } from '../../domain/ports/faces/face-analyser.ts';
import type { VideoFrame } from '../../domain/ports/faces/recording-decoder.ts';
import type { RandomBelow } from '../challenge-drawing.ts';
import { faceTemplateSchema } from '../face-template-schema.ts';

/** An embedding takes 60 to 150 ms. If every second picture shows another person, six pictures miss that person in 1.6 % of videos. */
const drawnCount = 6;

/** The faces in other pictures of a video. Null template: no face to compare. Missing in results stored before pictures were drawn. */
export const drawnLooksSchema = z
  .array(z.object({ atMs: z.number().int().min(0).max(60_000), template: faceTemplateSchema.nullable() }))
  .max(20)
  .optional();
export type DrawnLooks = NonNullable<z.output<typeof drawnLooksSchema>>;

/** A picture, and the faces that were found in it. */
interface DrawnPicture {
  frame: VideoFrame;
  reading: Pick<FaceReading, 'faces'>;
}

/**
 * Describes the faces in pictures that are drawn at random. The other checks judge the sharpest looks. The sender of a video decides which
 * these are, and could show another person in all others.
 */
export async function lookAtDrawn(
  analyser: Pick<FaceAnalyser, 'templateOf'>,
  pictures: readonly DrawnPicture[],
  randomBelow: RandomBelow = (below) => randomInt(below),
): Promise<DrawnLooks> {
  const left = [...pictures];
  const drawn: DrawnPicture[] = [];
  while (drawn.length < drawnCount && left.length > 0) drawn.push(...left.splice(randomBelow(left.length), 1));
  const looks: DrawnLooks = [];
  for (const { frame, reading } of drawn) {
    const [face] = reading.faces;
    looks.push({ atMs: frame.atMs, template: face === undefined ? null : await analyser.templateOf(frame, face) });
  }
  return looks;
}
