import { expect } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { moscowDay } from '../../../../lib/money-format.ts';
import { seededRandom } from '../../../../lib/seeded-random.ts';
import type { TestApi } from '../../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../../testing/givens/close-month.ts';
import { advanceReturnCalls } from '../../../../testing/givens/given-advance-return.ts';
import {
  bankFileDocument,
  givenBalance,
  givenBankFile,
  makeStatement,
  outgoingDocument,
} from '../../../../testing/givens/given-bank-file.ts';
import { givenSales } from '../../../../testing/givens/given-sales.ts';
import { givenTariff } from '../../../../testing/givens/given-tariff.ts';
import type { PlainClient, PlainMoney, PlainSale, PlainTerms } from './plain-arithmetic.ts';

export const MONTHS = ['2025-11', '2025-12', '2026-01'] as const;
const NETWORKS = [PARTNER.rn, PARTNER.gpn] as const;
const TRADING_DAYS = ['03', '12', '20'] as const;
const CLIENTS = 30;
export const TERMS: PlainTerms = {
  [PARTNER.rn]: { rate: 425, bonus: 110 },
  [PARTNER.gpn]: { rate: 377, bonus: 0 },
};

export interface PlayedClient extends PlainClient {
  company: GivenCompany;
  cards: GivenCard[];
}

/** All actions of the test in a quarter, as input of the plain arithmetic. */
export interface Quarter {
  clients: PlayedClient[];
  sales: PlainSale[];
  /** Payments, returns of money and corrections. */
  money: PlainMoney[];
  /** Kopecks that the bank holds and that corrections gave to clients. */
  bank: number;
  corrected: number;
}

