import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenOrder } from '../../../testing/givens/given-order.ts';
import { unsettledCalls, type Listed } from '../../../testing/givens/given-unsettled.ts';
import { serveWire, type WireServer } from '../../../testing/wires/serve-wire.ts';
import { askForCards } from '../../orders/orders/ask-for-cards.ts';
import { approveOrder } from '../../orders/orders/approve-order.ts';
import { carryOutOperation } from './carry-out-operation.ts';
import { pollNetwork } from '../feeds/poll-network.ts';

/** The network whose words these are. */
const THIRD = 3;
const DAY_SECONDS = 86_400;

let wire: WireServer;
/** Answer of the network to a command, and contents of its feed. */
let reply: object;
let feed: object[];
let api: TestApi;
let staff: GivenPerson;
let calls: ReturnType<typeof unsettledCalls>;
let company: GivenCompany;
let card: GivenCard;
const logged: string[] = [];

beforeAll(async () => {
  wire = await serveWire(({ path }) =>
    path.startsWith('/events')
      ? { body: { events: feed, next: feed.length } }
      : { body: path.startsWith('/commands/') ? { state: 'unknown' } : reply },
  );
  api = await startApi({
    jobs: false,
    env: {
      NETWORK_PATIENCE_MS: '0',
      NETWORK_3: 'neutral',
      NETWORK_3_URL: wire.url,
      NETWORK_3_API_KEY: 'key',
    },
    overrides: { log: pino({ level: 'error' }, { write: (line) => void logged.push(line) }) },
  });
  staff = await givenStaff(api);
  calls = unsettledCalls(api, staff);
});
afterAll(async () => {
  await api?.stop();
  await wire?.stop();
});
beforeEach(async () => {
  [reply, feed] = [{ state: 'done' }, []];
  logged.length = 0;
  company = await givenCompany(api, { unallocatedKopecks: 5000_00 });
  card = await givenCard(api, company.id, { partnerId: THIRD, balanceKopecks: 1000_00 });
});

/** Reads the feed twice. The second reading must add nothing. */
async function readFeedTwice(...events: object[]): Promise<void> {
  feed = [...feed, ...events].map((event, index) => ({ ...event, sequence: index + 1 }));
  for (let time = 0; time < 2; time += 1) await pollNetwork(api.ctx, THIRD);
}

async function listContradictions(kind: string): Promise<Listed[]> {
  const { body } = await calls.list(`?kind=${kind}`);
  const all = body.data as (Listed & { company: { id: number } | null })[];
  expect(body.meta.totals[kind]).toBe(all.length);
  return all.filter((item) => (item.company ? item.company.id === company.id : kind === 'stray'));
}

const countStored = () =>
  getOnlyRow(
    api.ctx.db.system,
    sql<{ moved: number; operations: number; cards: number }>`
    select (select count(*) from ledger_transfer) as moved, (select count(*) from operation) as operations,
      (select count(*) from card) as cards`,
  );

const cardSum = async () =>
  (await api.get(`/api/card/${card.id}`, { token: company.admin.token })).body.data.card_sum as number;

async function started(call: string, form: Record<string, string | number>) {
  const requested = await api.post(`/api/card/${card.id}/${call}`, { token: company.admin.token, form });
  expect(requested.status).toBe(200);
  const found = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number; requestId: string }>`
      select id, network_request_id as "requestId" from operation where card_id = ${card.id} order by id desc limit 1`,
  );
  await carryOutOperation(api.ctx, found.id);
  return found;
}

async function topUp(sum = 3000) {
  const sms = await givenCode(api, company.admin, 'transfer', card.id);
  return started('transaction', { sum, sms, mode: 1 });
}

const sale = (more: object = {}) => ({
  kind: 'sale',
  externalId: `T-${card.id}`,
  cardNumber: card.number,
  goodsId: 301,
  goodsTitle: 'ДТ',
  centilitres: 10_00,
  unitPriceKopecks: 50_00,
  sumKopecks: 500_00,
  address: 'Химки',
  soldAt: '2026-09-15T11:00:00+03:00',
  ...more,
});

