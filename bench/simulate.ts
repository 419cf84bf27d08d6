/** Processor time of one verification in one part of the service, in seconds. */
export type Costs = Readonly<Record<string, number>>;

export interface Need {
  part: string;
  /** The fewest cores with which the wait stays below the bar. */
  cores: number;
  /** The share of these cores that is busy. */
  used: number;
  p95WaitSeconds: number;
}

/** The work of a part varies from one verification to the next by up to this share of its mean. */
const spread = 0.5;
const seconds = 30;
/** The waits of the first arrivals, which find everything empty, are left out. */
const settlingShare = 0.2;

/** A generator of numbers from 0 to 1 (mulberry32), so that a run can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Times at which cores become free: a heap, the earliest first. */
function createCores(count: number) {
  const free = new Float64Array(count);
  return {
    earliest: () => free[0] ?? 0,
    /** The core that becomes free first works until then. */
    occupyFirst(until: number): void {
      let at = 0;
      for (;;) {
        const [left, right] = [2 * at + 1, 2 * at + 2];
        if (left >= count) break;
        const child = right < count && (free[right] ?? 0) < (free[left] ?? 0) ? right : left;
        if ((free[child] ?? 0) >= until) break;
        free[at] = free[child] ?? 0;
        at = child;
      }
      free[at] = until;
    },
  };
}

/** People arrive at random, each needs a core of the part for as long as measured: the 95th percentile of their waits, in seconds. */
function waitAt(perSecond: number, costSeconds: number, cores: number): number {
  const random = createRandom(28);
  const machine = createCores(cores);
  // A slow arrival rate needs longer to meet a few hundred people.
  const people = Math.max(500, Math.round(perSecond * seconds));
  const waits = new Float64Array(people);
  let now = 0;
  for (let index = 0; index < people; index += 1) {
    now += -Math.log(1 - random()) / perSecond;
    const begins = Math.max(now, machine.earliest());
    waits[index] = begins - now;
    machine.occupyFirst(begins + costSeconds * (1 - spread + 2 * spread * random()));
  }
  const settled = waits.slice(Math.floor(settlingShare * people)).sort();
  return settled[Math.floor(0.95 * settled.length)] ?? 0;
}

/** The fewest cores of each part, starting with the part that needs most. */
export function needsAt(perSecond: number, costs: Costs, longestWaitSeconds: number): Need[] {
  return Object.entries(costs)
    .map(([part, costSeconds]) => {
      let least = Math.max(1, Math.ceil(perSecond * costSeconds));
      let most = 2 * least;
      while (waitAt(perSecond, costSeconds, most) > longestWaitSeconds) most *= 2;
      while (least < most) {
        const middle = Math.floor((least + most) / 2);
        if (waitAt(perSecond, costSeconds, middle) > longestWaitSeconds) least = middle + 1;
        else most = middle;
      }
      const p95WaitSeconds = waitAt(perSecond, costSeconds, least);
      return { part, cores: least, used: (perSecond * costSeconds) / least, p95WaitSeconds };
    })
    .sort((a, b) => b.cores - a.cores);
}

/** Verifications per second at which each part is full with these cores, starting with the first to be full. */
export function limitsOf(costs: Costs, cores: Readonly<Record<string, number>>): { part: string; perSecond: number }[] {
  return Object.entries(costs)
    .map(([part, costSeconds]) => ({ part, perSecond: (cores[part] ?? 1) / costSeconds }))
    .sort((a, b) => a.perSecond - b.perSecond);
}
