import type { LiveChannel } from '../domain/ports/live-channel.ts';
import type { Database } from '../domain/repositories/repositories.ts';

const batch = 100;
/** While announcements may be lost (Redis away, another process died), a socket looks for itself this often. */
const lookEveryMs = 10_000;

export interface LiveMessages {
  /** Passes on every message after `after`, in order and once, until the returned function is called. */
  follow(verificationId: string, after: number, send: (message: Record<string, unknown>) => void): () => void;
}

/** Session messages from the database, hurried along by announcements. */
export function createLiveMessages({
  db,
  live,
}: {
  db: Pick<Database, 'messages'>;
  live: Pick<LiveChannel, 'subscribe'>;
}): LiveMessages {
  return {
    follow(verificationId, after, send) {
      let last = after;
      let stopped = false;
      let reading = false;
      let again = false;

      async function readOn(): Promise<void> {
        if (reading) {
          again = true;
          return;
        }
        reading = true;
        try {
          do {
            again = false;
            const messages = await db.messages.listAfter(verificationId, last, batch);
            for (const { sequence, body } of messages) {
              if (stopped) return;
              send({ ...(body as Record<string, unknown>), sequence });
              last = sequence;
            }
            again ||= messages.length === batch;
          } while (again);
        } catch {
          // The database is away; the next announcement or look tries again.
        } finally {
          reading = false;
        }
      }

      const unsubscribe = live.subscribe(verificationId, (sequence) => {
        if (sequence > last) void readOn();
      });
      const timer = setInterval(() => void readOn(), lookEveryMs);
      void readOn();
      return () => {
        stopped = true;
        clearInterval(timer);
        unsubscribe();
      };
    },
  };
}
