import { shortNumber } from '#contract/values/card-number.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenStaff,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenDocument } from '../../../testing/givens/given-document.ts';
import { givenOrder } from '../../../testing/givens/given-order.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { listNotices, sendDueNotices } from '../../../testing/notices.ts';
import { carryOutOperation } from '../../fuel/settlement/carry-out-operation.ts';
import { notifyPaymentsDue } from '../../money/transfers/notify-payments-due.ts';
import { notifyUnclearMovements } from '../../cards/commands/unclear-movements.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  api.ctx.config.networkTimeoutMs = 50;
  staff = await givenStaff(api);
});
afterEach(() => api.setMood(() => undefined));
afterAll(() => api.stop());

const postAsStaff = async (path: string, json: object) => {
  const answer = await api.post(`/staff/api/${path}`, { token: staff.token, json });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body.message}`);
};

async function countNotices(company: GivenCompany, kind: string) {
  await sendDueNotices(api);
  return (await listNotices(api, company.admin)).filter((toldNotice) => toldNotice.kind === kind);
}

async function startTransfer(company: GivenCompany, card: GivenCard): Promise<number> {
  const sms = await givenCode(api, company.admin, 'transfer', card.id);
  const moved = await api.post(`/api/card/${card.id}/transaction`, {
    token: company.admin.token,
    json: { mode: 1, sum: 40, sms },
  });
  expect(moved.status).toBe(200);
  const { id } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number }>`select max(id) as id from operation where card_id = ${card.id}`,
  );
  return id;
}

describe('the company’s admin is notified of', () => {
  test('an order that was approved', async () => {
    const company = await givenCompany(api);
    const { id } = await givenOrder(api, company.admin);
    await postAsStaff(`requests/${id}/approve`, {});
    expect(await countNotices(company, 'order-approved')).toMatchObject([
      { title: `Заявка № ${id} одобрена`, path: '/cabinet' },
    ]);
  });

  test('a card that staff hold, with the reason', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id);
    await postAsStaff(`cards/${card.id}/block`, { reason: 'Карта потеряна' });
    expect(await countNotices(company, 'card-blocked')).toMatchObject([
      {
        title: `Карта ${shortNumber(card.number)} заблокирована`,
        text: 'Карту заблокировала программа. Причина: Карта потеряна',
        path: `/cabinet/card?id=${card.id}`,
      },
    ]);
  });

  test('a block of the company, and its end', async () => {
    const company = await givenCompany(api);
    await postAsStaff(`clients/${company.id}/block`, { reason: 'Просрочена оплата' });
    api.clock.advanceSeconds(1);
    await postAsStaff(`clients/${company.id}/unblock`, { reason: 'Оплачено' });
    expect((await countNotices(company, 'company-blocked')).map((toldNotice) => toldNotice.title)).toEqual([
      'Компания снова работает',
      'Компания заблокирована',
    ]);
  });

  test('a document that was published', async () => {
    const company = await givenCompany(api);
    await givenDocument(api, staff, company, { sum: '1200.50' });
    expect(await countNotices(company, 'month-documents')).toMatchObject([
      {
        text: expect.stringContaining('август 2026 года, Газпромнефть, на 1\u00a0200,50\u00a0₽ с НДС. '),
        path: expect.stringMatching(/^\/cabinet\/documents\?year=2026&document=\d+$/),
      },
    ]);
  });

  test('a debt, and, if he asks for it, of a purchase', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id);
    const json = { kind: 'purchase', channel: 'cabinet', wanted: true };
    await api.post('/api/notices/choices', { token: company.admin.token, json });
    const address = 'АЗС № 84, Хабаровский край, Хабаровск';
    await givenSales(api, card, [{ sum: 6_000_00, at: '2026-09-14T17:30:00Z', address }]);
    expect(await countNotices(company, 'debt')).toMatchObject([
      { title: expect.stringContaining('6\u00a0000,00') },
    ]);
    expect(await countNotices(company, 'purchase')).toMatchObject([
      {
        title: 'Заправка на 6\u00a0000,00\u00a0₽',
        text: `Карта ${shortNumber(card.number)}, ${address}. На АЗС было 15.09, 03:30.`,
        path: `/cabinet/card-transactions?card=${card.id}`,
      },
    ]);
  });

  test('a transfer without an answer, once, and of the refusal at last', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    api.setMood(() => 'never');
    const operationId = await startTransfer(company, card);
    api.clock.advanceSeconds(601);
    for (let twice = 0; twice < 2; twice += 1) await notifyUnclearMovements(api.ctx);
    expect(await countNotices(company, 'movement-unclear')).toHaveLength(1);
    api.setMood(() => 'refuse');
    await carryOutOperation(api.ctx, operationId);
    expect(await countNotices(company, 'movement-failed')).toMatchObject([
      { title: `Перевод на карту ${shortNumber(card.number)} не исполнен`, read: false },
    ]);
  });

  test('a change of his own mail, as of everything that concerns his access', async () => {
    const company = await givenCompany(api);
    const { body } = await api.post('/api/users/mail', {
      token: company.admin.token,
      json: { email: 'other@example.ru' },
    });
    expect(body.code).toBe(200);
    expect(await countNotices(company, 'security')).toMatchObject([{ title: 'Почта изменена' }]);
  });

  test('a day of payment three days before it, once', async () => {
    const company = await givenCompany(api, { creditKopecks: 100_00 });
    await sql`update company set credit_days_for_payment = 3 where id = ${company.id}`.execute(
      api.ctx.db.system,
    );
    await startTransfer(company, await givenCard(api, company.id));
    for (let twice = 0; twice < 2; twice += 1) await notifyPaymentsDue(api.ctx);
    expect(await countNotices(company, 'payment-due')).toMatchObject([
      { title: expect.stringMatching(/^Оплатите 40,00\u00a0₽ до /) },
    ]);
  });
});

test('maintenance of the portal is notified to all users, with its hours', async () => {
  const company = await givenCompany(api);
  const announced = await api.put('/staff/api/maintenance', {
    token: staff.token,
    json: { partner: 0, message: 'Обновляем сервис', start: '2026-12-15', end: '2026-12-16' },
  });
  expect(announced.status).toBe(200);
  expect(await countNotices(company, 'maintenance')).toMatchObject([
    { title: 'Работы на портале', text: expect.stringMatching(/^Обновляем сервис\. С 15 декабря/) },
  ]);
});
