import { sql, type RawBuilder } from 'kysely';
import type { LimitSource } from '#contract/cards/limit.ts';
import type { CardStatusId, LimitPeriod, LimitUnit, OperationTypeId, PartnerId } from '#contract/ids.ts';
import { CARD_STATUS, OPERATION_STATUS } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { contains, containsDigits } from '../../../db/text-search.ts';
import type { CardChangeKind, ChosenLimit } from './card-change.ts';
import { plainPlate } from '#contract/values/plate.ts';
import { spentWithinLimit } from './limit-spending.ts';
import type { CardHold } from './card-holds.ts';
import { toCountedGroups } from './goods-group.ts';
import { DRIVER_AS_JSON, type CardDriver } from './card-driver.ts';

export interface CardRecord {
  id: number;
  companyId: number;
  partnerId: PartnerId;
  partnerTitle: string;
  number: string;
  statusId: CardStatusId;
  isVirtual: boolean;
  comment: string;
  /** The group that it was put into, else that of its truck (decision 185). */
  group: CardGroup | null;
  /** The group that it was put into itself. */
  ownGroupId: number | null;
  balance: Kopecks;
  /** Cost of fuel bought beyond the card's money; the card's next money pays it. */
  shortfall: Kopecks;
  goodsIds: number[];
  /** The layer of rules that the goods come from. Null means that no layer has chosen them. */
  goodsSource: LimitSource | null;
  limit: CardLimit | null;
  drivers: CardDriver[];
  /** The truck that it is on now. */
  vehicle: CardVehicle | null;
  waiting: { id: number; typeId: OperationTypeId; sum: Kopecks }[];
  /** The newest of each kind, unless the network has accepted it. */
  choices: OpenChoice[];
  lastOperationIds: number[];
  /** Reason of the hold that blocks the card. */
  hold: (Pick<CardHold, 'kind' | 'reason'> & { since: string }) | null;
}

interface CardGroup {
  id: number;
  title: string;
}

interface CardVehicle {
  id: number;
  plate: string;
  brand: string;
  groupTitle: string | null;
}

interface OpenChoice {
  id: number;
  kind: CardChangeKind;
  state: 'waiting' | 'refused';
  reason: string | null;
}

export interface CardLimit {
  /** Kopecks, or hundredths of a litre, by the unit. */
  count: number;
  unit: LimitUnit;
  period: LimitPeriod;
  goodsGroups: number[];
  /** The layer of rules that has set the limit. Null means that no layer has. */
  source: LimitSource | null;
  /** Spent within the current Moscow day or month, in the same unit. */
  spent: number;
}

export interface CardFilter {
  partnerId?: number;
  statusId?: number;
  driverId?: number;
  /** The truck that now has the card. */
  vehicleId?: number;
  /** The group that it is in now. */
  groupId?: number;
  /** Active, with nothing left on it. */
  isEmpty?: boolean;
  search?: string;
}

interface CardRow extends LimitColumns {
  id: number;
  company_id: number;
  partner_id: PartnerId;
  partner_title: string;
  card_number: string;
  status_id: CardStatusId;
  is_virtual: boolean;
  comment: string;
  group: CardGroup | null;
  group_id: number | null;
  balance_kopecks: number;
  shortfall_kopecks: number;
  goods_ids: number[];
  goods_source: LimitSource | null;
  limit_source: LimitSource | null;
  limit_spent: number;
  drivers: CardDriver[];
  vehicle: CardVehicle | null;
  waiting: { id: number; typeId: OperationTypeId; sum: number }[];
  choices: OpenChoice[];
  last_operation_ids: number[];
  hold: CardRecord['hold'];
}

/** A refused choice leaves on the card what was before it. */
export const sourceOfChange = sql<string>`(case state when 'refused' then before else wanted end) ->> 'source'`;

/** The company's cards with all that their screens show, oldest first. `now` decides the day and month of limits. */
export async function listCards(
  db: Db,
  scope: CompanyScope,
  filter: CardFilter,
  now: Date,
): Promise<CardRecord[]> {
  return selectCards(db, sql`card.company_id = ${scope.companyId} and ${conditions(filter)}`, now);
}

