import { sql, type RawBuilder } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { SummarySide } from '#contract/fuel/spending.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { monthsBefore, type Days } from './compared-period.ts';
import { whichOperations, type OperationFilter } from './operation-filter.ts';
import { hasPrices, isSold, soldFrom, spentIn } from './spending.ts';
import { SIDES, type SummaryDimension } from './summary-side-store.ts';
import type { SummaryRow } from './summary.ts';

interface SummaryQuery {
  filter: OperationFilter;
  by: SummarySide;
  /** Days that the period is compared with. */
  compared: Days | null;
  today: string;
}

/**
 * Done purchases and refunds grouped: months in their order, anything else with the largest sum first. Each is in
 * exactly one row, so the rows add up to the totals of the list. `cards` is how many cards fuelled in all.
 */
export async function listSummaryRows(
  db: Db,
  scope: CompanyScope,
  args: SummaryQuery,
): Promise<{ rows: SummaryRow[]; cards: number }> {
  const { filter, by, today } = args;
  const side = SIDES[by];
  const before = previousDays(args);
  const priced = await hasPrices(db, scope);
  const found = await rows(
    db,
    sql<PartRow>`
      with sold as materialized (
        ${soldIn(scope, filter, { side, now: true, priced })}
        ${before ? sql`union all ${soldIn(scope, { ...filter, ...before }, { side, now: false, priced })}` : sql``}
      ), price as (${side.comparesPrice ? selectPrices(scope, filter, priced) : NO_PRICES}),
      part as (
        select sold.side, sold.partner_id,
          coalesce(sum(sold.count) filter (where now), 0)::bigint as count,
          coalesce(sum(sold.spent) filter (where now), 0)::bigint as spent,
          coalesce(sum(sold.centilitres) filter (where now), 0)::bigint as centilitres,
          count(distinct sold.card_id) filter (where now) as cards,
          coalesce(sum(sold.spent) filter (where not now), 0)::bigint as previous,
          sum(sold.spent - price.kopecks * sold.centilitres) filter (where now)::float8 as over_kopecks,
          sum(sold.centilitres) filter (where now and price.kopecks is not null)::bigint as priced_centilitres
        from sold left join price on price.partner_id = sold.partner_id and price.goods = sold.goods
        group by 1, 2
      )
      select ${side.key} as key, ${side.title} as title, part.partner_id, sum(part.count)::bigint as count,
        sum(part.spent)::bigint as spent, sum(part.centilitres)::bigint as centilitres, sum(part.cards)::bigint as cards,
        sum(part.previous)::bigint as previous, sum(part.over_kopecks) as over_kopecks,
        sum(part.priced_centilitres)::bigint as priced_centilitres,
        (select count(distinct card_id) from sold where now) as all_cards
      from part ${side.names}
      group by 1, 2, 3 order by 1, 3`,
  );
  const byKey = Map.groupBy(found, ({ key }) => key);
  const isOpen = filter.dateTo === undefined || filter.dateTo >= today;
  const running = by === 'month' && isOpen ? today.slice(0, 7) : null;
  const all = [...byKey].map(([key, parts]) => ({
    ...toSummaryRow(key, parts, before !== null),
    unfinished: key === running,
  }));
  return {
    rows: by === 'month' ? all : all.toSorted(largestFirst),
    cards: found[0]?.all_cards ?? 0,
  };
}

interface PartRow {
  key: string;
  title: string | null;
  partner_id: PartnerId;
  count: number;
  spent: number;
  centilitres: number;
  cards: number;
  previous: number;
  over_kopecks: number | null;
  priced_centilitres: number | null;
  all_cards: number;
}

/** The days that rows are compared with. For months these are those of the months before, each a month earlier. */
function previousDays({ filter, by, compared, today }: SummaryQuery): OperationFilter | null {
  if (by !== 'month') return compared && { dateFrom: compared.from, dateTo: compared.to };
  const end = filter.dateTo !== undefined && filter.dateTo < today ? filter.dateTo : today;
  return {
    dateFrom: filter.dateFrom && monthsBefore(filter.dateFrom, 1),
    dateTo: monthsBefore(end, 1),
  };
}

/** Selects the sales with all columns that the rows need, either of the period (`now`) or of the compared days. */
function soldIn(
  scope: CompanyScope,
  filter: OperationFilter,
  { side, now, priced }: { side: SummaryDimension; now: boolean; priced: boolean },
): RawBuilder<unknown> {
  const goods = side.comparesPrice ? sql`coalesce(operation.goods_title, '')` : sql`''`;
  return sql`
    select ${now ? side.of : (side.before ?? side.of)} as side, operation.partner_id, operation.card_id, ${goods} as goods,
      ${sql.lit(now)} as now, count(*) as count, ${spentIn('operation', priced)}
    from ${soldFrom(priced)} where ${whichOperations(scope, filter)} and ${isSold()}
    group by 1, 2, 3, 4`;
}

/**
 * Computes what a hundredth of a litre of each goods cost the company in each network, regardless of the card or driver
 * in the filter.
 */
function selectPrices(scope: CompanyScope, filter: OperationFilter, priced: boolean): RawBuilder<unknown> {
  const { partnerId, goods, dateFrom, dateTo } = filter;
  return sql`
    select partner_id, goods, spent::numeric / centilitres as kopecks from (
      select operation.partner_id, coalesce(operation.goods_title, '') as goods, ${spentIn('operation', priced)}
      from ${soldFrom(priced)} where ${whichOperations(scope, { partnerId, goods, dateFrom, dateTo })} and ${isSold()}
      group by 1, 2
    ) paid where spent > 0 and centilitres > 0`;
}

const NO_PRICES = sql`select null::int as partner_id, null::text as goods, null::numeric as kopecks where false`;

/** A row of all its networks. */
function toSummaryRow(
  key: string,
  parts: readonly PartRow[],
  isCompared: boolean,
): Omit<SummaryRow, 'unfinished'> {
  const sum = (name: 'count' | 'spent' | 'centilitres' | 'cards' | 'previous') =>
    parts.reduce((total, part) => total + part[name], 0);
  const priced = parts.filter((part) => part.over_kopecks !== null);
  return {
    key,
    title: parts[0]?.title ?? '',
    count: sum('count'),
    spent: kopecks(sum('spent')),
    centilitres: sum('centilitres'),
    cards: sum('cards'),
    previous: isCompared ? kopecks(sum('previous')) : null,
    run: null,
    networks: parts
      .filter(({ spent }) => spent !== 0)
      .map(({ partner_id, spent }) => ({ partnerId: partner_id, spent: kopecks(spent) })),
    overNetwork:
      priced.length === 0
        ? null
        : {
            kopecks: priced.reduce((total, part) => total + (part.over_kopecks ?? 0), 0),
            centilitres: priced.reduce((total, part) => total + (part.priced_centilitres ?? 0), 0),
          },
  };
}

const COLLATOR = new Intl.Collator('ru', { numeric: true });

function largestFirst(a: SummaryRow, b: SummaryRow): number {
  return (
    b.spent - a.spent ||
    (b.previous ?? 0) - (a.previous ?? 0) ||
    COLLATOR.compare(a.title, b.title) ||
    COLLATOR.compare(a.key ?? '', b.key ?? '')
  );
}
