import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DeclineCode } from '#contract/fleet/declines.ts';
import { CARD_STATUS, type LimitUnit, type PartnerId } from '#contract/ids.ts';
import type { NetworkSale } from '../fuel-network.ts';
import { OTHER_GOODS } from '../goods-of-title.ts';
import { NETWORK_GOODS, type NetworkGoods } from '../goods.ts';
import { changeBalance, findCardLocked, type StoredCard } from './card-store.ts';
import { addEvent, type SalePayload } from './event-store.ts';
import { getLimitPeriod } from './limit-period.ts';
import { findSoldGoods, getReportedId, isFuel } from './other-goods.ts';
import { addSale, findSale, lockSale, sumSales, toNetworkSale } from './sale-store.ts';

/** The fields of `POST /dev/fuel` (docs/calls.md 8). */
export interface Fuelling {
  card_number: string;
  goods_id: number;
  /** Volume with at most two decimals; more are rounded. */
  litres: number;
  /** Rubles a litre, at most two decimals; more are rounded. */
  unit_price: number;
  address: string;
  external_id?: string;
  /** ISO 8601; now by default. */
  at?: string | Date;
}

export type FuelOutcome =
  | { outcome: 'sold'; partnerId: PartnerId; sale: NetworkSale }
  | ({ outcome: 'refused' } & PumpRefusal);

/** Why the pump sells nothing; `reason` is a Russian sentence. */
interface PumpRefusal {
  code: DeclineCode;
  reason: string;
}

/** Asks the portal before the network sells; null lets it sell. */
export type AskPortal = (sale: NetworkSale) => Promise<PumpRefusal | null>;

/**
 * A driver buys fuel: the network checks the card, the goods, the limit and the money, takes the money and reports the
 * sale. Repeating the same `external_id` changes nothing and returns the same answer. A refused attempt leaves no trace.
 */
export async function fuelCard(
  db: Kysely<unknown>,
  now: Date,
  fuelling: Fuelling,
  { overdraftKopecks, ask }: { overdraftKopecks: number; ask?: AskPortal | undefined },
): Promise<FuelOutcome> {
  const externalId = fuelling.external_id ?? randomUUID();
  return db.transaction().execute(async (trx): Promise<FuelOutcome> => {
    await lockSale(trx, externalId);
    const known = await findSale(trx, externalId);
    if (known) return sold(known.partnerId, known.payload);

    const goods = findSoldGoods(fuelling.goods_id);
    if (!goods) return refused('goods', 'Сеть не продаёт такой товар');
    const sale = readFuelling(fuelling, goods, externalId, now);
    if (!sale) return refused('other', 'Проверьте количество литров, цену и время');
    const card = await findCardLocked(trx, fuelling.card_number);
    if (!card) return refused('other', 'Карта не найдена в сети');
    const refusal =
      (await ask?.(toNetworkSale(sale))) ?? (await findRefusal(trx, card, goods, sale, overdraftKopecks));
    if (refusal) return { outcome: 'refused', ...refusal };

    await changeBalance(trx, card.cardNumber, -sale.sumKopecks);
    await addSale(trx, card.partnerId, sale);
    await addEvent(trx, card.partnerId, now, { kind: 'sale', ...sale });
    return sold(card.partnerId, sale);
  });
}

/** Upper limit of input. No one buys ten thousand litres at once, or pays ten thousand rubles a litre. */
const TOO_MUCH = 1_000_000;

/** Returns null when the numbers do not make a valid sale. */
function readFuelling(
  fuelling: Fuelling,
  goods: NetworkGoods,
  externalId: string,
  now: Date,
): SalePayload | null {
  const centilitres = Math.round(fuelling.litres * 100);
  const unitPriceKopecks = Math.round(fuelling.unit_price * 100);
  const soldAt = new Date(fuelling.at ?? now);
  const makesSense = [centilitres, unitPriceKopecks].every((number) => number > 0 && number < TOO_MUCH);
  if (!makesSense || Number.isNaN(soldAt.getTime())) return null;
  return {
    externalId,
    cardNumber: fuelling.card_number,
    goodsId: getReportedId(goods),
    goodsTitle: goods.title,
    centilitres,
    unitPriceKopecks,
    sumKopecks: Math.round((centilitres * unitPriceKopecks) / 100),
    address: fuelling.address,
    soldAt: soldAt.toISOString(),
  };
}

async function findRefusal(
  db: Kysely<unknown>,
  card: StoredCard,
  goods: NetworkGoods,
  sale: SalePayload,
  overdraftKopecks: number,
): Promise<PumpRefusal | null> {
  if (card.status === CARD_STATUS.notSetUp) return { code: 'not-set-up', reason: 'Карта ещё не настроена' };
  if (card.status !== CARD_STATUS.active) return { code: 'blocked', reason: 'Карта заблокирована' };
  if (isFuel(goods) && !card.goodsIds.includes(goods.id))
    return { code: 'goods', reason: `Товар «${goods.title}» недоступен для этой карты` };
  if (await isOverLimit(db, card, goods, sale)) return { code: 'limit', reason: 'Превышен лимит карты' };
  if (card.balanceKopecks + overdraftKopecks < sale.sumKopecks)
    return { code: 'money', reason: 'Недостаточно средств на карте' };
  return null;
}

const COUNTED: Record<LimitUnit, (fuel: { sumKopecks: number; centilitres: number }) => number> = {
  sum: (fuel) => fuel.sumKopecks,
  amount: (fuel) => fuel.centilitres,
};

async function isOverLimit(
  db: Kysely<unknown>,
  card: StoredCard,
  goods: NetworkGoods,
  sale: SalePayload,
): Promise<boolean> {
  if (!card.limit) return false;
  const { count, unit, period, goodsGroups } = card.limit;
  const isCounted = (item: NetworkGoods) => goodsGroups.length === 0 || goodsGroups.includes(item.treeItemId);
  if (!isCounted(goods)) return false;
  const countedIds = NETWORK_GOODS.filter(isCounted).map(({ id }) => id);
  if (goodsGroups.length === 0) countedIds.push(OTHER_GOODS);
  const bought = await sumSales(
    db,
    card.cardNumber,
    getLimitPeriod(period, new Date(sale.soldAt)),
    countedIds,
  );
  return COUNTED[unit](bought) + COUNTED[unit](sale) > count;
}

function sold(partnerId: PartnerId, sale: SalePayload): FuelOutcome {
  return { outcome: 'sold', partnerId, sale: toNetworkSale(sale) };
}

function refused(code: DeclineCode, reason: string): FuelOutcome {
  return { outcome: 'refused', code, reason };
}
