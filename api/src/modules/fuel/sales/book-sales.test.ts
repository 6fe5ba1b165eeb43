import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CARD_STATUS, OPERATION_STATUS, OPERATION_TYPE, PARTNER, type PartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { rows } from '../../../db/database.ts';
import { formatCardNumber } from '../../../gateways/fuel-network/card-number.ts';
import { carryOutDue } from '../../../testing/givens/carry-out-due.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenMoney,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { bookSales } from './book-sales.ts';
import { carryOutOperation } from '../settlement/carry-out-operation.ts';
import { listReadings, recordFeedRead } from './feeds.ts';
import { coverShortfalls } from './cover-shortfalls.ts';
import { pollNetwork } from '../feeds/poll-network.ts';
import type { NetworkSaleEvent } from './sale-money.ts';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;

beforeAll(async () => {
  // Starts without the queue, so that a block stays in progress until the test carries it out.
  api = await startApi({ jobs: false });
});

afterAll(() => api.stop());

beforeEach(async () => {
  company = await givenCompany(api);
  card = await givenCard(api, company.id, { balanceKopecks: 1000_00 });
});

let serial = 0;

/** Builds an event as a network would report it for our card. */
function event(about: Partial<NetworkSaleEvent> = {}): NetworkSaleEvent {
  serial += 1;
  return {
    sequence: serial,
    kind: 'sale',
    externalId: `S-${serial}`,
    cardNumber: card.number,
    goodsId: 301,
    goodsTitle: 'ДТ',
    centilitres: 50_00,
    unitPriceKopecks: kopecks(60_00),
    sumKopecks: kopecks(300_00),
    address: 'М-4 «Дон», 112-й км',
    soldAt: api.clock.now(),
    ...about,
  };
}

function book(...events: NetworkSaleEvent[]): Promise<void> {
  return bookSales(api.ctx, PARTNER.gpn, events);
}

/** Simulates a database in which every booking fails. */
function withoutTransactions(): typeof api.ctx {
  return { ...api.ctx, db: { ...api.ctx.db, inSystem: () => Promise.reject(new Error('gone')) } };
}

const poll = (): Promise<void> => pollNetwork(api.ctx, PARTNER.gpn);

async function balances(partnerId: PartnerId = PARTNER.gpn) {
  const found = await rows(
    api.ctx.db.system,
    sql<{ kind: string; balance_kopecks: number }>`
      select kind, balance_kopecks from ledger_account
      where company_id = ${company.id} and (partner_id = ${partnerId} or card_id = ${card.id})`,
  );
  const of = (kind: string): number => found.find((item) => item.kind === kind)?.balance_kopecks ?? NaN;
  return { card: of('card'), partner: of('partner'), debt: of('debt'), network: of('network') };
}

interface OperationRow {
  id: number;
  type_id: number;
  status_id: number;
  sum_kopecks: number;
  external_id: string | null;
  author_id: number | null;
  created_at: Date;
  reason: string | null;
}

async function operations(): Promise<OperationRow[]> {
  return rows(
    api.ctx.db.system,
    sql<OperationRow>`
      select id, type_id, status_id, sum_kopecks, external_id, author_id, created_at, reason
      from operation where company_id = ${company.id} order by id`,
  );
}

async function readUnmatchedSale(externalId: string) {
  const found = await rows(
    api.ctx.db.system,
    sql<{ reason: string; tries: number; booked_at: Date | null }>`
      select reason, tries, booked_at from network_orphan where external_id = ${externalId}`,
  );
  return found[0] ?? null;
}

/** After each of these pauses, in seconds, runs the due requests to the network and reads its responses. */
async function advanceClock(...pauses: number[]): Promise<void> {
  for (const seconds of pauses) {
    api.clock.advanceSeconds(seconds);
    await carryOutDue(api);
    await api.pollNetworks();
  }
}

