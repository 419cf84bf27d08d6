/** The share of a worker that one endpoint may use. */
export interface ShareSettings {
  /** Requests to one endpoint at the same time, and to one that usually answers within `quickMs`. */
  running: number;
  runningWhenQuick: number;
  quickMs: number;
  /** A delivery waits in the worker for one of these requests to end, but not longer than this. */
  patienceMs: number;
}

/** With places for 256 jobs in a worker, about thirty receivers must hang at once before another one waits. */
export const defaultShares: ShareSettings = { running: 8, runningWhenQuick: 32, quickMs: 250, patienceMs: 1_000 };

/**
 * Deliveries that found no place come back after this long at the latest. A short wait here would have a long backlog come back again and
 * again, only to be sent away.
 */
const longestPostponementMs = 300_000;
/** Weight of the newest request in an endpoint's usual duration. */
const newest = 0.2;

export type Admission = { admitted: true; leave(): void } | { admitted: false; retryAfterMs: number };

interface Endpoint {
  running: number;
  queue: ((admitted: boolean) => void)[];
  /** A delivery has waited without success, so no other one waits until a request ends. */
  stuck: boolean;
  /** The usual duration of its requests. */
  usualMs: number;
  /** The time of the last return that was given to a delivery that was sent away. */
  bookedUntilMs: number;
}

/**
 * Keeps one endpoint from taking up the worker. At a fast one, deliveries wait for each other for milliseconds. Those of a slow
 * one go back to the outbox, to return at the pace at which it takes them, so that a backlog does not come back all at once.
 */
export function createEndpointShares(settings: ShareSettings, nowMs: () => number = () => performance.now()) {
  const endpoints = new Map<string, Endpoint>();

  function endpointOf(endpointId: string): Endpoint {
    const known = endpoints.get(endpointId);
    if (known !== undefined) return known;
    const made = { running: 0, queue: [], stuck: false, usualMs: settings.patienceMs, bookedUntilMs: 0 };
    endpoints.set(endpointId, made);
    return made;
  }

  /** A new endpoint counts as slow until it has been quick, and a quick one counts as slow as soon as it hangs. */
  function shareOf(endpoint: Endpoint): number {
    return endpoint.usualMs < settings.quickMs && !endpoint.stuck ? settings.runningWhenQuick : settings.running;
  }

  function admit(endpointId: string, endpoint: Endpoint): Admission {
    const beganMs = nowMs();
    let left = false;
    return {
      admitted: true,
      leave() {
        if (left) return;
        left = true;
        endpoint.stuck = false;
        endpoint.usualMs += newest * (nowMs() - beganMs - endpoint.usualMs);
        endpoint.running -= 1;
        // A freed place goes directly to the next delivery, so that nobody else takes it.
        while (endpoint.running < shareOf(endpoint)) {
          const next = endpoint.queue.shift();
          if (next === undefined) break;
          endpoint.running += 1;
          next(true);
        }
        if (endpoint.running === 0 && endpoint.bookedUntilMs <= nowMs()) endpoints.delete(endpointId);
      },
    };
  }

  function postpone(endpoint: Endpoint): Admission {
    const now = nowMs();
    const slotMs = endpoint.usualMs / settings.running;
    endpoint.bookedUntilMs = Math.max(endpoint.bookedUntilMs, now + settings.patienceMs) + slotMs;
    return { admitted: false, retryAfterMs: Math.min(longestPostponementMs, endpoint.bookedUntilMs - now) };
  }

  function wait(endpoint: Endpoint): Promise<boolean> {
    return new Promise((resolve) => {
      const enter = (admitted: boolean) => {
        clearTimeout(timer);
        resolve(admitted);
      };
      const timer = setTimeout(() => {
        endpoint.queue = endpoint.queue.filter((waiting) => waiting !== enter);
        endpoint.stuck = true;
        resolve(false);
      }, settings.patienceMs);
      endpoint.queue.push(enter);
    });
  }

  return {
    /** Asks for a place at this endpoint; a caller that is admitted must `leave`. */
    async enter(endpointId: string): Promise<Admission> {
      const endpoint = endpointOf(endpointId);
      if (endpoint.running < shareOf(endpoint)) {
        endpoint.running += 1;
        return admit(endpointId, endpoint);
      }
      if (endpoint.stuck) return postpone(endpoint);
      return (await wait(endpoint)) ? admit(endpointId, endpoint) : postpone(endpoint);
    },
  };
}

export type EndpointShares = ReturnType<typeof createEndpointShares>;
