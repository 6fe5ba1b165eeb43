import { expect } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { seededRandom } from '../../../../lib/seeded-random.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../../testing/givens/close-month.ts';
import { chargeMonth } from './plain-arithmetic.ts';
import type { PlainTerm } from './plain-facts.ts';
import { loadBankFile, nameSuppliers } from './play-bank.ts';
import { correct, correctUpd } from './play-corrections.ts';
import { addDebtor, payDebt, penaliseDebtor, stopDebtor, takeCredit } from './play-debtor.ts';
import { addClient, orderCards, setCardPrice } from './order-cards.ts';
import { trade } from './play-trade.ts';
import { distribute, getToday, MONTHS, send, type PlayedClient, type Quarter, type Stage } from './stage.ts';

const CLIENTS = 30;
const FIRST_DAY = '2025-11-03';
/** Prices of the networks: in percent, by the litre, at a fixed price; one changes within the quarter. */
const TERMS: readonly PlainTerm[] = [
  { partner: PARTNER.rn, firstDay: FIRST_DAY, pricing: 'percent', rate: 425, bonus: 110 },
  { partner: PARTNER.rn, firstDay: '2026-01-01', pricing: 'percent', rate: 390, bonus: 75 },
  { partner: PARTNER.rn, goods: 'АИ-95', firstDay: FIRST_DAY, pricing: 'litre', rate: 1_37, bonus: 0 },
  { partner: PARTNER.gpn, firstDay: FIRST_DAY, pricing: 'percent', rate: 377, bonus: 0 },
  { partner: PARTNER.gpn, goods: 'ДТ', firstDay: FIRST_DAY, pricing: 'fixed', rate: 57_80, bonus: 50 },
];

/** Plays three months of thirty clients and a debtor; the seed decides every sum. */
export async function playQuarter(
  { api, staff, jobs }: Pick<Stage, 'api' | 'staff' | 'jobs'>,
  seed: number,
  checkDay: (quarter: Quarter, day: string) => Promise<void>,
): Promise<Quarter> {
  const facts = { sales: [], money: [], corrections: [], fees: [], owing: [], paid: [] };
  const quarter: Quarter = { terms: TERMS, ...facts, clients: [], everyone: [], bank: 0 };
  const stage: Stage = { api, staff, random: seededRandom(seed), quarter, jobs };
  api.clock.setTo(`${FIRST_DAY}T09:00:00Z`);
  await enterTerms(stage);
  await nameSuppliers(stage);
  await setCardPrice(stage);
  for (let index = 0; index < CLIENTS; index += 1) quarter.clients.push(await addClient(stage, index));
  const debtor = await addDebtor(stage);
  quarter.everyone.push(...quarter.clients, debtor);
  const scenes = listScenes(stage, debtor);
  for (const [number, month] of MONTHS.entries()) {
    for (const day of ['03', '12', '20'] as const) {
      api.clock.setTo(`${month}-${day}T09:00:00Z`);
      if (day === '03') await beginMonth(stage, number);
      await trade(stage, quarter.clients);
      await scenes[`${month}-${day}`]?.();
      if (day === '12') await correctBalances(stage, number);
      await checkDay(quarter, getToday(stage));
    }
    expect((await closeMonth(api, staff, month, OVERRIDE_ALL)).status).toBe(200);
    // A tariff of the first day of the month counts, so the first month costs nothing.
    if (number > 0)
      for (const client of quarter.everyone) chargeMonth(quarter, client, month, getToday(stage));
  }
  return quarter;
}

async function enterTerms(stage: Stage): Promise<void> {
  for (const { partner, goods, firstDay, pricing, rate, bonus } of TERMS)
    await send(stage, 'post', '/staff/api/purchase-terms', {
      partner_id: partner,
      pricing,
      rate: rate / 100,
      bonus: bonus / 100,
      first_day: firstDay,
      ...(goods && { goods }),
    });
}

/** All clients pay and divide their money between the networks; one gets money back. */
async function beginMonth(stage: Stage, number: number): Promise<void> {
  const { random, quarter } = stage;
  const payments = quarter.clients.map((from) => ({ from, sum: random.whole(30_000_00, 40_000_00) }));
  await loadBankFile(stage, { payments, returnTo: number === 0 ? undefined : quarter.clients[number] });
  for (const client of quarter.clients) await distribute(stage, client, [9_000_00, 9_000_00]);
}

async function correctBalances(stage: Stage, number: number): Promise<void> {
  const { random, quarter } = stage;
  const [given, taken] = [quarter.clients[5 + number], quarter.clients[15 + number]] as PlayedClient[];
  if (!given || !taken) return;
  const getSum = () => random.whole(1_00, 99_00);
  await correct(stage, given, { direction: 'to-client', kind: 'compensation', sum: getSum() });
  await correct(stage, taken, { direction: 'from-client', kind: 'write-off', sum: getSum() });
}

/** Lists the events of single days. */
function listScenes(stage: Stage, debtor: PlayedClient): Record<string, () => Promise<void>> {
  const { quarter, random } = stage;
  const getClient = (index: number) => quarter.clients[index] as PlayedClient;
  const payNetworks = () =>
    loadBankFile(stage, { toNetworks: [1, 2].map(() => random.whole(40_000_00, 60_000_00)) });
  return {
    '2025-11-12': () => orderCards(stage, getClient(7), { count: 3, isDelivered: true }),
    '2025-12-03': () => takeCredit(stage, debtor),
    '2025-12-12': async () => {
      await stopDebtor(stage, debtor);
      await correctUpd(stage, getClient(3), { month: '2025-11', percent: 90 });
    },
    '2025-12-20': async () => {
      await penaliseDebtor(stage, debtor);
      await payNetworks();
    },
    '2026-01-12': async () => {
      await payDebt(stage, debtor);
      await trade(stage, [debtor]);
      await orderCards(stage, getClient(8), { count: 1, isDelivered: true });
      await correctUpd(stage, getClient(4), { month: '2025-12', percent: 115 });
    },
    '2026-01-20': payNetworks,
  };
}