test('a page that brings nothing new leaves no line in the audit log', async () => {
  const page = [event(), event({ soldAt: new Date(api.clock.now().getTime() + 3 * 24 * 3600_000) })];
  await bookSales(api.ctx, PARTNER.gpn, page);
  const countLines = async () =>
    (await rows(api.ctx.db.system, sql`select id from audit_event where what = 'sales-booked'`)).length;
  const lines = await countLines();
  await bookSales(api.ctx, PARTNER.gpn, page);
  await bookSales(api.ctx, PARTNER.gpn, []);
  expect(await countLines()).toBe(lines);
});

test('a feed was last read when it was last read, whatever order the readings end in', async () => {
  const [early, late] = [new Date('2026-09-15T10:00:00Z'), new Date('2026-09-15T11:00:00Z')];
  for (const at of [early, late, early]) await recordFeedRead(api.ctx.db.system, PARTNER.rn, at);
  expect((await listReadings(api.ctx.db.system)).get(PARTNER.rn)).toEqual(late);
});

describe('a purchase', () => {
  test('§9.30 a purchase takes its sum from the card and is listed at the time of the sale', async () => {
    const soldAt = new Date('2026-09-14T06:30:00Z');
    await book(event({ externalId: 'first', soldAt }));
    expect(await balances()).toEqual({ card: 700_00, partner: 0, debt: 0, network: 300_00 });
    const [operation] = await operations();
    expect(operation).toMatchObject({
      type_id: OPERATION_TYPE.purchase,
      status_id: OPERATION_STATUS.done,
      sum_kopecks: 300_00,
      external_id: 'first',
      created_at: soldAt,
    });
    await expectBooksToAgree(api);
  });

  test('reported again, in the same page, in another and with other words, is paid once', async () => {
    const sale = event();
    await book(sale, sale);
    await book(event({ ...sale, sumKopecks: kopecks(999_00) }));
    expect((await balances()).card).toBe(700_00);
    expect(await operations()).toHaveLength(1);
  });

  test('a purchase that comes late, after newer ones, is booked at its own time', async () => {
    const late = event({ soldAt: new Date('2026-09-01T00:00:00Z') });
    await book(event(), event());
    await book(late);
    expect((await balances()).card).toBe(100_00);
    expect((await operations()).at(-1)?.created_at).toEqual(late.soldAt);
  });

  test('a purchase for zero rubles (a full discount) is an operation without money', async () => {
    await book(event({ sumKopecks: kopecks(0) }));
    expect((await balances()).card).toBe(1000_00);
    expect(await operations()).toHaveLength(1);
  });
});

