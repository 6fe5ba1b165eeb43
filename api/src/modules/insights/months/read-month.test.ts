import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptedSubject } from '#contract/papers/documents.ts';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { bankFileDocument, givenBankFile, makeStatement } from '../../../testing/givens/given-bank-file.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { givenAddress, listEmailsTo } from '../../../testing/emails.ts';
import { sendDueNotices } from '../../../testing/notices.ts';
import { notifyCompleteMonths } from './notify-complete-months.ts';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
  company = await givenCompany(api, { unallocatedKopecks: 100_000_00 });
});
afterAll(() => api.stop());

interface Step {
  key: string;
  title: string;
  done: boolean;
  href: string;
}

const read = (month: string, { token } = company.admin) => api.get(`/api/months/${month}`, { token });
async function readSteps(month: string, person = company.admin): Promise<Step[]> {
  return (await read(month, person)).body.data;
}
const isDone = (steps: readonly Step[]) => Object.fromEntries(steps.map(({ key, done }) => [key, done]));

test('a month lacks its documents, then their confirmation, then nothing', async () => {
  const card = await givenCard(api, company.id, { balanceKopecks: 50_000 });
  await givenSales(api, card, [{ sum: 100_00, at: '2026-09-15T08:00:00Z' }]);
  expect(isDone(await readSteps('2026-09'))).toEqual({
    papers: false,
    objections: true,
    payments: true,
  });

  await closeMonth(api, staff, '2026-09', OVERRIDE_ALL);
  const closed = await readSteps('2026-09');
  expect(isDone(closed)).toMatchObject({ papers: true, confirmations: false });
  expect(closed.find(({ key }) => key === 'confirmations')).toMatchObject({
    title: expect.stringMatching(/^Ждут подтверждения: \d\sдокумент/),
    href: '/cabinet/documents?waiting=1',
  });

  const { token } = company.admin;
  const listed = (await api.get('/api/doc', { token })).body.data['2026-09'] as { id: number }[];
  const ids = listed.map(({ id }) => id);
  const sms = await givenCode(api, company.admin, 'document', acceptedSubject(ids));
  expect((await api.post('/api/doc/acceptDocs', { token, json: { ids, sms } })).status).toBe(200);
  expect((await readSteps('2026-09')).filter(({ done }) => !done)).toEqual([]);
});

test('a complete month gets one notice, with the page of its archive, and one event', async () => {
  const address = await givenAddress(api, company.admin, { confirmed: true });
  api.clock.setTo(new Date('2026-10-20T06:20:00Z'));
  const runs = await Promise.all([notifyCompleteMonths(api.ctx), notifyCompleteMonths(api.ctx)]);
  expect(runs.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await notifyCompleteMonths(api.ctx)).toBe(0);
  await sendDueNotices(api);
  const emails = (await listEmailsTo(api, address)).filter(({ subject }) => subject.includes('месяц собран'));
  expect(emails).toHaveLength(1);
  expect(emails[0]?.plain).toContain('/cabinet/documents?year=2026&month=2026-09');
  const events = await rows(
    api.ctx.db.system,
    sql`select data from change_event where company_id = ${company.id} and type = 'month.complete'`,
  );
  expect(events).toEqual([{ data: { month: '2026-09' } }]);
  const desk = await api.get('/api/companies/overview', { token: company.admin.token });
  expect(desk.body.data[0].last_month).toEqual({ month: '2026-09', missing: [] });
});

