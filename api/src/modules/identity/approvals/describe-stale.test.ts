import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endMonth } from '../../../testing/givens/close-month.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { bankFileDocument, givenBankFile, makeStatement } from '../../../testing/givens/given-bank-file.ts';
import { givenCard, givenCompany, givenPerson, givenStaff } from '../../../testing/givens/factories.ts';
import type { GivenCompany, GivenPerson } from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';

let api: TestApi;
let author: GivenPerson;
let second: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  author = await givenStaff(api);
  second = await givenPerson(api, { staffRole: 'owner' });
});
afterAll(() => api.stop());

const send = (path: string, json: object, { token } = author) =>
  api.post(`/staff/api/${path}`, { token, json });
const confirm = (id: number) => send(`approvals/${id}/confirm`, {}, second);
async function propose(path: string, json: object): Promise<number> {
  const held = await send(path, json);
  expect(held.status, JSON.stringify(held.body)).toBe(202);
  return held.body.data.approval.id;
}
async function findProposal(id: number) {
  const { body } = await api.get('/staff/api/approvals?state=waiting', { token: second.token });
  return body.data.find((item: { id: number }) => item.id === id);
}
const findStale = async (id: number) => (await findProposal(id)).stale;

/** Leaves of a stored proposal the details of these titles, as an older version of the portal stored it. */
async function storeAsBefore(id: number, titles: readonly string[]): Promise<void> {
  await sql`
    update approval set details = (
      select jsonb_agg(detail - 'figures') from jsonb_array_elements(details) detail
      where detail ->> 'title' = any(${titles}::text[]))
    where id = ${id}`.execute(api.ctx.db.system);
}

async function givenCreditedPayment(company: GivenCompany) {
  await givenBankFile(api, author, makeStatement(bankFileDocument({ inn: company.inn })));
  return (await api.get('/staff/api/payments', { token: author.token })).body.data[0];
}

test('a proposal stored before its details grew is not stale and is confirmed', async () => {
  const client = await givenCompany(api);
  const payment = await givenCreditedPayment(client);
  const correction = await propose(`payments/${payment.id}/correct`, { reason: 'Чужой платёж' });
  const tariff = await propose('tariffs', {
    company_id: client.id,
    change: 'discount',
    rate: 1,
    first_day: '2026-12-01',
  });
  await storeAsBefore(correction, ['Платёж', 'Сейчас', 'Станет']);
  await storeAsBefore(tariff, ['Кому', 'Сеть', 'Что', 'Скидка', 'Начало']);
  for (const id of [correction, tariff]) {
    expect(await findStale(id)).toBeNull();
    expect((await confirm(id)).status).toBe(200);
  }
});

test('a figure whose text is written anew by an upgrade is the same figure', async () => {
  const payment = await givenCreditedPayment(await givenCompany(api));
  const id = await propose(`payments/${payment.id}/correct`, { reason: 'Чужой платёж' });
  await sql`
    update approval set details = replace(details::text, ', без счёта', '')::jsonb where id = ${id}`.execute(
    api.ctx.db.system,
  );
  expect(await findStale(id)).toBeNull();
  expect((await confirm(id)).status).toBe(200);
});

test('the list checks the closing of a month once a minute, and confirming at once', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 10_000_00 });
  const card = await givenCard(api, company.id, { balanceKopecks: 10_000_00 });
  await sql`update company set client_since = '2026-05-01' where id = ${company.id}`.execute(
    api.ctx.db.system,
  );
  const at = '2026-05-10T10:00:00+03:00';
  await givenSales(api, card, [{ sum: 100_00, at }]);
  await endMonth(api, '2026-05');
  const id = await propose('documents/close-month', { date: '2026-05' });
  expect(await findProposal(id)).toMatchObject({
    about: { kind: 'month', id: null, key: { date: '2026-05' } },
    stale: null,
  });
  await givenSales(api, card, [{ sum: 50_00, at }]);
  expect(await findStale(id)).toBeNull();
  const refused = await confirm(id);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('«Продажи»')]);
  api.clock.advanceSeconds(60);
  expect(await findStale(id)).toMatch(/^«Продажи» сейчас 150,00.+, было 100,00/);
});
