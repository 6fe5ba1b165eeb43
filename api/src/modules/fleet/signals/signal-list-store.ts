import { sql, type RawBuilder } from 'kysely';
import { CARD_STATUS, OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { SignalRuleKey } from '#contract/fleet/signal-rule.ts';
import { type Closing, type SignalState, type SignalStateFilter } from '#contract/fleet/signals.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { DRIVER_SHORT_NAME } from '../../cards/drivers/drivers.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { IS_OPEN } from './signal-store.ts';

export interface SignalRow {
  id: number;
  rule: SignalRuleKey;
  state: SignalState;
  confidence: number;
  evidence: string;
  operation_id: number;
  sold_at: Date;
  centilitres: number;
  sum_kopecks: number;
  goods_title: string;
  address: string;
  card_id: number;
  card_number: string;
  vehicle: { id: number; plate: string; brand: string } | null;
  driver: string | null;
  owner_id: number | null;
  owner: string | null;
  closing: Closing | null;
  note: string;
  found_at: Date;
}

interface SignalFilter {
  state?: SignalStateFilter | undefined;
  rule?: SignalRuleKey | undefined;
  vehicleId?: number | undefined;
  driverId?: number | undefined;
  cardId?: number | undefined;
  operationId?: number | undefined;
  /** Null when it has no owner. */
  ownerId?: number | null | undefined;
}

type PageQuery = SignalFilter & {
  userId: number;
  sort: 'weight' | 'time';
  upTo: number | null;
  page: number;
  perPage: number;
};

/**
 * A page of them: the person's own that are open first, then the open ones, then the rest, each by what is at stake; or the
 * newest fillings first. Nothing that is found after `upTo` moves the pages.
 */
export async function listSignalPage(
  db: Db,
  scope: CompanyScope,
  args: PageQuery,
): Promise<{ found: SignalRow[]; total: number; upTo: number | null }> {
  const which = conditions(args);
  const { total, up_to: upTo } = await getOnlyRow(
    db,
    sql<{ total: number; up_to: number | null }>`
      select count(*)::int as total, max(fleet_signal.id)::float8 as up_to from fleet_signal
      where company_id = ${scope.companyId} and ${which} and (${args.upTo}::bigint is null or id <= ${args.upTo})`,
  );
  const offset = Math.min((args.page - 1) * args.perPage, total);
  const order =
    args.sort === 'time'
      ? sql`fleet_signal.sold_at desc, fleet_signal.id desc`
      : sql`(${IS_OPEN} and fleet_signal.owner_id is not distinct from ${args.userId}) desc, ${IS_OPEN} desc, fleet_signal.weight desc,
          fleet_signal.id desc`;
  const until = args.upTo ?? upTo ?? 0;
  const page = sql`order by ${order} limit ${args.perPage} offset ${offset}`;
  const found = await rows(db, select(scope, sql`${which} and fleet_signal.id <= ${until} ${page}`));
  return { found, total, upTo: args.upTo ?? upTo };
}

/**
 * A page of fillings with all their signals that match, those of one filling together: the user's own that are open
 * first, then the open ones, then the rest, each by sum; or the newest first.
 */
export async function listFillingPage(
  db: Db,
  scope: CompanyScope,
  args: PageQuery,
): Promise<{ found: SignalRow[]; total: number; upTo: number | null }> {
  const which = sql`${conditions(args)} and (${args.upTo}::bigint is null or fleet_signal.id <= ${args.upTo})`;
  const { total, up_to: upTo } = await getOnlyRow(
    db,
    sql<{ total: number; up_to: number | null }>`
      select count(distinct operation_id)::int as total, max(fleet_signal.id)::float8 as up_to from fleet_signal
      where fleet_signal.company_id = ${scope.companyId} and ${which}`,
  );
  const order =
    args.sort === 'time'
      ? sql`max(fleet_signal.sold_at) desc, operation_id desc`
      : sql`bool_or(${IS_OPEN} and fleet_signal.owner_id is not distinct from ${args.userId}) desc,
          bool_or(${IS_OPEN}) desc, max(fleet_signal.stake_kopecks) desc, operation_id desc`;
  const page = await rows(
    db,
    sql<{ id: number }>`
      select operation_id as id from fleet_signal
      where fleet_signal.company_id = ${scope.companyId} and ${which} group by operation_id
      order by ${order} limit ${args.perPage} offset ${Math.min((args.page - 1) * args.perPage, total)}`,
  );
  const ids = page.map(({ id }) => id);
  const found = await rows(
    db,
    select(
      scope,
      sql`${which} and operation_id = any(${ids}::bigint[])
        order by array_position(${ids}::bigint[], operation_id), fleet_signal.weight desc, fleet_signal.id`,
    ),
  );
  return { found, total, upTo: args.upTo ?? upTo };
}

function conditions(args: SignalFilter): RawBuilder<unknown> {
  const { state, rule, vehicleId, cardId, operationId, driverId, ownerId } = args;
  const all = [sql`true`];
  if (state === 'open') all.push(IS_OPEN);
  else if (state !== undefined) all.push(sql`fleet_signal.state = ${state}`);
  if (rule !== undefined) all.push(sql`fleet_signal.rule = ${rule}`);
  if (vehicleId !== undefined) all.push(sql`fleet_signal.vehicle_id = ${vehicleId}`);
  if (cardId !== undefined) all.push(sql`fleet_signal.card_id = ${cardId}`);
  if (operationId !== undefined) all.push(sql`fleet_signal.operation_id = ${operationId}`);
  if (ownerId !== undefined) all.push(sql`fleet_signal.owner_id is not distinct from ${ownerId}::bigint`);
  if (driverId !== undefined)
    all.push(sql`exists (
      select from driver_on_card riding where riding.company_id = fleet_signal.company_id
        and riding.card_id = fleet_signal.card_id and riding.driver_id = ${driverId}
        and riding.since <= fleet_signal.sold_at and (riding.until is null or riding.until > fleet_signal.sold_at))`);
  return sql.join(all, sql` and `);
}

export function findSignal(db: Db, scope: CompanyScope, id: number): Promise<SignalRow | null> {
  return firstRow(db, select(scope, sql`fleet_signal.id = ${id}`));
}

const WAITING = (typeId: number) => sql`exists (
  select from operation turn where turn.company_id = fleet_signal.company_id and turn.card_id = fleet_signal.card_id
    and turn.status_id = ${OPERATION_STATUS.inProgress}
    and turn.type_id = ${typeId})`;

/** State of its card, by the network's responses so far. */
const CLOSING = sql`case
  when closing is null or closing = 'unable' then closing
  when closing = 'opened' or not exists (
    select from card_hold where card_hold.company_id = fleet_signal.company_id and card_hold.card_id = fleet_signal.card_id and kind = 'signal' and ended_at is null)
  then case when ${WAITING(OPERATION_TYPE.unblocking)} then 'opening' else 'opened' end
  when ${WAITING(OPERATION_TYPE.blocking)} then 'closing'
  when card.status_id = ${CARD_STATUS.blocked} then 'closed'
  else 'refused' end`;

function select(scope: CompanyScope, which: RawBuilder<unknown>) {
  return sql<SignalRow>`
    select fleet_signal.id, rule, state, confidence, evidence, operation_id, fleet_signal.sold_at,
      coalesce(operation.centilitres, 0) as centilitres, operation.sum_kopecks,
      coalesce(operation.goods_title, '') as goods_title, coalesce(operation.address, '') as address,
      fleet_signal.card_id, card.card_number, (
        select json_build_object('id', vehicle.id, 'plate', vehicle.plate, 'brand', vehicle.brand)
        from vehicle where vehicle.id = fleet_signal.vehicle_id
      ) as vehicle, (
        select string_agg(${DRIVER_SHORT_NAME}, ', ' order by driver.surname, driver.id)
        from driver_on_card held join driver on driver.id = held.driver_id
        where held.company_id = fleet_signal.company_id and held.card_id = fleet_signal.card_id
          and held.since <= fleet_signal.sold_at and (held.until is null or held.until > fleet_signal.sold_at)
      ) as driver, owner_id, (
        select concat_ws(' ', lastname, firstname) from app_user where app_user.id = fleet_signal.owner_id
      ) as owner, ${CLOSING} as closing, note, found_at
    from fleet_signal join operation on operation.id = fleet_signal.operation_id
    join card on card.id = fleet_signal.card_id
    where fleet_signal.company_id = ${scope.companyId} and ${which}`;
}
