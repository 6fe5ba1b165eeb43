import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import { bankFileDocument, givenBankFile, makeStatement } from '../../../testing/givens/given-bank-file.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../testing/givens/close-month.ts';
import {
  givenCompany,
  givenMoney,
  givenPerson,
  givenStaff,
  readUnallocated,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenIssuedOrder, givenOrder } from '../../../testing/givens/given-order.ts';
import { givenTariff } from '../../../testing/givens/given-tariff.ts';
import { readPdfText } from '../../../testing/read-pdf-text.ts';
import { readAttributes } from '../../../testing/read-state-xml.ts';
import { fromWindows1251 } from '../../../lib/tables/windows-1251.ts';
import { checkBooks } from '../../backoffice/reconciliation/check-books.ts';
import { approveOrder } from '../../orders/orders/approve-order.ts';
import { issueCards } from '../../orders/orders/issue-cards.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
  await setCardPrice(150);
});
afterAll(() => api.stop());

async function setCardPrice(price: number): Promise<void> {
  const answer = await api.put(`/staff/api/partners/${PARTNER.gpn}`, {
    token: staff.token,
    json: { card_price: price },
  });
  expect(answer.status).toBe(200);
}

/** Balances of a company, in kopecks; `debt` and `partner` are those of Газпромнефть. */
async function readMoney({ id }: GivenCompany): Promise<Record<string, number>> {
  return getOnlyRow(
    api.ctx.db.system,
    sql<Record<string, number>>`
      select coalesce(sum(balance_kopecks) filter (where kind = 'unallocated'), 0)::bigint as unallocated,
        coalesce(sum(balance_kopecks) filter (where kind = 'partner'), 0)::bigint as partner,
        coalesce(sum(balance_kopecks) filter (where kind = 'debt'), 0)::bigint as debt,
        coalesce(sum(balance_kopecks) filter (where kind = 'programme'), 0)::bigint as programme
      from ledger_account where company_id = ${id}`,
  );
}

async function readDescriptions({ admin: { token } }: GivenCompany): Promise<string[]> {
  const path = '/api/client/statement?date_from=2026-09-01&date_to=2026-12-31';
  const { movements } = (await api.get(path, { token })).body.data;
  return movements.map(({ description }: { description: string }) => description);
}

async function pay({ inn }: GivenCompany, sum: string): Promise<void> {
  expect((await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn, sum })))).status).toBe(200);
}

async function issue(itemId: number, numbers: readonly string[]): Promise<void> {
  const { requestId } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ requestId: string }>`
      select network_request_id as "requestId" from card_request_item where id = ${itemId}`,
  );
  await issueCards(
    api.ctx,
    requestId,
    numbers.map((number) => ({ number, isVirtual: false })),
  );
}

test('who pays the bill of 40 cards gets 40 cards, a balance of 0 and a УПД with VAT', async () => {
  const company = await givenCompany(api);
  const { token } = company.admin;
  const order = await givenOrder(api, company.admin, [{ partner: PARTNER.gpn, count: 40 }]);
  const bill = await api.get(`/api/cardsRequest/${order.id}/bill`, { token });
  expect(readPdfText(bill.bytes)).toContain('6 000,00');
  const purpose = `Оплата выпуска топливных карт по заявке № ${order.id} от 15.09.2026`;
  await givenBankFile(
    api,
    staff,
    makeStatement(bankFileDocument({ inn: company.inn, sum: '6000.00', purpose })),
  );
  expect(await readUnallocated(api, company)).toBe(6000);

  await approveOrder(api.ctx, order.id);
  await issue(
    order.itemIds[0]!,
    Array.from({ length: 40 }, (_, index) => `70058866${String(index).padStart(8, '0')}`),
  );
  expect(await readMoney(company)).toEqual({ unallocated: 0, partner: 0, debt: 0, programme: 6000_00 });
  const lines = await readDescriptions(company);
  expect(lines.filter((line) => line.startsWith('Выпуск карты'))).toHaveLength(40);
  await expectBooksToAgree(api);

  await closeMonth(api, staff, '2026-09', OVERRIDE_ALL);
  const documents = (await api.get('/api/doc?year=2026', { token })).body.data['2026-09'];
  const upd = documents.find(({ kind }: { kind: string }) => kind === 'upd');
  expect(upd).toMatchObject({ sum: 6000, vat: 1081.97 });
  expect(documents.some(({ kind }: { kind: string }) => kind === 'register')).toBe(false);
  const xml = fromWindows1251((await api.get(`/api/doc/${upd.id}/xml`, { token })).bytes);
  expect(readAttributes(xml, 'НаимТов')).toEqual(['Выпуск топливных карт']);
  expect(readAttributes(xml, 'КолТов')).toEqual(['40.00']);
  expect(readAttributes(xml, 'СтТовУчНал')).toEqual(['6000.00']);
  const text = readPdfText((await api.get(upd.url, { token })).bytes);
  expect(text).toContain('Выпуск топливных карт');
  const act = documents.find(({ title }: { title: string }) => title.startsWith('Акт сверки'));
  const sides = readPdfText((await api.get(`/api/doc/${act.id}/download`, { token })).bytes);
  expect(sides).toMatch(/услуги «Газпромнефть».*6 000,00/);
  expect(sides).toContain('задолженности нет');
});