/** Cards of several companies; `args` names each card with its company. */
export async function listCardsOfCompanies(
  db: Db,
  args: readonly { scope: CompanyScope; cardId: number }[],
  now: Date,
): Promise<CardRecord[]> {
  // The limit keeps each a lookup by its key, whatever the table was like on the day of the plan.
  const named = sql`(
    select found.* from (
      select distinct company_id, card_id from unnest(
        ${args.map((item) => item.scope.companyId)}::bigint[], ${args.map((item) => item.cardId)}::bigint[]) as asked (company_id, card_id)
    ) asked
    cross join lateral (
      select * from card where card.id = asked.card_id and card.company_id = asked.company_id limit 1
    ) found
  ) card`;
  return selectCards(db, sql`true`, now, named);
}

async function selectCards(
  db: Db,
  condition: RawBuilder<unknown>,
  now: Date,
  source = sql`card`,
): Promise<CardRecord[]> {
  const { rows } = await sql<CardRow>`
    select card.id, card.company_id, card.partner_id, partner.title as partner_title, card.card_number, card.status_id,
      card.is_virtual, card.comment, card.group_id, belongs.group, card.goods_ids, card.limit_count, card.limit_unit, card.limit_period,
      card.limit_goods_groups, coalesce(account.balance_kopecks, 0) as balance_kopecks, card.shortfall_kopecks,
      coalesce(spent.amount, 0) as limit_spent, coalesce(people.drivers, '[]') as drivers, ride.vehicle,
      coalesce(waiting.operations, '[]') as waiting, coalesce(newest.choices, '[]') as choices, coalesce(latest.ids, '{}') as last_operation_ids,
      coalesce(newest.limit_source, ruled.limit_source) as limit_source,
      coalesce(newest.goods_source, ruled.goods_source) as goods_source, held.hold
    from ${source}
    join partner on partner.id = card.partner_id
    left join ledger_account account on account.card_id = card.id
    left join lateral (${spentWithinLimit(now)}) spent on card.limit_count is not null
    left join lateral (
      select json_agg(${DRIVER_AS_JSON} order by driver.surname, driver.name, driver.id) as drivers
      from card_driver join driver on driver.id = card_driver.driver_id where card_driver.card_id = card.id
    ) people on true
    left join lateral (
      select json_build_object('id', vehicle.id, 'plate', vehicle.plate, 'brand', vehicle.brand,
        'groupTitle', vehicle_group.title) as vehicle, vehicle.group_id
      from card_on_vehicle riding join vehicle on vehicle.id = riding.vehicle_id
        left join vehicle_group on vehicle_group.id = vehicle.group_id
      where riding.company_id = card.company_id and riding.card_id = card.id and riding.until is null
    ) ride on true
    left join lateral (
      select json_build_object('id', vehicle_group.id, 'title', vehicle_group.title) as "group" from vehicle_group
      where vehicle_group.company_id = card.company_id and vehicle_group.id = coalesce(card.group_id, ride.group_id)
    ) belongs on true
    left join lateral (
      select json_agg(json_build_object('id', operation.id, 'typeId', operation.type_id, 'sum', operation.sum_kopecks)
        order by operation.id) as operations
      from operation where operation.card_id = card.id and operation.status_id = ${OPERATION_STATUS.inProgress}
    ) waiting on true
    left join lateral (
      select json_agg(json_build_object('id', last.id, 'kind', last.kind, 'state', last.state, 'reason', last.reason))
          filter (where last.state <> 'done') as choices,
        max(last.source) filter (where last.kind = 'limit') as limit_source,
        max(last.source) filter (where last.kind = 'goods') as goods_source
      from unnest(array['goods', 'limit']) as kinds (kind)
      cross join lateral (
        select id, kind, state, reason, ${sourceOfChange} as source from card_change
        where card_change.card_id = card.id and card_change.kind = kinds.kind and state <> 'superseded'
        order by id desc limit 1
      ) last
    ) newest on true
    left join lateral (
      select limit_source, goods_source from rule_card
      where rule_card.company_id = card.company_id and rule_card.card_id = card.id limit 1
    ) ruled on true
    left join lateral (
      select array_agg(recent.id) as ids from (
        select id from operation where operation.card_id = card.id order by created_at desc, id desc limit 5
      ) recent
    ) latest on true
    left join lateral (
      select json_build_object('kind', kind, 'reason', reason, 'since', held_at) as hold from card_hold
      where card_hold.card_id = card.id and ended_at is null order by kind desc limit 1
    ) held on true
    where ${condition}
    order by card.id`.execute(db);
  return rows.map(toCardRecord);
}

