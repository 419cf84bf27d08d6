import { expect } from 'vitest';
import type { LiveRecording, PromptAction } from '../../../src/domain/verifications/challenge.ts';
import { asIfLive } from '../../../specimens/faces/as-if-live.ts';
import { sharedRecordings } from '../documents/shared-decoder.ts';
import { letTimePass } from '../let-time-pass.ts';
import type { SdkSession } from '../sdk-client.ts';
import type { Stack } from '../stack.ts';
import { chunksOf, sha256 } from './recording-chunks.ts';

export interface SentRecording {
  stepId: string;
  challengeId: string;
  bytes: Buffer;
}

/** A recording that exists before its challenge, sent in chunks as quickly as the network takes them. */
export async function sendAtOnce(session: SdkSession, { stepId, challengeId, bytes }: SentRecording): Promise<void> {
  for (const [index, part] of chunksOf(bytes).entries()) {
    expect(await session.sendChunk(stepId, { challengeId, index, bytes: part })).toMatchObject({ status: 200 });
  }
}

export function finishRecording(
  session: SdkSession,
  { stepId, challengeId, bytes }: SentRecording,
  chunkCount?: number,
) {
  const count = chunkCount ?? chunksOf(bytes).length;
  return session.finishRecording(stepId, { challengeId, chunkCount: count, sha256: sha256(bytes) });
}

/**
 * Sends a recording that was made in advance, and has the database say what it would if a camera or a microphone had made it while it arrived, and
 * these prompts had been sent meanwhile.
 */
export async function sendAsIfLive(
  { sql }: Pick<Stack, 'sql'>,
  session: SdkSession,
  recording: SentRecording & {
    form?: 'video' | 'audio';
    contentType?: string;
    prompts?: readonly { action: PromptAction; atMs: number }[];
    lastChunkLateMs?: number;
  },
): Promise<void> {
  const {
    challengeId,
    bytes,
    form = 'video',
    contentType = `${form}/webm`,
    prompts = [],
    lastChunkLateMs = 0,
  } = recording;
  await sendAtOnce(session, recording);
  const sizes = chunksOf(bytes).map(({ length }) => length);
  const noted = await asIfLive(sharedRecordings(), { bytes, contentType, form }, prompts, sizes);
  const { rows } = await sql.query<{ recording: LiveRecording }>('select recording from challenges where id = $1', [
    challengeId,
  ]);
  const late = (index: number) => (index === sizes.length - 1 ? lastChunkLateMs : 0);
  const chunks = noted.chunks.map(({ receivedMs }, index) => ({
    ...rows[0]?.recording.chunks[index],
    receivedMs: receivedMs + late(index),
  }));
  await sql.query(`update challenges set recording = $2, expires_at = now() + interval '1 hour' where id = $1`, [
    challengeId,
    { ...noted, chunks },
  ]);
  await letTimePass(sql, challengeId);
  expect((await finishRecording(session, recording)).status).toBe(201);
}
