import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany } from '../../../testing/givens/factories.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';

let api: TestApi;
let other: pg.Client;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  other = new pg.Client(api.databaseUrl);
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await api.stop();
});

test('a code and a transfer of one user at the same time do not lock each other out', async () => {
  const { admin } = await givenCompany(api);
  const { token } = admin;
  await api.get('/api/sms', { token });
  await api.get('/api/sms?purpose=edm', { token });
  const { rows } = await other.query<{ id: string }>(
    'select id from sms_code where user_id = $1 order by id',
    [admin.id],
  );
  const [first, second] = rows.map((row) => row.id);
  // An older code that has changed stands behind the newer one in the table and in its index.
  await other.query(`update sms_code set sent_at = sent_at + interval '1 millisecond' where id = $1`, [
    first,
  ]);

  await other.query('begin');
  await other.query('select from sms_code where id = $1 for no key update', [first]);
  const guess = api.post('/api/edoRequest', { token, json: { sms: '000000' } });
  await waitUntilWaiting(api);
  await other.query('select from sms_code where id = $1 for no key update', [second]);
  await other.query('commit');
  expect((await guess).status).toBe(400);
});