test('a fee takes free funds and the partner account; a payment settles the rest', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
  await givenMoney(api, { companyId: company.id, kind: 'partner', partnerId: PARTNER.gpn }, 30_00);
  const { itemIds } = await givenIssuedOrder(api, company.admin, [{ partner: PARTNER.gpn, count: 2 }]);
  expect(await readMoney(company)).toEqual({
    unallocated: -170_00,
    partner: 0,
    debt: 0,
    programme: 300_00,
  });
  const { open } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ open: number }>`
      select count(*) as open from card
      where request_item_id = ${itemIds[0]} and not exists (select from card_hold where card_hold.card_id = card.id)`,
  );
  expect(open).toBe(2);
  await expectBooksToAgree(api);

  const { token } = company.admin;
  const distribute = async (sum: number) => {
    const json = { accounts: [{ partner_id: PARTNER.gpn, sum }] };
    return (await api.post(`/api/client/${company.id}/accounts`, { token, json })).status;
  };
  await pay(company, '120.00');
  expect(await distribute(1)).toBe(400);
  await pay(company, '90.00');
  // A client who owes nothing any more has the floor of his credit limit again.
  expect(await distribute(41)).toBe(400);
  expect(await distribute(40)).toBe(200);
  expect(await readMoney(company)).toMatchObject({ unallocated: 0, partner: 40_00, debt: 0 });
  const path = '/api/client/statement?date_from=2026-09-01&date_to=2026-12-31';
  const { closing, movements } = (await api.get(path, { token })).body.data;
  expect(closing).toBe(40);
  expect(movements.some(({ description }: { description: string }) => /долг/i.test(description))).toBe(false);
  await expectBooksToAgree(api);
});

test('a card costs its price of the order’s day, once; surplus cards are free', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  const { id, itemIds } = await givenOrder(api, company.admin, [{ partner: PARTNER.gpn, count: 2 }]);
  await approveOrder(api.ctx, id);
  await setCardPrice(999);
  const numbers = ['7005886700000001', '7005886700000002', '7005886700000003'];
  await Promise.all([issue(itemIds[0]!, numbers), issue(itemIds[0]!, numbers)]);
  await issue(itemIds[0]!, numbers);
  expect(await readUnallocated(api, company)).toBe(700);
  await setCardPrice(150);
});

test('a card whose price was never taken is found by the nightly check', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  const { itemIds } = await givenIssuedOrder(api, company.admin, [{ partner: PARTNER.gpn, count: 1 }]);
  expect(await checkBooks(api.ctx.db.system, { kinds: ['card-not-its-fee'] })).toEqual([]);
  const setPrice = (price: number) =>
    sql`update card set price_kopecks = ${price} where request_item_id = ${itemIds[0]}`.execute(
      api.ctx.db.system,
    );
  await setPrice(151_00);
  expect(await checkBooks(api.ctx.db.system, { kinds: ['card-not-its-fee'] })).toMatchObject([
    { kind: 'card-not-its-fee', details: { priceKopecks: 151_00, chargedKopecks: 150_00 } },
  ]);
  await setPrice(150_00);
});

test('the delivery of a tariff stands in the order and is taken with its last card', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  await givenTariff(api, staff, { company_id: company.id, delivery_fee: 300 });
  const { token } = company.admin;
  expect((await api.get('/api/partner', { token })).body.meta).toEqual({ delivery_price: 300 });
  const { id, itemIds } = await givenOrder(api, company.admin, [
    { partner: PARTNER.gpn, count: 1 },
    { partner: PARTNER.rn, count: 1 },
  ]);
  const shown = (await api.get(`/api/cardsRequest/${id}`, { token })).body.data;
  expect(shown).toMatchObject({ delivery_price: 300, sum: 451 });
  expect(readPdfText((await api.get(`/api/cardsRequest/${id}/bill`, { token })).bytes)).toContain('451,00');
  await approveOrder(api.ctx, id);
  await issue(itemIds[0]!, ['7005886800000001']);
  expect(await readUnallocated(api, company)).toBe(850);
  await issue(itemIds[1]!, ['7005886800000002']);
  expect(await readUnallocated(api, company)).toBe(549);
  expect(await readDescriptions(company)).toContain(`Доставка топливных карт по заявке № ${id}`);
});

test('staff see what a client was charged, and no other company does', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  await givenIssuedOrder(api, company.admin, [{ partner: PARTNER.gpn, count: 1 }]);
  const path = `/staff/api/clients/${company.id}/charges`;
  const support = await givenPerson(api, { staffRole: 'support' });
  const listed = await api.get(path, { token: support.token });
  expect(listed.body.data).toMatchObject([
    { title: 'Выпуск топливных карт', partner: 'Газпромнефть', quantity: 1, sum: 150, month: null },
  ]);
  expect((await api.get(path, { token: company.admin.token })).status).toBe(404);
  await expectBooksToAgree(api);
});
