import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

const batch = 100;
/** While announcements may be lost (Redis away, another process died), this process looks for itself this often. */
const lookEveryMs = 10_000;
/** Verifications that one such look asks about at once. */
const lookedAtOnce = 1_000;

/** Who follows: the messages of the verification are the session's, but for those to another session. */
export interface Follower {
  verificationId: string;
  sessionId: string;
  after: number;
  send(message: Record<string, unknown>): void;
}

export interface LiveMessages {
  /** Passes on every message after `after`, in order and once, until the returned function is called. */
  follow(follower: Follower): () => void;
  close(): void;
}

interface Following extends Follower {
  last: number;
  readOn(): Promise<void>;
}

/** Session messages from the database, hurried along by announcements. */
export function createLiveMessages({
  db,
  live,
}: {
  db: Pick<Database, 'messages'>;
  live: Pick<LiveChannel, 'subscribe'>;
}): LiveMessages {
  const followers = new Set<Following>();

  /** One question for many followers: ten thousand sockets must not be ten thousand queries. */
  async function lookForAll(): Promise<void> {
    const all = [...followers];
    for (let start = 0; start < all.length; start += lookedAtOnce) {
      const some = all.slice(start, start + lookedAtOnce);
      const reached = await db.messages.listReached(some.map((follower) => follower.verificationId));
      for (const follower of some) {
        if ((reached.get(follower.verificationId) ?? 0) > follower.last) void follower.readOn();
      }
    }
  }
  // The database may be away: the next look tries again.
  const timer = setInterval(() => void lookForAll().catch(() => undefined), lookEveryMs);
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
          // The database is away; the next announcement or look tries again.
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

/** Some messages are for certain sessions alone, whose ids no client learns. */
function messageFor(sessionId: string, body: Record<string, unknown>): Record<string, unknown> | null {
  const { toSessions, ...message } = body;
  return Array.isArray(toSessions) && !toSessions.includes(sessionId) ? null : message;
}
