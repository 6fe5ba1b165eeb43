import {
  addUp,
  halfUp,
  isUntil,
  type PlainClient,
  type PlainQuarter,
  type PlainSale,
  type PlainTerm,
} from './plain-facts.ts';

/** Adds up what the quarter's test did. It imports nothing of the product, so that both can't make one mistake. */

const PERCENT = 10_000;
/** Percent a year that the debt of clients costs. */
const CREDIT_PERCENT = 20;

interface TariffParts {
  discount: number;
  surcharge: number;
  fee: number;
}

/** A sale with what the tariff and the network's term make of it; refunds have negative sums. */
export interface PricedSale extends TariffParts {
  sale: PlainSale;
  sum: number;
  revenue: number;
  received: number;
  bonus: number;
}

function applyTariff({ change, rate, feeRate }: PlainClient, sum: number): TariffParts {
  const changed = halfUp(sum * rate, PERCENT);
  return {
    discount: change === 'discount' ? changed : 0,
    surcharge: change === 'surcharge' ? changed : 0,
    fee: halfUp(sum * feeRate, PERCENT),
  };
}

/** The term of the goods comes before that of the network, and the later one before the earlier. */
function findTerm(terms: readonly PlainTerm[], { partner, goods, day, purchase }: PlainSale) {
  const bought = purchase?.day ?? day;
  const fitting = terms.filter(
    (term) =>
      term.partner === partner &&
      term.firstDay <= bought &&
      (term.goods === undefined || term.goods === goods),
  );
  const nearest = fitting.filter((term) => term.goods !== undefined);
  return (nearest.length > 0 ? nearest : fitting).toSorted((a, b) => b.firstDay.localeCompare(a.firstDay))[0];
}

function getReceived({ sum, centilitres }: PlainSale, term: PlainTerm | undefined): number {
  if (!term) return 0;
  if (term.pricing === 'percent') return halfUp(sum * term.rate, PERCENT);
  const byLitre = halfUp(centilitres * term.rate, 100);
  return term.pricing === 'litre' ? Math.min(byLitre, sum) : sum - byLitre;
}

/** Prices sales in their order. All refunds of a purchase together come to what their whole sum would. */
export function priceSales({ sales, terms }: Pick<PlainQuarter, 'sales' | 'terms'>): PricedSale[] {
  const taken = new Map<PlainSale, TariffParts & { sum: number }>();
  return sales.map((sale) => {
    const { client, sum, sign, purchase } = sale;
    let parts = applyTariff(client, sum);
    if (purchase) {
      const before = taken.get(purchase) ?? { sum: 0, discount: 0, surcharge: 0, fee: 0 };
      const together = { sum: before.sum + sum, ...applyTariff(client, before.sum + sum) };
      taken.set(purchase, together);
      parts = {
        discount: together.discount - before.discount,
        surcharge: together.surcharge - before.surcharge,
        fee: together.fee - before.fee,
      };
    }
    const term = findTerm(terms, sale);
    return {
      sale,
      sum: sign * sum,
      discount: sign * parts.discount,
      surcharge: sign * parts.surcharge,
      fee: sign * parts.fee,
      revenue: sign * (sum - parts.discount + parts.surcharge + parts.fee),
      received: sign * getReceived(sale, term),
      bonus: sign * halfUp(sum * (term?.bonus ?? 0), PERCENT),
    };
  });
}

const NO_MARGIN = {
  sales: 0,
  station_sum: 0,
  discount: 0,
  surcharge: 0,
  service_fee: 0,
  other_fees: 0,
  revenue: 0,
  received: 0,
  bonus: 0,
  cost: 0,
  corrections: 0,
  credit_cost: 0,
  margin: 0,
};

export type PlainMargin = typeof NO_MARGIN;

/** Owner of a sum by each side of the margin; null where it belongs to none. */
export interface Belonging {
  client: number;
  partner: number | null;
  goods: string | null;
  day: string;
}

type Part = Belonging & { parts: Partial<PlainMargin> };

