import { isLivenessAction, type LivenessPrompt } from '../../src/domain/verifications/challenge.ts';
import { drawLead, drawPrompt } from '../../src/steps/active-liveness/draw-prompts.ts';
import type { VideoSample, WatchedVideo } from '../../src/steps/active-liveness/watched-video-schema.ts';
import { placeLiveRecording, type LiveRecordingFacts } from '../../src/steps/recordings/live-recording.ts';
import type { Random } from '../drawing/create-random.ts';
import type { Expression } from './face-expression.ts';
import { performPrompts } from './perform-prompts.ts';

/** `latencyMs`: each way. */
export interface Network {
  bitsPerSecond: number;
  latencyMs: number;
}

export interface ChallengeSettings {
  promptCount: number;
  promptTimeoutMs: number;
}

/** A film of a face: which movements it shows, and when the face learns of each. In the film's time. */
export interface PerformedFilm {
  lengthMs: number;
  moves: LivenessPrompt[];
}

/** A piece of a film: the pictures in it, and the moment from which it can be sent, counted from the drawing of the challenge. */
export interface FilmPiece {
  fromMs: number;
  toMs: number;
  readyMs: number;
}

/** The SDK's recorder delivers data at this interval. */
const pieceMs = 400;
/** The bit rate of the SDK's recorder on a slow network. */
const filmBitsPerSecond = 250_000;
/** After the last movement, until the face has come back to rest. */
const tailMs = 2_600;
/** How often the service looks at a picture, and within a blink's time. */
const lookEveryMs = 280;
const blinks = { everyMs: 80, forMs: 3_600 };

/** Prompts of one challenge whose first chunk arrived at `arrivedMs`, as the server draws and sends them. */
export function sendPromptsAfter(
  arrivedMs: number,
  { promptCount, promptTimeoutMs }: ChallengeSettings,
  random: Random,
) {
  const settings = { promptCount, promptTimeoutMs };
  const below = (limit: number) => random.integer(0, limit - 1);
  const prompts: { action: LivenessPrompt['action']; sentMs: number }[] = [];
  for (let dueMs: number | null = arrivedMs + drawLead(below); dueMs !== null;) {
    const { action, nextInMs } = drawPrompt(below, settings, prompts);
    prompts.push({ action, sentMs: dueMs + random.integer(0, 20) });
    dueMs = nextInMs === null ? null : (prompts.at(-1)?.sentMs ?? 0) + nextInMs;
  }
  return prompts;
}

export const lengthFor = (moves: readonly { atMs: number }[]) => Math.max(...moves.map(({ atMs }) => atMs), 0) + tailMs;

/** The pieces of a film that a camera begins at `beganMs`. */
export function piecesOf(lengthMs: number, beganMs: number): FilmPiece[] {
  return Array.from({ length: Math.ceil(lengthMs / pieceMs) }, (_, index) => {
    const toMs = Math.min(lengthMs, (index + 1) * pieceMs);
    return { fromMs: index * pieceMs, toMs: Math.round(toMs), readyMs: beganMs + toMs };
  });
}

/** When each chunk arrives, sent as the SDK sends: one after the other, each with the data that has gathered since the last. */
export function sendPieces(pieces: readonly FilmPiece[], network: Network): LiveRecordingFacts['chunks'] {
  const chunks: LiveRecordingFacts['chunks'] = [];
  const waiting = [...pieces];
  let freeMs = 0;
  for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
    const leavesMs = Math.max(freeMs, first.readyMs);
    const gathered = [first];
    for (let next = waiting[0]; next !== undefined && next.readyMs <= leavesMs; next = waiting[0]) {
      gathered.push(next);
      waiting.shift();
    }
    const filmedMs = gathered.reduce((sum, { fromMs, toMs }) => sum + Math.abs(toMs - fromMs), 0);
    const sendingMs = (filmedMs * filmBitsPerSecond) / network.bitsPerSecond;
    const receivedMs = Math.round(leavesMs + network.latencyMs + sendingMs);
    freeMs = receivedMs + network.latencyMs;
    const times = gathered.flatMap(({ fromMs, toMs }) => [fromMs, toMs]);
    chunks.push({ receivedMs, part: { fromMs: Math.min(...times), toMs: Math.max(...times) } });
  }
  return chunks;
}

