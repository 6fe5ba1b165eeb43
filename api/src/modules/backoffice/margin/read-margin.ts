import type { z } from 'zod';
import type {
  marginMonth,
  marginRow,
  marginSums,
  marginYearRow,
  MarginSide,
  MarginYearSide,
} from '#contract/backoffice/margin.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import {
  addByKey,
  addByMonth,
  computeCost,
  computeMargin,
  computePercent,
  computeRevenue,
  sumParts,
  type KeyedParts,
  type MarginParts,
} from './margin.ts';
import {
  listCorrectionParts,
  listCreditParts,
  listFeeParts,
  listSaleParts,
  listTitles,
  type MarginDivision,
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
  const { parts, titles } = await readParts(ctx, period, { by });
  const byKey = addByKey(parts);
  const rows = [...byKey].map(([key, sums]) => ({ key, title: getTitle(by, key, titles), sums }));
  rows.sort((a, b) =>
    by === 'month' && a.key !== null && b.key !== null ? b.key.localeCompare(a.key) : compareRows(a, b),
  );
  return {
    data: rows.map(({ key, title, sums }): z.input<typeof marginRow> => ({
      key,
      title,
      ...presentParts(sums),
    })),
    meta: {
      totals: presentParts(sumParts(byKey.values())),
      credit_percent: ctx.config.creditCostPercent,
    },
  };
}

/**
 * Returns the margin of a year in rows of one side, each with the months of the year up to the running one; rows are in the
 * order of `readMargin`. Refuses a year to come.
 */
export async function readMarginYear(ctx: Context, { year, by }: { year: number; by: MarginYearSide }) {
  const today = moscowDay(ctx.clock.now());
  const lastMonth = today < `${year + 1}` ? today.slice(0, 7) : `${year}-12`;
  if (lastMonth < `${year}-01`) throw fieldRefusal('year', 'Этот год ещё не начался');
  const months = MONTHS.map((month) => `${year}-${month}`).filter((month) => month <= lastMonth);
  const period = { from: `${year}-01-01`, to: `${year}-12-31` };
  const { parts, titles } = await readParts(ctx, period, { by, byMonth: true });
  const rows = [...addByKey(parts)].map(([key, sums]) => ({ key, title: getTitle(by, key, titles), sums }));
  const partsByKey = Map.groupBy(parts, ({ key }) => key);
  const present = (found: readonly KeyedParts[], sums: MarginParts) => ({
    months: addByMonth(found, months).map(presentMonth),
    year: presentMonth(sums),
  });
  return {
    data: rows.sort(compareRows).map(({ key, title, sums }): z.input<typeof marginYearRow> => ({
      key,
      title,
      ...present(partsByKey.get(key) ?? [], sums),
    })),
    meta: { months, totals: present(parts, sumParts(rows.map(({ sums }) => sums))) },
  };
}

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

/** Reads the sums of a period from one snapshot, so that a sale that is booked meanwhile does not part them. */
async function readParts(
  ctx: Context,
  period: MarginPeriod,
  division: MarginDivision,
): Promise<{ parts: KeyedParts[]; titles: ReadonlyMap<string | null, string> }> {
  const today = moscowDay(ctx.clock.now());
  const percent = ctx.config.creditCostPercent;
  const snapshot = ctx.db.system
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only');
  return snapshot.execute(async (tx) => {
    const sales = await listSaleParts(tx, period, division);
    const parts = [
      ...sales.map(({ title: _title, ...part }) => part),
      ...(await listFeeParts(tx, period, division)),
      ...(await listCorrectionParts(tx, period, division)),
      ...(await listCreditParts(tx, { ...period, today, percent }, division)),
    ];
    if (division.by !== 'client' && division.by !== 'network')
      return { parts, titles: getGoodsTitles(sales) };
    const ids = new Set(parts.flatMap(({ key }) => (key === null ? [] : [Number(key)])));
    return {
      parts,
      titles: await listTitles(tx, division.by === 'client' ? 'company' : 'partner', [...ids]),
    };
  });
}

/** Goods are written in several ways: the first in the order of letters names their row in every month. */
function getGoodsTitles(sales: readonly { key: string | null; title: string }[]): Map<string | null, string> {
  const lastFirst = sales.toSorted((a, b) => (a.title < b.title ? 1 : -1));
  return new Map(lastFirst.map(({ key, title }) => [key, title]));
}

function getTitle(by: MarginSide, key: string | null, titles: ReadonlyMap<string | null, string>): string {
  if (key === null) return REST_TITLE[by];
  if (by === 'month') return key;
  return by === 'goods' ? titles.get(key) || 'Без названия' : (titles.get(key) ?? `№ ${key}`);
}

interface Row {
  key: string | null;
  title: string;
  sums: MarginParts;
}

/** Puts what belongs to none last, others from the largest revenue. */
function compareRows(a: Row, b: Row): number {
  return (
    Number(a.key === null) - Number(b.key === null) ||
    computeRevenue(b.sums) - computeRevenue(a.sums) ||
    a.title.localeCompare(b.title)
  );
}

function presentMonth(parts: MarginParts): z.input<typeof marginMonth> {
  const { sales, litres, revenue, cost, margin, percent } = presentParts(parts);
  return { sales, litres, revenue, cost, margin, percent };
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
