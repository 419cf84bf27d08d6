import type { Database } from '../../domain/repositories/repositories.ts';

/** Notes per transaction. This bounds how long another process waits for the client's chain. */
const batch = 1_000;
/** The most notes that a reader of the log waits for; a chainer links the rest. */
const batchesForReader = 5;
const batchesForChainer = 50;

/** Clients are divided by id, so that several processes can chain at the same time. */
export const chainerRanges = 2;

type Parts = { db: Pick<Database, 'transaction'> };

/**
 * Moves the notes of one client into its chain. Any number of processes may do so at once: each batch is one transaction under the chain's
 * lock, so when a process dies, the next one continues. Returns the number of notes linked.
 */
async function linkClient({ db }: Parts, clientId: string, batches: number): Promise<number> {
  let linked = 0;
  for (let round = 0; round < batches; round += 1) {
    const count = await db.transaction((tx) => tx.audit.link(clientId, batch));
    linked += count;
    if (count < batch) break;
  }
  return linked;
}

/** Call before reading a client's log, so that it includes every request that was answered earlier. */
export function linkForReader(parts: Parts, clientId: string): Promise<number> {
  return linkClient(parts, clientId, batchesForReader);
}

/** For a transaction that needs every line in the chain, including its own. */
export async function linkWithin(tx: Pick<Database, 'audit'>, clientId: string): Promise<void> {
  while ((await tx.audit.link(clientId, batch)) === batch);
}

/** The chainer of one range of clients. A client whose chain cannot be written delays no other client. */
export function createLinkNotes({ db }: { db: Pick<Database, 'audit' | 'transaction'> }, range: number) {
  return async function linkNotes(): Promise<number> {
    let linked = 0;
    const failures: unknown[] = [];
    for (const clientId of await db.audit.listWaiting({ of: chainerRanges, range })) {
      try {
        linked += await linkClient({ db }, clientId, batchesForChainer);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `the audit log of ${failures.length} clients waits`);
    return linked;
  };
}

/** Whether the chainer of this range has work. */
export async function hasWaitingNotes({ db }: { db: Pick<Database, 'audit'> }, range: number): Promise<boolean> {
  return (await db.audit.listWaiting({ of: chainerRanges, range })).length > 0;
}

/** For commands, which may run while no worker does. */
export async function linkEveryNote(parts: { db: Pick<Database, 'audit' | 'transaction'> }): Promise<void> {
  for (let range = 0; range < chainerRanges; range += 1) await createLinkNotes(parts, range)();
}