/**
 * What a worker would have stored of such a film, if everything except its movements and its times were beyond doubt: one living face, no
 * cut, no sign of a screen. `momentOf`: the film's time of a moment, for a film whose clock runs differently.
 */
export function observeAttempt(
  live: LiveRecordingFacts,
  film: PerformedFilm,
  { seed, momentOf = (atMs) => atMs }: { seed: number; momentOf?: (atMs: number) => number },
): WatchedVideo {
  const asked = (placeLiveRecording(live)?.prompts ?? []).flatMap(({ action, atMs }) =>
    isLivenessAction(action) ? [{ action, atMs: Math.max(0, Math.round(atMs)) }] : [],
  );
  const videoMs = Math.round(momentOf(film.lengthMs));
  return {
    challengeId: null,
    prompts: asked,
    times: { receivedMs: Math.max(...live.chunks.map(({ receivedMs }) => receivedMs), 0) + 300 },
    live,
    lightOffered: false,
    fault: null,
    videoMs,
    samples: samplesOf(film, { seed, momentOf, asked }),
    banding: 0,
    cutsAtMs: [],
    restless: false,
    lightSamples: [],
    bestFace: null,
    looks: Array.from({ length: 5 }, (_, index) => ({
      atMs: index * 900,
      template,
      spoofScores: [9, 9],
      signs: noSigns,
    })),
    antiSpoofing: models.map((model) => ({ model, calibration: { live: 2, spoof: -2 }, agreement: null })),
    antiSpoofingRule: 'all',
    antiSpoofingMissing: false,
    models: [],
    durationMs: 0,
  };
}

const noSigns = { screen: 0, printEdge: 0, moire: 0 };
const models = ['a', 'b'].map((letter) => ({ name: letter, sha256: letter.repeat(64) }));
const template = {
  embedding: Buffer.alloc(512).toString('base64'),
  modelSha256: 'b7120c095d60094f28a4a54ba6a8bf51b297a6273fb40ef6350dfec1f63d9507',
  pictureSha256: 'p'.repeat(64),
  appearance: '',
};

function samplesOf(
  { lengthMs, moves }: PerformedFilm,
  { seed, momentOf, asked }: { seed: number; momentOf: (atMs: number) => number; asked: readonly LivenessPrompt[] },
): VideoSample[] {
  const framesPerSecond = 1_000 / blinks.everyMs;
  const samples: VideoSample[] = [];
  let frame = 0;
  let lastMs = -Infinity;
  for (const expression of performPrompts(moves, { durationMs: lengthMs, framesPerSecond, seed })) {
    const atMs = Math.round(momentOf(frame * blinks.everyMs));
    frame += 1;
    const isBlink = asked.some((one) => one.action === 'blink' && atMs >= one.atMs && atMs <= one.atMs + blinks.forMs);
    if (atMs - lastMs < (isBlink ? blinks.everyMs : lookEveryMs)) continue;
    lastMs = atMs;
    samples.push({ atMs, largeFaces: 1, face: faceIn(expression) });
  }
  return samples;
}

/** Measured on projected faces: closed eyes have half of the opening, a full smile is a quarter wider. */
function faceIn({ yaw, pitch, eyesClosed, smile, shiftX, shiftY }: Expression) {
  return {
    yaw,
    pitch,
    eyes: 0.3 * (1 - 0.5 * eyesClosed),
    mouthWidth: 0.55 * (1 + 0.25 * smile),
    x: 0.5 + shiftX / 500,
    y: 0.5 + shiftY / 500,
    width: 0.4,
  };
}
