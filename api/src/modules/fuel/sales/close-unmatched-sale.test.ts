import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { unsettledCalls } from '../../../testing/givens/given-unsettled.ts';
import { listCardBooks } from '../../backoffice/reconciliation/card-books-store.ts';
import { bookOneByOne } from './book-sales.ts';
import { listDueUnmatchedSales, markUnmatchedSalesBooked } from './feeds.ts';
import { storeUnreadable } from './unreadable-sales.ts';

let api: TestApi;
let staff: GivenPerson;
let calls: ReturnType<typeof unsettledCalls>;
let serial = 7_005_900_000_000_000;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
  calls = unsettledCalls(api, staff);
});

afterAll(() => api?.stop());

beforeEach(() => {
  serial += 1;
});

interface StoredSale {
  id: number;
  external_id: string;
  booked_at: Date | null;
  closed_at: Date | null;
  closed_by: number | null;
  close_reason: string | null;
}

const newest = (): Promise<StoredSale> =>
  getOnlyRow(
    api.ctx.db.system,
    sql<StoredSale>`
      select id, external_id, booked_at, closed_at, closed_by, close_reason from network_orphan order by id desc limit 1`,
  );

/** Adds a sale of a card that is still unknown. */
async function givenUnknownCardSale(): Promise<StoredSale> {
  const unknownCard = { id: 0, number: String(serial), partnerId: PARTNER.gpn };
  await givenSales(api, unknownCard, [{ sum: 500_00, at: api.clock.now().toISOString() }]);
  return newest();
}

async function givenRecord(key: string): Promise<StoredSale> {
  await storeUnreadable(api.ctx, PARTNER.gpn, [{ key, text: '{}', problem: 'qty: x' }]);
  return newest();
}

/** The card of the sale becomes known, with its money. */
async function givenItsCard() {
  const company = await givenCompany(api);
  return givenCard(api, company.id, { number: String(serial), balanceKopecks: 1000_00 });
}

async function countBooked(cardId: number): Promise<number> {
  const { count } = await getOnlyRow(
    api.ctx.db.system,
    sql<{
      count: number;
    }>`select count(*) from operation where card_id = ${cardId} and external_id is not null`,
  );
  return count;
}

describe('a record that was settled with its network by hand', () => {
  test('a closed record has who closed it, when and why, in its row and the log', async () => {
    const { id, external_id } = await givenUnknownCardSale();
    const answer = await calls.close('sale', id, { reason: ' Карта чужого договора ' });
    expect(answer.body.data).toEqual({ kind: 'sale', id });
    expect(await newest()).toMatchObject({
      booked_at: null,
      closed_at: api.clock.now(),
      closed_by: staff.id,
      close_reason: 'Карта чужого договора',
    });
    expect(await calls.find('sale', id)).toBeUndefined();
    const event = await getOnlyRow(
      api.ctx.db.system,
      sql<object>`
        select user_id as by, details from audit_event where what = 'orphan-closed' order by id desc limit 1`,
    );
    const details = { orphanId: id, partnerId: PARTNER.gpn, externalId: external_id };
    expect(event).toEqual({ by: staff.id, details: { ...details, reason: 'Карта чужого договора' } });
  });

  test('a closed record moves no money, even when its card appears', async () => {
    const { id } = await givenUnknownCardSale();
    await calls.close('sale', id);
    const card = await givenItsCard();
    await api.pollNetworks();
    expect(await countBooked(card.id)).toBe(0);
  });

  test('a closed record is not booked by a process that listed it just before', async () => {
    const { id } = await givenUnknownCardSale();
    const card = await givenItsCard();
    const listed = await listDueUnmatchedSales(api.ctx.db.system, {
      partnerId: PARTNER.gpn,
      now: api.clock.now(),
      limit: 50,
    });
    expect(listed.map((item) => item.cardNumber)).toContain(card.number);
    expect((await calls.close('sale', id)).status).toBe(200);
    await bookOneByOne(api.ctx, PARTNER.gpn, listed);
    expect(await countBooked(card.id)).toBe(0);
    expect(await newest()).toMatchObject({ booked_at: null, closed_by: staff.id });
  });

  test('at the same moment as its booking: it is booked or put away, never both', async () => {
    const { id } = await givenUnknownCardSale();
    const card = await givenItsCard();
    const [answer] = await Promise.all([calls.close('sale', id), api.pollNetworks()]);
    const { booked_at, closed_at } = await newest();
    expect([booked_at !== null, closed_at !== null]).toEqual([answer.status === 409, answer.status === 200]);
    expect(await countBooked(card.id)).toBe(answer.status === 409 ? 1 : 0);
  });

  test('a closed record is no longer counted by the reconciliation', async () => {
    const { id } = await givenUnknownCardSale();
    const card = await givenItsCard();
    const unbooked = async () => {
      const request = { partnerId: PARTNER.gpn, numbers: [card.number], unread: [] };
      return (await listCardBooks(api.ctx.db.system, request))[0]?.unbookedKopecks;
    };
    expect(await unbooked()).toBe(-500_00);
    await calls.close('sale', id);
    expect(await unbooked()).toBe(0);
  });

  test('an unreadable record is shown with its first 4 000 characters', async () => {
    const text = `${'а'.repeat(3999)}бв`;
    await storeUnreadable(api.ctx, PARTNER.gpn, [{ key: 'long', text, problem: 'qty: x' }]);
    const { id } = await newest();
    expect(JSON.stringify(await calls.find('record', id))).toContain(`${text.slice(0, 4000)}"`);
  });

  test('a closed unreadable record returns only when its network corrects it', async () => {
    const { id } = await givenRecord('record-7');
    expect((await calls.close('record', id)).status).toBe(200);
    await storeUnreadable(api.ctx, PARTNER.gpn, [{ key: 'record-7', text: '{}', problem: 'qty: x' }]);
    expect(await calls.find('record', id)).toBeUndefined();
    await api.ctx.db.inSystem((tx) =>
      markUnmatchedSalesBooked(tx, {
        partnerId: PARTNER.gpn,
        externalIds: ['record-7'],
        now: api.clock.now(),
      }),
    );
    expect((await newest()).booked_at).not.toBeNull();
  });
});

