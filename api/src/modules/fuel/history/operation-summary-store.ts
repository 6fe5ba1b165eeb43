import { sql, type RawBuilder } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { COMPARES_PRICE, type SummarySide } from '#contract/fuel/spending.ts';
import { findComparedDays, type Days } from '#contract/fuel/summary/compared-period.ts';
import type { SummaryRow } from '#contract/fuel/summary/summary.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { whichOperations, type OperationFilter } from './operation-filter.ts';
import { hasPrices, isSold, soldFrom, spentIn } from './spending.ts';
import { SIDES } from './summary-side-store.ts';

interface SummaryQuery {
  filter: OperationFilter;
  by: SummarySide;
  /** Days that the period is compared with. */
  compared: Days | null;
  today: string;
}

/**
 * Groups done purchases and refunds by the side and the networks of its rows, months in their order. Each is in exactly one row,
 * so the rows add up to the totals of the list. `cards` is how many cards fuelled in all.
 */
export async function listSummaryRows(
  db: Db,
  scope: CompanyScope,
  args: SummaryQuery,
): Promise<{ rows: SummaryRow[]; cards: number }> {
  const { filter, by, today } = args;
  const side = SIDES[by];
  const before = findComparedDays(by, filter, args);
  const priced = await hasPrices(db, scope);
  const found = await rows(
    db,
    sql<PartRow>`
      with sold as materialized (
        ${soldIn(scope, filter, { by, now: true, priced })}
        ${before ? sql`union all ${soldIn(scope, { ...filter, ...before }, { by, now: false, priced })}` : sql``}
      ), paid as (${COMPARES_PRICE[by] ? selectPaid(scope, filter, priced) : NOTHING_PAID}),
      part as (
        select side, partner_id, coalesce(sum(count) filter (where now), 0) as count,
          coalesce(sum(spent) filter (where now), 0) as spent, coalesce(sum(centilitres) filter (where now), 0) as centilitres,
          count(distinct card_id) filter (where now) as cards, coalesce(sum(spent) filter (where not now), 0) as previous,
          null::numeric as over_kopecks, null::numeric as priced_centilitres
        from sold group by 1, 2
        union all
        select side, partner_id, 0, 0, 0, 0, 0, sign(excess) * div(2 * abs(excess) + paid_centilitres, 2 * paid_centilitres),
          centilitres
        from (
          select sold.side, sold.partner_id, sum(sold.centilitres) as centilitres, paid.centilitres::numeric as paid_centilitres,
            sum(sold.spent) * paid.centilitres - sum(sold.centilitres) * paid.spent as excess
          from sold join paid using (partner_id, goods) where now
          group by sold.side, sold.partner_id, goods, paid.centilitres, paid.spent
        ) goods_of_row
      )
      select ${side.key} as key, ${side.title} as title, part.partner_id, sum(part.count)::bigint as count,
        sum(part.spent)::bigint as spent, sum(part.centilitres)::bigint as centilitres, sum(part.cards)::bigint as cards,
        sum(part.previous)::bigint as previous, sum(part.over_kopecks)::bigint as over_kopecks,
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
  return { rows: all, cards: found[0]?.all_cards ?? 0 };
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

/** Selects the sales with all columns that the rows need, either of the period (`now`) or of the compared days. */
function soldIn(
  scope: CompanyScope,
  filter: OperationFilter,
  { by, now, priced }: { by: SummarySide; now: boolean; priced: boolean },
): RawBuilder<unknown> {
  const side = SIDES[by];
  const goods = COMPARES_PRICE[by] ? sql`coalesce(operation.goods_title, '')` : sql`''`;
  return sql`
    select ${now ? side.of : (side.before ?? side.of)} as side, operation.partner_id, operation.card_id, ${goods} as goods,
      ${sql.lit(now)} as now, count(*) as count, ${spentIn('operation', priced)}
    from ${soldFrom(priced)} where ${whichOperations(scope, filter)} and ${isSold()}
    group by 1, 2, 3, 4`;
}

/** Sums what the company paid for each goods in each network, regardless of the card or driver in the filter. */
function selectPaid(scope: CompanyScope, filter: OperationFilter, priced: boolean): RawBuilder<unknown> {
  const { partnerId, goods, dateFrom, dateTo } = filter;
  return sql`
    select partner_id, goods, spent, centilitres from (
      select operation.partner_id, coalesce(operation.goods_title, '') as goods, ${spentIn('operation', priced)}
      from ${soldFrom(priced)} where ${whichOperations(scope, { partnerId, goods, dateFrom, dateTo })} and ${isSold()}
      group by 1, 2
    ) bought where spent > 0 and centilitres > 0`;
}

const NOTHING_PAID = sql`
  select null::int as partner_id, null::text as goods, null::bigint as spent, null::bigint as centilitres where false`;

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
