import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany, givenPerson } from '../../../testing/givens/factories.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

test('a request repeated after its decision is the same approval as before', async () => {
  const author = await givenPerson(api, { staffRole: 'treasurer' });
  const second = await givenPerson(api, { staffRole: 'owner' });
  const client = await givenCompany(api, { unallocatedKopecks: 1_000_00 });
  const propose = (sum: number, key: string) =>
    api.post(`/staff/api/clients/${client.id}/corrections`, {
      token: author.token,
      json: { sum, direction: 'to-client', kind: 'compensation', note: 'Простой карт' },
      key,
    });
  const proposed = await propose(150, 'first');
  expect(proposed.status).toBe(202);
  const { id } = proposed.body.data.approval;
  expect((await api.post(`/staff/api/approvals/${id}/confirm`, { token: second.token })).status).toBe(200);
  expect((await propose(70, 'other')).status).toBe(202);
  // The answer to a request is stored for thirty days, an approval for longer.
  await sql`delete from idempotent_request`.execute(api.ctx.db.system);
  const again = await propose(150, 'first');
  expect([again.status, again.body.data?.approval.id]).toEqual([202, id]);
});
