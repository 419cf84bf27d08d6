import { expect, test } from 'vitest';
import { NoSeatFree, Seats } from '../../../src/domain/jobs/seats.ts';

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

test('no more run at once than a key has seats, and another key is not affected', async () => {
  const seats = new Seats({ stuckAfterMs: 1_000 });
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  };
  await Promise.all(Array.from({ length: 20 }, () => seats.during('a', 3, work)));
  expect(most).toBe(3);
  const held = gate();
  const holding = seats.during('a', 1, () => held.opened);
  await seats.during('b', 1, () => Promise.resolve());
  held.open();
  await holding;
});

test('those in line are refused if no seat becomes free, but not while the line moves', async () => {
  const seats = new Seats({ stuckAfterMs: 300 });
  const held = gate();
  const holding = seats.during('a', 1, () => held.opened);
  await expect(seats.during('a', 1, () => Promise.resolve())).rejects.toBeInstanceOf(NoSeatFree);
  held.open();
  await holding;

  const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 60));
  // Together they take longer than the limit for a stuck line.
  await Promise.all(Array.from({ length: 8 }, () => seats.during('a', 1, slow)));
});

test('failed work frees its seat', async () => {
  const seats = new Seats({ stuckAfterMs: 300 });
  for (let turn = 0; turn < 3; turn += 1) {
    await expect(seats.during('a', 1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  }
  await seats.during('a', 1, () => Promise.resolve());
});
