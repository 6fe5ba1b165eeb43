import { sql, type RawBuilder } from 'kysely';
import type { SignalRuleKey, SignalState, VERDICTS } from '#contract/signals.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, onlyRow, rows, type Db } from '../../../db/database.ts';
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
  owner: string | null;
  note: string;
  found_at: Date;
}

/** A page of them, newest first, with how many there are. */
export async function listSignalPage(
  db: Db,
  scope: CompanyScope,
  { state, page, perPage }: { state: SignalState | undefined; page: number; perPage: number },
): Promise<{ found: SignalRow[]; total: number }> {
  const which = state === undefined ? sql`true` : sql`fleet_signal.state = ${state}`;
  const { total } = await onlyRow(
    db,
    sql<{ total: number }>`
      select count(*)::int as total from fleet_signal where company_id = ${scope.companyId} and ${which}`,
  );
  const offset = Math.min((page - 1) * perPage, total);
  const found = await rows(
    db,
    select(scope, sql`${which} order by fleet_signal.id desc limit ${perPage} offset ${offset}`),
  );
  return { found, total };
}

export function findSignal(db: Db, scope: CompanyScope, id: number): Promise<SignalRow | null> {
  return firstRow(db, select(scope, sql`fleet_signal.id = ${id}`));
}

function select(scope: CompanyScope, which: RawBuilder<unknown>) {
  return sql<SignalRow>`
    select fleet_signal.id, rule, state, confidence, evidence, operation_id, fleet_signal.sold_at,
      coalesce(operation.centilitres, 0) as centilitres, operation.sum_kopecks,
      coalesce(operation.goods_title, '') as goods_title, coalesce(operation.address, '') as address,
      fleet_signal.card_id, card.card_number, (
        select json_build_object('id', vehicle.id, 'plate', vehicle.plate, 'brand', vehicle.brand)
        from vehicle where vehicle.id = fleet_signal.vehicle_id
      ) as vehicle, (
        select concat_ws(' ', lastname, firstname) from app_user where app_user.id = fleet_signal.owner_id
      ) as owner, note, found_at
    from fleet_signal join operation on operation.id = fleet_signal.operation_id
    join card on card.id = fleet_signal.card_id
    where fleet_signal.company_id = ${scope.companyId} and ${which}`;
}

/** How much each rule has told, how much of that is decided, and how much of it was a false alarm. */
export function countByRule(
  db: Db,
  scope: CompanyScope,
): Promise<{ rule: SignalRuleKey; found: number; decided: number; wrong: number }[]> {
  return rows(
    db,
    sql<{ rule: SignalRuleKey; found: number; decided: number; wrong: number }>`
      select rule, count(*)::int as found, count(*) filter (where state in ('explained', 'waste', 'false'))::int as decided,
        count(*) filter (where state = 'false')::int as wrong
      from fleet_signal where company_id = ${scope.companyId} group by rule`,
  );
}

/** False when it is decided already. */
export async function takeSignal(
  tx: Db,
  scope: CompanyScope,
  { id, userId }: { id: number; userId: number },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update fleet_signal set state = 'owned', owner_id = ${userId}
      where id = ${id} and company_id = ${scope.companyId} and state in ('new', 'owned') returning id`,
  );
  return row !== null;
}

/** False when the company has no such signal. */
export async function decideSignal(
  tx: Db,
  scope: CompanyScope,
  said: { id: number; userId: number; verdict: (typeof VERDICTS)[number]; note: string; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update fleet_signal set state = ${said.verdict}, note = ${said.note}, decided_at = ${said.now},
        owner_id = coalesce(owner_id, ${said.userId})
      where id = ${said.id} and company_id = ${scope.companyId} returning id`,
  );
  return row !== null;
}

/** Writes what was found, each operation once for a rule; returns how many are new. */
export async function insertSignals(
  tx: Db,
  scope: CompanyScope,
  { found, now }: { found: readonly (Finding & { rule: SignalRuleKey; filling: Filling })[]; now: Date },
): Promise<number> {
  const written = await rows(
    tx,
    sql<{ id: number }>`
      insert into fleet_signal (company_id, rule, operation_id, card_id, vehicle_id, confidence, evidence, sold_at, found_at)
      select ${scope.companyId}::bigint, rule, operation_id, card_id, vehicle_id, confidence, evidence, sold_at,
        ${now}::timestamptz
      from unnest(${found.map((one) => one.rule)}::text[], ${found.map((one) => one.operationId)}::bigint[],
        ${found.map((one) => one.filling.cardId)}::bigint[], ${found.map((one) => one.filling.vehicleId)}::bigint[],
        ${found.map((one) => one.confidence)}::smallint[], ${found.map((one) => one.evidence)}::text[],
        ${found.map((one) => one.filling.at)}::timestamptz[])
        as said (rule, operation_id, card_id, vehicle_id, confidence, evidence, sold_at)
      on conflict (company_id, operation_id, rule) do nothing returning id`,
  );
  return written.length;
}
