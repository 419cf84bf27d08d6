import { describe, expect, it } from 'vitest';
import {
  attemptDelaysMs,
  hasFailedTooLong,
  judgeAnswer,
  parseRetryAfterMs,
  pauseBeforeNextMs,
} from '../../../src/domain/webhooks/webhook-schedule.ts';
import { createRandom } from '../../../specimens/drawing/create-random.ts';

/** 0..1, from a seed. */
function seeded(seed: number): () => number {
  const random = createRandom(seed);
  return () => random.number(0, 1);
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('the schedule of attempts', () => {
  it('is 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
    expect(attemptDelaysMs).toEqual([
      0,
      5_000,
      5 * minute,
      30 * minute,
      ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
    ]);
  });

  it('keeps every pause within a fifth of its length, and uses the whole of it', () => {
    const random = seeded(20);
    attemptDelaysMs.forEach((delay, attempts) => {
      const parts = Array.from({ length: 2_000 }, () => (pauseBeforeNextMs(attempts, random()) ?? Number.NaN) / delay);
      if (delay === 0) return;
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0.8 - 1e-3);
      expect(Math.max(...parts)).toBeLessThanOrEqual(1.2 + 1e-3);
      expect(Math.max(...parts) - Math.min(...parts)).toBeGreaterThan(0.38);
    });
  });

  it('gives the same pauses for the same seed', () => {
    const pauses = (seed: number) => {
      const random = seeded(seed);
      return attemptDelaysMs.map((_, attempts) => pauseBeforeNextMs(attempts, random()));
    };
    expect(pauses(7)).toEqual(pauses(7));
    expect(pauses(7)).not.toEqual(pauses(8));
  });

  it('makes ten attempts and no eleventh', () => {
    const random = seeded(1);
    let clock = 0;
    let attempts = 0;
    for (;;) {
      const pause = pauseBeforeNextMs(attempts, random());
      if (pause === null) break;
      clock += pause;
      attempts += 1;
    }
    expect(attempts).toBe(10);
    const whole = attemptDelaysMs.reduce((sum, delay) => sum + delay, 0);
    expect(clock / whole).toBeGreaterThan(0.8);
    expect(clock / whole).toBeLessThan(1.2);
  });

  it('waits longer, never shorter, if the receiver asks for it, and a day at most', () => {
    expect(pauseBeforeNextMs(1, 0.5, 60_000)).toBe(60_000);
    expect(pauseBeforeNextMs(1, 0.5, 10)).toBe(5_000);
    expect(pauseBeforeNextMs(1, 0.5, 365 * day)).toBe(day);
    expect(pauseBeforeNextMs(10, 0.5, 60_000)).toBeNull();
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-03-01T09:00:00.000Z');

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Sun, 01 Mar 2026 09:01:00 GMT', 60_000],
    ['Sun, 01 Mar 2026 08:00:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['1e9', null],
    [null, null],
  ])('%s is %s ms', (header, expected) => {
    expect(parseRetryAfterMs(header, now)).toBe(expected);
  });
});

describe('the meaning of an answer', () => {
  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [301, 'failed'],
    [307, 'failed'],
    [400, 'failed'],
    [410, 'gone'],
    [429, 'failed'],
    [500, 'failed'],
    [null, 'failed'],
  ])('%s is %s', (status, expected) => {
    expect(judgeAnswer(status)).toBe(expected);
  });
});

describe('an endpoint that only fails', () => {
  /** Plays attempts over days, as the worker records them. */
  function disabledAfterMs(attempts: readonly { atMs: number; succeeds: boolean }[]): number | null {
    let failingSince: Date | null = null;
    for (const { atMs, succeeds } of attempts) {
      const now = new Date(atMs);
      failingSince = succeeds ? null : (failingSince ?? now);
      if (failingSince !== null && hasFailedTooLong(failingSince, now)) return atMs;
    }
    return null;
  }
  const hourly = (days: number, succeeds: (hour: number) => boolean) =>
    Array.from({ length: days * 24 }, (_, index) => ({ atMs: index * hour, succeeds: succeeds(index) }));

  it('is disabled after five days of nothing but failures', () => {
    expect(disabledAfterMs(hourly(30, () => false))).toBe(5 * day);
  });

  it('is not disabled while something arrives now and then', () => {
    expect(disabledAfterMs(hourly(60, (index) => index % 119 === 0))).toBeNull();
  });

  it('starts to count the days again after a success', () => {
    expect(disabledAfterMs(hourly(30, (index) => index === 100))).toBe(101 * hour + 5 * day);
  });
});
