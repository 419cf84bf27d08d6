import { livenessActions, type LivenessPrompt } from '../../src/domain/verifications/challenge.ts';
import type { WatchedVideo } from '../../src/steps/active-liveness/watched-video-schema.ts';
import type { Random } from '../drawing/create-random.ts';
import {
  lengthFor,
  observeAttempt,
  piecesOf,
  sendPieces,
  sendPromptsAfter,
  type ChallengeSettings,
  type FilmPiece,
  type Network,
  type PerformedFilm,
} from './observe-attempt.ts';

/** One attempt at active liveness, with the clocks of the device, the network and the server simulated. */
export type MakeAttempt = (settings: ChallengeSettings, random: Random) => WatchedVideo;

type Sent = ReturnType<typeof sendPromptsAfter>;

const quick: Network = { bitsPerSecond: 50_000_000, latencyMs: 20 };
const beganOf = (random: Random) => random.integer(200, 1_500);
const seedOf = (random: Random) => random.integer(1, 1_000_000);

/** A person who sees each prompt when it comes and follows it. */
export function honestOver(network: Network): MakeAttempt {
  return (settings, random) => {
    const { live, film } = recordLive(settings, random, network);
    return observeAttempt(live, film, { seed: seedOf(random) });
  };
}

function recordLive(settings: ChallengeSettings, random: Random, network: Network) {
  const beganMs = beganOf(random);
  const prompts = sendPromptsAfter(firstArrival(beganMs, network), settings, random);
  const moves = prompts.map(({ action, sentMs }) => ({ action, atMs: sentMs + network.latencyMs - beganMs }));
  const film = { moves, lengthMs: lengthFor(moves) };
  return { live: { prompts, chunks: sendPieces(piecesOf(film.lengthMs, beganMs), network) }, film };
}

const firstArrival = (beganMs: number, network: Network) =>
  sendPieces(piecesOf(20_000, beganMs).slice(0, 1), network)[0]?.receivedMs ?? beganMs;

/** A film that exists before its challenge: its prompts are those of another one. */
function makeFilm(settings: ChallengeSettings, random: Random): PerformedFilm {
  return recordLive(settings, random, quick).film;
}

/** Sends the pieces of a film over a quick network; the prompts come as they do after its first chunk. */
function answer(
  pieces: readonly FilmPiece[],
  film: PerformedFilm,
  { settings, random }: { settings: ChallengeSettings; random: Random },
): WatchedVideo {
  const chunks = sendPieces(pieces, quick);
  const prompts = sendPromptsAfter(chunks[0]?.receivedMs ?? 0, settings, random);
  return observeAttempt({ prompts, chunks }, film, { seed: seedOf(random) });
}

/** The attacker knows every prompt before the film is made: `filmFor` gets the prompts in the film's time. */
function knowing(
  filmFor: (asked: LivenessPrompt[], random: Random) => LivenessPrompt[],
  readyOf: (piece: FilmPiece, about: { index: number; sent: Sent; random: Random }) => number = ({ readyMs }) =>
    readyMs,
): MakeAttempt {
  return (settings, random) => {
    const beganMs = beganOf(random);
    const prompts = sendPromptsAfter(firstArrival(beganMs, quick), settings, random);
    const asked = prompts.map(({ action, sentMs }) => ({ action, atMs: sentMs + quick.latencyMs - beganMs }));
    const moves = filmFor(asked, random);
    const film = { moves, lengthMs: Math.min(20_000, lengthFor([...asked, ...moves])) };
    const pieces = piecesOf(film.lengthMs, beganMs).map((piece, index) => ({
      ...piece,
      readyMs: readyOf(piece, { index, sent: prompts, random }),
    }));
    return observeAttempt({ prompts, chunks: sendPieces(pieces, quick) }, film, { seed: seedOf(random) });
  };
}

const shifted = (by: (random: Random) => number) => (asked: LivenessPrompt[], random: Random) =>
  asked.map(({ action, atMs }) => ({ action, atMs: Math.max(0, atMs + by(random)) }));

/**
 * Attacks that were made, or changed, at another time than the server's. In each of them the face is beyond doubt: only the times and the
 * prompts can stop it.
 */
