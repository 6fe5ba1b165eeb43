import fc from 'fast-check';
import { PARTNER } from '#contract/ids.ts';
import { moscowDay } from '../lib/money-format.ts';
import type { TestApi } from './api.ts';
import { givenCard, givenCompany, type GivenCompany, type GivenPerson } from './givens/factories.ts';
import { givenSales } from './givens/given-sales.ts';
import { givenTariff } from './givens/given-tariff.ts';

const GOODS = ['ДТ', 'АИ-95'];
const NETWORKS = [PARTNER.rn, PARTNER.gpn] as const;
const UNALLOCATED_KOPECKS = 20_000_00;
const CARD_KOPECKS = 100_000_00;
/** Money of a `givenTrade` company before its first purchase. */
export const TRADE_KOPECKS = UNALLOCATED_KOPECKS + NETWORKS.length * CARD_KOPECKS;

/** Tariffs that a client has agreed on. */
const arbitraryTariffs = fc.array(
  fc.record({
    partner: fc.option(fc.constantFrom(...NETWORKS)),
    goods: fc.option(fc.constantFrom(...GOODS)),
    change: fc.constantFrom('none' as const, 'discount' as const, 'surcharge' as const),
    unit: fc.constantFrom('percent' as const, 'litre' as const),
    rate: fc.integer({ min: 1, max: 999 }),
    fee: fc.integer({ min: 1, max: 300 }),
  }),
  { maxLength: 3 },
);

/** Purchases of a month, some of them given back. */
const arbitraryPurchases = fc.array(
  fc.record({
    network: fc.nat(1),
    goods: fc.constantFrom(...GOODS),
    sum: fc.integer({ min: 1, max: 50_000_00 }),
    centilitres: fc.integer({ min: 1, max: 900_00 }),
    // Refunds a third or all of the purchase before it.
    refund: fc.option(fc.constantFrom(1, 3), { freq: 3 }),
    daysLater: fc.nat(2),
  }),
  { minLength: 1, maxLength: 5 },
);

type GeneratedValue<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

interface Trade {
  tariffs: GeneratedValue<typeof arbitraryTariffs>;
  purchases: GeneratedValue<typeof arbitraryPurchases>;
}

/**
 * Gives one company after another that trades by arbitrary tariffs, and checks each in the month of the clock (`YYYY-MM`).
 * `FC_RUNS` and `FC_SEED` play more, or the same again.
 */
export async function givenTrades(
  api: TestApi,
  staff: GivenPerson,
  check: (company: GivenCompany, month: string) => Promise<void>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(arbitraryTariffs, arbitraryPurchases, async (tariffs, purchases) => {
      const month = moscowDay(api.clock.now()).slice(0, 7);
      await check(await givenTrade(api, staff, { tariffs, purchases }), month);
    }),
    {
      numRuns: Number(process.env.FC_RUNS ?? 3),
      endOnFailure: true,
      ...(process.env.FC_SEED && { seed: Number(process.env.FC_SEED) }),
    },
  );
}

/** A company with a card of two networks that has bought and given back as asked, from the clock's day on. */
async function givenTrade(
  api: TestApi,
  staff: GivenPerson,
  { tariffs, purchases }: Trade,
): Promise<GivenCompany> {
  const company = await givenCompany(api, { unallocatedKopecks: UNALLOCATED_KOPECKS });
  const cards = [];
  for (const partnerId of NETWORKS)
    cards.push(await givenCard(api, company.id, { partnerId, balanceKopecks: CARD_KOPECKS }));
  for (const { partner, goods, rate, fee, ...tariff } of tariffs)
    await givenTariff(api, staff, {
      ...tariff,
      company_id: company.id,
      fee: fee / 100,
      ...(tariff.change !== 'none' && { rate: rate / 100 }),
      ...(partner !== null && { partner_id: partner }),
      ...(goods !== null && { goods }),
    });
  for (const [index, purchase] of purchases.entries()) {
    api.clock.advanceSeconds(purchase.daysLater * 86_400 + 60);
    const at = api.clock.now().toISOString();
    const id = `p-${company.id}-${index}`;
    const { goods, sum } = purchase;
    const litres = purchase.centilitres / 100;
    const card = cards[purchase.network] as (typeof cards)[number];
    await givenSales(api, card, [{ id, at, goods, sum, litres }]);
    if (purchase.refund === null) continue;
    const back = { refund: true, refundOf: id, at, goods };
    for (let part = 0; part < purchase.refund; part += 1)
      await givenSales(api, card, [
        { ...back, sum: Math.floor((sum + part) / purchase.refund) || 1, litres: litres / purchase.refund },
      ]);
  }
  return company;
}
