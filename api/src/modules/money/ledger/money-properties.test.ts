import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATION_STATUS, OPERATION_TYPE, PARTNER } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { rows } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { NetworkUnavailable, type NetworkCommand } from '../../../gateways/fuel-network/fuel-network.ts';
import type { CardBehaviour } from '../../../gateways/fuel-network/simulator/receive-command.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCard,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import {
  givenBankFile,
  outgoingDocument,
  bankFileDocument,
  makeStatement,
} from '../../../testing/givens/given-bank-file.ts';
import { chargeFees } from '../fees/charge-fees.ts';
import { lockMoney } from './lock-money.ts';
import { carryOutOperation } from '../../fuel/settlement/carry-out-operation.ts';
import { coverShortfalls } from '../../fuel/sales/cover-shortfalls.ts';
import { pollNetwork } from '../../fuel/feeds/poll-network.ts';
import { compareCards } from '../../backoffice/reconciliation/compare-cards.ts';

/**
 * Runs every movement in random order, by several users at once, with networks that answer in every way, against a
 * model that stores only sums. fast-check shrinks the failures that it finds.
 */
let api: TestApi;
let network: pg.Client;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false, env: { NETWORK_PATIENCE_MS: '0' } });
  staff = await givenStaff(api);
  network = new pg.Client(api.databaseUrl);
  await network.connect();
  api.setMood(chooseBehaviour);
});

afterAll(async () => {
  await network?.end();
  await api?.stop();
});

const BEHAVIOURS: readonly CardBehaviour[] = ['normal', 'twice', 'late', 'never', 'refuse', 'drop', 'normal'];

/** The kopecks decide, so that a sequence that fails can be run again. */
function chooseBehaviour(command: NetworkCommand): CardBehaviour | undefined {
  return 'sumKopecks' in command ? BEHAVIOURS[command.sumKopecks % BEHAVIOURS.length] : 'normal';
}

type Move =
  | { kind: 'top-up'; company: number; sum: number }
  /** A person books what the programme has paid back. */
  | { kind: 'return'; company: number; sum: number }
  /** … takes it back, or books again what waits; the sum is that of the return. */
  | { kind: 'reopen'; company: number; sum: number; id?: number; revision?: number }
  | { kind: 'return-again'; company: number; sum: number; id?: number; revision?: number }
  | { kind: 'transfer' | 'payout'; company: number; card: number; sum: number }
  /** Moves money to a card of the other company. */
  | { kind: 'transfer-astray'; company: number; card: number; sum: number }
  | { kind: 'distribute' | 'revoke'; company: number; partner: number; sum: number };

type Step =
  | { kind: 'at-once'; movements: Move[] }
  | { kind: 'credit'; company: number; sum: number }
  /** The programme takes a fee of a month, at the network of which no fuel is sold. */
  | { kind: 'fee'; company: number; sum: number }
  | { kind: 'fuel'; company: number; card: number; sum: number }
  | { kind: 'refund'; sale: number }
  | { kind: 'network-works' | 'read-feed' | 'read-feed-alone' | 'time-passes' };

const place = { company: fc.nat(1), sum: fc.integer({ min: 1, max: 25_000 }) };
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ kind: fc.constant('top-up' as const), ...place }),
  fc.record({ kind: fc.constant('return' as const), ...place }),
  fc.record({ kind: fc.constantFrom('reopen' as const, 'return-again' as const), ...place }),
  fc.record({ kind: fc.constantFrom('transfer' as const, 'payout' as const), card: fc.nat(1), ...place }),
  fc.record({ kind: fc.constant('transfer-astray' as const), card: fc.nat(1), ...place }),
  fc.record({
    kind: fc.constantFrom('distribute' as const, 'revoke' as const),
    partner: fc.constantFrom(PARTNER.gpn, PARTNER.rn),
    ...place,
  }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('at-once' as const),
      movements: fc.array(move, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('credit' as const), company: fc.nat(1), sum: fc.nat(50_000) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fee' as const), ...place }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fuel' as const), card: fc.nat(1), ...place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund' as const), sale: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'network-works' as const,
        'read-feed' as const,
        'read-feed-alone' as const,
        'time-passes' as const,
      ),
    }),
  },
);