test('trucks without kilometres and cards without a truck are steps of their month', async () => {
  const carrier = await givenCompany(api);
  const { token } = carrier.admin;
  const cards = [
    await givenCard(api, carrier.id, { balanceKopecks: 50_000 }),
    await givenCard(api, carrier.id, { balanceKopecks: 50_000 }),
  ] as const;
  const json = { plate: 'А123ВС77' };
  const vehicleId: number = (await api.post('/api/vehicles', { token, json })).body.data.id;
  for (const card of cards) await givenSales(api, card, [{ sum: 100_00, at: '2026-10-05T08:00:00Z' }]);
  expect((await readSteps('2026-10', carrier.admin)).map(({ key }) => key)).not.toContain('waybills');

  const put = (card: number) =>
    api.put(`/api/card/${card}/vehicle`, { token, json: { vehicle_id: vehicleId } });
  expect((await put(cards[0].id)).status).toBe(200);
  const steps = await readSteps('2026-10', carrier.admin);
  expect(isDone(steps)).toMatchObject({ mileage: false, waybills: false });
  expect(steps.find(({ key }) => key === 'waybills')?.title).toMatch(/машину у 1\sкарты/);

  expect((await put(cards[1].id)).status).toBe(200);
  for (const [at, km] of [
    ['2026-10-02T09:00:00+03:00', 1000],
    ['2026-10-19T09:00:00+03:00', 5000],
  ])
    expect((await api.post(`/api/vehicles/${vehicleId}/odometer`, { token, json: { at, km } })).status).toBe(
      200,
    );
  expect(isDone(await readSteps('2026-10', carrier.admin))).toMatchObject({ mileage: true, waybills: true });
});

test('a company does without mileage and waybills until it takes that back', async () => {
  const carrier = await givenCompany(api);
  const { token } = carrier.admin;
  const cards = [
    await givenCard(api, carrier.id, { balanceKopecks: 50_000 }),
    await givenCard(api, carrier.id, { balanceKopecks: 50_000 }),
  ] as const;
  const json = { plate: 'В123ВС77' };
  const vehicleId: number = (await api.post('/api/vehicles', { token, json })).body.data.id;
  expect(
    (await api.put(`/api/card/${cards[0].id}/vehicle`, { token, json: { vehicle_id: vehicleId } })).status,
  ).toBe(200);
  for (const card of cards) await givenSales(api, card, [{ sum: 100_00, at: '2026-10-05T08:00:00Z' }]);
  const choose = (no_mileage: number, no_waybills: number, person = carrier.admin) =>
    api.put('/api/month-choices', { token: person.token, json: { no_mileage, no_waybills } });
  const readChoices = async (person = carrier.admin) =>
    (await api.get('/api/month-choices', { token: person.token })).body.data;

  expect(await readChoices()).toEqual({ no_mileage: false, no_waybills: false });
  expect((await choose(1, 0)).status).toBe(200);
  expect(isDone(await readSteps('2026-10', carrier.admin))).toMatchObject({ mileage: true, waybills: false });
  expect((await choose(1, 1)).status).toBe(200);
  const steps = await readSteps('2026-10', carrier.admin);
  expect(isDone(steps)).toMatchObject({ mileage: true, waybills: true });
  expect(steps.find(({ key }) => key === 'mileage')?.title).toBe('Пробег компания не ведёт');
  expect(await readChoices(company.admin)).toEqual({ no_mileage: false, no_waybills: false });

  const specialist = await givenPerson(api, { companyId: carrier.id, role: 'specialist' });
  expect((await choose(0, 0, specialist)).status).toBe(403);
  expect((await api.put('/api/month-choices', { token, json: { no_mileage: 'да' } })).status).toBe(400);
  expect((await choose(0, 0)).status).toBe(200);
  expect(isDone(await readSteps('2026-10', carrier.admin))).toMatchObject({
    mileage: false,
    waybills: false,
  });
  const { count } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ count: number }>`
      select count(*)::int as count from audit_event
      where company_id = ${carrier.id} and what = 'month-choices-changed'`,
  );
  expect(count).toBe(3);
});

test('a payment that staff have not credited is a step of its payer’s month alone', async () => {
  const payer = await givenCompany(api);
  api.clock.setTo(new Date('2026-11-10T09:00:00Z'));
  // A day that is still to come: a person decides.
  const strange = bankFileDocument({ inn: payer.inn, sum: '10.00', come: '09.12.2026', purpose: 'Оплата' });
  await givenBankFile(api, staff, makeStatement(strange));
  const steps: Step[] = (await read('2026-12', payer.admin)).body.data;
  const foreign: Step[] = (await read('2026-12')).body.data;
  expect(steps.find(({ key }) => key === 'payments')?.done).toBe(false);
  expect(foreign.find(({ key }) => key === 'payments')?.done).toBe(true);
});

test('a month is read by who reads, and a wrong one is refused', async () => {
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await read('2026-09', specialist)).status).toBe(200);
  expect((await read('2026-13')).status).toBe(400);
  expect((await api.get('/api/months/2026-09', {})).status).toBe(401);
});
