import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CARD_BLOCKED_BY_PROGRAMME, COMPANY_BLOCKED } from '#contract/companies/blocks.ts';
import { CARD_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  readUnallocated,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { holdMoney } from '../../../testing/hold-money.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';
import { retryHoldBlocks } from '../../cards/cards/card-holds.ts';
import { carryOutOperation } from '../../fuel/settlement/carry-out-operation.ts';
import { alignCompanyCards } from './align-company-cards.ts';

let api: TestApi;
let staff: GivenPerson;
let owner: pg.Client;

beforeAll(async () => {
  // Starts without the queue: the test does its work.
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  // Without the queue no movement ends while its call waits.
  api.ctx.config.networkTimeoutMs = 0;
  staff = await givenStaff(api);
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
});

afterAll(async () => {
  await owner.end();
  await api.stop();
});

const act = (path: string, reason = 'Просрочен платёж', token = staff.token) =>
  api.post(`/staff/api/${path}`, { token, json: { reason } });
const block = ({ id }: GivenCompany, reason?: string) => act(`clients/${id}/block`, reason);
const unblock = ({ id }: GivenCompany, reason?: string) => act(`clients/${id}/unblock`, reason);

/** Does what the queue and the networks do: the cards follow, the networks are notified and answer. */
async function settle({ id }: GivenCompany): Promise<void> {
  await alignCompanyCards(api.ctx, id);
  // An unblock waits for the block before it.
  for (let turn = 0; turn < 2; turn++) {
    const waiting = await rows(
      api.ctx.db.system,
      sql<{ id: number }>`select id from operation where company_id = ${id} and status_id = 2 order by id`,
    );
    for (const operation of waiting) await carryOutOperation(api.ctx, operation.id);
    api.clock.advanceSeconds(6);
    await api.pollNetworks();
  }
}

async function readStatus(company: GivenCompany, card: GivenCard): Promise<number> {
  return (await api.get(`/api/card/${card.id}`, { token: company.admin.token })).body.data.status.id;
}

async function listCommands(card: GivenCard): Promise<number[]> {
  const found = await rows(
    api.ctx.db.system,
    sql<{
      type_id: number;
    }>`select type_id from operation where card_id = ${card.id} and type_id in (3, 4) order by id`,
  );
  return found.map((item) => item.type_id);
}

const saveCard = (company: GivenCompany, card: GivenCard) =>
  api.post(`/api/card/${card.id}/changeStatus`, { token: company.admin.token, form: {} });

async function transfer(company: GivenCompany, card: GivenCard, sum: number, key?: string) {
  const sms = await givenCode(api, company.admin);
  return api.post(`/api/card/${card.id}/transaction`, {
    token: company.admin.token,
    form: { sum, sms, mode: 1 },
    key,
  });
}

describe('access to blocking a client', () => {
  test('only staff block a client, and a treasurer or an auditor does not', async () => {
    const company = await givenCompany(api);
    expect((await act(`clients/${company.id}/block`, 'x', company.admin.token)).status).toBe(404);
    for (const staffRole of ['auditor', 'treasurer'] as const) {
      const { token } = await givenPerson(api, { staffRole });
      expect((await act(`clients/${company.id}/block`, 'x', token)).status).toBe(403);
    }
    const { token } = await givenPerson(api, { staffRole: 'support' });
    expect((await act(`clients/${company.id}/block`, 'Долг', token)).status).toBe(200);
  });

  test('a block without reason, of an unknown company, or twice, is refused', async () => {
    const company = await givenCompany(api);
    expect((await block(company, ' ')).body.error_messages).toHaveProperty('reason');
    expect((await act('clients/999999999/block')).status).toBe(404);
    expect((await unblock(company)).body).toMatchObject({ code: 409, message: 'Компания не заблокирована' });
    expect((await block(company)).body.data).toEqual({ id: company.id, state: 'blocked' });
    expect((await block(company)).body).toMatchObject({ code: 409, message: 'Компания уже заблокирована' });
  });
});

describe('a blocked company', () => {
  test('a blocked client reads on, sees why, and can’t move money, change cards or order', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
    const card = await givenCard(api, company.id, { balanceKopecks: 100_00 });
    await block(company, 'Просрочен платёж по счёту 12');
    const { token } = company.admin;
    const refused = { code: 403, message: COMPANY_BLOCKED };
    const sums = { accounts: [{ partner_id: 2, sum: 1 }] };
    const form = { sum: 1, sms: '000000', mode: 1 };
    for (const requested of [
      api.post(`/api/card/${card.id}/transaction`, { token, form }),
      api.post(`/api/card/${card.id}/transaction`, { token, form: { ...form, mode: 0 } }),
      api.post(`/api/client/${company.id}/accounts`, { token, json: sums }),
      api.post(`/api/client/${company.id}/accounts/revoke`, { token, json: sums }),
      saveCard(company, card),
      api.post(`/api/card/${card.id}/setComment`, { token, json: { comment: 'x' } }),
      api.post(`/api/card/${card.id}/setGoods`, { token, json: { cg_ids: [1] } }),
      api.post('/api/cardsRequest', {
        token,
        json: { sms: '000000', inn: company.inn, item: [{ cards_cnt: 1, partner_id: 2 }] },
      }),
    ])
      expect((await requested).body).toMatchObject(refused);
    const profile = await api.get('/api/users/profile', { token });
    expect(profile.body.data.company.client.block).toMatchObject({ reason: 'Просрочен платёж по счёту 12' });
    for (const path of ['/api/card', '/api/operations', '/api/invoices', `/api/client/${company.id}`])
      expect((await api.get(path, { token })).status, path).toBe(200);
    // The client's debt can still be paid.
    expect((await api.get('/api/client/bill?sum=100', { token })).status).toBe(200);
    await unblock(company);
    expect((await api.post(`/api/client/${company.id}/accounts`, { token, json: sums })).status).toBe(200);
  });

  test('a movement that waits for the lock of a company being blocked is refused', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
    const card = await givenCard(api, company.id);
    // The accounts are known from here on.
    expect((await transfer(company, card, 1)).status).toBe(200);
    const sms = await givenCode(api, company.admin);
    await owner.query('begin');
    await owner.query(holdMoney(company.id));
    // Passes the first check before the block, and reaches the books after it.
    const racing = api.post(`/api/card/${card.id}/transaction`, {
      token: company.admin.token,
      form: { sum: 100, sms, mode: 1 },
    });
    await waitUntilWaiting(api);
    await owner.query(`update company set blocked_at = now(), blocked_reason = 'Долг' where id = $1`, [
      company.id,
    ]);
    await owner.query('commit');
    expect((await racing).body).toMatchObject({ code: 403, message: COMPANY_BLOCKED });
    expect(await readUnallocated(api, company)).toBe(999);
  });

  test('of transfers and a block at once each is whole or refused, and the books agree', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
    const movers = [];
    for (let count = 0; count < 4; count++) {
      const admin = await givenPerson(api, { companyId: company.id, role: 'admin' });
      movers.push({ admin, card: await givenCard(api, company.id), sms: await givenCode(api, admin) });
    }
    const moves = movers.map(
      ({ admin, card, sms }) =>
        () =>
          api.post(`/api/card/${card.id}/transaction`, {
            token: admin.token,
            form: { sum: 10, sms, mode: 1 },
          }),
    );
    const before = moves.slice(0, 2).map((move) => move());
    const blocked = block(company);
    const answers = await Promise.all([...before, ...moves.slice(2).map((move) => move())]);
    expect((await blocked).status).toBe(200);
    for (const { status, body } of answers)
      expect(status === 200 || body.message === COMPANY_BLOCKED, body.message).toBe(true);
    const done = answers.filter((answer) => answer.status === 200).length;
    expect(await readUnallocated(api, company)).toBe(1000 - 10 * done);
    await expectBooksToAgree(api);
  });

  test('a repeat of a call before the block gets its response; money on its way arrives', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
    const card = await givenCard(api, company.id);
    const sms = await givenCode(api, company.admin);
    const ask = () =>
      api.post(`/api/card/${card.id}/transaction`, {
        token: company.admin.token,
        form: { sum: 50, sms, mode: 1 },
        key: 'before-the-block',
      });
    expect((await ask()).status).toBe(200);
    await block(company);
    expect((await ask()).status).toBe(200);
    await settle(company);
    const { data } = (await api.get(`/api/card/${card.id}`, { token: company.admin.token })).body;
    expect(data).toMatchObject({ card_sum: 50, status: { id: CARD_STATUS.blocked } });
  });

  test('sales of a blocked client’s networks are booked', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id, { balanceKopecks: 100_00 });
    await block(company);
    await settle(company);
    await givenSales(api, card, [{ sum: 40_00, at: '2026-09-15T08:00:00Z' }]);
    const { data } = (await api.get(`/api/card/${card.id}`, { token: company.admin.token })).body;
    expect(data.card_sum).toBe(60);
  });
});