describe('fuel that the card could not pay', () => {
  test('the partner account pays what the card lacks, and the card stays open', async () => {
    await givenMoney(api, { companyId: company.id, kind: 'partner', partnerId: PARTNER.gpn }, 500_00);
    await book(event({ sumKopecks: kopecks(1200_00) }));
    expect(await balances()).toEqual({ card: 0, partner: 300_00, debt: 0, network: 1200_00 });
    expect(await operations()).toHaveLength(1);
  });

  test('fuel beyond all money is a visible debt, the card is blocked, and it is audited', async () => {
    await givenMoney(api, { companyId: company.id, kind: 'partner', partnerId: PARTNER.gpn }, 500_00);
    await book(event({ sumKopecks: kopecks(1700_00) }));
    expect(await balances()).toEqual({ card: 0, partner: 0, debt: -200_00, network: 1700_00 });
    const [sale, block] = await operations();
    expect(block).toMatchObject({
      type_id: OPERATION_TYPE.blocking,
      status_id: OPERATION_STATUS.inProgress,
      author_id: null,
    });
    const audit = await rows(
      api.ctx.db.system,
      sql<{
        details: unknown;
      }>`select details from audit_event where what = 'debt-arisen' and company_id = ${company.id}`,
    );
    expect(audit).toEqual([{ details: { cardId: card.id, operationId: sale?.id, owedKopecks: 200_00 } }]);

    api.setMood(() => undefined);
    await carryOutOperation(api.ctx, block?.id as number);
    api.clock.advanceSeconds(4);
    await api.pollNetworks();
    const [now] = await rows(
      api.ctx.db.system,
      sql<{ status_id: number }>`select status_id from card where id = ${card.id}`,
    );
    expect(now?.status_id).toBe(CARD_STATUS.blocked);
    await expectBooksToAgree(api);
  });

  test('several debts of one card, in one page and later, start one block', async () => {
    await book(event({ sumKopecks: kopecks(1100_00) }), event());
    await book(event());
    expect((await balances()).debt).toBe(-700_00);
    const blocks = (await operations()).filter((operation) => operation.type_id === OPERATION_TYPE.blocking);
    expect(blocks).toHaveLength(1);
  });

  test('a card that is blocked already is not blocked again', async () => {
    await sql`update card set status_id = ${CARD_STATUS.blocked} where id = ${card.id}`.execute(
      api.ctx.db.system,
    );
    await book(event({ sumKopecks: kopecks(1100_00) }));
    expect(await operations()).toHaveLength(1);
  });

  test.each([
    ['the block would be done first', 'late', 60],
    ['the unblocking is done first', undefined, 4],
    ['the network refuses the unblocking', 'refuse', 4],
  ] as const)('a card that is being unblocked meanwhile ends blocked: %s', async (_, mood, seconds) => {
    const { token } = company.admin;
    const shown = async () => (await api.get(`/api/card/${card.id}`, { token })).body.data;
    const changeStatus = () => api.post(`/api/card/${card.id}/changeStatus`, { token, form: {} });
    await changeStatus();
    await advanceClock(6, 4);
    expect((await shown()).status.id).toBe(CARD_STATUS.blocked);

    api.setMood((command) => (command.kind === 'unblock' ? mood : undefined));
    await changeStatus();
    await book(event({ sumKopecks: kopecks(1100_00) }));
    await advanceClock(6, 4, seconds, 6, 4);
    api.setMood(() => undefined);
    expect((await shown()).inProgressOperations).toEqual([]);
    expect((await shown()).status.id).toBe(CARD_STATUS.blocked);
    const states = (await api.ctx.getNetwork(PARTNER.gpn).cardStates()).filter(
      (cardState) => cardState.cardNumber === card.number,
    );
    expect(states).toMatchObject([{ status: CARD_STATUS.blocked }]);
  });
});

describe('a refund', () => {
  test('§9.30 a refund gives the sum back to the card', async () => {
    const sale = event();
    await book(sale);
    await book(event({ ...sale, kind: 'refund', externalId: `${sale.externalId}-R` }));
    expect(await balances()).toEqual({ card: 1000_00, partner: 0, debt: 0, network: 0 });
    expect((await operations()).map((operation) => operation.type_id)).toEqual([
      OPERATION_TYPE.purchase,
      OPERATION_TYPE.refund,
    ]);
  });

  test('a refund that comes before its purchase ends in the same balances', async () => {
    const sale = event();
    await book(event({ ...sale, kind: 'refund', externalId: `${sale.externalId}-R` }));
    await book(sale);
    expect(await balances()).toEqual({ card: 1000_00, partner: 0, debt: 0, network: 0 });
  });

  test('a refund pays the debt back first', async () => {
    await book(event({ sumKopecks: kopecks(1200_00) }));
    await book(event({ kind: 'refund', sumKopecks: kopecks(500_00) }));
    expect(await balances()).toEqual({ card: 300_00, partner: 0, debt: 0, network: 700_00 });
    await expectBooksToAgree(api);
  });
});

