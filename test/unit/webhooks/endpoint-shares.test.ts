import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEndpointShares, type Admission } from '../../../src/services/webhooks/endpoint-shares.ts';

const settings = { running: 2, runningWhenQuick: 2, quickMs: 250, patienceMs: 1_000 };

function leave(admission: Admission): void {
  if (!admission.admitted) throw new Error('was not admitted');
  admission.leave();
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the share of an endpoint', () => {
  it('admits its number at once, and the next ones as places become free', async () => {
    const shares = createEndpointShares(settings, () => Date.now());
    const [first, second] = await Promise.all([shares.enter('a'), shares.enter('a')]);
    let third: Admission | null = null;
    void shares.enter('a').then((admission) => (third = admission));
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

  /** Fills both places, lets one delivery wait until it times out, and returns the delay of each of the next ones. */
  async function backlog(shares: ReturnType<typeof createEndpointShares>, length: number): Promise<number[]> {
    await Promise.all([shares.enter('a'), shares.enter('a')]);
    const inVain = shares.enter('a');
    await vi.advanceTimersByTimeAsync(1_000);
    const pauses: number[] = [];
    for (const entered of [inVain, ...Array.from({ length: length - 1 }, () => shares.enter('a'))]) {
      const admission = await entered;
      if (!admission.admitted) pauses.push(admission.retryAfterMs);
    }
    return pauses;
  }

  it('spaces the returns of a backlog, and bounds them', async () => {
    const pauses = await backlog(
      createEndpointShares(settings, () => Date.now()),
      1_000,
    );
    expect(pauses).toHaveLength(1_000);
    expect(pauses.slice(0, 4)).toEqual([1_500, 2_000, 2_500, 3_000]);
    // Each delivery of the backlog returns once in five minutes, however long the backlog is.
    expect(Math.max(...pauses)).toBe(300_000);
  });

  it('spaces them by the pace at which the endpoint takes deliveries', async () => {
    const shares = createEndpointShares(settings, () => Date.now());
    let held = await shares.enter('a');
    for (let index = 0; index < 50; index += 1) {
      const next = await shares.enter('a');
      await vi.advanceTimersByTimeAsync(50);
      leave(held);
      held = next;
    }
    // Each took 100 ms, two at a time, so one ended every 50 ms.
    void shares.enter('a');
    const inVain = [shares.enter('a'), shares.enter('a')];
    await vi.advanceTimersByTimeAsync(1_000);
    const pauses = (await Promise.all(inVain)).map((admission) => (admission.admitted ? 0 : admission.retryAfterMs));
    expect((pauses[1] ?? 0) - (pauses[0] ?? 0)).toBeCloseTo(50, 0);
  });

  it('is larger for an endpoint that has been quick, and small again when it hangs', async () => {
    const shares = createEndpointShares({ ...settings, runningWhenQuick: 6 }, () => Date.now());
    let held = await shares.enter('a');
    for (let index = 0; index < 30; index += 1) {
      const next = await shares.enter('a');
      await vi.advanceTimersByTimeAsync(10);
      leave(held);
      held = next;
    }
    const more = await Promise.all(Array.from({ length: 5 }, () => shares.enter('a')));
    expect(more.every(({ admitted }) => admitted)).toBe(true);
    const inVain = shares.enter('a');
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await inVain).admitted).toBe(false);
    expect((await shares.enter('a')).admitted).toBe(false);
  });
});
