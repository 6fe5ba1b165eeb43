import { sql, type RawBuilder } from 'kysely';
import { CARD_STATUS, OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { SignalRuleKey } from '#contract/fleet/signal-rule.ts';
import {
  OPEN_STATES,
  VERDICTS,
  type Closing,
  type SignalState,
  type SignalStateFilter,
} from '#contract/fleet/signals.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Filling, Finding } from './filling.ts';

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

const IS_OPEN = sql`fleet_signal.state = any(${[...OPEN_STATES]}::text[])`;

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
        select string_agg(concat_ws(' ', driver.surname, nullif(left(driver.name, 1), '') || '.',
          nullif(left(driver.patronymic, 1), '') || '.'), ', ' order by driver.surname, driver.id)
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

export interface RuleCount {
  rule: SignalRuleKey;
  found: number;
  decided: number;
  wrong: number;
}

/** Counts for each rule its signals, the decided ones, and the false alarms. */
export function countByRule(db: Db, scope: CompanyScope): Promise<RuleCount[]> {
  return rows(
    db,
    sql<RuleCount>`
      select rule, count(*)::int as found, count(*) filter (where state = any(${[...VERDICTS]}::text[]))::int as decided,
        count(*) filter (where state = 'false')::int as wrong
      from fleet_signal where company_id = ${scope.companyId} group by rule`,
  );
}

/**
 * Counts the signals that wait for a verdict: the user's own, all, and the sum of these fillings, each counted once.
 */
export function countOpen(
  db: Db,
  scope: CompanyScope,
  userId: number,
): Promise<{ mine: number; all: number; fillings: number; stake: number }> {
  return getOnlyRow(
    db,
    sql<{ mine: number; all: number; fillings: number; stake: number }>`
      select coalesce(sum(mine), 0)::int as mine, coalesce(sum(every), 0)::int as all, count(*)::int as fillings, coalesce(sum(stake), 0)::float8 as stake
      from (
        select count(*) as every, count(*) filter (where owner_id = ${userId}) as mine, max(stake_kopecks) as stake
        from fleet_signal where company_id = ${scope.companyId} and ${IS_OPEN} group by operation_id
      ) as by_filling`,
  );
}

/**
 * Returns false when it is decided already. `assigned` leaves it new, because the assigned user still has to take it.
 */
export async function takeSignal(
  tx: Db,
  scope: CompanyScope,
  { id, userId, assigned, filling }: { id: number; userId: number; assigned: boolean; filling: boolean },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update fleet_signal set state = ${assigned ? 'new' : 'owned'}, owner_id = ${userId}
      where company_id = ${scope.companyId} and state in ('new', 'owned')
        and ${matchFilling({ id, filling })} returning id`,
  );
  return row !== null;
}

/** Matches the signal, or all signals of its filling. */
function matchFilling({ id, filling }: { id: number; filling: boolean }): RawBuilder<unknown> {
  if (!filling) return sql`fleet_signal.id = ${id}`;
  return sql`fleet_signal.operation_id = (select named.operation_id from fleet_signal named where named.id = ${id} and named.company_id = fleet_signal.company_id)`;
}

/** Lists the signal, and with `filling` those of its filling that are open or have the same verdict. */
export async function listJudged(
  db: Db,
  scope: CompanyScope,
  { id, filling }: { id: number; filling: boolean },
): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select id from fleet_signal where company_id = ${scope.companyId} and ${matchFilling({ id, filling })}
        and (${IS_OPEN} or state = (select named.state from fleet_signal named where named.id = ${id})) order by id`,
  );
  return found.map((row) => row.id);
}

/** False when the company has no such signal. */
export async function decideSignal(
  tx: Db,
  scope: CompanyScope,
  input: { id: number; userId: number; verdict: (typeof VERDICTS)[number]; note: string; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update fleet_signal set state = ${input.verdict}, note = ${input.note}, decided_at = ${input.now},
        owner_id = coalesce(owner_id, ${input.userId})
      where id = ${input.id} and company_id = ${scope.companyId} returning id`,
  );
  return row !== null;
}

export interface NewSignal {
  id: number;
  rule: SignalRuleKey;
  card_id: number;
  evidence: string;
  sold_at: Date;
}

/** Writes what was found, each operation once for a rule, with the owner of its rule; returns what is new. */
export function insertSignals(
  tx: Db,
  scope: CompanyScope,
  { found, now }: { found: readonly (Finding & { rule: SignalRuleKey; filling: Filling })[]; now: Date },
): Promise<NewSignal[]> {
  return rows(
    tx,
    sql<NewSignal>`
      insert into fleet_signal (company_id, rule, operation_id, card_id, vehicle_id, confidence, evidence, sold_at, found_at,
        stake_kopecks, owner_id)
      select ${scope.companyId}::bigint, said.rule, operation_id, card_id, vehicle_id, confidence, evidence, sold_at,
        ${now}::timestamptz, stake, coalesce(choice.owner_id, duty.owner_id)
      from unnest(${found.map((item) => item.rule)}::text[], ${found.map((item) => item.operationId)}::bigint[],
        ${found.map((item) => item.filling.cardId)}::bigint[], ${found.map((item) => item.filling.vehicleId)}::bigint[],
        ${found.map((item) => item.confidence)}::smallint[], ${found.map((item) => item.evidence)}::text[],
        ${found.map((item) => item.filling.at)}::timestamptz[], ${found.map((item) => item.filling.sumKopecks)}::bigint[])
        as said (rule, operation_id, card_id, vehicle_id, confidence, evidence, sold_at, stake)
      left join signal_rule_choice choice on choice.company_id = ${scope.companyId} and choice.rule = said.rule
      left join signal_duty duty on duty.company_id = ${scope.companyId}
      on conflict (company_id, operation_id, rule) do nothing
      returning id::float8 as id, rule, card_id::float8 as card_id, evidence, sold_at`,
  );
}
