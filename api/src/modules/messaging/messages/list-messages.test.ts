import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCode, givenCompany, givenPerson, type GivenPerson } from '../../../testing/givens/factories.ts';

let api: TestApi;
let auditor: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  auditor = await givenPerson(api, { staffRole: 'auditor' });
});

afterAll(() => api.stop());

async function list(query: string) {
  const answer = await api.get(`/staff/api/messages?${query}`, { token: auditor.token });
  expect(answer.status).toBe(200);
  return answer.body.data as { to: string; state: string; kind: string }[];
}

test('a message is found by its phone’s last digits, with its outcome and no code', async () => {
  api.clock.setTo('2026-09-15T09:00:00Z');
  const { admin } = await givenCompany(api);
  const code = await givenCode(api, admin, 'document', '2026-08');
  const found = await list(`q=${admin.phone.slice(-4)}&channel=sms&from=2026-09-15&to=2026-09-15`);
  expect(found).toMatchObject([{ kind: 'Подтверждение документов', state: 'sent' }]);
  const input = JSON.stringify(found);
  expect(input).not.toContain(admin.phone);
  expect(input).not.toContain(code);
  expect(await list(`q=${encodeURIComponent(`+${admin.phone}`)}`)).toHaveLength(1);
  api.clock.advanceSeconds(600);
  expect(await list(`q=${admin.phone}`)).toMatchObject([{ state: 'expired' }]);
  expect(await list(`q=${admin.phone}&state=used`)).toEqual([]);
  expect(await list(`q=${admin.phone}&to=2026-09-14`)).toEqual([]);
});

test('a client does not know of the list', async () => {
  const { admin } = await givenCompany(api);
  expect((await api.get('/staff/api/messages', { token: admin.token })).status).toBe(404);
});
