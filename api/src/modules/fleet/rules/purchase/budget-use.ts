import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import {
  BUDGET_PERIODS,
  SPENDING_MEASURES,
  type BudgetPeriod,
  type SpendingMeasure,
} from '#contract/fleet/rule-values.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { rows, type Db } from '../../../../db/database.ts';
import { encodeBigints, toParameter } from '../../../../db/parameter.ts';
import { GROUP_OF_CARD, TRUCK_OF_CARD } from '../../vehicles/vehicle-groups.ts';
import type { StoredRule } from './decide.ts';
import { NOTHING_SPENT_TOGETHER, type SpentTogether } from './rule-kind.ts';

/** A permitted purchase that is not in the books by then was not made. */
const HOLD_MS = 3_600_000;

/** A budget of a group with what its cards have spent of it in the current period, in hundredths. */
export interface ShownBudget {
  measure: SpendingMeasure;
  period: BudgetPeriod;
  of: number;
  spent: number;
}

/** Returns the budgets that a group's own rules set, with what is spent of each. */
export function listBudgets(rules: readonly StoredRule[], used: SpentTogether): ShownBudget[] {
  return BUDGET_PERIODS.flatMap((period) =>
    SPENDING_MEASURES.flatMap((measure) => {
      const value = rules.find(({ kind }) => kind === `together_${measure}_${period}`)?.value;
      if (typeof value !== 'number') return [];
      return [{ measure, period, of: Math.round(value * 100), spent: used[period][measure] }];
    }),
  );
}

interface BudgetQuery {
  companyId: number;
  groupId: number;
  at: Date;
  /** A booked purchase that is checked: what came after it is not counted either. */
  without?: number | undefined;
  /** A purchase that is decided: its own earlier permission is not counted. */
  request?: { partnerId: number; externalId: string } | undefined;
}

/**
 * Reads what groups have bought together in the current day, week and month, in the order asked. This is the one place
 * where the use of a budget is read: done purchases less refunds, and permitted purchases that are not booked yet.
 */
export async function readBudgetUse(db: Db, args: readonly BudgetQuery[]): Promise<SpentTogether[]> {
  if (args.length === 0) return [];
  const sums = BUDGET_PERIODS.flatMap((period) =>
    SPENDING_MEASURES.map(
      (measure) => sql`greatest(0, coalesce(sum(line.${sql.id(measure)}) filter (where
        date_trunc(${period}, line.at, 'Europe/Moscow') = date_trunc(${period}, asked.at, 'Europe/Moscow')), 0))::float8
        as ${sql.id(`${measure}_${period}`)}`,
    ),
  );
  const found = await rows(
    db,
    sql<Record<string, number> & { place: number; title: string | null }>`
      select asked.place::int as place, used.*, (select title from vehicle_group
        where vehicle_group.company_id = asked.company_id and vehicle_group.id = asked.group_id) as title
      from unnest(${encodeBigints(args.map((item) => item.companyId))}::bigint[], ${encodeBigints(args.map((item) => item.groupId))}::bigint[],
        ${toParameter(args.map((item) => item.at))}::timestamptz[], ${encodeBigints(args.map((item) => item.without ?? 0))}::bigint[],
        ${encodeBigints(args.map((item) => item.request?.partnerId ?? 0))}::bigint[],
        ${toParameter(args.map((item) => item.request?.externalId ?? ''))}::text[])
        with ordinality as asked (company_id, group_id, at, without, partner_id, external_id, place)
      cross join lateral (
        select ${sql.join(sums)} from (
          select allocated.counted_at as at, sign.of * operation.centilitres as litres, sign.of * operation.sum_kopecks as sum
          from operation_allocation allocated
            join operation on operation.company_id = allocated.company_id and operation.id = allocated.operation_id
            cross join lateral (select case operation.type_id when ${OPERATION_TYPE.purchase} then 1 else -1 end as of) sign
          where allocated.company_id = asked.company_id and allocated.group_id = asked.group_id
            and allocated.counted_at >= least(date_trunc('week', asked.at, 'Europe/Moscow'), date_trunc('month', asked.at, 'Europe/Moscow'))
            and operation.status_id = ${OPERATION_STATUS.done} and operation.id <> asked.without
            and (asked.without = 0 or operation.created_at <= asked.at)
          union all
          select permitted.at, permitted.centilitres, permitted.sum_kopecks from budget_hold permitted
          where permitted.company_id = asked.company_id and permitted.group_id = asked.group_id
            and permitted.until > asked.at and asked.without = 0
            and (permitted.partner_id, permitted.external_id) <> (asked.partner_id, asked.external_id)
            and not exists (select from operation booked where booked.company_id = permitted.company_id
              and booked.partner_id = permitted.partner_id
              and booked.external_id = permitted.external_id)
        ) line
      ) used`,
  );
  const byPlace = new Map(found.map((row) => [row.place, row]));
  return args.map((_, index) => {
    const row = byPlace.get(index + 1);
    const spent = { ...structuredClone(NOTHING_SPENT_TOGETHER), title: row?.title ?? '' };
    for (const period of BUDGET_PERIODS)
      for (const measure of SPENDING_MEASURES) spent[period][measure] = row?.[`${measure}_${period}`] ?? 0;
    return spent;
  });
}

