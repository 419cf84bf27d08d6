import type pg from 'pg';

/** As if the challenge had been drawn so much earlier: a made-up recording for it would have taken that long. */
export async function letTimePass(sql: Pick<pg.Pool, 'query'>, challengeId: string, seconds = 25): Promise<void> {
  await sql.query(`update challenges set created_at = created_at - make_interval(secs => $2) where id = $1`, [
    challengeId,
    seconds,
  ]);
}

/**
 * The clock of a film that is made faster or more slowly than time passes. `set` makes it as if the challenge had been drawn half a second
 * before the film began, and the film had run so long. `stop`: no time passes until it is set again.
 */
export function clockOf(sql: Pick<pg.Pool, 'query'>, challengeId: string) {
  let lastMs = 0;
  const drawnAgo = (ms: number) =>
    sql.query(
      `update challenges
          set created_at = clock_timestamp() - make_interval(secs => $2::float / 1000), expires_at = now() + interval '1 hour'
        where id = $1`,
      [challengeId, ms],
    );
  return {
    async set(atMs: number): Promise<void> {
      lastMs = atMs;
      await drawnAgo(500 + atMs);
    },
    async stop(): Promise<void> {
      await drawnAgo(-3_600_000);
    },
    async goOn(): Promise<void> {
      await drawnAgo(500 + lastMs + 300);
    },
  };
}