describe('cards of a blocked client', () => {
  test('cards are blocked at their networks once, and only working ones come back', async () => {
    const company = await givenCompany(api);
    const [atWork, byClient, notSetUp] = [
      await givenCard(api, company.id),
      await givenCard(api, company.id, { statusId: CARD_STATUS.blocked }),
      await givenCard(api, company.id, { statusId: CARD_STATUS.notSetUp }),
    ];
    await block(company);
    await settle(company);
    await settle(company);
    expect(await listCommands(atWork)).toEqual([OPERATION_TYPE.blocking]);
    expect([await listCommands(byClient), await listCommands(notSetUp)]).toEqual([[], []]);
    expect(await readStatus(company, atWork)).toBe(CARD_STATUS.blocked);
    await unblock(company);
    await settle(company);
    await settle(company);
    expect(await listCommands(atWork)).toEqual([OPERATION_TYPE.blocking, OPERATION_TYPE.unblocking]);
    expect(await readStatus(company, atWork)).toBe(CARD_STATUS.active);
    expect(await readStatus(company, byClient)).toBe(CARD_STATUS.blocked);
    expect(await readStatus(company, notSetUp)).toBe(CARD_STATUS.notSetUp);
  });

  test('an unblock before the networks answered waits for their blocks first', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id);
    await block(company);
    await alignCompanyCards(api.ctx, company.id);
    await unblock(company);
    await settle(company);
    expect(await listCommands(card)).toEqual([OPERATION_TYPE.blocking, OPERATION_TYPE.unblocking]);
    expect(await readStatus(company, card)).toBe(CARD_STATUS.active);
  });

  test('a card with fuel to pay for stays blocked when its company goes on', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id);
    await block(company);
    await settle(company);
    await givenSales(api, card, [{ sum: 40_00, at: '2026-09-15T08:00:00Z' }]);
    await unblock(company);
    await settle(company);
    expect(await readStatus(company, card)).toBe(CARD_STATUS.blocked);
  });

  test('a network that refuses the block is asked again while the company is blocked', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id, { number: '7005800000000013' });
    await block(company);
    await settle(company);
    expect(await readStatus(company, card)).toBe(CARD_STATUS.active);
    const { held_cards } = (await api.get(`/staff/api/clients/${company.id}`, { token: staff.token })).body
      .data;
    expect(held_cards).toEqual({ held: 1, waiting: 1 });
    await retryHoldBlocks(api.ctx);
    expect(await listCommands(card)).toHaveLength(1);
    const { body } = await api.get('/staff/api/unsettled?kind=hold', { token: staff.token });
    expect(body.data).toMatchObject([
      {
        id: card.id,
        attempts: 1,
        last_word: { said: expect.stringMatching(/Сеть отказала/) },
        deeds: ['ask'],
      },
    ]);
    api.clock.advanceSeconds(700);
    await retryHoldBlocks(api.ctx);
    await retryHoldBlocks(api.ctx);
    expect(await listCommands(card)).toHaveLength(2);
  });

  test('staff ask a network at once for a block that it has refused', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id, { number: '7005800000000113' });
    const free = await givenCard(api, company.id);
    await block(company);
    await settle(company);
    const ask = (id: number) => api.post(`/staff/api/unsettled/hold/${id}/ask-again`, { token: staff.token });
    expect((await ask(free.id)).status).toBe(409);
    expect((await ask(card.id)).status).toBe(200);
    expect((await ask(card.id)).status).toBe(409);
    expect(await listCommands(card)).toHaveLength(2);
  });

  test('a card on hold by staff stays blocked when its company goes on, until released', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id);
    await block(company);
    await settle(company);
    expect((await act(`cards/${card.id}/block`, 'Подозрительные заправки')).status).toBe(200);
    await unblock(company);
    await settle(company);
    expect(await readStatus(company, card)).toBe(CARD_STATUS.blocked);
    expect((await act(`cards/${card.id}/unblock`, 'Проверили')).status).toBe(200);
    await settle(company);
    expect(await readStatus(company, card)).toBe(CARD_STATUS.active);
  });
});