/** Expected contents of a company's places: sums of what has happened, and nothing else. */
interface Model {
  unallocated: number;
  credit: number;
  inTransit: number;
  /**
   * Balance of each card as its network would report it: money on the card minus what its fuel took from other
   * accounts.
   */
  cards: number[];
  /** The accounts of the cards' network with its debt, and the cards: where a sale is divided. */
  cardNetwork: number;
  /** The account of the other network, of which no fuel is sold. */
  otherNetwork: number;
}

interface PlayedCompany {
  companyId: number;
  inn: string;
  people: GivenPerson[];
  cards: GivenCard[];
  model: Model;
  /** Operations by what was last seen of them. */
  seen: Map<number, number>;
}

interface Sale {
  externalId: string;
  refunded: boolean;
}

test(
  'after any sequence every kopeck is where the model says, and the books agree',
  { timeout: 300_000 },
  async () => {
    const deadline = performance.now() + 10_000;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        // Time is bounded: a slow machine plays fewer sequences.
        if (performance.now() > deadline) return;
        const companies = [await givenPlayer(), await givenPlayer()];
        const sales: Sale[] = [];
        for (const item of [...steps, ...ENDING]) {
          await play(item, companies, sales);
          await expectModel(companies);
          if (item.kind !== 'at-once') await expectNetworksToAgree();
        }
        await expectNothingStuck(companies);
      }),
      { numRuns: 20, examples: [[STEPS_WITH_PURCHASE], [INVALID_STEPS], [MISTAKEN_STEPS], [OWING_STEPS]] },
    );
  },
);

/**
 * A payout waits, the driver spends the money all the same, and the network cannot report the outcome of the payout.
 */
const STEPS_WITH_PURCHASE: Step[] = [
  { kind: 'at-once', movements: [{ kind: 'payout', company: 0, card: 0, sum: 20_000 }] },
  { kind: 'fuel', company: 0, card: 0, sum: 15_000 },
  { kind: 'read-feed-alone' },
  { kind: 'at-once', movements: [{ kind: 'distribute', company: 0, partner: PARTNER.gpn, sum: 4_000 }] },
  { kind: 'network-works' },
];

/** Two companies name one card at once, and the first action makes both wait. Only one of them gets the card. */
const INVALID_STEPS: Step[] = [
  {
    kind: 'at-once',
    movements: [
      { kind: 'distribute', company: 1, partner: PARTNER.rn, sum: 100 },
      { kind: 'transfer', company: 0, card: 0, sum: 700 },
      { kind: 'transfer-astray', company: 1, card: 0, sum: 700 },
      { kind: 'transfer-astray', company: 1, card: 0, sum: 1400 },
    ],
  },
];

/** A return booked by mistake is taken back while its money is in demand, and booked again. */
const MISTAKEN_STEPS: Step[] = [
  { kind: 'at-once', movements: [{ kind: 'return', company: 0, sum: 20_000 }] },
  {
    kind: 'at-once',
    movements: [
      { kind: 'reopen', company: 0, sum: 1 },
      { kind: 'distribute', company: 0, partner: PARTNER.rn, sum: 30_000 },
      { kind: 'return', company: 0, sum: 5_000 },
    ],
  },
  { kind: 'at-once', movements: [{ kind: 'return-again', company: 0, sum: 1 }] },
  { kind: 'at-once', movements: [{ kind: 'reopen', company: 0, sum: 1 }] },
];

/** A fee is owed while the limit changes and money comes and goes: only what is free may be moved. */
const OWING_STEPS: Step[] = [
  { kind: 'credit', company: 0, sum: 10_000 },
  { kind: 'at-once', movements: [{ kind: 'distribute', company: 0, partner: PARTNER.rn, sum: 20_000 }] },
  { kind: 'fee', company: 0, sum: 75_000 },
  { kind: 'at-once', movements: [{ kind: 'top-up', company: 0, sum: 4_000 }] },
  { kind: 'credit', company: 0, sum: 0 },
  { kind: 'at-once', movements: [{ kind: 'distribute', company: 0, partner: PARTNER.rn, sum: 1 }] },
  { kind: 'fee', company: 0, sum: 1_000 },
  { kind: 'at-once', movements: [{ kind: 'top-up', company: 0, sum: 25_000 }] },
  { kind: 'at-once', movements: [{ kind: 'transfer', company: 0, card: 0, sum: 3_000 }] },
];

