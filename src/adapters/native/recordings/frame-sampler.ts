import { FilterAPI } from 'node-av/api';
import type { Frame } from 'node-av/lib';
import { bandingBetween } from '../waves/banding.ts';
import type { DecoderMessage } from './message-reader.ts';
import type { ProcessWish } from './recording-messages.ts';

/** A picture may be this early, because recorders are not exact. */
const earlyMs = 8;
/** The size at which each picture is compared with earlier ones. */
const thumbnail = { width: 64, height: 48 };
/** How far back a picture is compared, and with how many pictures at most. */
const earlierMs = 300;
const mostEarlier = 20;

const turns = { 0: '', 90: ',transpose=clock', 180: ',hflip,vflip', 270: ',transpose=cclock' } as const;

/** Compares every picture of a video with earlier ones, and writes the requested ones as plain pixels, scaled and upright. */
export function createFrameSampler(
  { frames: wanted }: Pick<ProcessWish, 'frames'>,
  rotation: 0 | 90 | 180 | 270,
  write: (message: DecoderMessage, payload?: Uint8Array) => void,
) {
  const changes: [atMs: number, difference: number, differenceFromEarlier: number, banding: number][] = [];
  const thumbnails = FilterAPI.create(`scale=${thumbnail.width}:${thumbnail.height}:flags=area,format=gray`);
  const frames = createWriter('frame', wanted?.longSidePx ?? 0);
  const stills = wanted?.stills && createWriter('still', wanted.stills.longSidePx);
  /** The last ones, newest first. */
  let recent: { atMs: number; small: Buffer }[] = [];
  /** The recording's own size, upright. */
  let size = { widthPx: 0, heightPx: 0 };

  function takeChange(frame: Frame, atMs: number): void {
    for (const small of thumbnails.processAllSync(frame)) {
      const now = Buffer.from(small.toBuffer());
      small.free();
      const [before, ...earlier] = recent.filter((one, index) => index === 0 || atMs - one.atMs <= earlierMs);
      if (before !== undefined) {
        const fromEarlier = Math.min(1, ...earlier.map(({ small: other }) => meanDifference(other, now)));
        const banding = bandingBetween(before.small, now, thumbnail);
        changes.push([Math.round(atMs), meanDifference(before.small, now), fromEarlier, banding]);
      }
      recent = [{ atMs, small: now }, ...recent].slice(0, mostEarlier);
    }
  }

  /** Writes pictures of one size when they are due. */
  function createWriter(type: 'frame' | 'still', side: number) {
    const fitted = `scale=w='min(iw,${side})':h='min(ih,${side})':force_original_aspect_ratio=decrease:force_divisible_by=2`;
    const fit = FilterAPI.create(`${fitted}${turns[rotation]},format=rgb24`);
    let lastAtMs = -Infinity;
    /** Whether the picture was written. */
    return (frame: Frame, atMs: number, everyMs: number): boolean => {
      if (atMs - lastAtMs < everyMs - earlyMs) return false;
      lastAtMs = atMs;
      for (const fitting of fit.processAllSync(frame)) {
        const { width: widthPx, height: heightPx } = fitting;
        write({ type, atMs: Math.round(atMs), widthPx, heightPx }, fitting.toBuffer());
        fitting.free();
      }
      return true;
    };
  }

  return {
    take(frame: Frame, atMs: number): void {
      if (wanted === null) return;
      const isTurned = rotation === 90 || rotation === 270;
      const { width, height } = frame;
      if (size.widthPx === 0)
        size = isTurned ? { widthPx: height, heightPx: width } : { widthPx: width, heightPx: height };
      takeChange(frame, atMs);
      if (frames(frame, atMs, intervalAt(wanted, atMs))) stills?.(frame, atMs, wanted.stills?.everyMs ?? Infinity);
    },
    end: () => write({ type: 'changes', changes }),
    size: () => size,
  };
}

type WantedFrames = NonNullable<ProcessWish['frames']>;

function intervalAt({ everyMs, windows }: WantedFrames, atMs: number): number {
  const inside = windows.filter(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs);
  return Math.min(everyMs, ...inside.map((window) => window.everyMs));
}

function meanDifference(before: Buffer, now: Buffer): number {
  let sum = 0;
  for (let index = 0; index < now.length; index += 1) sum += Math.abs((now[index] ?? 0) - (before[index] ?? 0));
  return sum / now.length / 255;
}
