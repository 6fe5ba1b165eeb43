import type { z } from 'zod';
import type { marginRow, marginSums, MarginSide } from '#contract/backoffice/margin.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import {
  addByKey,
  computeCost,
  computeMargin,
  computePercent,
  computeRevenue,
  sumParts,
  type MarginParts,
} from './margin.ts';
import {
  listCorrectionParts,
  listCreditParts,
  listFeeParts,
  listSaleParts,
  listTitles,
  type MarginPeriod,
} from './margin-store.ts';

/** Titles of the row of sums that belong to no client, network, goods or month. */
const REST_TITLE: Record<MarginSide, string> = {
  client: 'Без клиента',
  network: 'Не относится к сети',
  goods: 'Не относится к товару',
  month: 'Без месяца',
};

/**
 * Returns the margin of a period in rows of one side: months from the newest, others from the largest revenue, what
 * belongs to none last. The totals are the same by every side.
 */
export async function readMargin(ctx: Context, { by, ...period }: MarginPeriod & { by: MarginSide }) {
  const today = moscowDay(ctx.clock.now());
  const percent = ctx.config.creditCostPercent;
  // One snapshot, so that a sale that is booked meanwhile does not part the sums.
  const snapshot = ctx.db.system
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only');
  const { sales, others, titles } = await snapshot.execute(async (tx) => {
    const found = await listSaleParts(tx, period, by);
    const rest = [
      ...(await listFeeParts(tx, period, by)),
      ...(await listCorrectionParts(tx, period, by)),
      ...(await listCreditParts(tx, { ...period, today, percent }, by)),
    ];
    const keys = [...new Set([...found, ...rest].map(({ key }) => key))].filter((key) => key !== null);
    const table = by === 'client' ? ('company' as const) : ('partner' as const);
    const hasTable = by === 'client' || by === 'network';
    return {
      sales: found,
      others: rest,
      titles: hasTable ? await listTitles(tx, table, keys.map(Number)) : new Map<string, string>(),
    };
  });
  const goods = new Map(sales.map(({ key, title }) => [key, title]));
  const byKey = addByKey([...sales, ...others]);
  const getTitle = (key: string | null): string => {
    if (key === null) return REST_TITLE[by];
    if (by === 'month') return key;
    return by === 'goods' ? goods.get(key) || 'Без названия' : (titles.get(key) ?? `№ ${key}`);
  };
  const rows = [...byKey].map(([key, parts]) => ({ key, title: getTitle(key), parts }));
  rows.sort(
    (a, b) =>
      Number(a.key === null) - Number(b.key === null) ||
      (by === 'month'
        ? String(b.key).localeCompare(String(a.key))
        : computeRevenue(b.parts) - computeRevenue(a.parts) || a.title.localeCompare(b.title)),
  );
  return {
    data: rows.map(({ key, title, parts }): z.input<typeof marginRow> => ({
      key,
      title,
      ...presentParts(parts),
    })),
    meta: { totals: presentParts(sumParts(byKey.values())), credit_percent: percent },
  };
}

function presentParts(parts: MarginParts): z.input<typeof marginSums> {
  const rubles = (sum: number): number => toRubles(kopecks(sum));
  return {
    sales: parts.sales,
    litres: parts.centilitres / 100,
    station_sum: rubles(parts.sum),
    discount: rubles(parts.discount),
    surcharge: rubles(parts.surcharge),
    service_fee: rubles(parts.fee),
    other_fees: rubles(parts.otherFees),
    revenue: rubles(computeRevenue(parts)),
    received: rubles(parts.received),
    bonus: rubles(parts.bonus),
    cost: rubles(computeCost(parts)),
    without_terms: rubles(parts.withoutTerms),
    corrections: rubles(parts.corrections),
    credit_cost: rubles(parts.creditCost),
    margin: rubles(computeMargin(parts)),
    percent: computePercent(parts),
  };
}
