import Fastify from 'fastify';
import pg from 'pg';

/**
 * The other baseline, run as a separate process: plain Fastify, one transaction a request, the same function call as in
 * plain-sql.ts. No session, no company, no request key. Prints its port when it is listening.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const app = Fastify();

app.post<{ Body: { from: number; to: number; sum: number } }>('/transfer', async ({ body }) => {
  const { rows } = await pool.query<{ id: string }>({
    name: 'yardstick',
    text: 'select bench_transfer($1, $2, $3) as id',
    values: [body.from, body.to, body.sum],
  });
  return { code: 200, data: { id: Number(rows[0]?.id) } };
});

process.on('SIGTERM', () => void app.close().then(() => pool.end()));
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${(app.server.address() as { port: number }).port}\n`);