function listParts(quarter: PlainQuarter, lastDay: string): Part[] {
  const sold = priceSales(quarter).map(({ sale, ...priced }): Part => {
    const cost = priced.sum - priced.received - priced.bonus;
    const { sum, discount, surcharge, fee, revenue, received, bonus } = priced;
    const margin = revenue - cost;
    return {
      client: sale.client.id,
      partner: sale.partner,
      goods: sale.goods,
      day: sale.day,
      parts: {
        sales: sale.sign === 1 ? 1 : 0,
        station_sum: sum,
        service_fee: fee,
        discount,
        surcharge,
        revenue,
        received,
        bonus,
        cost,
        margin,
      },
    };
  });
  const charged = quarter.fees.map(({ clientId, partner, day, sum }): Part => ({
    client: clientId,
    partner,
    goods: null,
    day,
    parts: { other_fees: sum, revenue: sum, margin: sum },
  }));
  const corrected = quarter.corrections.map(({ clientId, partner, day, sum }): Part => ({
    client: clientId,
    partner,
    goods: null,
    day,
    parts: { corrections: -sum, margin: -sum },
  }));
  const lent = listOwing(quarter, lastDay).map(({ clientId, day, sum }): Part => {
    const cost = halfUp(-sum * CREDIT_PERCENT, 36_500);
    return {
      client: clientId,
      partner: null,
      goods: null,
      day,
      parts: { credit_cost: cost, margin: -cost },
    };
  });
  return [...sold, ...charged, ...corrected, ...lent].filter(isUntil(lastDay));
}

/** Lists each day that ends below zero, with the balance. */
function listOwing({ owing }: PlainQuarter, lastDay: string) {
  const first = owing[0];
  if (!first) return [];
  const days: { clientId: number; day: string; sum: number }[] = [];
  for (let at = Date.parse(first.day); at <= Date.parse(lastDay); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    const sum = addUp(owing.filter(isUntil(day)), (moved) => moved.sum);
    if (sum < 0) days.push({ clientId: first.clientId, day, sum });
  }
  return days;
}

/** Adds up the margin until a day by a key; what belongs to none is under the key `none`. */
export function addUpMargin(
  quarter: PlainQuarter,
  lastDay: string,
  getKey: (part: Belonging) => string | null,
): Record<string, PlainMargin> {
  const byKey: Record<string, PlainMargin> = {};
  for (const part of listParts(quarter, lastDay)) {
    const row = { ...(byKey[getKey(part) ?? 'none'] ?? NO_MARGIN) };
    for (const name of Object.keys(row) as (keyof PlainMargin)[]) row[name] += part.parts[name] ?? 0;
    byKey[getKey(part) ?? 'none'] = row;
  }
  return byKey;
}

/** Adds up what a client has at the end of a day: what came, less what was bought and taken. */
export function addUpBalance(quarter: PlainQuarter, clientId: number, day: string): number {
  const isMeant = (fact: { clientId: number; day: string }) => fact.clientId === clientId && fact.day <= day;
  const sold = priceSales(quarter).filter(({ sale }) => sale.client.id === clientId && sale.day <= day);
  return (
    addUp(quarter.money.filter(isMeant), ({ sum }) => sum) +
    addUp(quarter.corrections.filter(isMeant), ({ sum }) => sum) -
    addUp(quarter.fees.filter(isMeant), ({ sum }) => sum) -
    addUp(sold, ({ revenue }) => revenue)
  );
}

/** Adds up what a client has by the documents until a month: a monthly fee is in its month, and is taken in the next one. */
export function addUpActBalance(quarter: PlainQuarter, clientId: number, lastDay: string): number {
  const later = quarter.fees.filter(
    (fee) => fee.clientId === clientId && fee.day > lastDay && fee.month <= lastDay.slice(0, 7),
  );
  return addUpBalance(quarter, clientId, lastDay) - addUp(later, ({ sum }) => sum);
}

/** Charges the fees of a month that is over, which are taken on a day of the next one. */
export function chargeMonth(quarter: PlainQuarter, client: PlainClient, month: string, day: string): void {
  const ofMonth = priceSales(quarter).filter(
    ({ sale }) => sale.client.id === client.id && sale.day.startsWith(month),
  );
  const home = NETWORK_OF_FIRST_CARD;
  const charges = [{ partner: home, title: 'Абонентская плата', sum: client.monthlyFee }];
  const bought = ofMonth.filter(({ sale }) => sale.sign === 1);
  for (const partner of new Set(bought.map(({ sale }) => sale.partner))) {
    const cards = new Set(bought.filter(({ sale }) => sale.partner === partner).map(({ sale }) => sale.card));
    charges.push({ partner, title: 'Обслуживание топливных карт', sum: client.cardFee * cards.size });
  }
  const fees = Math.max(
    0,
    addUp(ofMonth, ({ fee }) => fee),
  );
  const missing = client.minimum - fees - addUp(charges, ({ sum }) => sum);
  charges.push({ partner: home, title: 'Доплата до минимума сборов за месяц', sum: Math.max(0, missing) });
  for (const charge of charges.filter(({ sum }) => sum > 0))
    quarter.fees.push({ clientId: client.id, day, month, ...charge });
}

/** The first card of every client is one of Роснефть. */
const NETWORK_OF_FIRST_CARD = 1;
