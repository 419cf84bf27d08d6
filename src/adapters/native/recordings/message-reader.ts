import { z } from 'zod';
import { headerBytes } from './recording-messages.ts';

const decoderMessageSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal(['frame', 'still']),
    atMs: z.number(),
    widthPx: z.number(),
    heightPx: z.number(),
  }),
  z.strictObject({
    type: z.literal('changes'),
    changes: z.array(z.tuple([z.number(), z.number(), z.number()])).max(3_000),
  }),
  z.strictObject({ type: z.literal('sound') }),
  z.strictObject({
    type: z.literal('end'),
    durationMs: z.number(),
    widthPx: z.number(),
    heightPx: z.number(),
    parts: z.array(z.tuple([z.number(), z.number()]).nullable()).max(1_000),
  }),
  z.strictObject({ type: z.literal('fault'), fault: z.enum(['unreadable', 'tooLong']) }),
]);
export type DecoderMessage = z.infer<typeof decoderMessageSchema>;

/** Puts messages together from what comes in parts, and hands each on once it is whole. @throws when what came is no message */
export function createMessageReader(take: (message: DecoderMessage, payload: Buffer) => void): (part: Buffer) => void {
  let parts: Buffer[] = [];
  let held = 0;
  let needed = headerBytes;
  return (part) => {
    parts.push(part);
    held += part.length;
    while (held >= needed) {
      const bytes = Buffer.concat(parts);
      const jsonBytes = bytes.readUInt32LE(0);
      const payloadFrom = headerBytes + jsonBytes;
      const end = payloadFrom + bytes.readUInt32LE(4);
      parts = [bytes];
      needed = end;
      if (held < end) return;
      parts = [bytes.subarray(end)];
      held -= end;
      needed = headerBytes;
      const json = bytes.subarray(headerBytes, payloadFrom).toString('utf8');
      take(decoderMessageSchema.parse(JSON.parse(json)), bytes.subarray(payloadFrom, end));
    }
  };
}