describe('closing an unmatched sale only once', () => {
  test('the same request again and at once has one answer; another person comes too late', async () => {
    const { id } = await givenUnknownCardSale();
    const more = { key: `close-${id}` };
    const answers = await Promise.all([1, 2, 3].map(() => calls.close('sale', id, {}, more)));
    answers.push(await calls.close('sale', id, {}, more));
    expect(answers.map((answer) => answer.body.data)).toEqual(Array(4).fill({ kind: 'sale', id }));
    const late = await calls.close('sale', id, { reason: 'Другое' });
    expect([late.status, late.body.message]).toEqual([409, 'Запись уже закрыта другим сотрудником']);
    expect((await newest()).close_reason).toBe('Письмо сети № 6');
  });

  test('a large sale that two people have closed is not proposed again', async () => {
    const unknownCard = { id: 0, number: String(serial), partnerId: PARTNER.gpn };
    await givenSales(api, unknownCard, [{ sum: 5_000_000_00, at: api.clock.now().toISOString() }]);
    const { id } = await newest();
    const pending = await calls.close('sale', id);
    expect(pending.status).toBe(202);
    const second = await givenPerson(api, { staffRole: 'owner' });
    const path = `/staff/api/approvals/${pending.body.data.approval.id}/confirm`;
    expect((await api.post(path, { token: second.token })).status).toBe(200);
    const late = await calls.close('sale', id, { reason: 'Другое' });
    expect([late.status, late.body.message]).toEqual([409, 'Запись уже закрыта другим сотрудником']);
  });

  test('of two reasons at once without a key one is stored', async () => {
    const { id } = await givenUnknownCardSale();
    const answers = await Promise.all(
      ['Первое', 'Второе'].map((reason) => calls.close('sale', id, { reason })),
    );
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect((await newest()).close_reason).toBe(answers[0]?.status === 200 ? 'Первое' : 'Второе');
  });

  test('a booked record is not put away', async () => {
    const { id } = await givenUnknownCardSale();
    const card = await givenItsCard();
    await api.pollNetworks();
    expect(await countBooked(card.id)).toBe(1);
    const answer = await calls.close('sale', id);
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringMatching(/уже проведена/)]);
  });
});

describe('input checks of closing an unmatched sale', () => {
  test('closing needs a reason, an existing record and the right kind', async () => {
    const { id } = await givenUnknownCardSale();
    const empty = await calls.close('sale', id, { reason: ' ' });
    expect([empty.status, empty.body.error_messages?.reason?.[0]]).toEqual([
      400,
      'Необходимо заполнить это поле',
    ]);
    expect((await calls.close('record', id)).status).toBe(404);
    expect((await calls.close('sale', 999_999_999)).status).toBe(404);
    expect((await calls.close('block', id)).status).toBe(400);
    expect((await newest()).closed_at).toBeNull();
  });
});
