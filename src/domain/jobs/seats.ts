/** All seats of a key are taken, and none has become free for a while. */
export class NoSeatFree extends Error {
  readonly code = 'NO_SEAT_FREE';

  constructor() {
    super('too many requests of this caller are waiting for the database');
    this.name = 'NoSeatFree';
  }
}

interface Room {
  taken: number;
  waiting: { enter: () => void; refuse: () => void }[];
  timer: NodeJS.Timeout | null;
}

/**
 * Limits how many pieces of work run at once under one key. Others wait in line as long as the line moves: when no seat of their key has
 * become free for `stuckAfterMs`, those in line are refused, because the ones ahead of them hang.
 */
export class Seats {
  readonly #stuckAfterMs: number;
  readonly #rooms = new Map<string, Room>();

  constructor({ stuckAfterMs }: { stuckAfterMs: number }) {
    this.#stuckAfterMs = stuckAfterMs;
  }

  /** @throws NoSeatFree */
  async during<T>(key: string, seats: number, work: () => Promise<T>): Promise<T> {
    const room = this.#rooms.get(key) ?? { taken: 0, waiting: [], timer: null };
    this.#rooms.set(key, room);
    if (room.taken >= seats) await this.#standInLine(room);
    else room.taken += 1;
    try {
      return await work();
    } finally {
      this.#leave(key, room);
    }
  }

  #standInLine(room: Room): Promise<void> {
    return new Promise((resolve, reject) => {
      room.waiting.push({ enter: resolve, refuse: () => reject(new NoSeatFree()) });
      room.timer ??= this.#watch(room);
    });
  }

  /** A freed seat goes to the first in line. */
  #leave(key: string, room: Room): void {
    if (room.timer !== null) clearTimeout(room.timer);
    room.timer = null;
    const next = room.waiting.shift();
    if (next === undefined) {
      room.taken -= 1;
      if (room.taken === 0) this.#rooms.delete(key);
      return;
    }
    next.enter();
    if (room.waiting.length > 0) room.timer = this.#watch(room);
  }

  #watch(room: Room): NodeJS.Timeout {
    return setTimeout(() => {
      room.timer = null;
      for (const { refuse } of room.waiting.splice(0)) refuse();
    }, this.#stuckAfterMs);
  }
}