describe('fuel bought while the card’s money was on its way', () => {
  async function requestMovement(mode: 0 | 1, sum: number): Promise<number> {
    const sms = await givenCode(api, company.admin, mode === 1 ? 'transfer' : 'payout', card.id);
    const form = { sum, sms, mode };
    const timeoutMs = api.ctx.config.networkTimeoutMs;
    api.ctx.config.networkTimeoutMs = 0;
    await api.post(`/api/card/${card.id}/transaction`, { token: company.admin.token, form });
    api.ctx.config.networkTimeoutMs = timeoutMs;
    return (await operations()).at(-1)?.id as number;
  }

  async function fuel(externalId: string, litres: number): Promise<void> {
    const about = { card_number: card.number, goods_id: 301, unit_price: 50, address: 'Химки' };
    const sold = await api.ctx.simulated?.fuel({ ...about, litres, external_id: externalId });
    expect(sold?.outcome).toBe('sold');
  }

  test('a payout that the network will refuse makes no debtor of a card that can pay', async () => {
    await requestMovement(0, 1000);
    await fuel(`payout-${company.id}`, 20);
    await api.pollNetworks();
    expect(await balances()).toEqual({ card: 0, partner: 0, debt: 0, network: 1000_00 });
    expect((await operations()).map((operation) => [operation.type_id, operation.status_id])).toEqual([
      [OPERATION_TYPE.payout, OPERATION_STATUS.failed],
      [OPERATION_TYPE.purchase, OPERATION_STATUS.done],
    ]);
  });

  test('a transfer that the network has done and not yet reported pays for the fuel', async () => {
    await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 500_00);
    api.setMood(() => 'drop');
    await carryOutOperation(api.ctx, await requestMovement(1, 500));
    api.setMood(() => undefined);
    await fuel(`late-${company.id}`, 30);
    await api.pollNetworks();
    expect(await balances()).toEqual({ card: 0, partner: 0, debt: 0, network: 1500_00 });
    expect((await operations()).some((operation) => operation.type_id === OPERATION_TYPE.blocking)).toBe(
      false,
    );
  });

  test('a retried sale makes no debtor of a card whose payout the network will refuse', async () => {
    await fuel(`again-${company.id}`, 20);
    const sale = event({ externalId: `again-${company.id}`, sumKopecks: kopecks(1000_00) });
    await bookSales(withoutTransactions(), PARTNER.gpn, [sale]);
    await requestMovement(0, 1000);
    api.clock.advanceSeconds(61);
    await api.pollNetworks();
    expect(await balances()).toEqual({ card: 0, partner: 0, debt: 0, network: 1000_00 });
    expect((await operations()).some((operation) => operation.type_id === OPERATION_TYPE.blocking)).toBe(
      false,
    );
  });

  test('a shortfall is not paid twice: money that returns to the card pays that debt', async () => {
    const payout = await requestMovement(0, 1000);
    await fuel(`twice-${company.id}`, 20);
    // Simulates a network that did not respond.
    await book(event({ externalId: `twice-${company.id}`, sumKopecks: kopecks(1000_00) }));
    expect(await balances()).toMatchObject({ card: 0, debt: -1000_00 });
    await carryOutOperation(api.ctx, payout);
    await coverShortfalls(api.ctx);
    await coverShortfalls(api.ctx);
    expect(await balances()).toEqual({ card: 0, partner: 0, debt: 0, network: 1000_00 });
    await expectBooksToAgree(api);
  });

  test('fuel bought meanwhile is paid from the card’s first two receipts only', async () => {
    await book(event({ sumKopecks: kopecks(1500_00) }));
    for (const owed of [400_00, 300_00, 200_00]) {
      await givenMoney(api, { companyId: company.id, kind: 'card', cardId: card.id }, 100_00);
      await coverShortfalls(api.ctx);
      expect(await balances()).toMatchObject({ card: 0, debt: -owed });
    }
    await expectBooksToAgree(api);
  });

  test('money that the partner account lent to the card returns to it', async () => {
    await givenMoney(api, { companyId: company.id, kind: 'partner', partnerId: PARTNER.gpn }, 300_00);
    const payout = await requestMovement(0, 1000);
    await fuel(`lent-${company.id}`, 20);
    await book(event({ externalId: `lent-${company.id}`, sumKopecks: kopecks(1000_00) }));
    expect(await balances()).toMatchObject({ card: 0, partner: 0, debt: -700_00 });
    await carryOutOperation(api.ctx, payout);
    await Promise.all([coverShortfalls(api.ctx), coverShortfalls(api.ctx)]);
    expect(await balances()).toEqual({ card: 0, partner: 300_00, debt: 0, network: 1000_00 });
  });

  test('a card whose late fuel can’t be paid keeps no other card’s debt from being paid', async () => {
    const next = await givenCard(api, company.id, { balanceKopecks: 1000_00 });
    for (const item of [card, next]) {
      await book(event({ cardNumber: item.number, sumKopecks: kopecks(1200_00) }));
      await givenMoney(api, { companyId: company.id, kind: 'card', cardId: item.id }, 500_00);
    }
    await askOwner(
      api,
      `create function refuse_poison() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$;
      create trigger refuse_poison before update on card for each row when (old.id = ${card.id}) execute function refuse_poison()`,
    );
    await coverShortfalls(api.ctx);
    await askOwner(api, 'drop function refuse_poison cascade');
    expect((await balances()).debt).toBe(-200_00);
    await coverShortfalls(api.ctx);
    expect(await balances()).toMatchObject({ card: 300_00, debt: 0 });
    await expectBooksToAgree(api);
  });

  test('a refund on one card does not pay another card’s debt', async () => {
    await book(event({ sumKopecks: kopecks(1200_00) }));
    const debtor = card;
    card = await givenCard(api, company.id, { balanceKopecks: 0 });
    await book(event({ kind: 'refund', sumKopecks: kopecks(500_00) }));
    expect(await balances()).toMatchObject({ card: 500_00, debt: -200_00 });
    card = debtor;
    await book(event({ kind: 'refund', sumKopecks: kopecks(500_00) }));
    expect(await balances()).toMatchObject({ card: 300_00, debt: 0 });
    await expectBooksToAgree(api);
  });
});