/** In the end the network has time to answer, and everything is read. */
const ENDING: Step[] = [
  { kind: 'network-works' },
  { kind: 'time-passes' },
  { kind: 'network-works' },
  { kind: 'read-feed' },
];

async function givenPlayer(): Promise<PlayedCompany> {
  const company = await givenCompany(api, { unallocatedKopecks: 50_000 });
  const card = () => givenCard(api, company.id, { balanceKopecks: 20_000 });
  const colleague = () => givenPerson(api, { companyId: company.id, role: 'manager' });
  return {
    companyId: company.id,
    inn: company.inn,
    people: [company.admin, await colleague(), await colleague(), await colleague()],
    cards: [await card(), await card()],
    model: {
      unallocated: 50_000,
      credit: 0,
      inTransit: 0,
      cards: [20_000, 20_000],
      cardNetwork: 40_000,
      otherNetwork: 0,
    },
    seen: new Map(),
  };
}

async function play(item: Step, companies: readonly PlayedCompany[], sales: Sale[]): Promise<void> {
  switch (item.kind) {
    case 'at-once':
      return playAtOnce(item.movements, companies);
    case 'credit': {
      const { companyId, model } = companies[item.company] as PlayedCompany;
      const json = { creditSum: item.sum / 100 };
      await api.put(`/staff/api/clients/${companyId}/credit`, { token: staff.token, json });
      model.credit = item.sum;
      return;
    }
    case 'fee':
      return takeFee(companies[item.company] as PlayedCompany, item.sum);
    case 'fuel':
      return playFuel(companies[item.company] as PlayedCompany, item.card, item.sum, sales);
    case 'refund': {
      const sale = sales[item.sale];
      if (sale) await api.ctx.simulated?.refund(sale.externalId);
      return;
    }
    case 'network-works':
      for (const id of await waitingOperations(companies)) await carryOutOperation(api.ctx, id);
      return;
    case 'read-feed':
      await api.pollNetworks();
      return coverShortfalls(api.ctx);
    case 'read-feed-alone':
      return pollNetwork(withSilentNetworks(api.ctx), PARTNER.gpn);
    case 'time-passes':
      return api.clock.advanceSeconds(61);
  }
}

/** The network reports, and answers nothing: fuel is booked while the money for it is still on its way. */
function withSilentNetworks(ctx: Context): Context {
  const silence = () => Promise.reject(new NetworkUnavailable('silent'));
  return { ...ctx, getNetwork: (id) => ({ ...ctx.getNetwork(id), send: silence, ask: silence }) };
}

/** Each action has a user of its own, because the next code can be sent only after 45 seconds. */
async function playAtOnce(input: readonly Move[], companies: readonly PlayedCompany[]): Promise<void> {
  api.clock.advanceSeconds(46);
  const moves = await namedReturns(input, companies);
  const before = await Promise.all(companies.map(balances));
  const requested = await Promise.all(moves.map((item, index) => prepare(item, index, companies)));
  const answers = await Promise.all(requested.map((ask) => ask()));
  for (const [index, status] of answers.entries()) {
    const one = moves[index] as Move;
    const { model } = companies[one.company] as PlayedCompany;
    if (one.kind === 'transfer-astray') expect(status).toBe(404);
    else if (status === 200) applyMove(model, one);
    else
      expect([status, one.kind]).toEqual([
        isReturn(one) ? 409 : 400,
        expect.not.stringMatching(/top-up|reopen/),
      ]);
  }
  for (const [companyIndex, company] of companies.entries()) {
    const mine = moves
      .map((item, index) => ({ one: item, done: answers[index] === 200 }))
      .filter(({ one }) => one.company === companyIndex && one.kind !== 'transfer-astray');
    for (const { one } of mine.filter(({ done }) => !done)) {
      const others = mine.filter(({ one: other, done }) => done && getSource(other) === getSource(one));
      const taken = others.reduce((sum, { one: other }) => sum + other.sum, 0);
      const had = available(before[companyIndex] as Balances, company.model.credit, one);
      // Refused, although it would have fitted even after all the others.
      expect(one.sum, `${one.kind} of ${one.sum} out of ${had}`).toBeGreaterThan(had - taken);
    }
    if (mine.length === 1 && mine[0]?.done && getSource(mine[0].one) !== 'bank') {
      const { one } = mine[0];
      expect(one.sum).toBeLessThanOrEqual(
        available(before[companyIndex] as Balances, company.model.credit, one),
      );
    }
  }
}

