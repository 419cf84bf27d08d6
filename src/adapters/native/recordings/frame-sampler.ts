import { FilterAPI } from 'node-av/api';
import type { Frame } from 'node-av/lib';
import { bandingBetween } from '../waves/banding.ts';
import type { FrameWindow } from '../../../domain/ports/faces/recording-decoder.ts';
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

/** Writes the requested pictures of a video as plain pixels, scaled and upright. Compares every picture with earlier ones, if wanted. */
export function createFrameSampler(
  { frames: wanted }: Pick<ProcessWish, 'frames'>,
  rotation: 0 | 90 | 180 | 270,
  {
    write,
    comparesPictures,
  }: { write: (message: DecoderMessage, payload?: Uint8Array) => void; comparesPictures: boolean },
) {
  const changes: [atMs: number, difference: number, differenceFromEarlier: number, banding: number][] = [];
  const thumbnails = FilterAPI.create(`scale=${thumbnail.width}:${thumbnail.height}:flags=area,format=gray`);
  const writeFrame = createWriter('frame', wanted?.longSidePx ?? 0);
  const writeStill = wanted?.stills && createWriter('still', wanted.stills.longSidePx);
  const isRegular = createPace(wanted?.everyMs ?? Infinity);
  const isStill = createPace(wanted?.stills?.everyMs ?? Infinity);
  const isInWindow = createWindows(wanted?.windows ?? []);
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

  /** Writes pictures of one size. */
  function createWriter(type: 'frame' | 'still', side: number) {
    const fitted = `scale=w='min(iw,${side})':h='min(ih,${side})':force_original_aspect_ratio=decrease:force_divisible_by=2`;
    const fit = FilterAPI.create(`${fitted}${turns[rotation]},format=rgb24`);
    return (frame: Frame, about: { atMs: number; isRegular: boolean }): void => {
      for (const fitting of fit.processAllSync(frame)) {
        const { width: widthPx, height: heightPx } = fitting;
        write({ type, ...about, atMs: Math.round(about.atMs), widthPx, heightPx }, fitting.toBuffer());
        fitting.free();
      }
    };
  }

  return {
    take(frame: Frame, atMs: number): void {
      if (wanted === null) return;
      const isTurned = rotation === 90 || rotation === 270;
      const { width, height } = frame;
      if (size.widthPx === 0)
        size = isTurned ? { widthPx: height, heightPx: width } : { widthPx: width, heightPx: height };
      if (comparesPictures) takeChange(frame, atMs);
      const about = { atMs, isRegular: isRegular(atMs) };
      if (isInWindow(atMs) || about.isRegular) writeFrame(frame, about);
      if (about.isRegular && isStill(atMs)) writeStill?.(frame, about);
    },
    end: () => write({ type: 'changes', changes }),
    size: () => size,
  };
}

/**
 * Whether a picture is due: the first one, and each that is `everyMs` after the last one that was due. Every pace counts from the first
 * picture of the video. Which pictures are due thus depends only on the pictures before them, not on windows that are chosen later.
 */
function createPace(everyMs: number): (atMs: number) => boolean {
  let lastAtMs = -Infinity;
  return (atMs) => {
    if (atMs - lastAtMs < everyMs - earlyMs) return false;
    lastAtMs = atMs;
    return true;
  };
}

/** Whether a picture is due at the pace of a window that it is in. */
function createWindows(windows: readonly FrameWindow[]): (atMs: number) => boolean {
  const paces = [...new Set(windows.map(({ everyMs }) => everyMs))].map((everyMs) => ({
    isDue: createPace(everyMs),
    windows: windows.filter((window) => window.everyMs === everyMs),
  }));
  return (atMs) => {
    const due = paces.filter(({ isDue }) => isDue(atMs));
    return due.some((pace) => pace.windows.some(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs));
  };
}

function meanDifference(before: Buffer, now: Buffer): number {
  let sum = 0;
  for (let index = 0; index < now.length; index += 1) sum += Math.abs((now[index] ?? 0) - (before[index] ?? 0));
  return sum / now.length / 255;
}
