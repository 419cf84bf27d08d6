import { z } from 'zod';
import { livenessActions, type Challenge, type LivenessPrompt } from '../../domain/verifications/challenge.ts';
import type { PlacedColour } from '../../domain/verifications/light-colours.ts';
import {
  maxRecordingMs,
  type RecordedPart,
  type RecordingDecoder,
} from '../../domain/ports/faces/recording-decoder.ts';

const ms = z.number().int().min(0).max(86_400_000);

/**
 * How a recording arrived while it was made. Moments of the server count from the drawing of the challenge, by the database's clock;
 * moments of the recording count from its first picture.
 */
export const liveRecordingSchema = z.object({
  prompts: z.array(z.object({ action: z.enum(livenessActions), sentMs: ms })).max(10),
  /** Numbers of `lightColours`. Left out where none was sent. */
  light: z
    .array(z.object({ colour: z.number().int().min(0).max(20), sentMs: ms }))
    .max(20)
    .optional(),
  chunks: z
    .array(
      z.object({
        receivedMs: ms,
        /** The pictures that were whole with this chunk: the first and the last moment. Null where there are none. */
        part: z.object({ fromMs: ms, toMs: ms }).nullable(),
      }),
    )
    .max(200),
});
export type LiveRecordingFacts = z.output<typeof liveRecordingSchema>;

/** Which moments each chunk of a recording holds. Null where the recording is not what its chunks make. */
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

/** A moment as results show it. */
export const momentInRecording = (atMs: number) => Math.min(maxRecordingMs, Math.max(0, atMs));

/** What the clocks of a recording and of the server say together. */
export interface LivePlaces {
  /** The recording began at this moment of the server, or earlier: no chunk can arrive before its last picture was made. */
  startedMs: number;
  /** The longest time from the making of a picture until it arrived, apart from what every chunk took. */
  lagMs: number;
  /**
   * The prompts, placed in the recording where the person can have known them at the earliest. One that was sent before the first picture
   * was made is before 0, where its time passes, too.
   */
  prompts: LivenessPrompt[];
  /** Placed as the prompts are; empty where none was sent. */
  light: PlacedColour[];
}

/** Null where no chunk holds a picture. */
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
