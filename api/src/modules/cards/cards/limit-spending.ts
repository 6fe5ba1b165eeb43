import { sql, type RawBuilder } from 'kysely';
import {
  LIMITED_PARTNER,
  SANDBOX_NETWORK,
  type LimitPeriod,
  type PartnerId,
  LIMIT_PERIOD,
  LIMIT_PERIODS,
  LIMIT_UNIT,
  LIMIT_UNITS,
  OPERATION_STATUS,
  OPERATION_TYPE,
} from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { ALL_GROUPS } from './goods-group.ts';

/**
 * The periods that a limit of this network's cards can be set for; none where it can't be set. Of the spec's four only one
 * takes limits (spec section 5), an added one as it was set.
 */
export function listLimitPeriods(
  ctx: Pick<Context, 'networkIds' | 'getNetwork' | 'addedNetwork'>,
  partnerId: PartnerId,
): readonly LimitPeriod[] {
  if (!isLimitedPartner(ctx, partnerId) || !ctx.networkIds('sandbox').includes(partnerId)) return [];
  return ctx.getNetwork(partnerId).limitPeriods;
}

/** Checks whether cards of this network can have a limit. */
export function isLimitedPartner(ctx: Pick<Context, 'addedNetwork'>, partnerId: PartnerId): boolean {
  const added = ctx.addedNetwork(partnerId);
  return added
    ? added.limitPeriods.length > 0
    : partnerId === LIMITED_PARTNER || partnerId === SANDBOX_NETWORK;
}

/**
 * Purchases minus refunds of the limit's goods within its period in Moscow; an id of goods begins with its group.
 * Networks restore the limit of the period of the purchase. Not every network's refund names its purchase: a refund
 * that cannot belong to a purchase of this period belongs to an earlier period and restores nothing now.
 */
export function spentWithinLimit(now: Date): RawBuilder<unknown> {
  const calendarUnit = sql.join(
    LIMIT_PERIODS.map((period) => sql`when ${period} then ${LIMIT_PERIOD[period].calendarUnit}`),
    sql` `,
  );
  // A sandbox uses its own clock (decision 89).
  const at = sql`case card.partner_id when ${SANDBOX_NETWORK}
    then (select clock_at from sandbox where sandbox.company_id = card.company_id) else ${now}::timestamptz end`;
  const start = sql`date_trunc(case card.limit_period ${calendarUnit} end, ${at}, 'Europe/Moscow')`;
  // Counted in Moscow: a month after 30 November, 21:00 UTC, is 31 December there.
  const end = sql`(${start} at time zone 'Europe/Moscow' + card.limit_period::interval) at time zone 'Europe/Moscow'`;
  const sign = sql`case operation.type_id when ${OPERATION_TYPE.purchase} then 1 else -1 end`;
  const amount = sql.join(
    LIMIT_UNITS.map((unit) => sql`when ${unit} then ${sql.ref(`operation.${LIMIT_UNIT[unit].column}`)}`),
    sql` `,
  );
  return sql`
    select greatest(0, sum(${sign} * case card.limit_unit ${amount} end))
      as amount
    from operation
    where operation.card_id = card.id and operation.status_id = ${OPERATION_STATUS.done}
      and (card.limit_goods_groups = '{}' or card.limit_goods_groups @> ${ALL_GROUPS}::int[]
        or operation.goods_id / 100 = any(card.limit_goods_groups))
      and operation.created_at >= ${start} and operation.created_at < ${end}
      and (operation.type_id = ${OPERATION_TYPE.purchase} or operation.type_id = ${OPERATION_TYPE.refund} and exists (
        select from operation purchase
        where purchase.card_id = card.id and purchase.type_id = ${OPERATION_TYPE.purchase}
          and coalesce(purchase.external_id = operation.refund_of, true)
          and purchase.goods_id = operation.goods_id and purchase.sum_kopecks >= operation.sum_kopecks
          and purchase.created_at between ${start} and operation.created_at))`;
}