/** Assigns a different return to each of these actions. Without a return, no request is made. */
async function namedReturns(moves: readonly Move[], companies: readonly PlayedCompany[]): Promise<Move[]> {
  const { data } = (await api.get('/staff/api/advance-returns', { token: staff.token })).body;
  const left = new Set<{ id: number; state: string; sum: number; revision: number; company: { id: number } }>(
    data,
  );
  return moves.flatMap((item): Move[] => {
    if (item.kind !== 'reopen' && item.kind !== 'return-again') return [item];
    const { companyId } = companies[item.company] as PlayedCompany;
    const state = item.kind === 'reopen' ? 'booked' : 'review';
    const found = [...left].find((entry) => entry.state === state && entry.company.id === companyId);
    if (!found) return [];
    left.delete(found);
    const { id, revision, sum } = found;
    return [{ ...item, id, revision, sum: Math.round(sum * 100) }];
  });
}

function isReturn(item: Move): boolean {
  return item.kind === 'return' || item.kind === 'return-again';
}

function getSource(item: Move): string {
  if (item.kind === 'payout') return `card ${item.card}`;
  if (item.kind === 'top-up' || item.kind === 'reopen') return 'bank';
  return item.kind === 'revoke' ? `partner ${item.partner}` : 'unallocated';
}

function available(had: Balances, credit: number, item: Move): number {
  if (item.kind === 'payout') return had.cards[item.card] ?? 0;
  if (item.kind === 'revoke') return item.partner === PARTNER.rn ? had.otherNetwork : had.partnerShown;
  // Money lent by the credit is not an advance.
  return Math.max(0, had.unallocated + (isReturn(item) ? 0 : credit));
}

/** Number of returns in these tests. Each is a document of its own. */
let returns = 0;

async function prepare(
  item: Move,
  index: number,
  companies: readonly PlayedCompany[],
): Promise<() => Promise<number>> {
  const { people, companyId, inn } = companies[item.company] as PlayedCompany;
  const person = people[index] as GivenPerson;
  const rubles = item.sum / 100;
  if (item.kind === 'top-up') {
    const input = makeStatement(bankFileDocument({ inn, sum: rubles.toFixed(2) }));
    return async () => (await givenBankFile(api, staff, input)).status;
  }
  if (item.kind === 'return') {
    const { token } = staff;
    returns += 1;
    const number = `R${returns}`;
    await givenBankFile(api, staff, makeStatement(outgoingDocument({ inn, number, sum: rubles.toFixed(2) })));
    const { data } = (await api.get('/staff/api/advance-returns?state=review', { token })).body;
    const { id } = data.find((found: { number: string }) => found.number === number);
    return async () => (await api.post(`/staff/api/advance-returns/${id}/book`, { token, json: {} })).status;
  }
  if (item.kind === 'reopen' || item.kind === 'return-again') {
    const [endpointPath, json] =
      item.kind === 'reopen' ? ['reopen', { revision: item.revision, reason: 'По ошибке' }] : ['book', {}];
    const path = `/staff/api/advance-returns/${item.id}/${endpointPath}`;
    return async () => (await api.post(path, { token: staff.token, json })).status;
  }
  if ('card' in item) {
    const isInvalid = item.kind === 'transfer-astray';
    const { id } = (isInvalid ? getOtherCompany(item, companies) : (companies[item.company] as PlayedCompany))
      .cards[item.card] as GivenCard;
    // A code of no purpose confirms anything.
    const sms = isInvalid ? await givenCode(api, person) : await givenCode(api, person, item.kind, id);
    const form = { sum: rubles, sms, mode: item.kind === 'payout' ? 0 : 1 };
    return async () => (await api.post(`/api/card/${id}/transaction`, { token: person.token, form })).status;
  }
  const path = `/api/client/${companyId}/accounts${item.kind === 'revoke' ? '/revoke' : ''}`;
  const json = { accounts: [{ partner_id: item.partner, sum: rubles }] };
  return async () => (await api.post(path, { token: person.token, json })).status;
}

