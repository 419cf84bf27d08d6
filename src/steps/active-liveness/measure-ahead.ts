import type { FaceAnalyser } from '../../domain/ports/faces/face-analyser.ts';
import { maxRecordingMs, recordingToleranceMs, type VideoFrame } from '../../domain/ports/faces/recording-decoder.ts';
import type { SentPrompt } from '../../domain/verifications/challenge.ts';
import { lookQuestions } from '../faces/video-looks.ts';
import type { MeasuringAhead } from '../step-ahead.ts';
import { blinkWindow, watchedPictures } from './watch-video.ts';

/** All pictures among which the judgement chooses, except those of which only colours are measured. */
const everyPicture = { fromMs: 0, toMs: maxRecordingMs + recordingToleranceMs, everyMs: blinkWindow.everyMs };
export const picturesAhead = { ...watchedPictures, windows: [everyPicture] };

/** When a chunk arrives, its last pictures may be older than this, so the window of a blink may begin later than it seems. */
const lateMs = 1_500;
/** Pictures that wait for their measurement. When a machine is too slow, further ones are measured at the judgement. */
const mostHeldBytes = 60_000_000;

/**
 * Measures the pictures of a video that arrives, the surest to be needed first: those that are always searched for a face, those around a
 * blink, those that may be judged for liveness, and last those whose face may be compared. `analyser` remembers. What is measured here only
 * saves time: the judgement chooses its pictures from the whole video.
 */
export function measureVideoAhead(analyser: FaceAnalyser): MeasuringAhead {
  const searched: VideoFrame[] = [];
  const blinks: VideoFrame[] = [];
  const stills: VideoFrame[] = [];
  const compared: { frame: VideoFrame; compare: () => Promise<unknown> }[] = [];
  let heldBytes = 0;
  let lastAtMs = 0;
  let knownPrompts = 0;
  let blinksUntilMs = -1;

  function hold<Held>(line: Held[], held: Held, { rgb }: VideoFrame): void {
    if (heldBytes + rgb.length > mostHeldBytes) return;
    heldBytes += rgb.length;
    line.push(held);
  }

  function release<Held>(line: Held[], frameOf: (held: Held) => VideoFrame): Held | null {
    const held = line.shift();
    if (held === undefined) return null;
    heldBytes -= frameOf(held).rgb.length;
    return held;
  }

  async function search(frame: VideoFrame): Promise<void> {
    const [face] = (await analyser.analyse(frame)).faces;
    if (face === undefined) return;
    hold(compared, { frame, compare: () => analyser.templateOf(frame, face) }, frame);
  }

  const itself = (frame: VideoFrame) => frame;
  return {
    notePrompts(prompts: readonly SentPrompt[]) {
      if (prompts.slice(knownPrompts).some(({ action }) => action === 'blink')) {
        blinksUntilMs = lastAtMs + blinkWindow.afterMs + lateMs;
      }
      knownPrompts = prompts.length;
    },

    takeFrame(frame) {
      lastAtMs = frame.atMs;
      if (frame.isRegular) hold(searched, frame, frame);
      else if (frame.atMs <= blinksUntilMs) hold(blinks, frame, frame);
    },

    takeStill: (still) => hold(stills, still, still),

    next() {
      const frame = release(searched, itself) ?? release(blinks, itself);
      if (frame !== null) return () => search(frame);
      const still = release(stills, itself);
      if (still !== null) return () => analyser.analyse(still, lookQuestions);
      const face = release(compared, (held) => held.frame);
      return face?.compare ?? null;
    },
  };
}