export const untimelyAttempts: Readonly<Record<string, MakeAttempt>> = {
  'made before its challenge, sent at once': (settings, random) => {
    const film = makeFilm(settings, random);
    const beganMs = beganOf(random);
    const pieces = piecesOf(film.lengthMs, beganMs).map((piece) => ({ ...piece, readyMs: beganMs }));
    return answer(pieces, film, { settings, random });
  },
  'made before its challenge, sent at three times the speed': (settings, random) => {
    const film = makeFilm(settings, random);
    const beganMs = beganOf(random);
    const pieces = piecesOf(film.lengthMs, beganMs).map((piece) => ({ ...piece, readyMs: beganMs + piece.toMs / 3 }));
    return answer(pieces, film, { settings, random });
  },
  'the recording of an earlier challenge with other prompts, sent at the speed of a camera': (settings, random) => {
    const beganMs = beganOf(random);
    const prompts = sendPromptsAfter(firstArrival(beganMs, quick), settings, random);
    let film = makeFilm(settings, random);
    const isSame = ({ moves }: PerformedFilm) => moves.every(({ action }, index) => prompts[index]?.action === action);
    while (isSame(film)) film = makeFilm(settings, random);
    const chunks = sendPieces(piecesOf(film.lengthMs, beganMs), quick);
    return observeAttempt({ prompts, chunks }, film, { seed: seedOf(random) });
  },
  'the right movements in another order': knowing((asked, random) => {
    const [first, ...others] = asked.map(({ action }) => action);
    const turned = [...others, first];
    const other = livenessActions.filter((action) => action !== first);
    return asked.map(({ action, atMs }, index) => {
      const now = turned[index] ?? action;
      // Two prompts may be the same, so that turning changes nothing: the first one is always another.
      return { action: index === 0 && now === first ? (other[random.integer(0, 3)] ?? now) : now, atMs };
    });
  }),
  'the right movements, each before its prompt': knowing(shifted((random) => random.integer(-3_500, -1_300))),
  'the right movements, the last one after its time': knowing((asked, random) =>
    asked.map(({ action, atMs }, index) => ({
      action,
      atMs: index === asked.length - 1 ? atMs + random.integer(5_200, 8_000) : atMs,
    })),
  ),
  'one movement left out': knowing((asked, random) => {
    const out = random.integer(0, asked.length - 1);
    return asked.filter((_, index) => index !== out);
  }),
  'edited when all prompts were known: the first chunk at once, the others then': knowing(
    (asked) => asked,
    ({ readyMs }, { index, sent, random }) =>
      index === 0 ? readyMs : Math.max(readyMs, (sent.at(-1)?.sentMs ?? 0) + random.integer(1_000, 6_000)),
  ),
  'edited piece by piece: the first chunk at once, each other five to nine seconds later': knowing(
    (asked) => asked,
    ({ readyMs }, { index, random }) => readyMs + (index === 0 ? 0 : random.integer(5_000, 9_000)),
  ),
  'the right movements six to nine seconds late, and a video whose clock hides it': (settings, random) => {
    const beganMs = beganOf(random);
    const prompts = sendPromptsAfter(firstArrival(beganMs, quick), settings, random);
    const lateMs = random.integer(6_000, 9_000);
    const seen = prompts.map(({ action, sentMs }) => ({ action, atMs: sentMs + quick.latencyMs - beganMs + lateMs }));
    const film = { moves: seen, lengthMs: lengthFor(seen) };
    const heldMs = (prompts[0]?.sentMs ?? 0) - beganMs;
    // The time in which nothing was answered is taken out of the film.
    const momentOf = (atMs: number) => (atMs <= heldMs ? atMs : Math.max(heldMs, atMs - lateMs));
    const pieces = piecesOf(film.lengthMs, beganMs).map((piece) => ({
      ...piece,
      fromMs: Math.round(momentOf(piece.fromMs)),
      toMs: Math.round(momentOf(piece.toMs)),
    }));
    return observeAttempt({ prompts, chunks: sendPieces(pieces, quick) }, film, { seed: seedOf(random), momentOf });
  },
};

/** What the times cannot stop. */
export const timelyAttacks: Readonly<Record<string, MakeAttempt>> = {
  'made before its challenge with guessed prompts, sent at the speed of a camera': (settings, random) => {
    const film = makeFilm(settings, random);
    return answer(piecesOf(film.lengthMs, beganOf(random)), film, { settings, random });
  },
  'made by a program while the prompts come, each movement one to three seconds after its prompt': knowing(
    shifted((random) => random.integer(500, 2_500)),
  ),
};
