import { z } from 'zod';
import { createFrameReader } from '../processes/frames.ts';

const decoderMessageSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal(['frame', 'still']),
    atMs: z.number(),
    widthPx: z.number(),
    heightPx: z.number(),
    isRegular: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('changes'),
    changes: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])).max(3_000),
  }),
  z.strictObject({
    type: z.literal('parts'),
    parts: z
      .array(z.tuple([z.number(), z.number()]).nullable())
      .max(1_000)
      .nullable(),
  }),
  z.strictObject({ type: z.literal('sound') }),
  z.strictObject({
    type: z.literal('end'),
    durationMs: z.number(),
    widthPx: z.number(),
    heightPx: z.number(),
  }),
  z.strictObject({ type: z.literal('fault'), fault: z.enum(['unreadable', 'tooLong']) }),
]);
export type DecoderMessage = z.infer<typeof decoderMessageSchema>;

/** A second of sound and a frame are much smaller. */
const most = { jsonBytes: 1_000_000, payloadBytes: 200_000_000 };

/**
 * Assembles messages from parts, and passes on each complete one.
 * @throws when the input is not a message
 */
export function createMessageReader(take: (message: DecoderMessage, payload: Buffer) => void): (part: Buffer) => void {
  return createFrameReader(most, (message, payload) => take(decoderMessageSchema.parse(message), payload));
}
