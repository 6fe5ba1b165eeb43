import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenPerson, givenSession } from '../../../testing/givens/factories.ts';
import { givenDebtor } from '../../../testing/givens/given-debtor.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api?.stop());

const DAY_MS = 86_400_000;

test('a debt waits with its term and what follows, and an overdue one comes first', async () => {
  api.clock.setTo('2026-10-01T10:00:00+03:00');
  const company = await givenDebtor(api, { daysWithoutPayment: 7 });
  const read = async () => {
    const token = await givenSession(api, company.admin.id);
    const { waiting } = (await api.get('/api/overview', { token })).body.data;
    const [first] = waiting;
    return { kind: first.kind, sum: first.sum, href: first.href, note: first.note.replaceAll('\u00a0', ' ') };
  };
  const row = { kind: 'debt', sum: 400, href: '/cabinet/payment/1' };
  expect(await read()).toEqual({ ...row, note: 'Оплатить до 6 октября 2026 г.' });
  api.clock.setTo(new Date(+api.clock.now() + 6 * DAY_MS));
  expect(await read()).toEqual({
    ...row,
    note: 'Срок прошёл 6 октября 2026 г., после 13 октября 2026 г. карты могут остановить',
  });
  api.clock.setTo(new Date(+api.clock.now() + 8 * DAY_MS));
  expect((await read()).note).toBe('Срок прошёл 6 октября 2026 г., карты могут остановить');
});

test('free money is one figure in the cabinet and among the companies', async () => {
  const company = await givenDebtor(api);
  const token = await givenSession(api, company.admin.id);
  const { body: companies } = await api.get('/api/companies/overview', { token });
  const { body: cabinet } = await api.get(`/api/client/${company.id}`, { token });
  expect(companies.data[0]).toMatchObject({ unallocated: -400, free: 600, debt: 400 });
  expect(cabinet.data.notDistSum).toBe(600);
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await api.get('/api/overview', { token: specialist.token })).body.data.waiting).toEqual([]);
});