/** Plays three months of thirty clients; the seed decides every sum. */
export async function playQuarter(
  api: TestApi,
  staff: GivenPerson,
  seed: number,
  checkDay: (quarter: Quarter, day: string) => Promise<void>,
): Promise<Quarter> {
  const random = seededRandom(seed);
  const quarter: Quarter = { clients: [], sales: [], money: [], bank: 0, corrected: 0 };
  const post = async (path: string, json: object, token = staff.token) => {
    const { status, body } = await api.post(path, { token, json });
    expect([path, status, body.message]).toEqual([path, 200, body.message]);
  };
  const today = () => moscowDay(api.clock.now());

  async function enterTerms(): Promise<void> {
    for (const partnerId of NETWORKS) {
      const { rate, bonus } = TERMS[partnerId] as { rate: number; bonus: number };
      const sums = { rate: rate / 100, bonus: bonus / 100 };
      await post('/staff/api/purchase-terms', {
        partner_id: partnerId,
        pricing: 'percent',
        first_day: today(),
        ...sums,
      });
    }
  }

  async function addClients(): Promise<void> {
    for (let index = 0; index < CLIENTS; index += 1) {
      const company = await givenCompany(api);
      const cards = [];
      for (const partnerId of NETWORKS) cards.push(await givenCard(api, company.id, { partnerId }));
      const change = (['discount', 'surcharge', 'none'] as const)[index % 3] ?? 'none';
      const rate = change === 'none' ? 0 : random.whole(50, 499);
      const feeRate = random.whole(1, 99);
      await givenTariff(api, staff, {
        company_id: company.id,
        change,
        fee: feeRate / 100,
        ...(rate && { rate: rate / 100 }),
      });
      quarter.clients.push({ id: company.id, change, rate, feeRate, company, cards });
    }
  }

  /** Loads the bank's file of a day with its own balances: all clients pay, and one gets money back. */
  async function loadBankFile(month: string, returnTo: PlayedClient | undefined): Promise<void> {
    const day = today();
    const bankDay = day.split('-').toReversed().join('.');
    const dated = (lines: string[]) => lines.map((line) => line.replace(/^Дата=.*/, `Дата=${bankDay}`));
    const rubles = (sum: number) => (sum / 100).toFixed(2);
    const opening = quarter.bank;
    let came = 0;
    const documents = quarter.clients.map(({ id, company: { inn } }) => {
      const sum = random.whole(30_000_00, 40_000_00);
      came += sum;
      quarter.money.push({ clientId: id, day, sum });
      const purpose = `Пополнение ${inn} за ${month}`;
      return dated(bankFileDocument({ inn, sum: rubles(sum), come: bankDay, purpose }));
    });
    let went = 0;
    if (returnTo) {
      went = random.whole(100_00, 900_00);
      const { inn } = returnTo.company;
      const purpose = `Возврат аванса ${inn}`;
      documents.push(dated(outgoingDocument({ inn, sum: rubles(went), taken: bankDay, purpose })));
      quarter.money.push({ clientId: returnTo.id, day, sum: -went });
    }
    const balance = { day: bankDay, opening: rubles(opening), came: rubles(came), went: rubles(went) };
    const loaded = await givenBankFile(api, staff, makeStatement(givenBalance(balance), ...documents));
    expect(loaded.status).toBe(200);
    quarter.bank += came - went;
    if (!returnTo) return;
    const { data } = (await api.get('/staff/api/advance-returns', { token: staff.token })).body;
    expect((await advanceReturnCalls(api, staff).book(data[0].id)).status).toBe(200);
  }

  async function distribute(): Promise<void> {
    for (const { company } of quarter.clients) {
      const accounts = NETWORKS.map((partnerId) => ({ partner_id: partnerId, sum: 9000 }));
      await post(`/api/client/${company.id}/accounts`, { accounts }, company.admin.token);
    }
  }

  async function correct(client: PlayedClient, direction: 'to-client' | 'from-client'): Promise<void> {
    const sum = random.whole(1_00, 99_00);
    const kind = direction === 'to-client' ? 'compensation' : 'write-off';
    const json = { sum: sum / 100, direction, kind, note: 'Простой карт' };
    await post(`/staff/api/clients/${client.id}/corrections`, json);
    const signed = direction === 'to-client' ? sum : -sum;
    quarter.money.push({ clientId: client.id, day: today(), sum: signed });
    quarter.corrected += signed;
  }

  /** Each client buys once, every fifth purchase is refunded whole. */
  async function trade(): Promise<void> {
    for (const client of quarter.clients) {
      const card = random.pick(client.cards);
      const goods = random.pick(['ДТ', 'АИ-95']);
      const sum = random.whole(1, 2_900_00);
      const id = `quarter-${quarter.sales.length}`;
      const at = api.clock.now().toISOString();
      const known = { client, partner: card.partnerId, card: card.number, goods };
      const sale: PlainSale = { ...known, day: today(), sum, sign: 1 };
      await givenSales(api, card, [{ id, at, goods, sum }]);
      quarter.sales.push(sale);
      if (!random.chance(0.2)) continue;
      await givenSales(api, card, [{ at, goods, sum, refund: true, refundOf: id }]);
      quarter.sales.push({ ...sale, sign: -1 });
    }
  }

  for (const [number, month] of MONTHS.entries()) {
    for (const tradingDay of TRADING_DAYS) {
      api.clock.setTo(`${month}-${tradingDay}T09:00:00Z`);
      if (number === 0 && tradingDay === TRADING_DAYS[0]) {
        await enterTerms();
        await addClients();
      }
      if (tradingDay === TRADING_DAYS[0]) {
        await loadBankFile(month, number === 0 ? undefined : quarter.clients[number]);
        await distribute();
      }
      await trade();
      if (tradingDay === TRADING_DAYS[1]) {
        await correct(quarter.clients[5 + number] as PlayedClient, 'to-client');
        await correct(quarter.clients[15 + number] as PlayedClient, 'from-client');
      }
      await checkDay(quarter, today());
    }
    expect((await closeMonth(api, staff, month, OVERRIDE_ALL)).status).toBe(200);
  }
  return quarter;
}
