import Fastify from 'fastify';
import pg from 'pg';

/** The yardstick: a bare Fastify route that does one prepared primary-key query. Nothing is checked, limited or logged. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
// Its database stops before it does: an idle connection that breaks must not end the process.
pool.on('error', () => undefined);
const app = Fastify();

app.get<{ Params: { id: string } }>('/identities/:id', async (request) => {
  const { rows } = await pool.query<{ id: string; status: string; created_at: Date }>({
    name: 'bare',
    text: 'select id, status, created_at from identities where id = $1',
    values: [request.params.id],
  });
  return rows[0] ?? { id: null };
});

await app.listen({ port: Number(process.env.BARE_PORT), host: '127.0.0.1' });
process.send?.({ type: 'ready' });
process.on('SIGTERM', () => process.exit(0));
