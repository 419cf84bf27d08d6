import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

const batch = 100;
/**
 * How often this process polls: announcements may be lost (Redis unavailable, another process died), and nothing announces that a session
 * has expired or its person was erased.
 */
const pollEveryMs = 10_000;
/** The most sessions in one query. */
const sessionsPerQuery = 1_000;

/** The follower's session: it gets the verification's messages, except those for other sessions. */
export interface Follower {
  verificationId: string;
  sessionId: string;
  after: number;
  /** The hash of the follower's watch token. Absent: the follower has the session itself. */
  watchTokenHash?: Buffer;
  send(message: Record<string, unknown>): void;
  /** Called once the follower's token is no longer valid, after the last message. */
  end(): void;
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
  db: Pick<Database, 'messages' | 'sessions' | 'oneTimeTokens'>;
  live: Pick<LiveChannel, 'subscribe'>;
}): LiveMessages {
  const followers = new Set<Following>();

  /** Those whose tokens are still valid. */
  async function listAlive(some: readonly Following[]): Promise<Set<Following>> {
    const hashOf = ({ watchTokenHash }: Following) => watchTokenHash?.toString('hex') ?? '';
    const watching = some.flatMap(({ watchTokenHash }) => watchTokenHash ?? []);
    const sessions = await db.sessions.listAlive(some.map((follower) => follower.sessionId));
    const watchers = watching.length === 0 ? new Set<string>() : await db.oneTimeTokens.listAlive(watching, 'watch');
    return new Set(
      some.filter((follower) =>
        follower.watchTokenHash === undefined ? sessions.has(follower.sessionId) : watchers.has(hashOf(follower)),
      ),
    );
  }

  /** At most three queries for many followers: ten thousand sockets must not cause ten thousand queries. */
  async function pollForAll(): Promise<void> {
    const all = [...followers];
    for (let start = 0; start < all.length; start += sessionsPerQuery) {
      const some = all.slice(start, start + sessionsPerQuery);
      const alive = await listAlive(some);
      const reached = await db.messages.listReached(some.map((follower) => follower.verificationId));
      for (const follower of some) {
        const isBehind = (reached.get(follower.verificationId) ?? 0) > follower.last;
        const read = isBehind ? follower.readOn() : Promise.resolve();
        if (!alive.has(follower)) void read.then(() => follower.end());
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