describe('an event that can’t be booked', () => {
  test('a sale of an unknown card waits for staff, and is booked once the card exists', async () => {
    const number = formatCardNumber(PARTNER.gpn, 900_001);
    const unknownCardSale = event({ cardNumber: number });
    await book(unknownCardSale, event());
    expect(await readUnmatchedSale(unknownCardSale.externalId)).toMatchObject({ tries: 1, booked_at: null });
    expect((await balances()).card).toBe(700_00);

    await poll();
    expect(await readUnmatchedSale(unknownCardSale.externalId)).toMatchObject({ tries: 1, booked_at: null });
    const late = await givenCard(api, company.id, { number, balanceKopecks: 400_00 });
    await poll();
    expect((await readUnmatchedSale(unknownCardSale.externalId))?.booked_at).not.toBeNull();
    const paid = (await operations()).filter(
      (operation) => operation.external_id === unknownCardSale.externalId,
    );
    expect(paid).toHaveLength(1);
    card = late;
    expect((await balances()).card).toBe(100_00);
  });

  test('another network’s card of the same number is not ours', async () => {
    const sale = event();
    await bookSales(api.ctx, PARTNER.rn, [sale]);
    expect(await operations()).toHaveLength(0);
    expect(await readUnmatchedSale(sale.externalId)).not.toBeNull();
  });

  test('a sale that always fails stops no other of its page, and is retried more rarely', async () => {
    const poisoned = event({ goodsId: 2 ** 40 });
    await book(event(), poisoned, event());
    expect((await balances()).card).toBe(400_00);
    expect(await readUnmatchedSale(poisoned.externalId)).toMatchObject({ tries: 1 });
    await poll();
    expect(await readUnmatchedSale(poisoned.externalId)).toMatchObject({ tries: 1 });
    api.clock.advanceSeconds(61);
    await poll();
    await poll();
    expect(await readUnmatchedSale(poisoned.externalId)).toMatchObject({ tries: 2 });
    expect(await operations()).toHaveLength(2);
    await expectBooksToAgree(api);
  });

  test('an absurdly large sum neither empties the company’s accounts nor stops its sales', async () => {
    await book(event({ sumKopecks: kopecks(Number.MAX_SAFE_INTEGER) }), event());
    await book(event());
    expect(await balances()).toMatchObject({ card: 400_00, debt: 0 });
  });

  test('absurdly many litres leave the company its list of operations', async () => {
    await book(event({ centilitres: Number.MAX_SAFE_INTEGER }), event());
    await book(event());
    const answer = await api.get('/api/operations', { token: company.admin.token });
    expect([answer.status, answer.body.meta?.totals]).toEqual([200, { sum: 600, litres: 100 }]);
  });
});

