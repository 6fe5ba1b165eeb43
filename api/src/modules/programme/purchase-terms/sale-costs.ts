import { sql, type RawBuilder } from 'kysely';
import { FUELS } from '#contract/fleet/vehicles.ts';
import { GOODS_TREE, OPERATION_STATUS, OPERATION_TYPE, SANDBOX_NETWORK } from '#contract/ids.ts';
import { writeMotorFuel } from '../partners/partners.ts';
import type { PurchaseTermDraft } from './purchase-term.ts';

interface CostPeriod {
  /** Moscow days, both included. */
  from: string;
  to: string;
  /** Limits the sales to one network. */
  partnerId?: number;
  /** Limits the sales to those of these cards. */
  cardIds?: readonly number[];
  /** A term that is tried: it wins over those of the same scope, on every day. */
  draft?: PurchaseTermDraft;
}

/**
 * Writes the expression `cost`, to follow `with`: each purchase and refund of the period with its parts of the client's
 * price, the discount `received` from the network, the `bonus`, and the `term_id` that decided them (null: none, then it
 * costs its whole sum). `sign` is -1 for a refund, whose term is that of the purchase that it names. The nearest term
 * holds: of goods, then of a kind of fuel, then of the network; of equally near ones the later first day, then the later
 * entered. A term by the litre does not cover what has no litres. Each amount is rounded once, half a kopeck up. A term is
 * chosen once for all sales of the same goods and day, which are few. All of them come from `sold`, so the full join finds
 * what a left join would, and can't become a nested loop where the planner takes the sales for few. The purchase of a refund
 * is found one by one, because refunds are few and a hash of all purchases grows with the past.
 */
export function writeSaleCosts({ from, to, partnerId, cardIds, draft }: CostPeriod): RawBuilder<unknown> {
  return sql`term as materialized (
      select term.id, term.partner_id, lower(trim(term.goods_title)) as goods_title, term.goods_kind, term.pricing,
        term.rate, term.bonus_rate, term.first_day,
        coalesce(least(term.last_day, ended.last_day), 'infinity') as last_day, false as is_draft
      from purchase_term term left join purchase_term_end ended on ended.term_id = term.id
      ${draft ? sql`union all ${selectDraft(draft)}` : sql``}
    ), sold as materialized (
      select operation.id as operation_id, operation.company_id, operation.partner_id, coalesce(operation.goods_id, 0) as goods_id,
        coalesce(operation.goods_title, '') as goods_title, coalesce(operation.centilitres, 0) as centilitres,
        coalesce(operation.centilitres, 0) > 0 as has_litres, operation.sum_kopecks as sum,
        (operation.created_at at time zone 'Europe/Moscow')::date as day,
        (coalesce(bought.created_at, operation.created_at) at time zone 'Europe/Moscow')::date as term_day,
        case when operation.type_id = ${OPERATION_TYPE.refund} then -1 else 1 end as sign,
        coalesce(price.discount_kopecks, 0) as discount, coalesce(price.surcharge_kopecks, 0) as surcharge,
        coalesce(price.fee_kopecks, 0) as fee
      from operation
      left join sale_price price on price.operation_id = operation.id
      left join lateral (
        select purchase.created_at from operation purchase
        where operation.refund_of is not null and purchase.external_id = operation.refund_of
          and purchase.partner_id = operation.partner_id and purchase.company_id = operation.company_id
          and purchase.type_id = ${OPERATION_TYPE.purchase}
        limit 1
      ) bought on true
      where operation.type_id in (10, 11) and operation.status_id = ${OPERATION_STATUS.done}
        and operation.company_id in (select id from company)
        and operation.created_at >= ${from}::date::timestamp at time zone 'Europe/Moscow'
        and operation.created_at < (${to}::date + 1)::timestamp at time zone 'Europe/Moscow'
        and operation.partner_id <> ${SANDBOX_NETWORK}
        ${cardIds ? sql`and operation.card_id = any(${cardIds}::bigint[])` : sql``}
        and (${partnerId ?? null}::int is null or operation.partner_id = ${partnerId ?? null})
    ), goods as materialized (
      select operation.goods_id, operation.goods_title, ${writeFuel()} as fuel
      from (select distinct goods_id, goods_title from sold) operation
    ), chosen as materialized (
      select wanted.*, best.* from (
        select distinct partner_id, goods_id, goods_title, has_litres, term_day from sold
      ) wanted
      join goods using (goods_id, goods_title)
      cross join lateral (
        select term.id as term_id, term.pricing, term.rate, term.bonus_rate, term.is_draft from term
        where term.partner_id = wanted.partner_id and wanted.term_day between term.first_day and term.last_day
          and (term.goods_title is null or term.goods_title = lower(trim(wanted.goods_title)))
          and (term.goods_kind is null or term.goods_kind = goods.fuel)
          and (term.pricing = 'percent' or wanted.has_litres)
        order by term.goods_title is not null desc, term.goods_kind is not null desc, term.is_draft desc,
          term.first_day desc, term.id desc
        limit 1
      ) best
    ), cost as (
      select sold.*, chosen.term_id, coalesce(chosen.is_draft, false) as is_draft,
        case chosen.pricing
          when 'percent' then (sold.sum * chosen.rate + 5000) / 10000
          when 'litre' then least((sold.centilitres * chosen.rate + 50) / 100, sold.sum)
          when 'fixed' then sold.sum - (sold.centilitres * chosen.rate + 50) / 100
          else 0
        end as received,
        coalesce((sold.sum * chosen.bonus_rate + 5000) / 10000, 0) as bonus
      from sold full join chosen using (partner_id, goods_id, goods_title, has_litres, term_day)
    )`;
}

function selectDraft(draft: PurchaseTermDraft): RawBuilder<unknown> {
  return sql`select 0::bigint, ${draft.partnerId}::int, lower(trim(${draft.goodsTitle}::text)), ${draft.goodsKind}::text,
    ${draft.pricing}::text, ${draft.rate}::int, ${draft.bonusRate}::int, '-infinity'::date, 'infinity'::date, true`;
}

/** Returns the kind of fuel of an `operation` under its name in the contract. */
function writeFuel(): RawBuilder<unknown> {
  const kinds = FUELS.map((fuel) => sql`when ${sql.lit(GOODS_TREE[fuel])} then ${sql.lit(fuel)}`);
  return sql`case ${writeMotorFuel()} ${sql.join(kinds, sql` `)} end`;
}
