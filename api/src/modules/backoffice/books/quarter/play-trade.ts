import { givenSales } from '../../../../testing/givens/given-sales.ts';
import { addUp, type PlainSale } from './plain-facts.ts';
import { getToday, type PlayedClient, type Stage } from './stage.ts';

/** Purchases by the id of the network, so that a refund can name its own. */
const IDS = new Map<PlainSale, string>();

/** Each client buys once; every fifth purchase is refunded whole, and some of earlier months in part. */
export async function trade(stage: Stage, clients: readonly PlayedClient[]): Promise<void> {
  const { random } = stage;
  for (const client of clients) {
    const sum = random.whole(1, 2_900_00);
    const sale = await buy(stage, client, { sum, goods: random.pick(['ДТ', 'АИ-95']) });
    if (random.chance(0.2)) await refund(stage, client, sale, sum);
    if (random.chance(0.4)) await refundEarlier(stage, client);
  }
}

async function buy(stage: Stage, client: PlayedClient, { sum, goods }: { sum: number; goods: string }) {
  const { api, random, quarter } = stage;
  const card = random.pick(client.cards);
  const centilitres = Math.max(1, Math.floor(sum / 60));
  const known = { client, partner: card.partnerId, card: card.number, goods, centilitres };
  const sale: PlainSale = { ...known, day: getToday(stage), sum, sign: 1 };
  const id = `quarter-${quarter.sales.length}`;
  IDS.set(sale, id);
  const at = api.clock.now().toISOString();
  await givenSales(api, card, [{ id, at, goods, sum, litres: centilitres / 100 }]);
  quarter.sales.push(sale);
  return sale;
}

async function refund(stage: Stage, client: PlayedClient, purchase: PlainSale, sum: number): Promise<void> {
  const { api, quarter } = stage;
  const card = client.cards.find(({ number }) => number === purchase.card);
  const boughtId = IDS.get(purchase);
  if (!card || !boughtId) throw new Error('a refund names a purchase');
  const centilitres =
    sum === purchase.sum
      ? purchase.centilitres
      : Math.max(1, Math.floor((purchase.centilitres * sum) / purchase.sum));
  const at = api.clock.now().toISOString();
  const { goods } = purchase;
  await givenSales(api, card, [
    { at, goods, sum, litres: centilitres / 100, refund: true, refundOf: boughtId },
  ]);
  quarter.sales.push({ ...purchase, day: getToday(stage), sum, centilitres, sign: -1, purchase });
}

/** Refunds a part of what is left of a purchase of an earlier month. */
async function refundEarlier(stage: Stage, client: PlayedClient): Promise<void> {
  const { random, quarter } = stage;
  const month = getToday(stage).slice(0, 7);
  const own = quarter.sales.filter((sale) => sale.client === client);
  const getLeft = (purchase: PlainSale) =>
    purchase.sum - addUp(own, (sale) => (sale.purchase === purchase ? sale.sum : 0));
  const earlier = own.filter((sale) => sale.sign === 1 && sale.day < month && getLeft(sale) > 1);
  if (earlier.length === 0) return;
  const purchase = random.pick(earlier);
  await refund(stage, client, purchase, random.whole(1, getLeft(purchase) - 1));
}
