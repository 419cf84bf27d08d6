import { describeFault } from '../../domain/faults/describe-fault.ts';
import type { AuditNote } from '../../domain/privacy/audit.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { Log } from '../../domain/ports/log.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

/** The longest time that notes wait in memory, and so the most that a killed API process loses. */
const flushEveryMs = 300;
/** Notes in one row. */
const batch = 1_000;
/** When this many notes are waiting, the service stops returning personal data: an unrecorded read is worse than a failed one. */
const mostWaiting = 50_000;

export interface ReadNotes {
  /** Records that personal data was read, without a database round trip for the reader. @throws Problem `service.unavailable` */
  note(read: Omit<AuditNote, 'at'>): void;
  /** Stores the waiting notes. After a failure they keep waiting. */
  flush(): Promise<void>;
  /** Stores the waiting notes and stops. */
  close(): Promise<void>;
}

/**
 * Collects the notes of reads and stores them in batches, outside the reader's request; one writer chains them (`chain-reads`). The same
 * read by the same caller between two flushes is one line.
 */
export function createReadNotes({
  db,
  clock,
  log,
}: {
  db: Pick<Database, 'audit'>;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}): ReadNotes {
  let waiting = new Map<string, AuditNote>();
  let flushing: Promise<void> | null = null;

  async function keepWaiting(): Promise<void> {
    const taken = waiting;
    waiting = new Map();
    const notes = [...taken.values()];
    try {
      while (notes.length > 0) {
        await db.audit.keepReads(notes.slice(0, batch));
        notes.splice(0, batch);
      }
    } catch (error) {
      // Kept for the next attempt, ahead of the notes that have arrived since.
      waiting = new Map([...notes.map((note) => [nameOf(note), note] as const), ...waiting]);
      throw error;
    }
  }

  function flush(): Promise<void> {
    flushing ??= keepWaiting().finally(() => {
      flushing = null;
    });
    return flushing;
  }

  const timer = setInterval(() => {
    if (waiting.size === 0) return;
    flush().catch((error: unknown) => {
      log.warn({ fault: describeFault(error), waiting: waiting.size }, 'notes of reads wait');
    });
  }, flushEveryMs);
  timer.unref();

  return {
    note(read) {
      if (waiting.size >= mostWaiting) throw new Problem('service.unavailable', { retryAfterSeconds: 5 });
      const name = nameOf(read);
      if (!waiting.has(name)) waiting.set(name, { ...read, at: clock.now() });
    },
    flush,
    async close() {
      clearInterval(timer);
      await flushing?.catch(() => undefined);
      await flush().catch(() => undefined);
    },
  };
}

function nameOf({ actorId, action, subjectId }: AuditNote): string {
  return `${actorId} ${action} ${subjectId}`;
}
