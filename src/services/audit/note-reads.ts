import { describeFault } from '../../domain/faults/describe-fault.ts';
import type { AuditNote } from '../../domain/privacy/audit.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

/** Notes wait in memory for this long at most: what an API that is killed can lose. */
const flushEveryMs = 1_000;
/** Notes in one row. */
const batch = 1_000;
/** With so many waiting, personal data is no longer handed out: a reading that leaves no trace is worse than none. */
const mostWaiting = 50_000;

export interface ReadNotes {
  /** Notes that personal data was read. Costs the reader no trip to the database. @throws Problem `service.unavailable` */
  note(read: Omit<AuditNote, 'at'>): void;
  /** Keeps what waits. A failure leaves it waiting. */
  flush(): Promise<void>;
  /** Keeps what waits and stops. */
  close(): Promise<void>;
}

/**
 * Gathers the notes of readings and keeps them in batches, off the readers' path; one writer chains them (`chain-reads`). The
 * same reading by the same caller within a second is one line.
 */
export function createReadNotes({
  db,
  clock,
  log,
}: {
  db: Pick<Database, 'audit'>;
  clock: Clock;
  log: { warn(fields: Record<string, unknown>, text: string): void };
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
      // Kept for the next time, before what has come since.
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
