/** Adds up what the quarter's test did. It imports nothing of the product, so that both can't make one mistake. */

export interface PlainClient {
  id: number;
  change: 'discount' | 'surcharge' | 'none';
  /** Hundredths of a percent. */
  rate: number;
  feeRate: number;
}

export interface PlainSale {
  client: PlainClient;
  partner: number;
  card: string;
  goods: string;
  day: string;
  /** Kopecks at the price of the station. */
  sum: number;
  sign: 1 | -1;
}

export interface PlainMoney {
  clientId: number;
  day: string;
  /** Kopecks; negative left the account. */
  sum: number;
}

/** Purchase terms of a network in hundredths of a percent. */
export type PlainTerms = Readonly<Record<number, { rate: number; bonus: number }>>;

export interface PlainMargin {
  sales: number;
  station_sum: number;
  discount: number;
  surcharge: number;
  service_fee: number;
  revenue: number;
  received: number;
  bonus: number;
  cost: number;
  /** Revenue less cost: no client of the quarter has a debt that costs anything. */
  margin: number;
}

function halfUp(product: number, by: number): number {
  return Math.floor((product + by / 2) / by);
}

const percent = (sum: number, rate: number): number => halfUp(sum * rate, 10_000);

/** Prices a sale by the client's tariff and the network's terms, refunds by those of their purchase. */
function priceSale({ client, partner, sum, sign }: PlainSale, terms: PlainTerms): PlainMargin {
  const changed = percent(sum, client.rate);
  const discount = client.change === 'discount' ? changed : 0;
  const surcharge = client.change === 'surcharge' ? changed : 0;
  const fee = percent(sum, client.feeRate);
  const term = terms[partner] ?? { rate: 0, bonus: 0 };
  const received = percent(sum, term.rate);
  const bonus = percent(sum, term.bonus);
  const revenue = sum - discount + surcharge + fee;
  const cost = sum - received - bonus;
  return {
    sales: sign === 1 ? 1 : 0,
    station_sum: sign * sum,
    discount: sign * discount,
    surcharge: sign * surcharge,
    service_fee: sign * fee,
    revenue: sign * revenue,
    received: sign * received,
    bonus: sign * bonus,
    cost: sign * cost,
    margin: sign * (revenue - cost),
  };
}

/** Adds up sales by a key. */
export function addUpMargin(
  sales: readonly PlainSale[],
  terms: PlainTerms,
  getKey: (sale: PlainSale) => string,
): Record<string, PlainMargin> {
  const byKey: Record<string, PlainMargin> = {};
  for (const sale of sales) {
    const priced = priceSale(sale, terms);
    const row = byKey[getKey(sale)];
    byKey[getKey(sale)] = row ? addRows(row, priced) : priced;
  }
  return byKey;
}

function addRows(a: PlainMargin, b: PlainMargin): PlainMargin {
  return Object.fromEntries(
    (Object.keys(a) as (keyof PlainMargin)[]).map((name) => [name, a[name] + b[name]]),
  ) as unknown as PlainMargin;
}

/** Kopecks of a client at the end of a day: what came, less what was bought. */
export function addUpBalance(
  input: { money: readonly PlainMoney[]; sales: readonly PlainSale[]; terms: PlainTerms },
  clientId: number,
  day: string,
): number {
  const came = input.money.filter((row) => row.clientId === clientId && row.day <= day);
  const bought = input.sales.filter((sale) => sale.client.id === clientId && sale.day <= day);
  return (
    came.reduce((total, { sum }) => total + sum, 0) -
    bought.reduce((total, sale) => total + priceSale(sale, input.terms).revenue, 0)
  );
}
