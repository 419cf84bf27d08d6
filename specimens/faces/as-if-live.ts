import type { LiveRecording, PromptAction } from '../../src/domain/verifications/challenge.ts';
import type { RecordingDecoder } from '../../src/domain/ports/faces/recording-decoder.ts';

const parts = 40;
/** From the drawing of the challenge to the first picture, and from a picture to its arrival. */
export const beganMs = 1_000;
const wayMs = 150;

/**
 * What the server would have noted if a film that was made in advance had arrived while a camera made it, and each prompt had been sent
 * at its moment. `sizes`: of its chunks; left out, forty equal ones.
 */
export async function asIfLive(
  recordings: Pick<RecordingDecoder, 'measure'>,
  film: { bytes: Buffer; contentType: string; form?: 'video' | 'audio' },
  prompts: readonly { action: PromptAction; atMs: number }[],
  sizes: readonly number[] = equalParts(film.bytes.length),
): Promise<LiveRecording> {
  const ends: number[] = [];
  for (const size of sizes) ends.push((ends.at(-1) ?? 0) + size);
  const measured = await recordings.measure(film.bytes, {
    form: film.form ?? 'video',
    contentType: film.contentType,
    ends,
  });
  if ('fault' in measured) throw new Error(`the film cannot be measured: ${measured.fault}`);
  let reachedMs = 0;
  return {
    prompts: prompts.map(({ action, atMs }) => ({ action, sentMs: beganMs + atMs })),
    chunks: sizes.map((bytes, index) => {
      reachedMs = Math.max(reachedMs, measured.parts[index]?.toMs ?? 0);
      return { bytes, digest: '', objectKey: '', receivedMs: beganMs + reachedMs + wayMs };
    }),
    nextPromptMs: null,
  };
}

function equalParts(bytes: number): number[] {
  const size = Math.ceil(bytes / parts);
  return Array.from({ length: Math.ceil(bytes / size) }, (_, index) => Math.min(size, bytes - index * size));
}
