import type { PromptAction } from '../api/contract.ts';

/** A prompt, and when it came: milliseconds from the start of the recording. */
export interface HeardPrompt {
  action: PromptAction;
  atMs: number;
}

/** A colour that the screen shows, and when it came, as of a prompt. */
export interface HeardColour {
  colour: string;
  atMs: number;
}

/** The prompt and the colour at a moment of a recording. */
export interface RecordingMoment {
  prompt: HeardPrompt | null;
  /** What the screen shows around the picture of the camera; null before the first colour. */
  colour: string | null;
  /** Of the whole recording, 0 to 1. */
  share: number;
  over: boolean;
}

/**
 * The progress of a recording: prompts come one at a time, then the colours, and it is over when the last one had its time. Counted from
 * the start of the recording, so that a tab that slept neither stretches nor skips it. Without prompts it lasts as long as the server
 * accepts.
 */
export function momentAt(
  heard: readonly HeardPrompt[],
  elapsedMs: number,
  plan: {
    promptCount: number;
    promptTimeoutMs: number;
    mostMs: number;
    light?: { colours: readonly HeardColour[]; colourCount: number; stepMs: number; fadeMs: number } | null;
  },
): RecordingMoment {
  const { promptCount, promptTimeoutMs, mostMs, light = null } = plan;
  const prompt = heard.at(-1) ?? null;
  const tooLong = elapsedMs >= mostMs;
  if (promptCount === 0) return { prompt, colour: null, share: Math.min(1, elapsedMs / mostMs), over: tooLong };
  const ofLast = shareOf(prompt, elapsedMs, promptTimeoutMs);
  const told = Math.max(0, heard.length - 1 + ofLast);
  const isToldAll = heard.length >= promptCount;
  if (light === null) {
    return { prompt, colour: null, share: told / promptCount, over: tooLong || (isToldAll && ofLast >= 1) };
  }
  const { colours, colourCount, stepMs, fadeMs } = light;
  const colour = colours.at(-1) ?? null;
  // The effect of the last colour on the face takes as long to see as its fade.
  const ofColour = shareOf(colour, elapsedMs, stepMs + fadeMs);
  const lit = Math.max(0, colours.length - 1 + ofColour) / colourCount;
  return {
    prompt,
    colour: colour?.colour ?? null,
    share: ((colour === null ? told : promptCount) + lit) / (promptCount + 1),
    over: tooLong || (colours.length >= colourCount && ofColour >= 1),
  };
}

function shareOf(last: { atMs: number } | null, elapsedMs: number, lastsMs: number): number {
  return last === null ? 0 : Math.min(1, (elapsedMs - last.atMs) / lastsMs);
}

/**
 * Formats that the server understands, best first; browsers differ in what they can write. The codecs name the tracks that the stream has:
 * Firefox waits for the first sound before it starts a recording that names `opus`.
 */
const filmTypes = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];
const silentFilmTypes = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'];
const soundTypes = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4', 'audio/webm'];

/** MIME types to request, best first, for the tracks that the stream has. */
export function recordingTypes({ video, sound }: { video: boolean; sound: boolean }): readonly string[] {
  if (!video) return soundTypes;
  return sound ? filmTypes : silentFilmTypes;
}