describe('an answer to a movement that has ended otherwise', () => {
  test('refused and later done moves nothing: staff read both sides, once', async () => {
    reply = { state: 'refused', reason: 'Карта закрыта' };
    const { requestId } = await topUp();
    const before = await countStored();
    await readFeedTwice({ kind: 'answer', requestId, state: 'done' });
    expect(await countStored()).toEqual(before);
    expect(await cardSum()).toBe(1000);
    expect(await listContradictions('answer')).toMatchObject([
      {
        company: { id: company.id },
        partner: { id: THIRD },
        card_number: card.number,
        asked: expect.stringMatching(/^Пополнение карты, 3\s000,00\s₽$/),
        problem: 'У нас отказ, а сеть исполнила',
        compared: [{ label: 'Итог', ours: 'Отказ: Карта закрыта', theirs: 'Исполнено' }, { label: 'Когда' }],
        deeds: ['acknowledge'],
      },
    ]);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('a network answers otherwise than is booked');
    await expectBooksToAgree(api);
  });

  test('done and later refused moves nothing, and each other reason is a word of its own', async () => {
    const { requestId } = await topUp();
    const before = await countStored();
    const refused = (reason: string) => ({ kind: 'answer', requestId, state: 'refused', reason });
    await readFeedTwice({ kind: 'answer', requestId, state: 'done' });
    expect(await listContradictions('answer')).toEqual([]);
    await readFeedTwice(refused('Нет денег'), refused('Карта закрыта'));
    expect(await countStored()).toEqual(before);
    expect(await cardSum()).toBe(4000);
    expect(await listContradictions('answer')).toMatchObject([
      { problem: 'У нас исполнено, а сеть отказала', compared: [{ theirs: 'Отказ: Карта закрыта' }, {}] },
      { problem: 'У нас исполнено, а сеть отказала', compared: [{ theirs: 'Отказ: Нет денег' }, {}] },
    ]);
    expect(logged).toHaveLength(2);
  });

  test('an answer that a page lists twice is booked once and reported to no one', async () => {
    reply = { state: 'accepted' };
    const { requestId } = await topUp();
    const answer = { kind: 'answer', requestId, state: 'done' };
    await readFeedTwice(answer, answer);
    expect(await cardSum()).toBe(4000);
    expect(await listContradictions('answer')).toEqual([]);
  });

  test('a network that contradicts a decision later does not undo it, and is reported', async () => {
    reply = { state: 'accepted' };
    const { id, requestId } = await topUp();
    api.clock.advanceSeconds(601);
    const input = await api.post(`/staff/api/unclear-movements/${id}/settle`, {
      token: staff.token,
      json: { executed: false, reason: 'Письмо сети' },
    });
    expect(input.status).toBe(200);
    await readFeedTwice({ kind: 'answer', requestId, state: 'done' });
    const [row] = await listContradictions('answer');
    expect(row).toMatchObject({ problem: 'У нас отказ, а сеть исполнила' });
    expect(await cardSum()).toBe(1000);

    const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
    expect((await calls.acknowledge('answer', row!.id, {}, { token: manager.token })).status).toBe(404);
    expect((await calls.acknowledge('answer', row!.id)).status).toBe(200);
    await readFeedTwice();
    expect(await listContradictions('answer')).toEqual([]);
    expect((await calls.acknowledge('answer', row!.id)).status).toBe(409);
    const { reason } = await getOnlyRow(
      api.ctx.db.system,
      sql<{ reason: string }>`
        select reason from acknowledgement where kind = 'answer' and subject_id = ${row!.id}
          and acknowledged_by = ${staff.id} and acknowledged_at = ${api.clock.now()}`,
    );
    expect(reason).toBe('Написали в сеть');
  });

  test('a block refused and later done leaves the card as it is', async () => {
    reply = { state: 'refused', reason: 'Нельзя' };
    const { requestId } = await started('changeStatus', {});
    await readFeedTwice({ kind: 'answer', requestId, state: 'done' });
    const { body } = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
    expect(body.data.status.id).toBe(1);
    expect(await listContradictions('answer')).toMatchObject([
      { asked: 'Блокировка карты', problem: 'У нас отказ, а сеть исполнила' },
    ]);
  });

  test('cards of a refused order stay out, even when it was requested again since', async () => {
    reply = { state: 'refused', reason: 'Карт нет' };
    const { id, itemIds } = await givenOrder(api, company.admin, [{ partner: THIRD, count: 1 }]);
    const [itemId = 0] = itemIds;
    await approveOrder(api.ctx, id);
    await askForCards(api.ctx, itemId);
    const { requestId } = await getOnlyRow(
      api.ctx.db.system,
      sql<{
        requestId: string;
      }>`select network_request_id as "requestId" from card_request_item where id = ${itemId}`,
    );
    const refusal = { kind: 'answer', requestId, state: 'refused', reason: 'Карт нет' };
    await readFeedTwice(refusal);
    await approveOrder(api.ctx, id);
    await readFeedTwice(refusal);
    expect([await listContradictions('answer'), await listContradictions('stray')]).toEqual([[], []]);
    const before = await countStored();
    const number = `7005700${itemId}`.padEnd(16, '1');
    await readFeedTwice({ kind: 'answer', requestId, state: 'done', cards: [{ number, isVirtual: false }] });
    expect(await countStored()).toEqual(before);
    expect(await listContradictions('answer')).toMatchObject([
      {
        asked: `Заявка № ${id}, карт: 1`,
        compared: [{ ours: 'Отказ: Карт нет, выпущено карт: 0', theirs: `Исполнено, карты: ${number}` }, {}],
      },
    ]);
  });
});

