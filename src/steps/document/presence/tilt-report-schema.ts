import { z } from 'zod';
import { tiltDirections } from '../../../domain/verifications/tilt-directions.ts';
import { named } from '../../named-schema.ts';
import { idSchema } from '../../value-schemas.ts';
import { timingShape } from '../../recordings/judge-timing.ts';
import { tiltAnswers } from './judge-tilt.ts';

const atMs = z.number().int().min(0).max(20_000).meta({ description: 'Milliseconds from the start of the video.' });
const degrees = z.number().min(-180).max(180);
const share = z.number().min(-1).max(1);

const answerSchema = z.enum([...tiltAnswers, 'unreadable', 'early', 'stalled']).meta({
  description:
    '`shown`: the document was tilted as asked, reflects and moves apart from its surroundings. Warnings: `notFollowed`, `otherPage`, `lost`, `flat` (it moves with its surroundings as one plane), `early` (the video cannot have been made then), `stalled` (the network). Could not tell: `noReflection`, `noSurroundings`, `noPicture` (the photo shows no outline to compare with), `unseen` (no outline at the beginning), `unreadable`.',
});

/** Measurements of the whole film. */
const figures = {
  lostShare: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .meta({ description: 'Share of the pictures in which the document was lost.' }),
  alikePicture: share.nullable().meta({
    description:
      'Similarity of the filmed page to the submitted picture, in the part that is least alike: 1 for the same page. Null: the two could not be compared.',
  }),
  parallax: z.number().min(-2).max(2).nullable().meta({
    description:
      'How much better the surroundings fit a movement separate from the document’s than the same movement: negative for a flat picture of both.',
  }),
  reflection: z.number().min(0).max(255).nullable().meta({
    description: 'How much brighter the document is at its brightest reflection than usual, in levels from 0 to 255.',
  }),
  reflectionTravel: z.number().min(0).max(2).nullable().meta({
    description: 'How far the reflection moved, in widths of the document.',
  }),
  flicker: z.number().min(0).max(255).nullable().meta({
    description: 'How much fine detail changes from picture to picture. For information: no rule uses it.',
  }),
};

const promptsSchema = z
  .array(z.object({ action: z.enum(tiltDirections), atMs, followedAtMs: atMs.nullable() }))
  .max(10);

export const tiltCheckData = z.object({
  ...timingShape,
  challengeId: idSchema('challenge').nullable(),
  answer: answerSchema.nullable().meta({ description: 'Null if no video was made.' }),
  prompts: promptsSchema,
  ...figures,
});

export const tiltReportSchema = named(
  'TiltReport',
  z.object({
    answer: answerSchema,
    filmMs: z.number().int().min(0).max(60_000),
    prompts: promptsSchema,
    ...figures,
    turnCurve: z
      .array(z.object({ atMs, yawDegrees: degrees, pitchDegrees: degrees }))
      .max(400)
      .meta({
        description: 'Positive yaw brings the left side of the picture nearer, positive pitch the upper one.',
      }),
    reflectionCurve: z
      .array(
        z.object({
          atMs,
          x: z.number().min(0).max(1),
          y: z.number().min(0).max(1),
          strength: z.number().min(0).max(255),
        }),
      )
      .max(400)
      .meta({ description: 'Where the document is brighter than usual, as shares of its width and height.' }),
  }),
  {
    description:
      'What the video of a tilted document shows. Evidence, not proof: a screen that shows nothing but the document passes, too.',
    example: {
      answer: 'shown',
      filmMs: 7200,
      prompts: [{ action: 'tilt-left', atMs: 900, followedAtMs: 1375 }],
      lostShare: 0,
      alikePicture: 0.91,
      parallax: 0.52,
      reflection: 88,
      reflectionTravel: 0.6,
      flicker: 12.4,
      turnCurve: [{ atMs: 1500, yawDegrees: 22.5, pitchDegrees: 1.2 }],
      reflectionCurve: [{ atMs: 1500, x: 0.4, y: 0.3, strength: 71 }],
    },
  },
);