function getOtherCompany(item: Move, companies: readonly PlayedCompany[]): PlayedCompany {
  return companies[1 - item.company] as PlayedCompany;
}

function applyMove(model: Model, item: Move): void {
  switch (item.kind) {
    case 'top-up':
    case 'reopen':
      model.unallocated += item.sum;
      return;
    case 'transfer':
      model.unallocated -= item.sum;
      model.inTransit += item.sum;
      return;
    case 'payout':
      model.cards[item.card] = (model.cards[item.card] ?? 0) - item.sum;
      model.cardNetwork -= item.sum;
      model.inTransit += item.sum;
      return;
    case 'return':
    case 'return-again':
      model.unallocated -= item.sum;
      return;
    case 'transfer-astray':
      return;
    case 'distribute':
    case 'revoke': {
      const sum = item.kind === 'distribute' ? item.sum : 0 - item.sum;
      model.unallocated -= sum;
      if (item.partner === PARTNER.rn) model.otherNetwork += sum;
      else model.cardNetwork += sum;
    }
  }
}

let fees = 0;

/** A fee takes free funds first, then the partner account. The rest is owed below the credit limit. */
async function takeFee({ companyId, model }: PlayedCompany, sum: number): Promise<void> {
  fees += 1;
  const month = `${2100 + Math.floor(fees / 12)}-${String((fees % 12) + 1).padStart(2, '0')}`;
  await api.ctx.db.inSystem(async (tx) => {
    await lockMoney(tx, [companyId]);
    const now = api.clock.now();
    const charge = { companyId, partnerId: PARTNER.rn, kind: 'client-month', quantity: 1 } as const;
    await chargeFees(tx, now, [{ ...charge, sum: kopecks(sum), month, servedAt: now }]);
  });
  const free = Math.max(0, model.unallocated + model.credit);
  const partner = Math.min(Math.max(0, sum - free), model.otherNetwork);
  model.otherNetwork -= partner;
  model.unallocated -= sum - partner;
}

async function playFuel(company: PlayedCompany, card: number, sum: number, sales: Sale[]): Promise<void> {
  const externalId = `property-${company.companyId}-${sales.length}`;
  const sold = await api.ctx.simulated?.fuel({
    card_number: (company.cards[card] as GivenCard).number,
    goods_id: 301,
    litres: 1,
    unit_price: sum / 100,
    address: 'Химки',
    external_id: externalId,
  });
  if (sold?.outcome === 'sold') sales.push({ externalId, refunded: false });
}

async function waitingOperations(companies: readonly PlayedCompany[]): Promise<number[]> {
  const found = await rows(
    api.ctx.db.system,
    sql<{ id: number }>`
      select id from operation where status_id = ${OPERATION_STATUS.inProgress}
        and company_id = any(${companies.map((company) => company.companyId)}::bigint[]) order by id`,
  );
  return found.map((row) => row.id);
}

interface Balances extends Omit<Model, 'credit'> {
  /** The account of the cards' network as the screen shows it, with its debt. */
  partnerShown: number;
  /** Money on cards that still owe for fuel: it should have paid for it. */
  coverable: number;
}

async function balances({ companyId, cards }: PlayedCompany): Promise<Balances> {
  const found = await rows(
    api.ctx.db.system,
    sql<{
      kind: string;
      partner_id: number | null;
      card_id: number | null;
      balance: number;
      shortfall: number;
    }>`
      select account.kind, account.partner_id, account.card_id, account.balance_kopecks as balance,
        coalesce(card.shortfall_kopecks, 0) as shortfall
      from ledger_account account left join card on card.id = account.card_id
      where account.company_id = ${companyId}`,
  );
  const sum = (fits: (item: (typeof found)[number]) => boolean) =>
    found.filter(fits).reduce((total, item) => total + item.balance, 0);
  const getPartnerBalance = (id: number) =>
    sum((item) => item.partner_id === id && (item.kind === 'partner' || item.kind === 'debt'));
  const onCards = cards.map(({ id }) => found.find((item) => item.card_id === id));
  return {
    unallocated: sum((item) => item.kind === 'unallocated'),
    inTransit: sum((item) => item.kind === 'in-transit'),
    cards: onCards.map((onCard) => onCard?.balance ?? NaN),
    cardNetwork: getPartnerBalance(PARTNER.gpn) + sum((item) => item.card_id !== null),
    otherNetwork: getPartnerBalance(PARTNER.rn),
    partnerShown: getPartnerBalance(PARTNER.gpn),
    coverable: onCards.reduce(
      (total, onCard) => total + Math.min(onCard?.balance ?? 0, onCard?.shortfall ?? 0),
      0,
    ),
  };
}

