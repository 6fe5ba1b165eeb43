import { moscowDay } from '../../../api/src/lib/money-format.ts';
import { PARTNER_IDS } from '#contract/ids.ts';
import { retryUntilAnswered } from '../ask.ts';
import { START_TIME } from '../outside.ts';
import { priceSale } from '../purchase-terms.ts';
import { cardFees, sumPrices } from '../tariffs.ts';
import { signed, total, type Sale } from '../truth.ts';
import { Failure, type World } from '../world.ts';

/** Checks the trial balance of the day and the margin since the start, as staff read them, against the simulation's sums. */
export async function checkProgramme(world: World, reported: readonly Sale[]): Promise<void> {
  const { truth } = world;
  const today = moscowDay(world.outside.clock.now());
  const get = async (path: string) =>
    (await retryUntilAnswered(world, 'GET', `/staff/api/${path}`, { token: world.staff.token })).data;
  const assertEqual = (what: string, rubles: number | undefined, must: number): void => {
    if (Math.round((rubles ?? 0) * 100) !== must)
      throw new Failure(`${what} of the programme shows ${rubles}, must be ${must / 100}`);
  };
  const books = await get(`books?date=${today}`);
  const received = total(truth.companies.map(({ paidIn }) => paidIn));
  const waiting = total(
    truth.payments
      .filter(({ expected, timesReported }) => expected === 'review' && timesReported > 0)
      .map(({ sum }) => sum),
  );
  const corrected = total(truth.companies.flatMap(({ corrections }) => corrections.map(({ sum }) => sum)));
  assertEqual('the difference', books.difference, 0);
  assertEqual('the money received', books.received, received);
  assertEqual('the money on no account', books.unplaced, waiting);
  assertEqual('the corrections', books.programme.corrections, -corrected);
  const prices = sumPrices(reported);
  assertEqual('the discounts', books.programme.discounts, -prices.discount);
  assertEqual('the surcharges', books.programme.surcharges, prices.surcharge);
  assertEqual('the fees', books.programme.fees, prices.fee);
  assertEqual(
    'the cards',
    books.programme.card_fees,
    total(truth.companies.map((company) => cardFees(company))),
  );
  assertEqual(
    'the money at the bank',
    total(books.bank.map(({ balance }: { balance: number }) => balance)),
    received + waiting - total(Object.values(truth.paidToNetworks)),
  );
  const margin = await get(
    `margin?${new URLSearchParams({ from: START_TIME.slice(0, 10), to: today, by: 'network' })}`,
  );
  for (const id of PARTNER_IDS) {
    const sales = reported.filter(({ card }) => card.partnerId === id);
    const [sold, paid] = [total(sales.map(signed)), truth.paidToNetworks[id]];
    const network = books.networks.find(({ partner_id }: { partner_id: number }) => partner_id === id);
    assertEqual(`the fuel of network ${id}`, network?.sold, sold);
    assertEqual(`the payments to network ${id}`, network?.paid, paid);
    assertEqual(`the balance of network ${id}`, network?.balance, sold - paid);
    const parts = sales.map(priceSale);
    const [discount, bonus] = [
      total(parts.map((part) => part.received)),
      total(parts.map((part) => part.bonus)),
    ];
    const row = margin.find(({ key }: { key: string | null }) => key === String(id));
    assertEqual(`the sales of network ${id}`, row?.station_sum, sold);
    const { discount: given, surcharge, fee } = sumPrices(sales);
    const cards = total(truth.companies.map((company) => cardFees(company, id)));
    assertEqual(`the revenue from network ${id}`, row?.revenue, sold - given + surcharge + fee + cards);
    assertEqual(`the discount of network ${id}`, row?.received, discount);
    assertEqual(`the bonus of network ${id}`, row?.bonus, bonus);
    assertEqual(`the cost of network ${id}`, row?.cost, sold - discount - bonus);
  }
  world.count('programme’s books checked');
}
