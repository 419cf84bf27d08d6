import type { z } from 'zod';
import type { ReasonCode } from '../../../domain/faults/reason-codes.ts';
import { judgeTiming } from '../../recordings/judge-timing.ts';
import { momentInRecording } from '../../recordings/live-recording.ts';
import { alikePictureOf, judgeTilt, type TiltAnswer } from './judge-tilt.ts';
import type { TiltFilm } from './tilt-film-schema.ts';
import type { tiltReportSchema } from './tilt-report-schema.ts';

type Report = z.output<typeof tiltReportSchema>;

export interface JudgedFilm {
  answer: TiltAnswer | 'unreadable' | 'early' | 'stalled';
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
    answer: answerOf(film, timing.code, judged.answer),
    timing,
    figures: { prompts, lostShare, alikePicture, parallax, reflection, reflectionTravel, flicker },
  };
}

export function reportTilt(film: TiltFilm): Report {
  const { answer, figures } = judgeFilm(film);
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

function answerOf({ fault }: TiltFilm, timing: ReasonCode | null, answer: TiltAnswer): JudgedFilm['answer'] {
  if (fault !== null) return 'unreadable';
  if (timing === timingCodes.early) return 'early';
  if (timing === timingCodes.stalled) return 'stalled';
  // Without its timing, a film proves nothing.
  return timing === null ? answer : 'unreadable';
}
