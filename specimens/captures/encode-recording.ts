import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_LOG_QUIET,
  AV_PIX_FMT_RGB24,
  AV_SAMPLE_FMT_FLT,
  AVSEEK_CUR,
  AVSEEK_END,
  AVSEEK_SET,
  AVSEEK_SIZE,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBVPX_VP8,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { Encoder, FilterAPI, Muxer } from 'node-av/api';
import { Frame, Log, type Packet } from 'node-av/lib';

/** Samples a second of made-up sound. */
export const soundRate = 48_000;
const samplesPerFrame = 960;

export interface RecordingPictures {
  widthPx: number;
  heightPx: number;
  framesPerSecond: number;
  /** RGB, three bytes a pixel, row by row. */
  pictures: Iterable<Uint8Array>;
  /** The recorder's own size and bits a second; the pictures' size and 1.5 million without it. */
  recordedAs?: { widthPx: number; heightPx: number; bitsPerSecond: number };
  /** How much later than the sound the pictures begin, in pictures; 0 without it. */
  begins?: number;
  /** In two halves, as no browser's recorder writes pictures; mp4 only. */
  interlaced?: boolean;
}

/**
 * Encodes pictures, sound (mono, -1..1, at `soundRate`) or both as a browser's MediaRecorder does: written to a stream, so that
 * a webm carries no duration and an mp4 comes in fragments. `videos`: more than one makes a file that no recorder makes.
 */
export function encodeRecording(recording: MadeUpRecording): Buffer {
  return Buffer.concat([...encodeInParts(recording)].map(({ bytes }) => bytes));
}

export interface MadeUpRecording {
  container: 'webm' | 'mp4';
  videos: readonly RecordingPictures[];
  sound: Float32Array | null;
}

/** The same bit by bit: what a recorder has written by each moment of the first video. Pictures are asked for when they are due. */
export function* encodeInParts(recording: MadeUpRecording): Generator<{ bytes: Buffer; atMs: number }, void> {
  Log.setLevel(AV_LOG_QUIET);
  const parts: Buffer[] = [];
  const write = (bytes: Buffer) => {
    parts.push(Buffer.from(bytes));
    return bytes.length;
  };
  const isWebm = recording.container === 'webm';
  const muxer = Muxer.openSync(
    { write },
    isWebm
      ? { format: 'webm', options: { live: true, cluster_time_limit: 400 } }
      : { format: 'mp4', options: { movflags: 'frag_keyframe+empty_moov+default_base_moof' } },
  );
  const tracks = addTracks(muxer, recording);
  // In turn, so that the file interleaves the tracks.
  let rounds = 0;
  const flushed = () => {
    const bytes = Buffer.concat(parts.splice(0));
    // The first round only announces the tracks.
    return { bytes, atMs: (Math.max(0, rounds - 1) * 1000) / (recording.videos[0]?.framesPerSecond ?? 50) };
  };
  for (let going = tracks; going.length > 0; rounds += 1) {
    going = going.filter((track) => track.next().done !== true);
    if (parts.length > 0) yield flushed();
  }
  muxer.closeSync();
  yield flushed();
}

/**
 * An mp4 whose index comes last: it says where each picture is and when it is shown. Editors write such files, and recorders, which do not
 * know the end of their film, do not.
 */
export function encodeWithIndexLast(recording: Omit<MadeUpRecording, 'container'>): Buffer {
  Log.setLevel(AV_LOG_QUIET);
  let file = Buffer.alloc(0);
  let position = 0;
  const write = (bytes: Buffer) => {
    const end = position + bytes.length;
    if (end > file.length) file = Buffer.concat([file, Buffer.alloc(end - file.length)]);
    bytes.copy(file, position);
    position = end;
    return bytes.length;
  };
  const seek = (offset: bigint, whence: number) => {
    if (whence === AVSEEK_SIZE) return BigInt(file.length);
    const from = { [AVSEEK_SET]: 0, [AVSEEK_CUR]: position, [AVSEEK_END]: file.length }[whence] ?? 0;
    position = from + Number(offset);
    return BigInt(position);
  };
  const muxer = Muxer.openSync({ write, seek }, { format: 'mp4' });
  let going = addTracks(muxer, { ...recording, container: 'mp4' });
  while (going.length > 0) going = going.filter((track) => track.next().done !== true);
  muxer.closeSync();
  return file;
}

