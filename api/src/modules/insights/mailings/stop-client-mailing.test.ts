import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';

let api: TestApi;
let company: GivenCompany;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
  staff = await givenStaff(api);
});
afterAll(() => api.stop());

test('staff read a client’s mailing and stop it; the client goes on with it', async () => {
  const { token } = company.admin;
  const json = {
    title: 'Топливо за день',
    report: 'operations',
    query: '',
    rhythm: 'day',
    hour: 13,
    format: 'xlsx',
    addresses: ['owner@partner.example'],
  };
  const { id } = (await api.post('/api/mailings', { token, json })).body.data;
  const own = `/staff/api/clients/${company.id}/mailings`;
  const read = async () => (await api.get(own, { token: staff.token })).body.data;
  expect(await read()).toMatchObject([{ id, title: json.title, state: 'on', own: false }]);
  const stop = (path: string, by = staff.token) =>
    api.post(`${path}/${id}/stop`, { token: by, json: { reason: 'Письма возвращаются' } });
  const other = await givenCompany(api);
  expect((await stop(`/staff/api/clients/${other.id}/mailings`)).status).toBe(404);
  expect((await stop(own, token)).status).toBe(404);
  expect((await stop(own)).status).toBe(200);
  expect((await stop(own)).status).toBe(409);
  expect(await read()).toMatchObject([{ state: 'paused', next_at: null }]);
  expect((await api.post(`/api/mailings/${id}/resume`, { token, json: {} })).status).toBe(200);
});