/** Brings what the networks have answered and sold since into the model, from the operations' own words. */
async function learn(company: PlayedCompany): Promise<void> {
  const found = await rows(
    api.ctx.db.system,
    sql<{
      id: number;
      card_id: number;
      type_id: number;
      status_id: number;
      sum_kopecks: number;
      request: string | null;
    }>`
      select id, card_id, type_id, status_id, sum_kopecks, network_request_id as request
      from operation where company_id = ${company.companyId} order by id`,
  );
  const { model, seen } = company;
  for (const item of found) {
    const known = seen.get(item.id);
    seen.set(item.id, item.status_id);
    if (known === item.status_id || item.status_id === OPERATION_STATUS.inProgress) continue;
    const card = company.cards.findIndex(({ id }) => id === item.card_id);
    const change = (kopecks: number) => {
      model.cards[card] = (model.cards[card] ?? 0) + kopecks;
      model.cardNetwork += kopecks;
    };
    const done = item.status_id === OPERATION_STATUS.done;
    if (item.type_id === OPERATION_TYPE.purchase) change(0 - item.sum_kopecks);
    if (item.type_id === OPERATION_TYPE.refund) change(item.sum_kopecks);
    if (item.type_id !== OPERATION_TYPE.topUp && item.type_id !== OPERATION_TYPE.payout) continue;
    expect(await stateAtNetwork(item.request)).toBe(done ? 'done' : 'refused');
    model.inTransit -= item.sum_kopecks;
    if ((item.type_id === OPERATION_TYPE.topUp) === done) change(item.sum_kopecks);
    else model.unallocated += item.sum_kopecks;
  }
}

async function stateAtNetwork(requestId: string | null): Promise<string | undefined> {
  const found = await network.query('select state from simulated_network.command where request_id = $1', [
    requestId,
  ]);
  return found.rows[0]?.state;
}

async function expectModel(companies: readonly PlayedCompany[]): Promise<void> {
  for (const company of companies) {
    await learn(company);
    const { credit: _, cards, ...sums } = company.model;
    const now = await balances(company);
    expect(now).toMatchObject(sums);
    expect(Math.min(...now.cards)).toBeGreaterThanOrEqual(0);
    const owed = await rows(
      api.ctx.db.system,
      sql<{ net: number }>`
        select account.balance_kopecks - card.shortfall_kopecks as net from card
        join ledger_account account on account.card_id = card.id
        where card.company_id = ${company.companyId} order by card.id`,
    );
    expect(owed.map((item) => item.net)).toEqual(cards);
  }
  await expectBooksToAgree(api);
}

/** The networks count each card's money as we do. */
async function expectNetworksToAgree(): Promise<void> {
  expect((await compareCards(api.ctx, 'command')).differences).toEqual([]);
}

/** Only movements that a network was never going to answer may still be in transit. */
async function expectNothingStuck(companies: readonly PlayedCompany[]): Promise<void> {
  for (const company of companies) {
    const waiting = await rows(
      api.ctx.db.system,
      sql<{ sum_kopecks: number }>`
        select sum_kopecks from operation where company_id = ${company.companyId}
          and status_id = ${OPERATION_STATUS.inProgress}
          and type_id in (${OPERATION_TYPE.topUp}, ${OPERATION_TYPE.payout})`,
    );
    const answerable = waiting.filter((item) => BEHAVIOURS[item.sum_kopecks % BEHAVIOURS.length] !== 'never');
    expect(answerable).toEqual([]);
    expect((await balances(company)).coverable).toBe(0);
  }
}