test('a response to no command of ours is stored for staff, from any network', async () => {
  const requestId = randomUUID();
  await readFeedTwice({ kind: 'answer', requestId, state: 'done' });
  const [row] = await listContradictions('stray');
  expect(row).toMatchObject({
    company: null,
    partner: { id: THIRD },
    problem: 'Такой команды у нас нет',
    details: [{ label: 'Номер команды', value: requestId }],
    compared: [{ label: 'Итог', ours: 'Команды нет', theirs: 'Исполнено' }],
  });
  expect(logged).toHaveLength(1);
  expect((await calls.acknowledge('stray', row!.id)).status).toBe(200);
  await readFeedTwice();
  expect(await listContradictions('stray')).toEqual([]);
});

describe('a known sale that is reported differently', () => {
  test.each([
    ['sum', { sumKopecks: 700_00 }, /700,00/],
    ['litres', { centilitres: 14_00 }, /^14,00$/],
    ['card', { cardNumber: '7005800000000001' }, /7005800000000001/],
    ['kind', { kind: 'refund' }, /Возврат/],
    ['day', { soldAt: '2026-08-31T23:00:00+03:00' }, /31\.08\.2026/],
  ])('%s: nothing is booked, staff read both sides once', async (_, more, theirs) => {
    await readFeedTwice(sale());
    await readFeedTwice(sale());
    expect(logged).toEqual([]);
    const before = await countStored();
    await readFeedTwice(sale(more));
    expect(await countStored()).toEqual(before);
    expect(await cardSum()).toBe(500);
    const rows = await listContradictions('resale');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      problem: 'Продажа проведена, а сеть сообщила её иначе',
      deeds: ['acknowledge'],
    });
    const lines = rows[0]!.compared as { ours: string; theirs: string }[];
    const differing = lines.filter((line) => line.ours !== line.theirs);
    expect(differing).toMatchObject([{ theirs: expect.stringMatching(theirs) }]);
    expect(logged).toHaveLength(1);
    expect(logged[0]).not.toContain('7005800000000001');
  });

  test('another case of the address or the goods changes nothing', async () => {
    await readFeedTwice(
      sale(),
      sale({ address: 'ХИМКИ', goodsTitle: 'дт', soldAt: '2026-09-15T11:00:01+03:00' }),
    );
    expect(await listContradictions('resale')).toEqual([]);
  });

  test('a sale twice in one page: the first is booked, the second is reported', async () => {
    await readFeedTwice(sale(), sale({ sumKopecks: 900_00 }));
    expect(await cardSum()).toBe(500);
    expect(await listContradictions('resale')).toHaveLength(1);
  });

  test('a sale that waits for its card or was closed is reported too and stays as it was', async () => {
    const unknownCard = { cardNumber: `7005801${card.id}`.padEnd(16, '2') };
    await readFeedTwice(sale(unknownCard));
    await readFeedTwice(sale({ ...unknownCard, sumKopecks: 1_00 }));
    const [waiting] = (await calls.list('?kind=resale')).body.data;
    expect(waiting).toMatchObject({
      problem: 'Продажа ждёт разбора, а сеть сообщила её иначе',
      company: null,
    });
    const [unmatchedSale] = (await calls.list('?kind=sale')).body.data;
    expect((await calls.close('sale', unmatchedSale.id)).status).toBe(200);
    await readFeedTwice(sale({ ...unknownCard, sumKopecks: 2_00 }));
    const [closed] = (await calls.list('?kind=resale')).body.data;
    expect(closed).toMatchObject({ problem: 'Продажа закрыта, а сеть сообщила её иначе' });
    expect((await calls.list('?kind=sale')).body.data).toEqual([]);
  });
});

