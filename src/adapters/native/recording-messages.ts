import { z } from 'zod';

/** What the decoding process is asked for and what it answers. */

export const decodingWishSchema = z.strictObject({
  form: z.enum(['video', 'audio']),
  /** FFmpeg's name of the container: nothing is guessed from the content, so that no other parser runs. */
  demuxer: z.enum(['matroska,webm', 'mov,mp4,m4a,3gp,3g2,mj2', 'ogg', 'mp3', 'wav']),
  maxMs: z.number(),
  frames: z
    .strictObject({
      everyMs: z.number(),
      windows: z.array(z.strictObject({ fromMs: z.number(), toMs: z.number(), everyMs: z.number() })),
      longSidePx: z.number(),
      stills: z.strictObject({ everyMs: z.number(), longSidePx: z.number() }).optional(),
    })
    .nullable(),
  sound: z.boolean(),
});
export type ProcessWish = z.infer<typeof decodingWishSchema>;

export const decoderMessageSchema = z.discriminatedUnion('type', [
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
  }),
  z.strictObject({ type: z.literal('fault'), fault: z.enum(['unreadable', 'tooLong']) }),
]);
export type DecoderMessage = z.infer<typeof decoderMessageSchema>;

const headerBytes = 8;

/** A message on the wire: the lengths of its JSON and of its payload, then both. */
export function frameMessage(message: object, payload: Uint8Array = new Uint8Array()): Buffer {
  const json = Buffer.from(JSON.stringify(message));
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(json.length, 0);
  header.writeUInt32LE(payload.length, 4);
  return Buffer.concat([header, json, payload]);
}

/** Takes messages off a growing buffer. @throws when what came is no message */
export function* parseMessages(bytes: Buffer): Generator<{ message: DecoderMessage; payload: Buffer }> {
  let at = 0;
  while (at + headerBytes <= bytes.length) {
    const jsonBytes = bytes.readUInt32LE(at);
    const payloadBytes = bytes.readUInt32LE(at + 4);
    const jsonStart = at + headerBytes;
    const end = jsonStart + jsonBytes + payloadBytes;
    if (end > bytes.length) return;
    const json = bytes.subarray(jsonStart, jsonStart + jsonBytes).toString('utf8');
    const message = decoderMessageSchema.parse(JSON.parse(json));
    yield { message, payload: bytes.subarray(jsonStart + jsonBytes, end) };
    at = end;
  }
}
