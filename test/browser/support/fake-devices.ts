import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

export interface FakeDevices {
  cameraFile: string;
  microphoneFile: string;
  /** What the camera shows from its next opening. */
  show(...pictures: Buffer[]): Promise<void>;
  /** The same for moving pictures, from the first frame, in a loop. */
  play(pictures: readonly Buffer[], framesPerSecond: number, size?: { width: number; height: number }): Promise<void>;
  /** What the microphone hears from its next opening, in a loop: mono, 48 kHz, -1..1. */
  say(sound: Float32Array): void;
  /** A grey picture and a tone, as at the start. */
  reset(): Promise<void>;
  remove(): void;
}

export interface FilmOptions {
  width: number;
  height: number;
  fps: number;
  /** The share of the picture's width that is filled. */
  fill?: number;
}

const still: FilmOptions = { width: 1280, height: 960, fps: 10 };
const moving = { width: 640, height: 480 };

/**
 * Files that Chromium takes for a camera and a microphone. It reads the camera's again each time the camera is opened, so that
 * one browser can show a document, its back and a face, one after the other.
 */
export async function createFakeDevices(): Promise<FakeDevices> {
  const dir = mkdtempSync(join(tmpdir(), 'verify-camera-'));
  const cameraFile = join(dir, 'camera.y4m');
  const microphoneFile = join(dir, 'microphone.wav');
  const say = (sound: Float32Array) => {
    const next = join(dir, 'next.wav');
    writeFileSync(next, wavOf(sound));
    renameSync(next, microphoneFile);
  };
  const play = async (pictures: readonly Buffer[], options: FilmOptions) => {
    const next = join(dir, 'next.y4m');
    writeFileSync(next, await film(pictures, options));
    // Renamed into place, so that half a film is never read.
    renameSync(next, cameraFile);
  };
  const show = (...pictures: Buffer[]) => play(pictures, still);
  const reset = async () => {
    say(tone(3));
    await show(
      await sharp({ create: { width: 64, height: 48, channels: 3, background: '#667788' } })
        .png()
        .toBuffer(),
    );
  };
  await reset();
  return {
    cameraFile,
    microphoneFile,
    show,
    play: (pictures, fps, size = moving) => play(pictures, { ...size, fps }),
    say,
    reset,
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** Pictures as an uncompressed film, each in the middle of a grey background. */
export async function film(
  pictures: readonly Buffer[],
  { width, height, fps, fill = 1 }: FilmOptions,
): Promise<Buffer> {
  const frames = await Promise.all(
    pictures.map(async (picture) => {
      const inside = await sharp(picture)
        .resize(Math.round(width * fill), Math.round(height * fill), { fit: 'inside' })
        .toBuffer();
      const rgb = await sharp({ create: { width, height, channels: 3, background: '#8c9096' } })
        .composite([{ input: inside }])
        .removeAlpha()
        .raw()
        .toBuffer();
      return yuv(rgb, width, height);
    }),
  );
  // A single frame would end at once: Chromium then plays it from the start again.
  const repeated = frames.length === 1 ? Array.from({ length: 3 }, () => frames[0] ?? Buffer.alloc(0)) : frames;
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F${fps}:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([header, ...repeated.flatMap((frame) => [Buffer.from('FRAME\n'), frame])]);
}

/** ITU-R BT.601, full range, one pair of colour values for four pixels. */
function yuv(rgb: Buffer, width: number, height: number): Buffer {
  const luma = Buffer.alloc(width * height);
  const quarter = (width / 2) * (height / 2);
  const u = Buffer.alloc(quarter);
  const v = Buffer.alloc(quarter);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const pixel = row * width + column;
      const red = rgb[pixel * 3] ?? 0;
      const green = rgb[pixel * 3 + 1] ?? 0;
      const blue = rgb[pixel * 3 + 2] ?? 0;
      luma[pixel] = 0.299 * red + 0.587 * green + 0.114 * blue;
      if (row % 2 === 1 || column % 2 === 1) continue;
      const at = (row / 2) * (width / 2) + column / 2;
      u[at] = 128 - 0.169 * red - 0.331 * green + 0.5 * blue;
      v[at] = 128 + 0.5 * red - 0.419 * green - 0.081 * blue;
    }
  }
  return Buffer.concat([luma, u, v]);
}

const rate = 48_000;

/** A tone in place of a voice. */
const tone = (seconds: number) =>
  Float32Array.from({ length: seconds * rate }, (_, index) => 0.25 * Math.sin((2 * Math.PI * 220 * index) / rate));

/** PCM of 16 bits. */
function wavOf(sound: Float32Array): Buffer {
  const samples = Buffer.alloc(sound.length * 2);
  sound.forEach((sample, index) =>
    samples.writeInt16LE(Math.round(32_767 * Math.max(-1, Math.min(1, sample))), index * 2),
  );
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
