import pg from 'pg';

/** How long nothing may come back, while connections are lent out, before the breaker asks whether Postgres still answers. */
const suspiciousAfterMs = 3_000;
const lookEveryMs = 1_000;
/** Generous, since a busy machine is slow to open a connection; a Postgres that hangs does not answer in any time. */
const probeTimeoutMs = 5_000;
/** One late answer may be a busy machine's. */
const lateAnswersToOpen = 2;

/** Postgres takes connections or statements and does not answer: the breaker is open. */
export class DatabaseHangs extends Error {
  readonly code = 'DATABASE_HANGS';

  constructor() {
    super('the database does not answer');
    this.name = 'DatabaseHangs';
  }
}

/**
 * Keeps callers from waiting for a Postgres that hangs: one that is frozen, or whose packets are lost, would let each of them
 * wait for a time-out. While connections are lent out and none comes back, the breaker asks Postgres over its own
 * connection; after two late answers it is open, asks again each second, and closes with the first answer. An error is an answer, and a
 * refused connection fails soon enough without a breaker.
 */
export class HangBreaker {
  readonly #config: pg.ClientConfig;
  readonly #pool: pg.Pool;
  readonly #lent = new Set<pg.PoolClient>();
  readonly #timer: NodeJS.Timeout;
  /** Of the last time that a connection was given back, or that none was lent out or waited for. */
  #calmAt = performance.now();
  #late = 0;
  #probe: pg.Client | null = null;
  #looking = false;

  constructor(pool: pg.Pool, config: pg.ClientConfig) {
    this.#pool = pool;
    this.#config = config;
    pool.on('acquire', (client) => this.#lent.add(client));
    pool.on('release', (error: Error | undefined, client) => {
      this.#lent.delete(client);
      if (!error) this.#calmAt = performance.now();
    });
    pool.on('remove', (client) => this.#lent.delete(client));
    this.#timer = setInterval(() => void this.#look(), lookEveryMs);
    this.#timer.unref();
  }

  get isOpen(): boolean {
    return this.#late >= lateAnswersToOpen;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#drop();
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    if (!this.isOpen && !this.#isSuspicious()) {
      this.#late = 0;
      this.#drop();
      return;
    }
    this.#looking = true;
    this.#late = (await this.#answers()) ? 0 : this.#late + 1;
    this.#looking = false;
  }

  #isSuspicious(): boolean {
    const now = performance.now();
    if (this.#lent.size === 0 && this.#pool.waitingCount === 0) this.#calmAt = now;
    return now - this.#calmAt > suspiciousAfterMs;
  }

  async #answers(): Promise<boolean> {
    const asked = this.#ask().then(
      () => true,
      () => true,
    );
    const late = new Promise<false>((resolve) => {
      // This process itself may have been held up: what has arrived meanwhile counts.
      setTimeout(() => setImmediate(() => resolve(false)), probeTimeoutMs);
    });
    const answered = await Promise.race([asked, late]);
    if (!answered) this.#drop();
    return answered;
  }

  async #ask(): Promise<void> {
    let client = this.#probe;
    if (client === null) {
      client = new pg.Client(this.#config);
      client.on('error', () => this.#drop());
      this.#probe = client;
      await client.connect().catch((error: unknown) => {
        this.#drop();
        throw error;
      });
    }
    await client.query('select 1');
  }

  #drop(): void {
    const client = this.#probe;
    this.#probe = null;
    // The connection may hang, and a farewell over it would, too.
    client?.connection.stream.destroy();
  }
}
