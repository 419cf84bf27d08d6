import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

/** After this time, a person who waits sees what is missing. */
const sayAfterMs = 10_000;
const pauseMs = 200;

const readinessSchema = z.object({
  status: z.enum(['ready', 'degraded', 'notReady']),
  parts: z.array(z.object({ name: z.string(), status: z.string(), detail: z.string().nullable() })),
  models: z.array(z.object({ name: z.string(), status: z.string() })),
});
type Readiness = z.output<typeof readinessSchema>;

/** `served`: whether requests get answers. `lacks`: the parts that do not work, for a person. */
export interface WaitEnd {
  reason: 'ready' | 'late' | 'cancelled';
  served: boolean;
  lacks: string;
}

/** Waits until everything works, for a limited time, and says meanwhile what it waits for. */
export function waitUntilReady(
  baseUrl: string,
  { withinMs, say }: { withinMs: number; say: (line: string) => void },
): { done: Promise<WaitEnd>; cancel(): void } {
  let cancelled = false;
  const begunAt = performance.now();
  const waited = () => performance.now() - begunAt;
  const done = (async (): Promise<WaitEnd> => {
    let hasSaid = false;
    while (!cancelled) {
      const readiness = await readReadiness(baseUrl);
      const state = { served: readiness !== null && readiness.status !== 'notReady', lacks: describeLacks(readiness) };
      if (readiness?.status === 'ready') return { ...state, reason: 'ready' };
      if (waited() > withinMs) return { ...state, reason: 'late' };
      if (!hasSaid && waited() > sayAfterMs) {
        hasSaid = true;
        say(`still waiting for: ${state.lacks}`);
      }
      await delay(pauseMs);
    }
    return { reason: 'cancelled', served: false, lacks: '' };
  })();
  return {
    done,
    cancel: () => {
      cancelled = true;
    },
  };
}

/** Null while nothing answers there. A degraded service answers 200, too. */
async function readReadiness(baseUrl: string): Promise<Readiness | null> {
  try {
    return readinessSchema.parse(await (await fetch(`${baseUrl}/health/ready`)).json());
  } catch {
    return null;
  }
}

/** What `/health/ready` names as not working. */
export function describeLacks(readiness: Readiness | null): string {
  if (readiness === null) return 'the API, which does not answer';
  const parts = readiness.parts.filter(({ status }) => status === 'down');
  const models = readiness.models.filter(({ status }) => status !== 'loaded' && status !== 'notDownloaded');
  return [
    ...parts.map(({ name, detail }) => (detail === null ? name : `${name} (${detail})`)),
    ...models.map(({ name, status }) => `model ${name} (${status})`),
  ].join(', ');
}
