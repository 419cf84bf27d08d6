import {
  AV_FRAME_FLAG_INTERLACED,
  AV_LOG_QUIET,
  AV_NOPTS_VALUE,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { Decoder, Demuxer } from 'node-av/api';
import { Codec, Log, type Frame, type Stream } from 'node-av/lib';
import { createForwardReader, type ForwardReader } from './forward-reader.ts';
import { createFrameSampler } from './frame-sampler.ts';
import type { FrameWindow } from '../../../domain/ports/faces/recording-decoder.ts';
import type { DecoderMessage } from './message-reader.ts';
import type { ProcessWish } from './recording-messages.ts';
import { createSoundCollector } from './sound-collector.ts';

/** The codecs that recorders write. A hostile file cannot reach any other parser. */
const allowedCodecs = new Set(
  'vp8 vp9 libvpx libvpx-vp9 av1 libdav1d h264 hevc opus libopus vorbis libvorbis aac mp3 mp3float pcm_s16le pcm_f32le'.split(
    ' ',
  ),
);
/** The most pixels of a picture (4K), and the most pictures per second of a recording. */
const maxPixels = 3840 * 2160;
const maxFrames = 1_300;

type Write = (message: DecoderMessage, payload?: Uint8Array) => void;

/** The connection to the process that asked. */
interface Caller {
  write: Write;
  /** Waits until the caller has chosen windows for the parts that were written. */
  readWindows: () => Promise<readonly FrameWindow[]>;
}

/** The file is not a recording, or not in the requested format. */
class Unreadable extends Error {}
class TooLong extends Error {}

/** Decodes a recording and writes what the caller asked for. Runs in a separate process, which may crash. */
export async function decodeRecording(recording: Buffer, wish: ProcessWish, caller: Caller): Promise<void> {
  Log.setLevel(AV_LOG_QUIET);
  try {
    await answer(recording, wish, caller);
  } catch (error) {
    caller.write({ type: 'fault', fault: error instanceof TooLong ? 'tooLong' : 'unreadable' });
  }
}

/**
 * Decodes a recording while it is made, and writes its pictures as they come. `read` waits for more bytes and returns null after the last
 * ones. The judgement does not use what this writes: it decodes the whole recording again.
 */
export function followRecording(read: ForwardReader['read'], wish: ProcessWish, write: Write): void {
  Log.setLevel(AV_LOG_QUIET);
  try {
    decode({ read }, wish, { write, startMs: null, comparesPictures: false });
  } catch {
    write({ type: 'fault', fault: 'unreadable' });
  }
}

async function answer(recording: Buffer, wish: ProcessWish, { write, readWindows }: Caller): Promise<void> {
  if (recording.length === 0) throw new Unreadable('an empty file');
  if (wish.measureOnly) {
    const { durationMs, parts } = measureRecording(recording, wish);
    write({ type: 'parts', parts });
    write({ type: 'end', durationMs, widthPx: 0, heightPx: 0 });
    return;
  }
  let { frames } = wish;
  let measured: MeasuredRecording | null = null;
  if (wish.ends.length > 0) {
    measured = tryToMeasure(recording, wish);
    write({ type: 'parts', parts: measured?.parts ?? null });
    const windows = await readWindows();
    frames &&= { ...frames, windows };
  }
  const reader = createForwardReader(recording, { ends: [] });
  decode(reader, { ...wish, frames }, { write, startMs: measured?.startMs ?? null, comparesPictures: true });
}

/** Null when the packets do not tell the moments of the parts. The recording may have pictures nevertheless. */
function tryToMeasure(recording: Buffer, wish: ProcessWish): MeasuredRecording | null {
  try {
    return measureRecording(recording, wish);
  } catch {
    return null;
  }
}

interface OpenedRecording {
  demuxer: Demuxer;
  video: Stream | undefined;
  sound: Stream | undefined;
}

/** @throws Unreadable without the wanted tracks; TooLong */
function openRecording(
  reader: Pick<ForwardReader, 'read'>,
  wish: Pick<ProcessWish, 'form' | 'demuxer' | 'maxMs'>,
  { skipStreamInfo }: { skipStreamInfo: boolean },
): OpenedRecording {
  const options = { format: wish.demuxer, skipStreamInfo };
  const demuxer = Demuxer.openSync({ read: (size) => reader.read(size) }, options);
  const videos = demuxer.streams.filter((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO);
  const sounds = demuxer.streams.filter((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_AUDIO);
  const [video] = videos;
  const [sound] = sounds;
  if (videos.length > 1 || sounds.length > 1) throw new Unreadable('more than one track of a kind');
  if (wish.form === 'video' ? video === undefined : sound === undefined || video !== undefined) {
    throw new Unreadable('not the wanted kind of track');
  }
  // The header can only count against the file: the length is measured from the packets.
  if (demuxer.duration * 1000 > wish.maxMs) throw new TooLong();
  return { demuxer, video, sound };
}

/**
 * `comparesPictures`: whether each picture is compared with earlier ones. `startMs`: the moment, in the file's own time, from which the
 * moments of the parts count. The pictures' moments count from the same one. A sender chooses what the file begins with: an earlier track, or
 * pictures that nobody can decode, must not move the two apart. Null: from the first picture or sound.
 */
function decode(
  reader: Pick<ForwardReader, 'read'>,
  wish: ProcessWish,
  { write, startMs, comparesPictures }: { write: Write; startMs: number | null; comparesPictures: boolean },
): void {
  const { demuxer, video, sound } = openRecording(reader, wish, { skipStreamInfo: false });
  const sampler =
    video && wish.form === 'video' ? createFrameSampler(wish, rotationOf(video), { write, comparesPictures }) : null;
  const collector = sound && (wish.sound || wish.form === 'audio') ? createSoundCollector() : null;
  const decoders = new Map<number, { decoder: Decoder; take: (frame: Frame, atMs: number) => void }>();
  if (video && sampler)
    decoders.set(video.index, { decoder: openDecoder(video), take: (frame, atMs) => sampler.take(frame, atMs) });
  if (sound && collector)
    decoders.set(sound.index, { decoder: openDecoder(sound), take: (frame) => collector.take(frame) });

  const clock = createRecordingClock(wish.maxMs, startMs);
  let frameCount = 0;
  const takeAll = (stream: Stream, frames: readonly Frame[]) => {
    for (const frame of frames) {
      if (stream === video) {
        frameCount += 1;
        if (frame.width * frame.height > maxPixels || frameCount > maxFrames) throw new Unreadable('too much');
        // The second half may come in a later part, and the picture has the time of the first. Recorders write whole pictures.
        if (frame.flags & AV_FRAME_FLAG_INTERLACED) throw new Unreadable('a picture in two halves');
      }
      decoders.get(stream.index)?.take(frame, clock.tell(momentOf(frame)));
      frame.free();
    }
  };
  for (const packet of demuxer.packetsSync()) {
    if (packet === null) break;
    const stream = demuxer.streams[packet.streamIndex];
    const track = stream && decoders.get(stream.index);
    if (stream && track) takeAll(stream, track.decoder.decodeAllSync(packet));
    packet.free();
  }
  for (const stream of demuxer.streams) {
    const track = decoders.get(stream.index);
    if (track) takeAll(stream, track.decoder.decodeAllSync(null));
  }
  if (wish.form === 'video' && frameCount === 0) throw new Unreadable('no picture');
  sampler?.end();
  const samples = collector?.end() ?? null;
  if (collector !== null && samples === null) throw new Unreadable('sound samples that are not numbers');
  if (wish.form === 'audio' && (samples === null || samples.length === 0)) throw new Unreadable('no sound');
  if (samples !== null)
    write({ type: 'sound' }, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  const { widthPx, heightPx } = sampler?.size() ?? { widthPx: 0, heightPx: 0 };
  write({ type: 'end', durationMs: Math.round(clock.lastMs()), widthPx, heightPx });
}

/** The first and last moment in each part of the file; null for a part that completes none. */
type Parts = ([fromMs: number, toMs: number] | null)[];

interface MeasuredRecording {
  /** From the first packet of any track to the last. */
  durationMs: number;
  /** The first packet's moment in the file's own time. */
  startMs: number | null;
  parts: Parts;
}

/**
 * The moments in each part of the file, from its packets alone: of the pictures, and of the sound if it is judged, too. A moment belongs to
 * the part that had to be read to get it.
 * @throws TooLong, Unreadable
 */
function measureRecording(recording: Buffer, wish: ProcessWish): MeasuredRecording {
  const { form, maxMs, ends } = wish;
  const reader = createForwardReader(recording, { ends });
  // Looking for more about the streams reads ahead, which would put pictures into parts that came later.
  const { demuxer, video, sound } = openRecording(reader, wish, { skipStreamInfo: true });
  const track = form === 'video' ? video : sound;
  const clock = createRecordingClock(maxMs);
  const parts = ends.map((): [number, number] | null => null);
  let found = false;
  for (const packet of demuxer.packetsSync()) {
    if (packet === null) break;
    const stream = demuxer.streams[packet.streamIndex];
    const at = packet.pts === AV_NOPTS_VALUE ? packet.dts : packet.pts;
    if (stream && at !== AV_NOPTS_VALUE) {
      const atMs = Math.round(clock.tell({ timeBase: stream.timeBase, at }));
      const index = reader.part();
      found ||= stream === track;
      const isJudged = stream === track || (stream === sound && wish.sound);
      if (isJudged && index >= 0) {
        const [from, to] = parts[index] ?? [atMs, atMs];
        parts[index] = [Math.min(from, atMs), Math.max(to, atMs)];
      }
    }
    packet.free();
  }
  if (!found) throw new Unreadable('nothing in the track');
  return { durationMs: Math.round(clock.lastMs()), startMs: clock.startMs(), parts };
}

function openDecoder(stream: Stream): Decoder {
  const name = Codec.findDecoder(stream.codecpar.codecId)?.name ?? '';
  if (!allowedCodecs.has(name)) throw new Unreadable('a codec that recorders do not write');
  return Decoder.createSync(stream, { threadCount: 2, exitOnError: false });
}

/** A moment in the file's own time. */
interface FileMoment {
  timeBase: { num: number; den: number };
  at: bigint;
}

/** A picture has the time of its packet. FFmpeg's own guess may follow the times of decoding, which the parts do not have. */
function momentOf({ timeBase, pts, bestEffortTimestamp }: Frame): FileMoment {
  return { timeBase, at: pts === AV_NOPTS_VALUE ? bestEffortTimestamp : pts };
}

/**
 * Times in milliseconds from `startMs`, or else from the first moment that is asked for.
 * @throws TooLong for a time beyond the limit
 */
function createRecordingClock(maxMs: number, startMs: number | null = null) {
  let first = startMs;
  let last = 0;
  return {
    tell({ timeBase: { num, den }, at }: FileMoment): number {
      const ms = (Number(at) * num * 1000) / den;
      first ??= ms;
      const atMs = Math.max(0, ms - first);
      last = Math.max(last, atMs);
      if (last > maxMs) throw new TooLong();
      return atMs;
    },
    lastMs: () => last,
    startMs: () => first,
  };
}

/** The clockwise quarter turns that a phone's mp4 requests from the player. */
function rotationOf(stream: Stream): 0 | 90 | 180 | 270 {
  const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (matrix === null || matrix.length < 20) return 0;
  const degrees = (Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) * 180) / Math.PI;
  const quarter = ((Math.round(degrees / 90) % 4) + 4) % 4;
  return ([0, 90, 180, 270] as const)[quarter] ?? 0;
}
