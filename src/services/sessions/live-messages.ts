import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

const batch = 100;
/** How often this process polls while announcements may be lost (Redis unavailable, another process died). */
const pollEveryMs = 10_000;
/** The most verifications in one poll. */
const sessionsPerQuery = 1_000;

/** The follower's session: it gets the verification's messages, except those for other sessions. */
export interface Follower {
  verificationId: string;
  sessionId: string;
  after: number;
  send(message: Record<string, unknown>): void;
}

export interface LiveMessages {
  /** Delivers every message after `after`, in order and once, until the returned function is called. */
  follow(follower: Follower): () => void;
  close(): void;
}

interface Following extends Follower {
  last: number;
  readOn(): Promise<void>;
}

/** Reads session messages from the database; announcements only make it read sooner. */
export function createLiveMessages({
  db,
  live,
}: {
  db: Pick<Database, 'messages'>;
  live: Pick<LiveChannel, 'subscribe'>;
}): LiveMessages {
  const followers = new Set<Following>();

  /** One query for many followers: ten thousand sockets must not cause ten thousand queries. */
  async function pollForAll(): Promise<void> {
    const all = [...followers];
    for (let start = 0; start < all.length; start += sessionsPerQuery) {
      const some = all.slice(start, start + sessionsPerQuery);
      const reached = await db.messages.listReached(some.map((follower) => follower.verificationId));
      for (const follower of some) {
        if ((reached.get(follower.verificationId) ?? 0) > follower.last) void follower.readOn();
      }
    }
  }
  // The database may be unavailable: the next poll tries again.
  const timer = setInterval(() => void pollForAll().catch(() => undefined), pollEveryMs);
  timer.unref();

  return {
    follow(follower) {
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
            const messages = await db.messages.listAfter(follower.verificationId, following.last, batch);
            for (const { sequence, body } of messages) {
              if (!followers.has(following)) return;
              following.last = sequence;
              const message = messageFor(follower.sessionId, body as Record<string, unknown>);
              if (message !== null) follower.send({ ...message, sequence });
            }
            again ||= messages.length === batch;
          } while (again);
        } catch {
          // The database is unavailable; the next announcement or poll tries again.
        } finally {
          reading = false;
        }
      }

      const following: Following = { ...follower, last: follower.after, readOn };
      followers.add(following);
      const unsubscribe = live.subscribe(follower.verificationId, (sequence) => {
        if (sequence > following.last) void readOn();
      });
      void readOn();
      return () => {
        followers.delete(following);
        unsubscribe();
      };
    },

    close: () => clearInterval(timer),
  };
}

/** Some messages are for particular sessions only, whose ids no client learns. */
function messageFor(sessionId: string, body: Record<string, unknown>): Record<string, unknown> | null {
  const { toSessions, ...message } = body;
  return Array.isArray(toSessions) && !toSessions.includes(sessionId) ? null : message;
}
