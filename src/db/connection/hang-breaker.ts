import pg from 'pg';

/** How long no connection may return, while some are in use, before the breaker asks whether Postgres still answers. */
const suspiciousAfterMs = 3_000;
const lookEveryMs = 1_000;
/** Generous, because a busy machine opens connections slowly; a hanging Postgres does not answer at all. */
const probeTimeoutMs = 5_000;
/** A single late answer may come from a busy machine. */
const lateAnswersToOpen = 2;

/** Postgres accepts connections or statements and does not answer: the breaker is open. */
export class DatabaseHangs extends Error {
  readonly code = 'DATABASE_HANGS';

  constructor() {
    super('the database does not answer');
    this.name = 'DatabaseHangs';
  }
}

/**
 * Keeps callers from waiting for a Postgres that hangs. When Postgres is frozen, or its packets are lost, each caller would otherwise wait
 * for a timeout. While connections are in use and none returns, the breaker asks Postgres over a separate connection. After two late
 * answers it opens, asks again each second, and closes with the first answer. An error counts as an answer, and a refused connection fails
 * soon enough without a breaker.
 */
export class HangBreaker {
  readonly #config: pg.ClientConfig;
  readonly #pool: pg.Pool;
  readonly #lent = new Set<pg.PoolClient>();
  readonly #timer: NodeJS.Timeout;
  /** The last time that a connection was returned, or that none was in use or wanted. */
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
      // This process itself may have been blocked: answers that arrived meanwhile count.
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
    // The connection may hang, and so would closing it properly.
    client?.connection.stream.destroy();
  }
}