function addTracks(muxer: Muxer, { container, videos, sound }: MadeUpRecording): Generator<void>[] {
  const isWebm = container === 'webm';
  const tracks = videos.map((video) => addPictures(muxer, isWebm, video));
  return sound === null ? tracks : [...tracks, addSound(muxer, isWebm, sound)];
}

function* addPictures(muxer: Muxer, isWebm: boolean, video: RecordingPictures): Generator<void> {
  const { widthPx: width, heightPx: height, framesPerSecond, recordedAs, interlaced } = video;
  const scale = recordedAs ? `scale=${recordedAs.widthPx}:${recordedAs.heightPx}:flags=bilinear,` : '';
  const filter = FilterAPI.create(`${scale}format=yuv420p`, { framerate: { num: framesPerSecond, den: 1 } });
  const bitrate = `${(recordedAs?.bitsPerSecond ?? 1_500_000) / 1_000}k`;
  const rate = { bitrate, gopSize: framesPerSecond, maxBFrames: 0, threadCount: 1, filter };
  // Options are set one by one: handed over as a dictionary they are freed twice when the process ends.
  const encoder = isWebm
    ? Encoder.createSync(FF_ENCODER_LIBVPX_VP8, {
        ...rate,
        configure(context) {
          context.setOption('deadline', 'realtime');
          context.setOption('cpu-used', '8');
        },
      })
    : Encoder.createSync(FF_ENCODER_LIBX264, {
        ...rate,
        configure(context) {
          context.setOption('preset', 'ultrafast');
          if (interlaced) context.setOption('x264-params', 'interlaced=1');
        },
      });
  const track = muxer.addStream(encoder);
  yield; // All tracks are announced before the first packet of any.
  let index = BigInt(video.begins ?? 0);
  for (const picture of video.pictures) {
    const pixels = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
    const timeBase = { num: 1, den: framesPerSecond };
    const frame = Frame.fromVideoBuffer(pixels, { width, height, format: AV_PIX_FMT_RGB24, timeBase, pts: index });
    for (const converted of filter.processAllSync(frame)) {
      writeAll(muxer, track, encoder.encodeAllSync(converted));
      converted.free();
    }
    frame.free();
    index += 1n;
    yield;
  }
  writeAll(muxer, track, encoder.encodeAllSync(null));
  encoder.close();
  filter.close();
}

function* addSound(muxer: Muxer, isWebm: boolean, sound: Float32Array): Generator<void> {
  const encoder = isWebm
    ? Encoder.createSync(FF_ENCODER_LIBOPUS, { bitrate: '64k', autoResample: true })
    : Encoder.createSync(FF_ENCODER_AAC, { bitrate: '64k', autoResample: true });
  const track = muxer.addStream(encoder);
  yield;
  for (let start = 0; start < sound.length; start += samplesPerFrame) {
    const piece = new Float32Array(samplesPerFrame);
    piece.set(sound.subarray(start, start + samplesPerFrame));
    const frame = Frame.fromAudioBuffer(Buffer.from(piece.buffer), {
      nbSamples: samplesPerFrame,
      format: AV_SAMPLE_FMT_FLT,
      sampleRate: soundRate,
      channelLayout: AV_CHANNEL_LAYOUT_MONO,
      timeBase: { num: 1, den: soundRate },
      pts: BigInt(start),
    });
    writeAll(muxer, track, encoder.encodeAllSync(frame));
    frame.free();
    yield;
  }
  writeAll(muxer, track, encoder.encodeAllSync(null));
  encoder.close();
}

function writeAll(muxer: Muxer, track: number, packets: readonly Packet[]): void {
  for (const packet of packets) {
    muxer.writePacketSync(packet, track);
    packet.free();
  }
}