function conditions(filter: CardFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`true`];
  if (filter.partnerId !== undefined) all.push(sql`card.partner_id = ${filter.partnerId}::bigint`);
  if (filter.statusId !== undefined) all.push(sql`card.status_id = ${filter.statusId}`);
  if (filter.driverId !== undefined) {
    all.push(
      sql`exists (select from card_driver where card_id = card.id and driver_id = ${filter.driverId})`,
    );
  }
  if (filter.vehicleId !== undefined) {
    all.push(sql`exists (select from card_on_vehicle riding where riding.company_id = card.company_id
      and riding.card_id = card.id and riding.until is null and riding.vehicle_id = ${filter.vehicleId}::bigint)`);
  }
  if (filter.groupId !== undefined)
    all.push(sql`coalesce(card.group_id, ride.group_id) = ${filter.groupId}::bigint`);
  if (filter.isEmpty) {
    all.push(sql`card.status_id = ${CARD_STATUS.active} and coalesce(account.balance_kopecks, 0) <= 0`);
  }
  if (filter.search) {
    const { search } = filter;
    const plate = plainPlate(search);
    // `Карта •• 4821` is how the screens write a number.
    const digits = search.replace(/^карта(?=\s+•)|[\s•]/gi, '');
    all.push(sql`(${contains(sql`card.comment`, search)} or ${containsDigits(sql`card.card_number`, digits)}
      or exists (select from card_driver join driver on driver.id = card_driver.driver_id
        where card_driver.card_id = card.id and ${contains(sql`concat_ws(' ', driver.surname, driver.name, driver.patronymic)`, search)})
      or exists (select from card_on_vehicle riding join vehicle on vehicle.id = riding.vehicle_id
        where riding.company_id = card.company_id and riding.card_id = card.id and riding.until is null
          and (${contains(sql`vehicle.brand`, search)} or ${plate !== ''} and ${containsDigits(sql`translate(vehicle.plate, 'ABEKMHOPCTYX-', 'АВЕКМНОРСТУХ')`, plate)})))`);
  }
  return sql.join(all, sql` and `);
}

/** The columns of a card that hold its limit, all null or none. */
export interface LimitColumns {
  limit_count: number | null;
  limit_unit: LimitUnit | null;
  limit_period: LimitPeriod | null;
  limit_goods_groups: number[];
}

export function toChosenLimit(row: LimitColumns): ChosenLimit {
  const { limit_count: count, limit_unit: unit, limit_period: period } = row;
  if (count === null || unit === null || period === null) return null;
  return { count, unit, period, goodsGroups: toCountedGroups(row.limit_goods_groups) };
}

function toCardRecord(row: CardRow): CardRecord {
  const limit = toChosenLimit(row);
  return {
    id: row.id,
    companyId: row.company_id,
    partnerId: row.partner_id,
    partnerTitle: row.partner_title,
    number: row.card_number,
    statusId: row.status_id,
    isVirtual: row.is_virtual,
    comment: row.comment,
    group: row.group,
    ownGroupId: row.group_id,
    balance: kopecks(row.balance_kopecks),
    shortfall: kopecks(row.shortfall_kopecks),
    goodsIds: row.goods_ids,
    goodsSource: row.goods_source,
    limit: limit && { ...limit, source: row.limit_source, spent: row.limit_spent },
    drivers: row.drivers,
    vehicle: row.vehicle,
    waiting: row.waiting.map((item) => ({ ...item, sum: kopecks(item.sum) })),
    choices: row.choices,
    lastOperationIds: row.last_operation_ids,
    hold: row.hold,
  };
}