test('the largest sum and the most litres of a sale are booked, and nothing above them', async () => {
  const [litres, sum] = [1_000_000_00, 10_000_000_00];
  const booked = [event({ centilitres: litres }), event({ sumKopecks: kopecks(sum) })];
  await book(event({ centilitres: litres + 1 }), event({ sumKopecks: kopecks(sum + 1) }), ...booked);
  const sold = (await operations()).flatMap((operation) => operation.external_id ?? []);
  expect(sold.toSorted()).toEqual(booked.map(({ externalId }) => externalId).toSorted());
});

describe('the feed', () => {
  test('two processes that read at once book each sale once', async () => {
    const sales = Array.from({ length: 20 }, () => event({ sumKopecks: kopecks(10_00) }));
    await Promise.all([book(...sales), book(...sales.toReversed()), book(...sales)]);
    expect(await operations()).toHaveLength(20);
    expect((await balances()).card).toBe(800_00);
    await expectBooksToAgree(api);
  });

  test('a driver fuels and takes it back: both come by the feed, however many read it', async () => {
    const sold = await api.ctx.simulated?.fuel({
      card_number: card.number,
      goods_id: 301,
      litres: 10,
      unit_price: 60,
      address: 'Химки',
      external_id: `feed-${company.id}`,
    });
    expect(sold?.outcome).toBe('sold');
    await Promise.all([pollNetwork(api.ctx, PARTNER.gpn), pollNetwork(api.ctx, PARTNER.gpn)]);
    expect((await balances()).card).toBe(400_00);
    await api.ctx.simulated?.refund(`feed-${company.id}`);
    await api.pollNetworks();
    expect((await balances()).card).toBe(1000_00);
    const reported = await sql`
      select external_id, refund_of from operation where card_id = ${card.id} order by id`.execute(
      api.ctx.db.system,
    );
    expect(reported.rows).toEqual([
      { external_id: `feed-${company.id}`, refund_of: null },
      { external_id: `feed-${company.id}-R`, refund_of: `feed-${company.id}` },
    ]);
  });

  test('a page read again after a crash between booking and recording changes nothing', async () => {
    for (const index of [1, 2, 3]) {
      const external_id = `crash-${company.id}-${index}`;
      const fuelling = {
        card_number: card.number,
        goods_id: 301,
        litres: 1,
        unit_price: 50,
        address: 'Химки',
        external_id,
      };
      await api.ctx.simulated?.fuel(fuelling);
    }
    const { rows: read } = await sql<{ sequence: number }>`
      select sequence from network_feed where partner_id = ${PARTNER.gpn}`.execute(api.ctx.db.system);
    await api.pollNetworks();
    await sql`update network_feed set sequence = ${read[0]?.sequence} where partner_id = ${PARTNER.gpn}`.execute(
      api.ctx.db.system,
    );
    await api.pollNetworks();
    expect((await balances()).card).toBe(850_00);
    expect(await operations()).toHaveLength(3);
  });

  test('a sale that met a passing failure is booked a minute later, not lost', async () => {
    const sale = event();
    await bookSales(withoutTransactions(), PARTNER.gpn, [sale]);
    expect(await readUnmatchedSale(sale.externalId)).toMatchObject({ reason: 'Error: gone' });
    api.clock.advanceSeconds(61);
    await poll();
    expect((await balances()).card).toBe(700_00);
  });
});

test('a page with one sale leaves a record in the audit log, of a later day too', async () => {
  const later = new Date(api.clock.now().getTime() + 3 * 24 * 3_600_000);
  for (const [sale, after] of [
    [event(), { sales: 1, refunds: 0, waiting: 0 }],
    [event({ soldAt: later }), { sales: 0, refunds: 0, waiting: 1 }],
  ] as const) {
    await book(sale);
    const [last] = await rows(
      api.ctx.db.system,
      sql`select after from audit_event where what = 'sales-booked' order by id desc limit 1`,
    );
    expect(last).toEqual({ after });
  }
});
