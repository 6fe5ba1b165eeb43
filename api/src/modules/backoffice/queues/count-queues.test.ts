import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenDocument } from '../../../testing/givens/given-document.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

test('a client’s objection counts among open decisions until it is answered', async () => {
  const auditor = await givenPerson(api, { staffRole: 'auditor' });
  const count = async () => (await api.get('/staff/api/queues', { token: auditor.token })).body.data;
  const before = await count();
  expect(Object.keys(before)).toEqual([
    'requests',
    'shipments',
    'payments',
    'movements',
    'disputes',
    'matters',
    'edm',
    'reconciliation',
    'approvals',
    'phones',
    'erasures',
  ]);
  const company = await givenCompany(api);
  const id = await givenDocument(api, staff, company);
  const sms = await givenCode(api, company.admin, 'objection', String(id));
  const json = { partner_id: 2, date: '2026-08', id, comment: 'Не сходятся литры', sms };
  const objected = await api.post('/api/doc/sendObjection', { token: company.admin.token, json });
  expect(objected.status).toBe(200);
  expect((await count()).matters).toBe(before.matters + 1);
  await api.post(`/staff/api/documents/${id}/answer`, { token: staff.token, json: { text: 'Исправим' } });
  expect(await count()).toEqual(before);
});

test('a client has no queues', async () => {
  const company = await givenCompany(api);
  expect((await api.get('/staff/api/queues', { token: company.admin.token })).status).toBe(404);
});
