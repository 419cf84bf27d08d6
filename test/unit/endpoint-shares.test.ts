import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEndpointShares, type Entrance } from '../../src/services/webhooks/endpoint-shares.ts';

const settings = { running: 2, waiting: 3, patienceMs: 1_000 };

function leave(entrance: Entrance): void {
  if (!entrance.admitted) throw new Error('was not admitted');
  entrance.leave();
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the share of an endpoint', () => {
  it('lets so many in at once and the next ones as places become free', async () => {
    const shares = createEndpointShares(settings, () => Date.now());
    const [first, second] = await Promise.all([shares.enter('a'), shares.enter('a')]);
    let third: Entrance | null = null;
    void shares.enter('a').then((entrance) => (third = entrance));
    await vi.advanceTimersByTimeAsync(500);
    expect(third).toBeNull();
    leave(first);
    leave(first);
    await vi.advanceTimersByTimeAsync(0);
    expect(third).toMatchObject({ admitted: true });
    const fourth = shares.enter('a');
    leave(second);
    expect(await fourth).toMatchObject({ admitted: true });
  });

  it('never makes one endpoint wait for another', async () => {
    const shares = createEndpointShares(settings, () => Date.now());
    for (let index = 0; index < 5; index += 1) void shares.enter('slow');
    expect(await shares.enter('fast')).toMatchObject({ admitted: true });
  });

  it('sends deliveries of a hanging endpoint away after a second, and the next ones at once', async () => {
    const shares = createEndpointShares(settings, () => Date.now());
    const [first] = await Promise.all([shares.enter('a'), shares.enter('a')]);
    const third = shares.enter('a');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await third).toMatchObject({ admitted: false });
    expect(await shares.enter('a')).toMatchObject({ admitted: false });
    leave(first);
    expect(await shares.enter('a')).toMatchObject({ admitted: true });
  });

  it('spaces the returns of a backlog and bounds them', async () => {
    const shares = createEndpointShares({ ...settings, waiting: 0 }, () => Date.now());
    await Promise.all([shares.enter('a'), shares.enter('a')]);
    const pauses: number[] = [];
    for (let index = 0; index < 100; index += 1) {
      const entrance = await shares.enter('a');
      if (!entrance.admitted) pauses.push(entrance.retryAfterMs);
    }
    expect(pauses.slice(0, 4)).toEqual([1_500, 2_000, 2_500, 3_000]);
    expect(Math.max(...pauses)).toBe(30_000);
  });
});