describe('a sale dated more than a day ahead', () => {
  const daysFromNow = (days: number) =>
    new Date(api.clock.now().getTime() + days * DAY_SECONDS * 1000).toISOString();
  const waiting = async () =>
    ((await calls.list('?kind=sale')).body.data as Listed[]).filter(
      (listed) => listed.card_number === card.number,
    );

  test('a sale of a future day is booked once when a day or less is left', async () => {
    await readFeedTwice(sale({ soldAt: daysFromNow(3) }));
    expect(await cardSum()).toBe(1000);
    const [row] = await waiting();
    expect(row).toMatchObject({
      problem: 'Продажа датирована будущим днём',
      compared: [{ label: 'Время' }],
      deeds: ['close'],
    });
    expect(logged).toHaveLength(1);
    expect((await calls.ask('sale', row!.id)).body.message).toMatch(/останутся сутки/);
    api.clock.advanceSeconds(2 * DAY_SECONDS - 1);
    await readFeedTwice();
    expect(await cardSum()).toBe(1000);
    api.clock.advanceSeconds(1);
    await readFeedTwice();
    expect(await cardSum()).toBe(500);
    expect(await waiting()).toEqual([]);
    expect(logged).toHaveLength(1);
  });

  test('a sale of a future day is booked with the day that its network corrected', async () => {
    await readFeedTwice(sale({ soldAt: daysFromNow(365) }));
    await readFeedTwice(sale({ soldAt: daysFromNow(20) }));
    await readFeedTwice(sale({ soldAt: daysFromNow(0) }));
    expect(await cardSum()).toBe(500);
    expect([await waiting(), await listContradictions('resale')]).toEqual([[], []]);
  });

  test('a sale of a future day that a user has closed is never booked', async () => {
    await readFeedTwice(sale({ soldAt: daysFromNow(3) }));
    const [row] = await waiting();
    expect((await calls.close('sale', row!.id)).status).toBe(200);
    api.clock.advanceSeconds(5 * DAY_SECONDS);
    await readFeedTwice();
    expect(await cardSum()).toBe(1000);
  });

  test('a sale at most a day ahead is booked at once', async () => {
    await readFeedTwice(sale({ soldAt: daysFromNow(1) }));
    expect(await cardSum()).toBe(500);
  });

  test('at the end of time hides nothing of its network', async () => {
    const last = '9999-12-31T20:00:00+03:00';
    await readFeedTwice(sale({ soldAt: last }), sale({ externalId: `after-${card.id}` }));
    await readFeedTwice(sale({ soldAt: last, sumKopecks: 1_00 }));
    expect(await cardSum()).toBe(500);
    expect(await waiting()).toHaveLength(1);
    expect(await listContradictions('resale')).toHaveLength(1);
  });
});
