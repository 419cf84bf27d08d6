import { z } from 'zod';
import {
  promptActions,
  type Challenge,
  type LiveRecording,
  type PromptAction,
} from '../../domain/verifications/challenge.ts';
import type { PlacedColour } from '../../domain/verifications/light-colours.ts';
import {
  maxRecordingMs,
  type DecodedRecording,
  type DecodingWish,
  type FaultyRecording,
  type FrameWindow,
  type RecordedParts,
  type RecordingDecoder,
  type VideoFrame,
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

/** A recording, its challenge, and what to extract from it. */
export interface RecordingToDecode {
  bytes: Buffer;
  challenge: Pick<Challenge, 'recording'> | null;
  wish: DecodingWish;
}

/** Called while a recording is decoded. */
export interface LiveListener {
  /** Gets the facts before any picture. Null when the recording is not the concatenation of its chunks. */
  chooseWindows?: (live: LiveRecordingFacts | null) => readonly FrameWindow[];
  onFrame?: (frame: VideoFrame) => void;
}

/**
 * Decodes a recording, and finds the moments in each of its chunks, in one process: a person waits for each start of one. `live` is null when
 * the recording is not the concatenation of its chunks.
 */
export async function decodeLiveRecording(
  recordings: Pick<RecordingDecoder, 'decode'>,
  { bytes, challenge, wish }: RecordingToDecode,
  { chooseWindows = () => [], onFrame = () => undefined }: LiveListener = {},
): Promise<{ live: LiveRecordingFacts | null; recording: DecodedRecording | FaultyRecording }> {
  const noted = challenge?.recording ?? null;
  const ends = endsOf(noted?.chunks ?? []);
  const isWhole = ends.at(-1) === bytes.length;
  const liveOf = (parts: RecordedParts | null | undefined) => (noted && parts ? factsOf(noted, parts) : null);
  const recording = await recordings.decode(
    bytes,
    { ...wish, ends: isWhole ? ends : [] },
    { chooseWindows: (parts) => chooseWindows(liveOf(parts)), onFrame },
  );
  return { live: liveOf(recording.parts), recording };
}

function endsOf(chunks: LiveRecording['chunks']): number[] {
  const ends: number[] = [];
  for (const chunk of chunks) ends.push((ends.at(-1) ?? 0) + chunk.bytes);
  return ends;
}

function factsOf({ prompts, light, chunks }: LiveRecording, parts: RecordedParts): LiveRecordingFacts {
  return {
    prompts: prompts.map(({ action, sentMs }) => ({ action, sentMs })),
    ...(light && { light }),
    chunks: chunks.map(({ receivedMs }, index) => ({ receivedMs, part: parts[index] ?? null })),
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
