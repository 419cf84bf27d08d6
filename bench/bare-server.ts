import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { asBytes, ByteRowsClient } from '../src/db/connection/byte-rows.ts';
import { sharing } from '../src/db/connection/sharing.ts';
import { batchCalls } from '../src/domain/jobs/batch-calls.ts';

/** The yardsticks: bare Fastify routes that make one prepared statement each. Nothing is checked, limited or logged. */
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

/** The same for an answer of real size: its bytes as they are stored, by reads that share statements as ours do. */
function answersOf(answersPool: pg.Pool, read: (statement: pg.QueryConfig) => pg.QueryConfig) {
  return batchCalls(async (ids: string[]) => {
    const { rows } = await answersPool.query<{ id: string; body: Buffer }>(
      read({ name: 'bare-answers', text: 'select id, body from bench_answers where id = any($1)', values: [ids] }),
    );
    const found = new Map(rows.map(({ id, body }) => [id, body]));
    return ids.map((id) => found.get(id) ?? null);
  }, sharing);
}

/** `answers`: as the driver reads them, in hexadecimal. `answers-as-bytes`: as the service reads its records. */
const bytesPool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, Client: ByteRowsClient });
bytesPool.on('error', () => undefined);
const finders = {
  answers: answersOf(pool, (statement) => statement),
  'answers-as-bytes': answersOf(bytesPool, asBytes),
};
for (const [name, findBody] of Object.entries(finders)) {
  app.get<{ Params: { id: string } }>(`/${name}/:id`, async (request, reply) => {
    const body = await findBody(request.params.id);
    if (body === null) return reply.code(404).send();
    return reply.type('application/json; charset=utf-8').send(body);
  });
}

/** One row of what a start stores several of, written at once. */
app.post<{ Body: object }>('/sessions', async (request, reply) => {
  const id = randomUUID();
  await pool.query({
    name: 'bare-start',
    text: 'insert into bench_sessions (id, body) values ($1, $2)',
    values: [id, JSON.stringify(request.body)],
  });
  return reply.code(201).send({ id });
});

await app.listen({ port: Number(process.env.BARE_PORT), host: '127.0.0.1' });
process.send?.({ type: 'ready' });
process.on('SIGTERM', () => process.exit(0));