describe('blocking one card of a client', () => {
  test('a card on hold is blocked with a reason, and its owner can’t unblock it', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id);
    const key = { token: staff.token, json: { reason: 'Подозрительные заправки' }, key: 'hold-once' };
    const onHold = { id: card.id, held: true };
    expect((await api.post(`/staff/api/cards/${card.id}/block`, key)).body.data).toEqual(onHold);
    expect((await api.post(`/staff/api/cards/${card.id}/block`, key)).body.data).toEqual(onHold);
    expect((await act(`cards/${card.id}/block`)).status).toBe(409);
    await settle(company);
    expect((await saveCard(company, card)).body).toMatchObject({
      code: 403,
      message: CARD_BLOCKED_BY_PROGRAMME,
    });
    const { data } = (await api.get(`/api/card/${card.id}`, { token: company.admin.token })).body;
    expect(data).toMatchObject({
      status: { id: 2 },
      hold: { kind: 'staff', reason: 'Подозрительные заправки' },
    });
    expect((await act(`cards/${card.id}/unblock`)).body.data).toEqual({ id: card.id, held: false });
    await settle(company);
    expect(await readStatus(company, card)).toBe(CARD_STATUS.active);
    expect((await act(`cards/${card.id}/unblock`)).status).toBe(409);
    expect((await saveCard(company, card)).status).toBe(200);
  });

  test('a card that its owner blocked stays so after the hold; one not set up is refused', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id, { statusId: CARD_STATUS.blocked });
    await act(`cards/${card.id}/block`);
    await act(`cards/${card.id}/unblock`);
    expect(await listCommands(card)).toEqual([]);
    const fresh = await givenCard(api, company.id, { statusId: CARD_STATUS.notSetUp });
    expect((await act(`cards/${fresh.id}/block`)).status).toBe(400);
    expect((await act('cards/999999999/block')).status).toBe(404);
  });
});

test('each block and its end are in the audit log with reason, author and target', async () => {
  const company = await givenCompany(api);
  const card = await givenCard(api, company.id);
  await block(company, 'Долг');
  await unblock(company, 'Оплатили');
  await act(`cards/${card.id}/block`, 'Проверка');
  await act(`cards/${card.id}/unblock`, 'Проверили');
  const answer = await api.get(`/staff/api/clients/${company.id}/audit`, { token: staff.token });
  const recorded = (
    answer.body.data as { action: string; details: { reason?: string }; staff: boolean }[]
  ).toReversed();
  expect(recorded.map(({ action, details }) => [action, details.reason])).toEqual([
    ['approval-proposed', undefined],
    ['company-blocked', 'Долг'],
    ['approval-confirmed', undefined],
    ['company-unblocked', 'Оплатили'],
    ['card-held', 'Проверка'],
    ['card-hold-ended', 'Проверили'],
  ]);
  expect(recorded.every((item) => item.staff)).toBe(true);
});
