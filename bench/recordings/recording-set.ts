import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { livenessActions } from '../../src/domain/verifications/challenge.ts';

/** What was in front of the camera. `genuine` is the person; the others are attacks that the person held up or wore. */
export const presentations = ['genuine', 'screen', 'print', 'mask'] as const;
export type Presentation = (typeof presentations)[number];

export const rooms = ['evening-lamp', 'office', 'window', 'outdoors', 'dark'] as const;
export type Room = (typeof rooms)[number];

/** Tones of the Monk Skin Tone Scale, from light to dark (E. Monk, 2019; skintone.google). */
export const skinTones = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

const word = z.string().trim().min(1).max(100);
const ms = z.number().int().min(0).max(86_400_000);

/** The person's statement about a recording. */
export const aboutRecordingSchema = z.strictObject({
  /** A pseudonym: one for each person, the same in all of that person's recordings. */
  person: z.string().regex(/^[a-z0-9-]{1,40}$/),
  presentation: z.enum(presentations),
  /** Of an attack: what was held up, such as "tablet, 11 inch" or "paper, eye holes". Null for a genuine recording. */
  attackNote: word.nullable(),
  device: word,
  room: z.enum(rooms),
  /** As the person chose it; null: the person did not say. */
  skinTone: z.number().int().min(1).max(10).nullable(),
});
export type AboutRecording = z.output<typeof aboutRecordingSchema>;

const recordingSchema = z.strictObject({
  ...aboutRecordingSchema.shape,
  id: z.string().regex(/^r[0-9]{4,}$/),
  /** Below the folder of the set. */
  film: z.string().regex(/^films\/r[0-9]{4,}\.(webm|mp4)$/),
  contentType: z.enum(['video/webm', 'video/mp4']),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  recordedAt: z.iso.datetime(),
  /** The settings of the step that it was recorded for. */
  config: z.strictObject({
    promptCount: z.number().int().min(1).max(6),
    promptTimeoutMs: z.number().int().min(1_000).max(10_000),
  }),
  /** How it arrived, in milliseconds from the drawing of its challenge, by the clock of the service. */
  live: z.strictObject({
    receivedMs: ms,
    lightOffered: z.boolean(),
    prompts: z.array(z.strictObject({ action: z.enum(livenessActions), sentMs: ms })).max(10),
    light: z.array(z.strictObject({ colour: z.number().int().min(0).max(20), sentMs: ms })).max(20),
    chunks: z
      .array(z.strictObject({ bytes: z.number().int().min(1), receivedMs: ms }))
      .min(1)
      .max(200),
  }),
});
export type LivenessRecording = z.output<typeof recordingSchema>;

/** `truth.json` of a set of recordings for active liveness. */
export const recordingSetSchema = z.strictObject({
  kind: z.literal('liveness-recordings'),
  version: z.literal(1),
  /** `made-up`: films that a program drew. Their rates say nothing about people. */
  material: z.enum(['people', 'made-up']),
  /** What the people agreed to. */
  consent: z.strictObject({ version: word, text: z.string().min(1).max(5_000) }),
  recordings: z.array(recordingSchema).max(100_000),
});
export type RecordingSet = z.output<typeof recordingSetSchema>;

export const truthFileOf = (dir: string) => path.join(dir, 'truth.json');

/** Whether the folder holds recordings rather than pictures of faces. */
export function holdsRecordings(dir: string): boolean {
  if (!existsSync(truthFileOf(dir))) return false;
  const held: unknown = JSON.parse(readFileSync(truthFileOf(dir), 'utf8'));
  return typeof held === 'object' && held !== null && 'kind' in held && held.kind === 'liveness-recordings';
}

/** @throws z.ZodError when `truth.json` is not of this form */
export function readRecordingSet(dir: string): RecordingSet {
  return recordingSetSchema.parse(JSON.parse(readFileSync(truthFileOf(dir), 'utf8')));
}

/** The film as it was recorded. @throws when it was changed afterwards */
export function readFilm(dir: string, { film, sha256, id }: LivenessRecording): Buffer {
  const bytes = readFileSync(path.join(dir, film));
  if (sha256Of(bytes) !== sha256) throw new Error(`${id}: the film is not the one that was recorded`);
  return bytes;
}

export interface OpenRecordingSet {
  list(): readonly LivenessRecording[];
  add(recording: NewRecording): LivenessRecording;
  /** Deletes every recording of a person, who has withdrawn the consent. Answers how many. */
  forget(person: string): number;
}

export type NewRecording = Omit<LivenessRecording, 'id' | 'film' | 'sha256'> & { bytes: Buffer };

/** Opens the folder to add recordings to it; creates a missing one, readable by its owner alone. */
export function openRecordingSet(dir: string, about: Pick<RecordingSet, 'material' | 'consent'>): OpenRecordingSet {
  mkdirSync(path.join(dir, 'films'), { recursive: true, mode: 0o700 });
  const fresh = { kind: 'liveness-recordings', version: 1, ...about, recordings: [] } as const;
  let set: RecordingSet = existsSync(truthFileOf(dir)) ? readRecordingSet(dir) : { ...fresh, recordings: [] };
  if (set.material !== about.material) throw new Error(`${dir} holds recordings of ${set.material}`);
  if (set.consent.version !== about.consent.version) {
    throw new Error(`${dir} was recorded under consent ${set.consent.version}: use another folder`);
  }

  function save(next: RecordingSet): void {
    // Never writes half a file: the truth of hours of work would be lost.
    const draft = `${truthFileOf(dir)}.draft`;
    writeFileSync(draft, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, truthFileOf(dir));
    set = next;
  }

  if (!existsSync(truthFileOf(dir))) save(set);
  return {
    list: () => set.recordings,
    add({ bytes, ...about }) {
      const last = Math.max(0, ...set.recordings.map(({ id }) => Number(id.slice(1))));
      const id = `r${String(last + 1).padStart(4, '0')}`;
      const film = `films/${id}.${about.contentType === 'video/mp4' ? 'mp4' : 'webm'}`;
      const recording = recordingSchema.parse({ ...about, id, film, sha256: sha256Of(bytes) });
      writeFileSync(path.join(dir, film), bytes, { mode: 0o600 });
      save({ ...set, recordings: [...set.recordings, recording] });
      return recording;
    },
    forget(person) {
      const gone = set.recordings.filter((recording) => recording.person === person);
      save({ ...set, recordings: set.recordings.filter((recording) => recording.person !== person) });
      for (const { film } of gone) rmSync(path.join(dir, film), { force: true });
      return gone.length;
    },
  };
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
