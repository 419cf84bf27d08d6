import { z } from 'zod';
import { promptActions, type Challenge, type PromptAction } from '../../domain/verifications/challenge.ts';
import type { PlacedColour } from '../../domain/verifications/light-colours.ts';
import {
  maxRecordingMs,
  type RecordedPart,
  type RecordingDecoder,
} from '../../domain/ports/faces/recording-decoder.ts';

const ms = z.number().int().min(0).max(86_400_000);

/**
 * How a recording arrived while it was made. Server moments count from the moment the challenge was issued, by the database's clock; recording
 * moments count from its first picture.
 */
export const liveRecordingSchema = z.object({
  prompts: z.array(z.object({ action: z.enum(promptActions), sentMs: ms })).max(10),
  /** Indexes into `lightColours`. Missing when none was sent. */
  light: z
    .array(z.object({ colour: z.number().int().min(0).max(20), sentMs: ms }))
    .max(20)
    .optional(),
  chunks: z
    .array(
      z.object({
        receivedMs: ms,
        /** The pictures that this chunk completed: the first and the last moment. Null when there are none. */
        part: z.object({ fromMs: ms, toMs: ms }).nullable(),
      }),
    )
    .max(200),
});
export type LiveRecordingFacts = z.output<typeof liveRecordingSchema>;

/** The moments in each chunk of a recording. Null when the recording is not the concatenation of its chunks. */
export async function readLiveRecording(
  recordings: Pick<RecordingDecoder, 'measure'>,
  { bytes, contentType, form }: { bytes: Buffer; contentType: string; form: 'video' | 'audio' },
  challenge: Pick<Challenge, 'recording'> | null,
): Promise<LiveRecordingFacts | null> {
  const { chunks = [], prompts = [], light } = challenge?.recording ?? {};
  const ends: number[] = [];
  for (const chunk of chunks) ends.push((ends.at(-1) ?? 0) + chunk.bytes);
  if (ends.at(-1) !== bytes.length) return null;
  const measured = await recordings.measure(bytes, { form, contentType, ends });
  if ('fault' in measured) return null;
  const partOf = (index: number): RecordedPart | null => measured.parts[index] ?? null;
  return {
    prompts: prompts.map(({ action, sentMs }) => ({ action, sentMs })),
    ...(light && { light }),
    chunks: chunks.map(({ receivedMs }, index) => ({ receivedMs, part: partOf(index) })),
  };
}

/** A moment in the form that results show. */
export const momentInRecording = (atMs: number) => Math.min(maxRecordingMs, Math.max(0, atMs));

/** The alignment of the recording's clock with the server's. */
export interface LivePlaces {
  /** The recording began at this server moment or earlier: no chunk can arrive before its last picture was made. */
  startedMs: number;
  /** The longest delay between making a picture and its arrival, minus the delay that every chunk had. */
  lagMs: number;
  /**
   * The prompts, placed in the recording at the earliest moment at which the person can have seen them. A prompt that was sent before the
   * first picture has a negative moment, and its time passes as well.
   */
  prompts: { action: PromptAction; atMs: number }[];
  /** Placed like the prompts; empty when none was sent. */
  light: PlacedColour[];
}

/** Null when no chunk contains a picture. */
export function placeLiveRecording({ prompts, light = [], chunks }: LiveRecordingFacts): LivePlaces | null {
  const held = chunks.flatMap(({ receivedMs, part }) => (part === null ? [] : [{ receivedMs, ...part }]));
  if (held.length === 0) return null;
  const startedMs = Math.min(...held.map(({ receivedMs, toMs }) => receivedMs - toMs));
  return {
    startedMs,
    lagMs: Math.max(...held.map(({ receivedMs, fromMs }) => receivedMs - startedMs - fromMs)),
    prompts: prompts.map(({ action, sentMs }) => ({ action, atMs: sentMs - startedMs })),
    light: light.map(({ colour, sentMs }) => ({ colour, atMs: sentMs - startedMs })),
  };
}
