import type { z } from 'zod';
import type { ReasonCode } from '../../../domain/faults/reason-codes.ts';
import { judgeTiming } from '../../recordings/judge-timing.ts';
import { momentInRecording } from '../../recordings/live-recording.ts';
import { alikePictureOf, judgeTilt, type JudgedTilt, type TiltAnswer } from './judge-tilt.ts';
import type { TiltFilm } from './tilt-film-schema.ts';
import type { tiltReportSchema } from './tilt-report-schema.ts';

type Report = z.output<typeof tiltReportSchema>;

export type FilmAnswer = TiltAnswer | 'unreadable' | 'early' | 'stalled';

export interface JudgedFilm {
  /** `shown` alone, or everything that was found or could not be told, the most telling first. */
  answers: [FilmAnswer, ...FilmAnswer[]];
  timing: ReturnType<typeof timingOf>;
  figures: Omit<Report, 'answer' | 'turnCurve' | 'reflectionCurve' | 'filmMs'>;
}

/** Combines the observations of a film with the times of its challenge. Pure. */
export function judgeFilm(film: TiltFilm): JudgedFilm {
  const judged = judgeTilt(film);
  const timing = timingOf(film);
  const { lostShare, parallax, reflection, reflectionTravel } = judged;
  const prompts = judged.prompts.map(({ action, atMs, followedAtMs }) => ({
    action,
    atMs: momentInRecording(Math.round(atMs)),
    followedAtMs: followedAtMs === null ? null : momentInRecording(followedAtMs),
  }));
  const alikePicture = film.parts === null ? null : alikePictureOf(film.parts);
  const { flicker } = film;
  return {
    answers: answersOf(film, timing.code, judged.answers),
    timing,
    figures: { prompts, lostShare, alikePicture, parallax, reflection, reflectionTravel, flicker },
  };
}

export function reportTilt(film: TiltFilm): Report {
  const { answers, figures } = judgeFilm(film);
  const [answer] = answers;
  return {
    answer,
    filmMs: film.filmMs,
    ...figures,
    turnCurve: film.samples.map(({ atMs, yaw, pitch }) => ({
      atMs: momentInRecording(atMs),
      yawDegrees: yaw,
      pitchDegrees: pitch,
    })),
    reflectionCurve: film.samples.flatMap(({ atMs, spot }) =>
      spot === null ? [] : [{ atMs: momentInRecording(atMs), ...spot }],
    ),
  };
}

const timingCodes = {
  early: 'document.tilt_recorded_too_early',
  stalled: 'document.tilt_network_stalled',
} as const;

function timingOf({ challengeId, fault, filmMs, times, live }: TiltFilm) {
  return judgeTiming({ challengeId, fault, lengthMs: filmMs, times, live }, timingCodes);
}

function answersOf(
  { fault }: TiltFilm,
  timing: ReasonCode | null,
  answers: JudgedTilt['answers'],
): JudgedFilm['answers'] {
  if (fault !== null) return ['unreadable'];
  if (timing === null) return answers;
  const found = answers.filter((answer) => answer !== 'shown');
  if (timing === timingCodes.early) return ['early', ...found];
  if (timing === timingCodes.stalled) return ['stalled', ...found];
  // Without its timing, a film proves nothing: the service does not know when it asked for the tilts.
  return ['unreadable', ...found.filter((answer) => answer !== 'notFollowed')];
}