/** Locks the group's budgets until the transaction ends, so that purchases are decided one after the other. */
export function lockBudget(tx: Db, { companyId }: CompanyScope, groupId: number): Promise<void> {
  return lockBudgets(tx, [{ companyId, groupId }]);
}

/** Locks the budgets of these groups, of any companies, in the order of their ids. */
export async function lockBudgets(
  tx: Db,
  groups: readonly { companyId: number; groupId: number }[],
): Promise<void> {
  await sql`
    select vehicle_group.id
    from unnest(${encodeBigints(groups.map(({ companyId }) => companyId))}::bigint[], ${encodeBigints(groups.map(({ groupId }) => groupId))}::bigint[])
      as asked (company_id, group_id)
    join vehicle_group on vehicle_group.company_id = asked.company_id and vehicle_group.id = asked.group_id
    order by vehicle_group.id for no key update of vehicle_group`.execute(tx);
}

interface PermittedPurchase {
  card: { id: number; partnerId: number };
  externalId: string;
  at: Date;
  centilitres: number;
  sumKopecks: number;
  /** The moment from which it counts no more; an hour after `at` by default. */
  until?: Date;
}

/**
 * Takes a permitted purchase off the group's budgets until it is booked, declined or its time is over. The caller has locked
 * the budget. Permitting it again replaces what was taken.
 */
export async function holdBudget(
  tx: Db,
  { companyId }: CompanyScope,
  groupId: number,
  { card, externalId, at, centilitres, sumKopecks, until }: PermittedPurchase,
): Promise<void> {
  await sql`delete from budget_hold where company_id = ${companyId} and group_id = ${groupId} and until <= ${at}`.execute(
    tx,
  );
  await sql`
    insert into budget_hold (company_id, partner_id, external_id, group_id, card_id, at, centilitres, sum_kopecks, until)
    values (${companyId}, ${card.partnerId}, ${externalId}, ${groupId}, ${card.id}, ${at}, ${centilitres}, ${sumKopecks},
      ${until ?? new Date(at.getTime() + HOLD_MS)})
    on conflict (company_id, partner_id, external_id) do update set group_id = excluded.group_id, at = excluded.at,
      centilitres = excluded.centilitres, sum_kopecks = excluded.sum_kopecks, until = excluded.until`.execute(
    tx,
  );
}

/** Gives back what a purchase of the card took that was permitted lately and that its network has declined itself. */
export async function releaseBudget(
  tx: Db,
  { companyId }: CompanyScope,
  { cardId, centilitres, sumKopecks }: { cardId: number; centilitres: number; sumKopecks: number },
): Promise<void> {
  await sql`
    delete from budget_hold where (company_id, partner_id, external_id) in (
      select company_id, partner_id, external_id from budget_hold
      where company_id = ${companyId} and card_id = ${cardId} and centilitres = ${centilitres}
        and sum_kopecks = ${sumKopecks} and not exists (select from operation booked
          where booked.company_id = budget_hold.company_id
            and booked.partner_id = budget_hold.partner_id and booked.external_id = budget_hold.external_id)
        -- The filling at a pump that was authorised goes on, whatever another question of the card got.
        and not exists (select from authorisation where authorisation.company_id = budget_hold.company_id
          and authorisation.partner_id = budget_hold.partner_id
          and authorisation.request_id = budget_hold.external_id and authorisation.state = 'approved')
      order by at desc limit 1)`.execute(tx);
}

/** Gives back what a permitted purchase took that the network does not make after all. */
export async function releasePermitted(
  tx: Db,
  { companyId }: CompanyScope,
  { partnerId, externalId }: { partnerId: number; externalId: string },
): Promise<void> {
  await sql`
    delete from budget_hold
    where company_id = ${companyId} and partner_id = ${partnerId} and external_id = ${externalId}`.execute(
    tx,
  );
}

/** Returns these cards and those that share a budget with one of them. */
export async function withBudgetSharers(tx: Db, cardIds: readonly number[]): Promise<number[]> {
  const found = await rows(
    tx,
    sql<{ id: number }>`
      with shared as (
        select distinct layer.company_id, layer.subject_id from card ${TRUCK_OF_CARD}
          join rule_layer layer on layer.company_id = card.company_id and layer.layer = 'group'
            and layer.subject_id = ${GROUP_OF_CARD}
        where card.id = any(${encodeBigints(cardIds)}::bigint[])
          and jsonb_path_exists(layer.rules, '$[*] ? (@.kind starts with "together_" && @.value != null)')
      )
      select card.id from shared join card on card.company_id = shared.company_id ${TRUCK_OF_CARD}
      where ${GROUP_OF_CARD} = shared.subject_id`,
  );
  return [...new Set([...cardIds, ...found.map(({ id }) => id)])];
}
